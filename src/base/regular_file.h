/* Opens files that somebody else has named: regular ones only. Opening a device can start something (a tape rewinds, a
 * watchdog begins to count), and opening a FIFO wakes who waits at its other end, so that nothing else is opened to
 * find out what it is. */
#ifndef BASE_REGULAR_FILE_H
#define BASE_REGULAR_FILE_H

/* Opens it for reading, closed on exec. The descriptor, which the caller closes, or -errno: -EISDIR for a directory,
 * -ENODEV for anything else that is no regular file, -ESTALE when another file took its place meanwhile, or what
 * open(2) failed with. dir_fd: as in openat(2). Thread safe. */
int regular_file_open(const char *path);
int regular_file_open_at(int dir_fd, const char *path);
/* The same of what an O_PATH descriptor stands for, which stays open. -ENOENT also where /proc is not mounted. */
int regular_file_open_found(int path_fd);

#endif
