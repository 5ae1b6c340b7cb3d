/* The commands of bpf(2) about maps, one function each. Nothing is kept between calls; any number of threads may use a
 * map at once, as the kernel does the locking. */
#include "bpf/bpf_map.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/compiler.h"
#include "bpf/bpf_call.h"

/* The limit stays lifted: other maps will need it, too. Kernels before 5.11 count maps against RLIMIT_MEMLOCK, and
 * refuse with -EPERM what is beyond: then it is lifted, and asked once more. */
int bpf_map_new(const char *name, const struct bpf_map_shape *shape)
{
	union bpf_attr attr = { .map_type = shape->type,
				.key_size = shape->key_bytes,
				.value_size = shape->value_bytes,
				.max_entries = shape->nr_entries,
				.map_flags = shape->flags };
	strncpy(attr.map_name, name, sizeof(attr.map_name) - 1);
	int fd = bpf_call(BPF_MAP_CREATE, &attr);
	if (fd != -EPERM) return fd;
	const struct rlimit no_limit = { RLIM_INFINITY, RLIM_INFINITY };
	return setrlimit(RLIMIT_MEMLOCK, &no_limit) < 0 ? fd : bpf_call(BPF_MAP_CREATE, &attr);
}

int bpf_map_make(const char *name, const struct bpf_map_shape *shape, int *ret_fd, struct err *err)
{
	int fd = bpf_map_new(name, shape);
	if (fd < 0) return bpf_refused(err_set_errno(err, fd, "BPF %s", name), err);
	*ret_fd = fd;
	return 0;
}

int bpf_map_store(int fd, const void *key, const void *value)
{
	union bpf_attr attr = { .map_fd = (uint32_t)fd, .key = (uintptr_t)key, .value = (uintptr_t)value };
	return bpf_call(BPF_MAP_UPDATE_ELEM, &attr);
}

int bpf_map_replace(int fd, const void *key, const void *value)
{
	union bpf_attr attr = {
		.map_fd = (uint32_t)fd, .key = (uintptr_t)key, .value = (uintptr_t)value, .flags = BPF_EXIST
	};
	return bpf_call(BPF_MAP_UPDATE_ELEM, &attr);
}

int bpf_map_find(int fd, const void *key, void *ret_value)
{
	union bpf_attr attr = { .map_fd = (uint32_t)fd, .key = (uintptr_t)key, .value = (uintptr_t)ret_value };
	return bpf_call(BPF_MAP_LOOKUP_ELEM, &attr);
}

int bpf_map_remove(int fd, const void *key)
{
	union bpf_attr attr = { .map_fd = (uint32_t)fd, .key = (uintptr_t)key };
	return bpf_call(BPF_MAP_DELETE_ELEM, &attr);
}

int bpf_map_next(int fd, const void *key, void *ret_key)
{
	union bpf_attr attr = { .map_fd = (uint32_t)fd, .key = (uintptr_t)key, .next_key = (uintptr_t)ret_key };
	return bpf_call(BPF_MAP_GET_NEXT_KEY, &attr);
}

int bpf_map_open_id(uint32_t id)
{
	union bpf_attr attr = { .map_id = id };
	return bpf_call(BPF_MAP_GET_FD_BY_ID, &attr);
}

/* The kernel fills in what it knows; members of newer kernels are cut off. */
static int map_info(int fd, struct bpf_map_info *ret)
{
	union bpf_attr attr = { 0 };
	memset(ret, 0, sizeof(*ret));
	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info_len = sizeof(*ret);
	attr.info.info = (uintptr_t)ret;
	return bpf_call(BPF_OBJ_GET_INFO_BY_FD, &attr);
}

int bpf_map_id(int fd, uint32_t *ret_id)
{
	struct bpf_map_info info;
	int r = map_info(fd, &info);
	if (r >= 0) *ret_id = info.id;
	return r;
}

/* False, too, when the kernel does not tell. */
bool bpf_map_is(int fd, const struct bpf_map_shape *shape)
{
	struct bpf_map_info info;
	return map_info(fd, &info) >= 0 && info.type == shape->type && info.key_size == shape->key_bytes &&
	       info.value_size == shape->value_bytes;
}

/* A map that was pinned to a file of a BPF filesystem, by this program or another. */
int bpf_map_open_file(const char *path)
{
	union bpf_attr attr = { .pathname = (uintptr_t)path };
	return bpf_call(BPF_OBJ_GET, &attr);
}

int bpf_map_pin(int fd, const char *path)
{
	union bpf_attr attr = { .pathname = (uintptr_t)path, .bpf_fd = (uint32_t)fd };
	return bpf_call(BPF_OBJ_PIN, &attr);
}

/* As root the reason is another one, of which err tells already. */
int bpf_refused(int code, struct err *err)
{
	if ((code == -EPERM || code == -EACCES) && geteuid() != 0)
		err_hint(err, "BPF programs take CAP_BPF and CAP_PERFMON: run perf as root.");
	return code;
}
