/* The beginning of an AppImage: a program that mounts the file system behind itself, and starts what is in it.
 *
 * An AppImage (type 2) is this program with a squashfs image appended. A process of its own serves the image through
 * FUSE, and unmounts it when nobody holds the pipe any more that all processes of the program inherit. Where there is
 * no FUSE, the image is unpacked into a folder that is removed afterwards.
 *
 *   --appimage-offset           print where the image begins, in bytes
 *   --appimage-extract          unpack it into ./squashfs-root
 *   --appimage-extract-and-run  do without FUSE, as APPIMAGE_EXTRACT_AND_RUN=1 does
 *   --appimage-version          print which runtime this is
 *
 * Built by packaging/dist/appimage.py with squashfuse, libfuse and zstd of Debian, statically: it needs nothing of the
 * system but its kernel, and fusermount3 where somebody else than root mounts.
 */

#define _GNU_SOURCE
#include <squashfuse/config.h>
#include <squashfuse/ll.h>

#include <elf.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char image[PATH_MAX];
static char place[PATH_MAX];
static sqfs_ll_chan channel;

/* squashfuse can read more kinds of compression than ours. What is not linked is not asked for. */
int LZ4_decompress_safe(const char *in, char *out, int size, int room)
{
	(void)in, (void)out, (void)size, (void)room;
	return -1;
}

int lzo1x_decompress_safe(const unsigned char *in, size_t size, unsigned char *out, size_t *room, void *memory)
{
	(void)in, (void)size, (void)out, (void)room, (void)memory;
	return -1;
}

static void die(const char *reason)
{
	fprintf(stderr, "mile-bones: the AppImage cannot be opened: %s\n", reason);
	exit(127);
}

/* Where this program ends and the image begins: behind the table of sections, which comes last in a linked program. */
static size_t image_offset(void)
{
	Elf64_Ehdr header;
	FILE *file = fopen(image, "rb");
	if (file == NULL || fread(&header, sizeof header, 1, file) != 1)
		die("it cannot be read");
	fclose(file);
	return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

static void make_place(void)
{
	const char *folder = getenv("TMPDIR");
	snprintf(place, sizeof place, "%s/.mile-bones-XXXXXX", folder != NULL && *folder != '\0' ? folder : "/tmp");
	if (mkdtemp(place) == NULL)
		die("there is no folder for temporary files");
}

/* ------------------------------------------------------------------ through FUSE */

static void *wait_for_the_end(void *pipe)
{
	char nothing;
	while (read(*(int *)pipe, &nothing, 1) > 0)
		;
	sqfs_ll_unmount(&channel, place);
	rmdir(place);
	_exit(0);
}

/* Serve the image; `ready` is closed when it is mounted, with a byte in it. Does not return. */
static void serve(size_t offset, int ready, int held)
{
	struct fuse_lowlevel_ops operations = {
		.getattr = sqfs_ll_op_getattr,
		.opendir = sqfs_ll_op_opendir,
		.releasedir = sqfs_ll_op_releasedir,
		.readdir = sqfs_ll_op_readdir,
		.lookup = sqfs_ll_op_lookup,
		.open = sqfs_ll_op_open,
		.create = sqfs_ll_op_create,
		.release = sqfs_ll_op_release,
		.read = sqfs_ll_op_read,
		.readlink = sqfs_ll_op_readlink,
		.listxattr = sqfs_ll_op_listxattr,
		.getxattr = sqfs_ll_op_getxattr,
		.forget = sqfs_ll_op_forget,
	};
	char *words[] = {"mile-bones", "-oro,nodev,nosuid,fsname=mile-bones,subtype=appimage"};
	struct fuse_args arguments = FUSE_ARGS_INIT(2, words);
	pthread_t watcher;
	int nowhere = open("/dev/null", O_RDWR);

	setsid();
	signal(SIGPIPE, SIG_IGN);
	dup2(nowhere, 0);
	dup2(nowhere, 1);
	dup2(nowhere, 2); /* whoever is to hear of it hears of it from the one who waits */
	sqfs_ll *files = sqfs_ll_open(image, offset);
	if (files == NULL || sqfs_ll_mount(&channel, place, &arguments, &operations, sizeof operations, files) != SQFS_OK)
		_exit(1);
	if (pthread_create(&watcher, NULL, wait_for_the_end, &held) != 0 || write(ready, "m", 1) != 1)
		_exit(1);
	close(ready);
	fuse_session_loop(channel.session);
	for (;;) /* somebody else has unmounted it; the watcher ends the process */
		pause();
}

/* Mount the image in `place`; 0 where that cannot be done. */
static int mount_image(size_t offset)
{
	int ready[2], held[2];
	char byte;
	if (access("/dev/fuse", R_OK | W_OK) != 0 || pipe(ready) != 0 || pipe(held) != 0)
		return 0;
	pid_t middle = fork();
	if (middle < 0)
		return 0;
	if (middle == 0) { /* a child of nobody's: the program never waits for it */
		close(ready[0]);
		close(held[1]);
		if (fork() == 0)
			serve(offset, ready[1], held[0]);
		_exit(0);
	}
	close(ready[1]);
	close(held[0]);
	waitpid(middle, NULL, 0);
	int mounted = read(ready[0], &byte, 1) == 1;
	close(ready[0]);
	if (!mounted)
		close(held[1]);
	return mounted; /* held[1] stays open in this process, and in all that it becomes and starts */
}

/* ------------------------------------------------------------------ without */

static void unpack_file(sqfs *fs, sqfs_inode *inode, const char *path)
{
	static char block[1 << 20];
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, inode->base.mode & 0777);
	if (file < 0)
		die(path);
	for (sqfs_off_t at = 0; (uint64_t)at < inode->xtra.reg.file_size;) {
		sqfs_off_t size = sizeof block;
		if (sqfs_read_range(fs, inode, at, &size, block) != SQFS_OK || size == 0)
			die("it is damaged");
		if (write(file, block, size) != size)
			die("the disk is full");
		at += size;
	}
	close(file);
}

static void unpack(size_t offset, const char *folder)
{
	sqfs fs;
	sqfs_traverse walk;
	sqfs_err error = SQFS_OK;
	char path[PATH_MAX], target[PATH_MAX];

	if (sqfs_open_image(&fs, image, offset) != SQFS_OK ||
	    sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)) != SQFS_OK)
		die("there is no image behind it");
	if (mkdir(folder, 0755) != 0 && access(folder, W_OK) != 0)
		die(folder);
	while (sqfs_traverse_next(&walk, &error)) {
		sqfs_inode inode;
		if (walk.dir_end)
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, walk.path);
		if (sqfs_inode_get(&fs, &inode, sqfs_dentry_inode(&walk.entry)) != SQFS_OK)
			die("it is damaged");
		if (S_ISDIR(inode.base.mode)) {
			mkdir(path, 0755);
		} else if (S_ISLNK(inode.base.mode)) {
			size_t size = sizeof target;
			if (sqfs_readlink(&fs, &inode, target, &size) != SQFS_OK)
				die("it is damaged");
			unlink(path);
			if (symlink(target, path) != 0)
				die(path);
		} else if (S_ISREG(inode.base.mode)) {
			unpack_file(&fs, &inode, path);
		}
	}
	if (error != SQFS_OK)
		die("it is damaged");
	sqfs_traverse_close(&walk);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *depth)
{
	(void)status, (void)kind, (void)depth;
	return remove(path);
}

/* ------------------------------------------------------------------ both */

static void start(char **arguments)
{
	char program[PATH_MAX + 8];
	snprintf(program, sizeof program, "%s/AppRun", place);
	setenv("APPDIR", place, 1);
	execv(program, arguments);
	perror(program);
	_exit(127);
}

int main(int count, char **arguments)
{
	const char *option = count > 1 ? arguments[1] : "";
	const char *wish = getenv("APPIMAGE_EXTRACT_AND_RUN");
	int without = wish != NULL && *wish != '\0' && strcmp(wish, "0") != 0;

	if (realpath("/proc/self/exe", image) == NULL)
		die("/proc is missing");
	size_t offset = image_offset();
	if (strcmp(option, "--appimage-offset") == 0)
		return printf("%zu\n", offset) < 0;
	if (strcmp(option, "--appimage-version") == 0)
		return puts("the runtime of Mile Bones, AppImage type 2") < 0;
	if (strcmp(option, "--appimage-extract") == 0) {
		unpack(offset, "squashfs-root");
		return 0;
	}
	if (strcmp(option, "--appimage-extract-and-run") == 0) {
		without = 1;
		arguments[1] = arguments[0];
		arguments++;
	}
	setenv("APPIMAGE", image, 1);
	setenv("ARGV0", arguments[0], 1);
	make_place();
	if (!without && mount_image(offset))
		start(arguments);
	unpack(offset, place);
	pid_t child = fork();
	if (child == 0)
		start(arguments);
	signal(SIGINT, SIG_IGN); /* it is for the program */
	int status = 0;
	waitpid(child, &status, 0);
	nftw(place, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
