/* Ends a program of the X Window System when it sends the first picture of its window, and says what that has cost.
 *
 * Loaded before all else with LD_PRELOAD. Both ways in which Qt sends a picture lead through here; pictures smaller
 * than a window are icons and cursors. FIRST_PICTURE names the file that is written: milliseconds since FIRST_SPAWNED
 * by the monotonic clock, milliseconds of processor time, peak memory in KiB.
 *
 * With FIRST_THEN, a piece of Python, a program with Python inside goes on after its first picture, runs that piece in
 * its main thread, and is measured and ended when it sends itself SIGUSR1.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { LEAST_WIDTH = 400, LEAST_HEIGHT = 300 };

typedef struct { unsigned int sequence; } cookie;

static void leave(int number) {
    (void)number;
    const char *name = getenv("FIRST_PICTURE"), *spawned = getenv("FIRST_SPAWNED");
    if (!name || !spawned)
        return;
    struct rusage used;
    struct timespec now;
    getrusage(RUSAGE_SELF, &used);
    clock_gettime(CLOCK_MONOTONIC, &now);
    FILE *file = fopen(name, "w");
    if (file) {
        double cpu = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3
            + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
        double ms = now.tv_sec * 1e3 + now.tv_nsec / 1e6 - strtod(spawned, NULL) / 1e6;
        fprintf(file, "%.3f %.3f %ld\n", ms, cpu, used.ru_maxrss);
        fclose(file);
    }
    _exit(0);
}

static void look(unsigned width, unsigned height) {
    static int seen;
    if (seen || width < LEAST_WIDTH || height < LEAST_HEIGHT)
        return;
    seen = 1;
    const char *then = getenv("FIRST_THEN");
    if (!then) {
        leave(0);
        return;
    }
    signal(SIGUSR1, leave);
    int (*ensure)(void) = dlsym(RTLD_DEFAULT, "PyGILState_Ensure");
    void (*release)(int) = dlsym(RTLD_DEFAULT, "PyGILState_Release");
    int (*run)(const char *, void *) = dlsym(RTLD_DEFAULT, "PyRun_SimpleStringFlags");
    if (!ensure || !release || !run)
        _exit(1);
    int state = ensure();
    run(then, NULL);
    release(state);
}

cookie xcb_put_image(void *c, uint8_t format, uint32_t drawable, uint32_t gc, uint16_t width, uint16_t height,
                     int16_t x, int16_t y, uint8_t left, uint8_t depth, uint32_t length, const uint8_t *data) {
    static cookie (*real)(void *, uint8_t, uint32_t, uint32_t, uint16_t, uint16_t, int16_t, int16_t, uint8_t, uint8_t,
                          uint32_t, const uint8_t *);
    look(width, height);
    if (!real)
        real = dlsym(dlopen("libxcb.so.1", RTLD_LAZY), "xcb_put_image");
    return real(c, format, drawable, gc, width, height, x, y, left, depth, length, data);
}

cookie xcb_shm_put_image(void *c, uint32_t drawable, uint32_t gc, uint16_t total_width, uint16_t total_height,
                         uint16_t src_x, uint16_t src_y, uint16_t width, uint16_t height, int16_t x, int16_t y,
                         uint8_t depth, uint8_t format, uint8_t event, uint32_t segment, uint32_t offset) {
    static cookie (*real)(void *, uint32_t, uint32_t, uint16_t, uint16_t, uint16_t, uint16_t, uint16_t, uint16_t,
                          int16_t, int16_t, uint8_t, uint8_t, uint8_t, uint32_t, uint32_t);
    look(width, height);
    if (!real)
        real = dlsym(dlopen("libxcb-shm.so.0", RTLD_LAZY), "xcb_shm_put_image");
    return real(c, drawable, gc, total_width, total_height, src_x, src_y, width, height, x, y, depth, format, event,
                segment, offset);
}
