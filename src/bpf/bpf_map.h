/* BPF maps, by descriptor (bpf(2)). Every function returns a descriptor or 0, or -errno. */
#ifndef BPF_BPF_MAP_H
#define BPF_BPF_MAP_H

#include <stdbool.h>
#include <stdint.h>
#include "base/err.h"

struct bpf_map_shape {
	uint32_t type /* enum bpf_map_type */, key_bytes, value_bytes, nr_entries, flags;
};

/* Kernels before 5.11 count maps as locked memory: where they say no, the process's limit of that is lifted. */
int bpf_map_new(const char *name, const struct bpf_map_shape *shape);
/* The same with *ret_fd for the descriptor, 0, and err set as bpf_refused does. */
int bpf_map_make(const char *name, const struct bpf_map_shape *shape, int *ret_fd, struct err *err);
int bpf_map_store(int fd, const void *key, const void *value);
int bpf_map_replace(int fd, const void *key, const void *value); /* -ENOENT: it is not there (any more) */
/* value: of a map per CPU one for each possible CPU, each in whole words. */
int bpf_map_find(int fd, const void *key, void *ret_value);
int bpf_map_remove(int fd, const void *key);
/* The key behind this one (NULL: the first), in no order; -ENOENT behind the last. */
int bpf_map_next(int fd, const void *key, void *ret_key);
/* A map that another process made, by its id. */
int bpf_map_open_id(uint32_t id);
int bpf_map_id(int fd, uint32_t *ret_id);
/* A map that stands as a file in a bpf file system. */
int bpf_map_open_file(const char *path);
int bpf_map_pin(int fd, const char *path);
/* Whether it was made with this shape; entries and flags are not compared. */
bool bpf_map_is(int fd, const struct bpf_map_shape *shape);
/* The code with which the kernel refused a map or program; err, which holds what was refused, says what rights it takes
 * where those are missing. */
int bpf_refused(int code, struct err *err);

#endif
