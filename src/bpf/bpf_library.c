/* libbpf through dlopen(3): neither its headers nor the library are needed for building. Its functions are declared
 * here as its documentation has them, those that have been the same from version 0.8 (Debian 12 has 1.1) on. */
#include "bpf/bpf_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/compiler.h"
#include "base/vec.h"
#include "bpf/bpf_map.h"

/* libbpf's own structs, of which only addresses are known. */
struct lib_object;
struct lib_map;
struct lib_program;
struct lib_link;

struct library {
	struct lib_object *(*open_mem)(const void *data, size_t size_bytes, const void *options);
	int (*load)(struct lib_object *);
	void (*close)(struct lib_object *);
	struct lib_map *(*find_map)(const struct lib_object *, const char *name);
	struct lib_program *(*find_program)(const struct lib_object *, const char *name);
	int (*map_fd)(const struct lib_map *);
	int (*set_entries)(struct lib_map *, unsigned count);
	int (*set_value)(struct lib_map *, const void *data, size_t size_bytes);
	int (*program_fd)(const struct lib_program *);
	int (*set_autoload)(struct lib_program *, bool wanted);
	struct lib_link *(*attach)(const struct lib_program *);
	int (*detach)(struct lib_link *);
	void *(*set_print)(void *print);
};

struct bpf_object {
	struct library library;
	struct lib_object *object;
	const char *name;
	VEC(struct lib_link *) links;
};

/* All functions or none. The library is not unloaded again. */
static int library_load(struct library *ret, struct err *err)
{
	void *handle = dlopen("libbpf.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!handle) {
		err_set(err, -EOPNOTSUPP, "libbpf.so.1 cannot be loaded: %s", dlerror());
		err_hint(err, "Install libbpf1 (libbpf).");
		return -EOPNOTSUPP;
	}
	const struct {
		const char *name;
		void *to;
	} functions[] = {
		{ "bpf_object__open_mem", &ret->open_mem },
		{ "bpf_object__load", &ret->load },
		{ "bpf_object__close", &ret->close },
		{ "bpf_object__find_map_by_name", &ret->find_map },
		{ "bpf_object__find_program_by_name", &ret->find_program },
		{ "bpf_map__fd", &ret->map_fd },
		{ "bpf_map__set_max_entries", &ret->set_entries },
		{ "bpf_map__set_initial_value", &ret->set_value },
		{ "bpf_program__fd", &ret->program_fd },
		{ "bpf_program__set_autoload", &ret->set_autoload },
		{ "bpf_program__attach", &ret->attach },
		{ "bpf_link__destroy", &ret->detach },
		{ "libbpf_set_print", &ret->set_print },
	};
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		void *function = dlsym(handle, functions[i].name);
		if (!function)
			return err_set(err, -EOPNOTSUPP, "libbpf.so.1 is too old: it has no %s", functions[i].name);
		memcpy(functions[i].to, &function, sizeof(function));
	}
	ret->set_print(NULL); /* what it has to say is in the result */
	return 0;
}

bool bpf_library_is_available(void)
{
	struct library library;
	return *bpf_embedded_off_cpu.size_bytes && library_load(&library, NULL) == 0;
}

int bpf_object_open(const struct bpf_embedded *embedded, struct bpf_object **ret, struct err *err)
{
	struct library library;
	if (!*embedded->size_bytes)
		return err_set(err, -EOPNOTSUPP, "This perf was built without clang, which makes the BPF program %s",
			       embedded->name);
	int r = library_load(&library, err);
	if (r < 0) return r;
	struct lib_object *opened = library.open_mem(embedded->data, *embedded->size_bytes, NULL);
	if (!opened) return err_set_errno(err, -errno, "libbpf cannot read the BPF program %s", embedded->name);
	*ret = xcalloc(1, sizeof(**ret));
	**ret = (struct bpf_object){ .library = library, .object = opened, .name = embedded->name };
	return 0;
}

void bpf_object_close(struct bpf_object *object)
{
	if (!object) return;
	for (size_t i = object->links.count; i-- > 0;) object->library.detach(object->links.items[i]);
	vec_done(&object->links);
	object->library.close(object->object);
	free(object);
}

int bpf_object_data(struct bpf_object *object, const void *data, size_t size_bytes)
{
	struct lib_map *map = object->library.find_map(object->object, ".rodata");
	return map ? object->library.set_value(map, data, size_bytes) : -ENOENT;
}

int bpf_object_leave_out(struct bpf_object *object, const char *program)
{
	struct lib_program *found = object->library.find_program(object->object, program);
	return found ? object->library.set_autoload(found, false) : -ENOENT;
}

int bpf_object_entries(struct bpf_object *object, const char *map, unsigned count)
{
	struct lib_map *found = object->library.find_map(object->object, map);
	return found ? object->library.set_entries(found, count) : -ENOENT;
}

/* libbpf needs the kernel's types for places of members: without them it fails with -ESRCH or -ENOENT. */
int bpf_object_load(struct bpf_object *object, struct err *err)
{
	int r = object->library.load(object->object);
	if (r >= 0) return 0;
	err_set_errno(err, r, "The BPF program %s cannot be loaded", object->name);
	if (r == -ESRCH || r == -ENOENT)
		err_hint(err, "The kernel has to tell its types: /sys/kernel/btf/vmlinux (CONFIG_DEBUG_INFO_BTF).");
	return bpf_refused(r, err);
}

int bpf_object_attach(struct bpf_object *object, const char *program, struct err *err)
{
	struct lib_program *found = object->library.find_program(object->object, program);
	struct lib_link *link = found ? object->library.attach(found) : NULL;
	if (!link)
		return bpf_refused(err_set_errno(err, -errno, "The BPF program %s cannot be attached", program), err);
	vec_push(&object->links, link);
	return 0;
}

int bpf_object_map(const struct bpf_object *object, const char *map)
{
	const struct lib_map *found = object->library.find_map(object->object, map);
	return found ? object->library.map_fd(found) : -ENOENT;
}

int bpf_object_program(const struct bpf_object *object, const char *program)
{
	const struct lib_program *found = object->library.find_program(object->object, program);
	return found ? object->library.program_fd(found) : -ENOENT;
}
