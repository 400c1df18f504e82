/* The beginning of an AppImage: a program that mounts the file system behind itself, and starts what is in it.
 *
 * An AppImage (type 2) is this program with a squashfs image appended. A process of its own serves the image through
 * FUSE, and unmounts it when nobody holds the pipe any more that all processes of the program inherit. Where there is
 * no FUSE, the image is unpacked into a folder that is removed afterwards.
 *
 *   --appimage-offset           print where the image begins, in bytes
 *   --appimage-extract          unpack it into ./squashfs-root, which must not be there
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
#include <errno.h>
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
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static char image[PATH_MAX];
static char place[PATH_MAX];
static sqfs_ll_chan channel;
/* The folder that this process has made and removes; empty for none. */
static char unpacked[PATH_MAX];
/* The signals that end a program. They are blocked from the beginning, and asked for where there is time for them. */
static sigset_t endings, before;

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

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *depth)
{
	(void)status, (void)kind, (void)depth;
	return remove(path);
}

static void remove_unpacked(void)
{
	if (*unpacked != '\0')
		nftw(unpacked, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void die(const char *reason)
{
	remove_unpacked();
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

/* The program may change its folder, so the path begins at the root. */
static void make_place(void)
{
	static const char name[] = "/.mile-bones-XXXXXX";
	const char *wish = getenv("TMPDIR");
	if (realpath(wish != NULL && *wish != '\0' ? wish : "/tmp", place) == NULL ||
	    strlen(place) + sizeof name > sizeof place || mkdtemp(strcat(place, name)) == NULL)
		die("there is no folder for temporary files");
}

static void block_endings(void)
{
	static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
	sigemptyset(&endings);
	for (size_t at = 0; at < sizeof ends / sizeof *ends; at++) {
		struct sigaction action;
		if (sigaction(ends[at], NULL, &action) == 0 && action.sa_handler != SIG_IGN) /* as nohup has it */
			sigaddset(&endings, ends[at]);
	}
	sigprocmask(SIG_BLOCK, &endings, &before);
}

/* Remove what has been unpacked and end by the signal that has come, if one has. */
static void end_if_told(void)
{
	struct timespec none = {0, 0};
	int number = sigtimedwait(&endings, NULL, &none);
	if (number > 0) {
		remove_unpacked();
		signal(number, SIG_DFL);
		raise(number);
		sigprocmask(SIG_SETMASK, &before, NULL);
		_exit(128 + number);
	}
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

/* Serve the image; `ready` is closed when it is mounted, with a byte in it. Does not return.
 *
 * The signals that end a program stay blocked: it ends when the program has, which may need its files until then. */
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
	if (access("/dev/fuse", R_OK | W_OK) != 0 || pipe(ready) != 0)
		return 0;
	if (pipe(held) != 0) {
		close(ready[0]);
		close(ready[1]);
		return 0;
	}
	pid_t middle = fork();
	if (middle < 0) {
		close(ready[0]);
		close(ready[1]);
		close(held[0]);
		close(held[1]);
		return 0;
	}
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

static void die_writing(const char *path)
{
	die(errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? "the disk is full" : path);
}

static void unpack_file(sqfs *fs, sqfs_inode *inode, const char *path)
{
	static char block[1 << 20];
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, inode->base.mode & 0777);
	if (file < 0)
		die_writing(path);
	for (sqfs_off_t at = 0; (uint64_t)at < inode->xtra.reg.file_size;) {
		sqfs_off_t size = sizeof block;
		end_if_told();
		if (sqfs_read_range(fs, inode, at, &size, block) != SQFS_OK || size == 0)
			die("it is damaged");
		for (sqfs_off_t written = 0; written < size;) {
			ssize_t some = write(file, block + written, size - written);
			if (some < 0 && errno != EINTR)
				die_writing(path);
			written += some > 0 ? some : 0;
		}
		at += size;
	}
	if (close(file) != 0)
		die_writing(path);
}

/* Unpack the image into a folder that this process has just made. */
static void unpack(size_t offset, const char *folder)
{
	sqfs fs;
	sqfs_traverse walk;
	sqfs_err error = SQFS_OK;
	char path[PATH_MAX], target[PATH_MAX];

	if (sqfs_open_image(&fs, image, offset) != SQFS_OK ||
	    sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)) != SQFS_OK)
		die("there is no image behind it");
	while (sqfs_traverse_next(&walk, &error)) {
		sqfs_inode inode;
		end_if_told();
		if (walk.dir_end)
			continue;
		if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, walk.path) >= sizeof path)
			die("its folder has too long a name");
		if (sqfs_inode_get(&fs, &inode, sqfs_dentry_inode(&walk.entry)) != SQFS_OK)
			die("it is damaged");
		if (S_ISDIR(inode.base.mode)) {
			if (mkdir(path, 0755) != 0)
				die_writing(path);
		} else if (S_ISLNK(inode.base.mode)) {
			size_t size = sizeof target;
			if (sqfs_readlink(&fs, &inode, target, &size) != SQFS_OK)
				die("it is damaged");
			if (symlink(target, path) != 0)
				die_writing(path);
		} else if (S_ISREG(inode.base.mode)) {
			unpack_file(&fs, &inode, path);
		}
	}
	if (error != SQFS_OK)
		die("it is damaged");
	sqfs_traverse_close(&walk);
}

static void extract(size_t offset)
{
	static const char folder[] = "squashfs-root";
	if (mkdir(folder, 0755) != 0)
		die(errno == EEXIST ? "squashfs-root is there already" : folder);
	strcpy(unpacked, folder);
	unpack(offset, folder);
}

/* Wait for the program, which is told of the signals that end this process; its status, as a shell has it. */
static int wait_for(pid_t child)
{
	sigset_t awaited = endings;
	siginfo_t told;
	int status;
	sigaddset(&awaited, SIGCHLD);
	for (;;) {
		pid_t ended = waitpid(child, &status, WNOHANG);
		if (ended == child)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
		if (ended < 0)
			return 127;
		int number = sigwaitinfo(&awaited, &told);
		/* What is typed on a terminal reaches the program without us. */
		int typed = (number == SIGINT || number == SIGQUIT) && told.si_code == SI_KERNEL;
		if (number > 0 && number != SIGCHLD && !typed)
			kill(child, number);
	}
}

/* ------------------------------------------------------------------ both */

static void start(char **arguments)
{
	char program[PATH_MAX + 8];
	snprintf(program, sizeof program, "%s/AppRun", place);
	setenv("APPDIR", place, 1);
	sigprocmask(SIG_SETMASK, &before, NULL);
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
	block_endings();
	if (strcmp(option, "--appimage-offset") == 0)
		return printf("%zu\n", offset) < 0;
	if (strcmp(option, "--appimage-version") == 0)
		return puts("the runtime of Mile Bones, AppImage type 2") < 0;
	if (strcmp(option, "--appimage-extract") == 0) {
		extract(offset);
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
	strcpy(unpacked, place);
	unpack(offset, place);
	/* A parent that ignores it would have it ignored here, and the program would be gone before it is waited for. */
	signal(SIGCHLD, SIG_DFL);
	sigset_t child_ends;
	sigemptyset(&child_ends);
	sigaddset(&child_ends, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child_ends, NULL);
	pid_t child = fork();
	if (child < 0)
		die("no process can be started");
	if (child == 0)
		start(arguments);
	int status = wait_for(child);
	remove_unpacked();
	return status;
}
