/* What is started in a bundle on Linux: it becomes the Python that lies beside it, as an interpreter without a site.
 *
 * PyInstaller's own program loads Python as a library instead. A library takes a fifth more instructions for the same
 * work, in Debian's Python and in others: docs/decisions/088. Python finds its modules by where it lies. It is told
 * which program this is, and by what name it was called; the libraries of the folder go before those of the system. Its
 * file is called mile-bones, since that is the name that a list of processes shows.
 *
 * A Python that misses a library of the system is ended by the dynamic loader, with words for programmers. So its
 * libraries are asked for first. Compiled with -DNEEDED='"liba.so.1", "libb.so.2",', and -DCURE: a command that brings them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARIES "LD_LIBRARY_PATH"

#ifndef NEEDED
#define NEEDED
#define CURE ""
#endif

static void need_libraries(void) {
    static const char *const needed[] = {NEEDED NULL};
    for (const char *const *name = needed; *name != NULL; name++)
        if (dlopen(*name, RTLD_LAZY) == NULL) {
            fprintf(stderr, "Mile Bones cannot start: the system library %s is missing.\n", *name);
            fprintf(stderr, "On Debian or Ubuntu: %s\n", CURE);
            exit(127);
        }
}

static char *joined(const char *first, const char *second) {
    char *both;
    if (asprintf(&both, "%s%s", first, second) < 0)
        exit(127);
    return both;
}

int main(int count, char **arguments) {
    char program[PATH_MAX], folder[PATH_MAX];
    need_libraries();
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) {
        perror("/proc/self/exe");
        return 127;
    }
    program[length] = '\0';
    memcpy(folder, program, length + 1);
    *strrchr(folder, '/') = '\0';
    char *inside = joined(folder, "/_internal"), *python = joined(inside, "/mile-bones"), *libraries = inside;
    const char *before = getenv(LIBRARIES);
    if (before != NULL && *before != '\0') {
        setenv(LIBRARIES "_ORIG", before, 1);
        libraries = joined(joined(inside, ":"), before);
    }
    setenv(LIBRARIES, libraries, 1);

    char **words = calloc(count + 6, sizeof *words);
    if (words == NULL)
        return 127;
    char *own[] = {python, "-I", "-S", joined(inside, "/boot.pyc"), program};
    memcpy(words, own, sizeof own);
    memcpy(words + 5, arguments, count * sizeof *words);
    execv(python, words);
    perror(python);
    return 127;
}
