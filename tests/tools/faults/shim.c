/* Stands between a program and the disk, and lets the n-th call of a kind fail. LD_PRELOAD brings it in; shim.py says
 * what is to be done with it. Only files below one folder are looked at, and of memory only what SQLite asks for.
 *
 * Out of reach: what SQLite writes into memory that is mapped (the -shm beside a database, which is made anew after a
 * crash), and locks between threads.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* In the order of shim.Kind. */
enum kind { LOOK, OPEN, CREATE, READ, WRITE, SYNC, RENAME, UNLINK, MKDIR, TRUNCATE, LOCK, LINK, ALLOCATE, KINDS };

#define SHORT (-1) /* instead of an errno: half of what was to be written is, and the disk is full after that */
#define FILES 4096

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static char folder[4096];
static size_t folder_length;
static char *names[FILES];        /* of the files below the folder that are open */
static unsigned armed;            /* bits of the kinds that may fail */
static long wanted, seen, missed; /* which of them, how many have been seen, how many have failed */
static long failed;               /* all that have failed in this folder */
static int failure, lasting, paused;
static long counts[KINDS];
static char where[8192];          /* the first call that failed */
static struct timespec later;     /* how long the program believes to have slept */
static ElfW(Addr) sqlite_begin, sqlite_end;

static FILE *log_text, *log_data; /* into memory; the log is kept while there is one */
static char *text_of_log, *data_of_log;
static size_t length_of_text, length_of_data;

#define REAL(name)                                                  \
    static __typeof__(name) *real;                                  \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/* ------------------------------------------------------------------ what is asked of it */

static int find_sqlite(struct dl_phdr_info *info, size_t size, void *unused)
{
    if (!strstr(info->dlpi_name, "libsqlite3")) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
            sqlite_begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            sqlite_end = sqlite_begin + info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

/* Look at what lies in this folder from now on. Whether SQLite is there as a library of its own. */
int faults_watch(const char *path)
{
    folder_length = strlen(path);
    memcpy(folder, path, folder_length + 1);
    memset(counts, 0, sizeof counts);
    failed = where[0] = 0;
    memset(&later, 0, sizeof later);
    dl_iterate_phdr(find_sqlite, NULL);
    return sqlite_end != 0;
}

/* Let the n-th call of these kinds fail, and with `persistent` all those after it. */
void faults_arm(unsigned kinds, long n, int error, int persistent)
{
    armed = kinds;
    wanted = n;
    failure = error;
    lasting = persistent;
    seen = missed = 0;
}

void faults_heal(void) { armed = 0; }

/* Neither count nor fail what is done meanwhile. */
void faults_pause(int on) { paused = on; }

long faults_count(int kind) { return counts[kind]; }
long faults_failed(void) { return failed; }
const char *faults_where(void) { return where; }

void faults_log(int on)
{
    if (log_text) {
        fclose(log_text), fclose(log_data);
        free(text_of_log), free(data_of_log);
        log_text = log_data = NULL;
    }
    if (on) {
        log_text = open_memstream(&text_of_log, &length_of_text);
        log_data = open_memstream(&data_of_log, &length_of_data);
    }
}

const char *faults_text(size_t *length)
{
    fflush(log_text);
    *length = length_of_text;
    return text_of_log;
}

const char *faults_data(size_t *length)
{
    fflush(log_data);
    *length = length_of_data;
    return data_of_log;
}

/* ------------------------------------------------------------------ deciding and keeping the log */

static int below(const char *path)
{
    return folder_length && !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

static const char *name(int fd) { return fd >= 0 && fd < FILES ? names[fd] : NULL; }

static int fault(enum kind kind, const char *path)
{
    if (paused) return 0;
    counts[kind]++;
    if (!(armed & 1u << kind)) return 0;
    seen++;
    if (seen < wanted || (seen > wanted && !lasting)) return 0;
    if (!failed++) snprintf(where, sizeof where, "%s", path);
    if (failure == SHORT && (kind != WRITE || missed++)) return ENOSPC;
    return failure;
}

/* One line for a call that was done: all that is needed to do it again. */
static void note(const char *what, int fd, long offset, long length, const char *path, const char *second)
{
    if (log_text) fprintf(log_text, "%s\t%d\t%ld\t%ld\t%s\t%s\n", what, fd, offset, length, path, second);
}

/* The program has acknowledged something here. */
void faults_mark(const char *text) { note("mark", 0, 0, 0, text, ""); }

/* Runs `call` when the path is none of ours, or nothing is to fail. */
#define TRY(kind, path)                                             \
    int error = fault(kind, path);                                  \
    if (error) {                                                    \
        errno = error;                                              \
        return -1;                                                  \
    }

/* ------------------------------------------------------------------ files by name */

static int opened(int fd, const char *path, int flags, int made)
{
    if (fd >= 0 && fd < FILES) {
        free(names[fd]);
        names[fd] = strdup(path);
    }
    if (fd >= 0) note(made ? "create" : "open", fd, flags & O_TRUNC ? 1 : 0, 0, path, "");
    return fd;
}

static enum kind kind_of_open(const char *path, int flags)
{
    if (flags & O_CREAT && faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW)) return CREATE;
    return (flags & O_ACCMODE) == O_RDONLY ? LOOK : OPEN;
}

#define OPEN_LIKE(function, declared, call)                         \
    int function declared                                           \
    {                                                               \
        mode_t mode = 0;                                            \
        if (flags & (O_CREAT | __O_TMPFILE)) {                      \
            va_list more;                                           \
            va_start(more, flags);                                  \
            mode = va_arg(more, mode_t);                            \
            va_end(more);                                           \
        }                                                           \
        REAL(function);                                             \
        if (!below(path)) return real call;                         \
        enum kind kind = kind_of_open(path, flags);                 \
        TRY(kind, path)                                             \
        return opened(real call, path, flags, kind == CREATE);      \
    }

OPEN_LIKE(open, (const char *path, int flags, ...), (path, flags, mode))
OPEN_LIKE(open64, (const char *path, int flags, ...), (path, flags, mode))
OPEN_LIKE(openat, (int at, const char *path, int flags, ...), (at, path, flags, mode))
OPEN_LIKE(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))

int close(int fd)
{
    REAL(close);
    if (name(fd)) {
        free(names[fd]);
        names[fd] = NULL;
    }
    return real(fd);
}

/* A call that takes one or two paths and has no other result than success. */
#define ON_PATHS(function, kind, what, path, second, declared, call) \
    int function declared                                           \
    {                                                               \
        REAL(function);                                             \
        if (!below(path) && !below(second)) return real call;       \
        TRY(kind, path)                                             \
        int result = real call;                                     \
        if (!result) note(what, 0, 0, 0, path, second);             \
        return result;                                              \
    }

ON_PATHS(rename, RENAME, "rename", from, to, (const char *from, const char *to), (from, to))
ON_PATHS(renameat, RENAME, "rename", from, to, (int a, const char *from, int b, const char *to), (a, from, b, to))
ON_PATHS(renameat2, RENAME, "rename", from, to, (int a, const char *from, int b, const char *to, unsigned flags),
         (a, from, b, to, flags))
ON_PATHS(link, LINK, "link", from, to, (const char *from, const char *to), (from, to))
ON_PATHS(linkat, LINK, "link", from, to, (int a, const char *from, int b, const char *to, int flags),
         (a, from, b, to, flags))
ON_PATHS(unlink, UNLINK, "unlink", path, "", (const char *path), (path))
ON_PATHS(unlinkat, UNLINK, "unlink", path, "", (int at, const char *path, int flags), (at, path, flags))
ON_PATHS(mkdir, MKDIR, "mkdir", path, "", (const char *path, mode_t mode), (path, mode))
ON_PATHS(mkdirat, MKDIR, "mkdir", path, "", (int at, const char *path, mode_t mode), (at, path, mode))

/* ------------------------------------------------------------------ files that are open */

#define ON_FILE(function, kind, what, length, declared, call)       \
    int function declared                                           \
    {                                                               \
        REAL(function);                                             \
        const char *path = name(fd);                                \
        if (!path) return real call;                                \
        TRY(kind, path)                                             \
        int result = real call;                                     \
        if (!result) note(what, fd, 0, length, path, "");           \
        return result;                                              \
    }

/* SQLite does not listen to what comes of syncing a folder, and nobody can make it: that does not fail. */
static int of_sqlite(void *caller)
{
    return (ElfW(Addr))caller >= sqlite_begin && (ElfW(Addr))caller < sqlite_end;
}

static int is_folder(int fd)
{
    struct stat found;
    return !fstat(fd, &found) && S_ISDIR(found.st_mode);
}

#define SYNC_LIKE(function)                                         \
    int function(int fd)                                            \
    {                                                               \
        REAL(function);                                             \
        const char *path = name(fd);                                \
        if (!path) return real(fd);                                 \
        if (!of_sqlite(__builtin_return_address(0)) || !is_folder(fd)) { TRY(SYNC, path) } \
        int result = real(fd);                                      \
        if (!result) note("sync", fd, 0, 0, path, "");              \
        return result;                                              \
    }

SYNC_LIKE(fsync)
SYNC_LIKE(fdatasync)
ON_FILE(ftruncate, TRUNCATE, "truncate", size, (int fd, off_t size), (fd, size))
ON_FILE(ftruncate64, TRUNCATE, "truncate", size, (int fd, off64_t size), (fd, size))

static ssize_t wrote(ssize_t done, int fd, const void *data, off_t offset, const char *path)
{
    if (done > 0 && log_data) {
        fwrite(data, 1, done, log_data);
        note("write", fd, offset, done, path, "");
    }
    return done;
}

#define WRITE_LIKE(function, declared, call, offset)                \
    ssize_t function declared                                       \
    {                                                               \
        REAL(function);                                             \
        const char *path = name(fd);                                \
        if (!path) return real call;                                \
        int error = fault(WRITE, path);                             \
        if (error == SHORT && size > 1) size /= 2;                  \
        if (error > 0) {                                            \
            errno = error;                                          \
            return -1;                                              \
        }                                                           \
        off_t at = offset;                                          \
        return wrote(real call, fd, data, at, path);                \
    }

static off_t position(int fd)
{
    return lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
}

WRITE_LIKE(write, (int fd, const void *data, size_t size), (fd, data, size), position(fd))
WRITE_LIKE(pwrite, (int fd, const void *data, size_t size, off_t offset), (fd, data, size, offset), offset)
WRITE_LIKE(pwrite64, (int fd, const void *data, size_t size, off64_t offset), (fd, data, size, offset), offset)

/* What copies from file to file inside the kernel is said not to be there: then the program writes. */
ssize_t sendfile64(int fd, int from, off64_t *offset, size_t size)
{
    REAL(sendfile64);
    if (!name(fd)) return real(fd, from, offset, size);
    errno = ENOTSOCK;
    return -1;
}

ssize_t copy_file_range(int from, off64_t *there, int fd, off64_t *here, size_t size, unsigned flags)
{
    REAL(copy_file_range);
    if (!name(fd)) return real(from, there, fd, here, size, flags);
    errno = ENOSYS;
    return -1;
}

#define READ_LIKE(function, declared, call)                         \
    ssize_t function declared                                       \
    {                                                               \
        REAL(function);                                             \
        const char *path = name(fd);                                \
        if (!path) return real call;                                \
        TRY(READ, path)                                             \
        return real call;                                           \
    }

READ_LIKE(read, (int fd, void *data, size_t size), (fd, data, size))
READ_LIKE(pread, (int fd, void *data, size_t size, off_t offset), (fd, data, size, offset))
READ_LIKE(pread64, (int fd, void *data, size_t size, off64_t offset), (fd, data, size, offset))

/* ------------------------------------------------------------------ locks */

int flock(int fd, int how)
{
    REAL(flock);
    const char *path = name(fd);
    if (path && !(how & LOCK_UN)) { TRY(LOCK, path) }
    return real(fd, how);
}

#define FCNTL_LIKE(function)                                        \
    int function(int fd, int command, ...)                          \
    {                                                               \
        REAL(function);                                             \
        va_list more;                                               \
        va_start(more, command);                                    \
        void *argument = va_arg(more, void *);                      \
        va_end(more);                                               \
        const char *path = name(fd);                                \
        int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW; \
        if (path && locks && ((struct flock *)argument)->l_type != F_UNLCK) { TRY(LOCK, path) } \
        return real(fd, command, argument);                         \
    }

FCNTL_LIKE(fcntl)
FCNTL_LIKE(fcntl64)

/* ------------------------------------------------------------------ memory, for SQLite */

static int no_memory(void *caller)
{
    return folder_length && of_sqlite(caller) && fault(ALLOCATE, "memory of SQLite");
}

#define NO_MEMORY                                                   \
    if (no_memory(__builtin_return_address(0))) {                   \
        errno = ENOMEM;                                             \
        return NULL;                                                \
    }

void *malloc(size_t size)
{
    NO_MEMORY
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    NO_MEMORY
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
    NO_MEMORY
    return __libc_realloc(old, size);
}

/* ------------------------------------------------------------------ time: who waits for a lock has waited at once */

static void add(const struct timespec *more)
{
    later.tv_sec += more->tv_sec;
    later.tv_nsec += more->tv_nsec;
    while (later.tv_nsec >= 1000000000) later.tv_sec++, later.tv_nsec -= 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    REAL(clock_gettime);
    int result = real(clock, now);
    if (!result && clock == CLOCK_MONOTONIC) {
        now->tv_sec += later.tv_sec;
        now->tv_nsec += later.tv_nsec;
        if (now->tv_nsec >= 1000000000) now->tv_sec++, now->tv_nsec -= 1000000000;
    }
    return result;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left)
{
    REAL(clock_nanosleep);
    if (!folder_length) return real(clock, flags, until, left);
    struct timespec wait = *until, now;
    if (flags & TIMER_ABSTIME) {
        clock_gettime(clock, &now);
        wait.tv_sec -= now.tv_sec;
        wait.tv_nsec -= now.tv_nsec;
        if (wait.tv_nsec < 0) wait.tv_sec--, wait.tv_nsec += 1000000000;
    }
    if (wait.tv_sec >= 0) add(&wait);
    return 0;
}

int usleep(useconds_t microseconds)
{
    REAL(usleep);
    if (!folder_length) return real(microseconds);
    add(&(struct timespec){microseconds / 1000000, microseconds % 1000000 * 1000});
    return 0;
}
