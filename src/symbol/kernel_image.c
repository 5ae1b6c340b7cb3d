/* Finds the uncompressed image of a kernel ("vmlinux"), with its symbols and debug information: kernel_image_open in
 * object_files.h says which places are tried. An image counts if its build-id is the recorded one; where none was
 * recorded, it has to show otherwise that it is the recorded kernel's (is_recorded_kernel). */
#include <errno.h>
#include <string.h>
#include "base/strbuf.h"
#include "symbol/image_symbols.h"
#include "symbol/object_files.h"
#include "symbol/object_private.h"

/* Searched in this order; %s is the kernel's release. The first is in the working directory. */
static const char *const places[] = {
	"vmlinux",
	"/boot/vmlinux",
	"/boot/vmlinux-%s",
	"/usr/lib/debug/boot/vmlinux-%s",
	"/lib/modules/%s/build/vmlinux",
	"/usr/lib/debug/lib/modules/%s/vmlinux",
	"/usr/lib/debug/boot/vmlinux-%s.debug",
	"/usr/lib/debug/usr/lib/modules/%s/vmlinux",
	"/lib/modules/%s/vmlinux",
};

/* Why an image may be the recorded kernel's: the user or the build-id says so; it is where the release has its image;
 * it is there. */
enum place { PLACE_GIVEN, PLACE_OF_RELEASE, PLACE_OF_ANY };

/* Without a recorded build-id, an image that was not given has to show that it is the recorded kernel's: by the running
 * one's build-id where that is the recorded one, else by the size of its text. */
static bool is_recorded_kernel(const struct object *object, const struct image *image, enum place place)
{
	struct symbol_store *store = object->store;
	const struct recorded_kernel *kernel = &store->kernel;
	uint8_t running[20], own[20];
	uint64_t ref_vaddr, end_vaddr;
	bool hidden;

	if (place == PLACE_GIVEN || object->identity.build_id_size) return true;
	if (symbol_store_kernel_match(store, &hidden) == KERNEL_SAME) {
		int size = running_kernel_build_id(store->options.running_root, running),
		    own_size = image_build_id(image, own);
		if (size > 0 && own_size > 0) return size == own_size && memcmp(running, own, (size_t)size) == 0;
	}
	if (kernel->text_end_vaddr && image_symbol_value(image, kernel->ref_name, &ref_vaddr) &&
	    image_symbol_value(image, "_etext", &end_vaddr))
		return end_vaddr - ref_vaddr == kernel->text_end_vaddr - kernel->ref_vaddr;
	return place == PLACE_OF_RELEASE;
}

/* Opens one candidate. 0; negative if it is not there, is another kernel's (-ESTALE) or lacks what accept wants
 * (-ENODATA). */
static int try(const struct object *object, const char *path, bool (*accept)(const struct image *), enum place place,
	       struct symbol_file *ret, struct strbuf *tried)
{
	struct symbol_file file = { .image = IMAGE_INIT };
	_free_ char *opened = xstrdup(path);
	int code = symbol_file_open(&opened, &file);
	const char *what = NULL;

	if (code >= 0 && object_build_id_differs(object, &file.image)) {
		code = -ESTALE;
		what = "of another build-id";
	} else if (code >= 0 && !is_recorded_kernel(object, &file.image, place)) {
		code = -ESTALE;
		what = "not shown to be the recorded kernel's";
	} else if (code >= 0 && !accept(&file.image)) {
		code = -ENODATA;
		what = "has not what is wanted";
	}
	if (tried && code < 0 && code != -ENOENT)
		strbuf_printf(tried, "%s%s: %s", tried->size ? "; " : "", path, what ? what : strerror(-code));
	if (code < 0) symbol_file_close(&file);
	else *ret = file;
	return code < 0 ? code : 0;
}

/* The path of a place on this machine; the caller frees. */
static char *place_path(const struct object *object, const char *place, const char *release)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;
	const char *mark = strstr(place, "%s");

	strbuf_add(&path, place, mark ? (size_t)(mark - place) : strlen(place));
	if (mark) strbuf_printf(&path, "%s%s", release, mark + 2);
	/* the one of the working directory is not the profiled machine's */
	return *strbuf_text(&path) == '/' ? target_file_path(object->files, strbuf_text(&path)) : strbuf_take(&path);
}

/* The debug directory's path for the object's build-id; NULL: that is not known. The caller frees. */
static char *debug_dir_path(const struct object *object)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;
	if (object->identity.build_id_size < 2) return NULL;
	strbuf_printf(&path, "/usr/lib/debug/.build-id/%02x/", object->build_id[0]);
	for (size_t i = 1; i < object->identity.build_id_size; i++) strbuf_printf(&path, "%02x", object->build_id[i]);
	strbuf_str(&path, ".debug");
	return target_file_path(object->files, strbuf_text(&path));
}

/* What a debuginfod client has downloaded. */
static int open_fetched(const struct object *object, bool (*accept)(const struct image *), struct symbol_file *ret,
			struct strbuf *tried)
{
	size_t size_bytes = object->identity.build_id_size;
	_free_ char *path = target_file_fetched(object->files, object->build_id, size_bytes, "debuginfo");
	return path && try(object, path, accept, PLACE_GIVEN, ret, tried) >= 0 ? 0 : -ENOENT;
}

int kernel_image_open(const struct object *object, bool (*accept)(const struct image *image), struct symbol_file *ret,
		      struct strbuf *tried)
{
	const struct symbol_options *o = &object->store->options;
	const char *named = object->identity.guest ? o->guest_vmlinux : o->vmlinux;
	const struct target_files *files = object->files;
	struct host host;

	if (o->ignore_vmlinux) return -ENOENT;
	if (named) return try(object, named, accept, PLACE_GIVEN, ret, tried);
	_free_ char *cached = target_file_cached(files, object->build_id, object->identity.build_id_size, "elf");
	if (cached && try(object, cached, accept, PLACE_GIVEN, ret, tried) >= 0) return 0;
	if (object->identity.guest) return open_fetched(object, accept, ret, tried);
	const char *release = symbol_store_kernel_release(object->store, &host);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		const char *mark = strstr(places[i], "%s");
		if (mark && !release) continue;
		_free_ char *path = place_path(object, places[i], release);
		if (try(object, path, accept, mark ? PLACE_OF_RELEASE : PLACE_OF_ANY, ret, tried) >= 0) return 0;
	}
	_free_ char *debug_dir = debug_dir_path(object);
	if (debug_dir && try(object, debug_dir, accept, PLACE_GIVEN, ret, tried) >= 0) return 0;
	return open_fetched(object, accept, ret, tried);
}
