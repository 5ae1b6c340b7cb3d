/* BTF of a kernel and of its modules: of the image, else of the running kernel, if it is the one that was recorded.
 * What a module has goes on behind its kernel's; a module that was built elsewhere brings the part of these that it
 * names (.BTF.base): names and sizes, whose members are those of the kernel's types of that name, where it is known. */
#include <errno.h>
#include <fcntl.h>
#include "symbol/object_types_private.h"

enum { RUNNING_BTF_MAX = 256 << 20 /* an ordinary kernel has 4 to 10 MiB */ };

static int read_running(struct object *object, const char *name, struct bytes *ret)
{
	_free_ char *of_name = xasprintf("/sys/kernel/btf/%s", name);
	_free_ char *path = object_running_file(object, of_name);
	_blob_close_ struct blob blob = BLOB_INIT;
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	if (fd < 0 || blob_of_fd(fd, &blob) < 0) return -ENOENT;
	if (blob.size_bytes > RUNNING_BTF_MAX) return -EFBIG;
	return blob_read(&blob, 0, blob.size_bytes, ret);
}

/* running: what the running kernel calls it; NULL: it does not have it. */
static int read_btf(struct object *object, const char *section_name, const char *running, struct bytes *ret)
{
	const struct image *image = object_code_image(object);
	const struct image_section *section = image ? image_section(image, section_name) : NULL;
	if (section) return image_section_data(image, section, ret);
	return running ? read_running(object, running, ret) : -ENOENT;
}

/* The kernel that a module is of, as the store knows it. */
static struct object *kernel_of(struct object *module)
{
	struct symbol_store *store = module->store;
	struct object *kernel = NULL;
	pthread_mutex_lock(&store->lock);
	for (size_t i = 0; i < store->objects.count && !kernel; i++) {
		const struct object_identity *identity = &store->objects.items[i]->identity;
		if (identity->kind == OBJECT_KERNEL && identity->guest == module->identity.guest &&
		    identity->guest_pid == module->identity.guest_pid)
			kernel = store->objects.items[i];
	}
	pthread_mutex_unlock(&store->lock);
	if (kernel || module->identity.guest) return kernel;
	const struct object_identity identity = { .kind = OBJECT_KERNEL,
						  .path = "[kernel.kallsyms]",
						  .build_id = store->kernel.build_id,
						  .build_id_size = store->kernel.build_id_size,
						  .ref_name = store->kernel.ref_name,
						  .ref_vaddr = store->kernel.ref_vaddr };
	return symbol_store_object(store, &identity);
}

/* The types of the kernel that a module is of. */
static int open_kernel(struct object_types *types)
{
	struct object *kernel = kernel_of(types->object);
	int r = kernel ? read_btf(kernel, ".BTF", "vmlinux", &types->base_bytes) : -ENOENT;
	if (r == 0) r = btf_parse((const char *)types->base_bytes.data, types->base_bytes.size, &types->base_btf);
	return r < 0 ? r : btf_walk_init(&types->base_btf, &types->base_walk);
}

/* The part of the kernel's types that the module brings is replaced by the kernel's own, else it is the base itself. */
static int open_own_base(struct object_types *types, struct bytes *own)
{
	struct btf base, moved;
	int r = btf_parse((const char *)own->data, own->size, &base);
	if (r < 0) return r;
	if (open_kernel(types) == 0 && btf_relocate(&types->btf, &base, &types->base_walk, &moved) == 0) {
		types->moved = moved.bytes;
		types->btf = moved;
		return 0;
	}
	btf_walk_done(&types->base_walk);
	bytes_done(&types->base_bytes);
	types->base_bytes = *own;
	*own = (struct bytes)BYTES_INIT;
	types->base_btf = base;
	return btf_walk_init(&types->base_btf, &types->base_walk);
}

static int open_base(struct object_types *types)
{
	_bytes_done_ struct bytes own = BYTES_INIT;
	if (read_btf(types->object, ".BTF.base", NULL, &own) < 0) return open_kernel(types);
	return open_own_base(types, &own);
}

void object_types_open_btf(struct object_types *types)
{
	struct object *object = types->object;
	bool is_module = object->identity.kind == OBJECT_MODULE;
	if (object->identity.kind != OBJECT_KERNEL && !is_module) return;
	_free_ char *module_name = is_module ? object_module_name(object->identity.path) : NULL;
	const char *running = is_module ? module_name : "vmlinux";
	if (read_btf(object, ".BTF", running, &types->btf_bytes) < 0) return;
	if (btf_parse((const char *)types->btf_bytes.data, types->btf_bytes.size, &types->btf) < 0) return;
	if (is_module && open_base(types) < 0) return;
	if (btf_walk_init_split(&types->btf, is_module ? &types->base_walk : NULL, &types->walk) < 0) return;
	types->names = btf_names_new(types->types, &types->walk);
}
