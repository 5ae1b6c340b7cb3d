/* BPF maps, by descriptor (bpf(2)). Functions return a descriptor (the caller closes) or 0, or -errno. Keys and
 * values are bytes of the sizes the map was made with; nothing checks them. */
#ifndef BPF_BPF_MAP_H
#define BPF_BPF_MAP_H

#include <stdbool.h>
#include <stdint.h>
#include "base/err.h"

/* flags: BPF_F_* */
struct bpf_map_shape {
	uint32_t type /* enum bpf_map_type */, key_bytes, value_bytes, nr_entries, flags;
};

/* Makes a map. Kernels before 5.11 count maps as locked memory: at -EPERM the process's limit of that is lifted and
 * it is tried again. name is cut to 15 bytes. */
int bpf_map_new(const char *name, const struct bpf_map_shape *shape);
/* The same with the descriptor in *ret_fd and 0, or -errno with err set and a hint about rights. */
int bpf_map_make(const char *name, const struct bpf_map_shape *shape, int *ret_fd, struct err *err);
/* Sets the value of a key, which may be there or not. */
int bpf_map_store(int fd, const void *key, const void *value);
int bpf_map_replace(int fd, const void *key, const void *value); /* -ENOENT: it is not there (any more) */
/* -ENOENT: there is no such key. Of a map per CPU ret_value has room for one value for each possible CPU
 * (cpu_list_possible), each rounded up to 8 bytes. */
int bpf_map_find(int fd, const void *key, void *ret_value);
int bpf_map_remove(int fd, const void *key);
/* The key behind this one (NULL: the first), in no particular order; -ENOENT behind the last. A key that was removed
 * meanwhile starts again from the first. ret_key may be key. */
int bpf_map_next(int fd, const void *key, void *ret_key);
/* A map that another process made, by its id. */
int bpf_map_open_id(uint32_t id);
int bpf_map_id(int fd, uint32_t *ret_id);
/* A map that is pinned as a file in a bpf file system, and pinning one. */
int bpf_map_open_file(const char *path);
int bpf_map_pin(int fd, const char *path);
/* Whether it was made with this shape; entries and flags are not compared. */
bool bpf_map_is(int fd, const struct bpf_map_shape *shape);
/* For code, with which the kernel refused a map or program: adds a hint about rights to err, which is set already,
 * where these are missing. Returns code. */
int bpf_refused(int code, struct err *err);

#endif
