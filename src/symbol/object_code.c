/* Code bytes of objects, for those who show or follow instructions: out of the file that ran, of the kernel's image,
 * or a copy of its memory, of a jitdump, out of the recording for BPF programs, or out of a process that still runs.
 * Files stay open after the first question. */
#include <string.h>
#include "symbol/image_symbols.h"
#include "symbol/jit/jitdump.h"
#include "symbol/kernel_core.h"
#include "symbol/object_files.h"
#include "symbol/object_private.h"

static bool has_text(const struct image *image)
{
	const struct image_section *text = image_section(image, ".text");
	return text && text->type != SHT_NOBITS;
}

/* Debug information alone: the code was taken out, its section is still listed. */
static bool is_without_code(const struct image *image)
{
	const struct image_section *text = image_section(image, ".text");
	return text && text->type == SHT_NOBITS;
}

/* Where the kernel ran is not where it was linked to. */
static uint64_t kernel_bias(const struct object_identity *identity, const struct image *image)
{
	uint64_t linked;
	if (!identity->ref_name || !identity->ref_vaddr || !image_symbol_value(image, identity->ref_name, &linked))
		return 0;
	return identity->ref_vaddr - linked;
}

static struct object_code *code_new(const struct symbol_file *file)
{
	struct object_code *code = xcalloc(1, sizeof(*code));
	code->file = *file;
	code->set = (struct insn_set){ .machine = file->image.machine, .is64 = file->image.is64 };
	return code;
}

/* A copy of the memory of the kernel that ran. */
static struct object_code *core_open(const struct object *object, enum kernel_core_place place)
{
	struct symbol_file file = { .image = IMAGE_INIT };
	if (kernel_core_open(object, place, &file) < 0) return NULL;
	struct object_code *code = code_new(&file);
	code->is_core = true;
	return code;
}

/* The file that was linked. */
static struct object_code *image_code_open(const struct object *object)
{
	const struct object_identity *identity = &object->identity;
	struct symbol_file file = { .image = IMAGE_INIT };
	bool is_kernel = identity->kind == OBJECT_KERNEL, is_module = identity->kind == OBJECT_MODULE;

	if (is_kernel && kernel_image_open(object, has_text, &file, NULL) < 0) return NULL;
	if (!is_kernel && object_open_runtime(object, &file) < 0) return NULL;
	if ((is_module && !has_text(&file.image)) || is_without_code(&file.image)) {
		symbol_file_close(&file);
		return NULL;
	}
	struct object_code *code = code_new(&file);
	image_marks_read(&code->file.image, &code->marks);
	if (is_kernel) code->bias = kernel_bias(identity, &file.image);
	if (is_module) code->text_off = image_section(&file.image, ".text")->file_off;
	return code;
}

/* Of a kernel and its modules: what was named; the copy that was recorded, which has the instructions as they were
 * patched; the file; a copy that fits. */
static struct object_code *code_open(const struct object *object)
{
	enum object_kind kind = object->identity.kind;
	bool in_kernel = kind == OBJECT_KERNEL || kind == OBJECT_MODULE;
	struct object_code *code = NULL;

	if (kind == OBJECT_PERF_MAP || kind == OBJECT_JITDUMP || kind == OBJECT_BPF) return NULL;
	if (in_kernel && !object->store->options.vmlinux) code = core_open(object, KERNEL_CORE_RECORDED);
	if (!code) code = image_code_open(object);
	if (!code && in_kernel) code = core_open(object, KERNEL_CORE_KEPT);
	return code;
}

/* Where in the open file the code at an address as asked (object.h) is. */
static bool file_off_of(const struct object *object, const struct object_code *code, uint64_t addr, uint64_t *ret)
{
	if (code->is_core) return image_file_off(&code->file.image, kernel_core_vaddr(object, addr), ret);
	switch (object->identity.kind) {
	case OBJECT_KERNEL: return image_file_off(&code->file.image, addr - code->bias, ret);
	case OBJECT_MODULE: *ret = code->text_off + addr; return true;
	default: *ret = addr; return true;
	}
}

/* Out of the bytes of one load. */
static size_t jitdump_code(const struct jitdump *dump, uint64_t code_off, void *to, size_t size_bytes,
			   struct insn_set *ret_set)
{
	const struct jitdump_load *load = dump ? jitdump_load_at(dump, code_off) : NULL;
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (!load) return 0;
	size_t size = (size_t)MIN((uint64_t)size_bytes, load->code_off + load->size_bytes - code_off);
	if (blob_read(&dump->blob, code_off, size, &bytes) < 0) return 0;
	memcpy(to, bytes.data, size);
	*ret_set = (struct insn_set){ .machine = dump->machine, .is64 = dump->is64 };
	return size;
}

/* The lock is held while the file is opened, not while it is read: object_code stays until the object is freed. */
static const struct object_code *need_code(struct object *object)
{
	pthread_mutex_lock(&object->lock);
	if (!object->code && !object->code_missing) {
		object->code = code_open(object);
		object->code_missing = !object->code;
	}
	const struct object_code *code = object->code;
	pthread_mutex_unlock(&object->lock);
	return code;
}

char *object_code_why(struct object *object)
{
	const struct object_identity *identity = &object->identity;
	const struct object_code *code = need_code(object);
	struct symbol_file debug = { .image = IMAGE_INIT };
	if (code) return xasprintf("%s has none at its address", code->file.path);
	if (object_open_debug_info(object, &debug) == 0) {
		char *why = xasprintf("of %s there is a file with debug information alone (%s)", identity->path,
				      debug.path);
		symbol_file_close(&debug);
		return why;
	}
	return xasprintf("no file of %s%s was found", identity->path,
			 identity->build_id_size ? " with its build-id" : "");
}

size_t object_code(struct object *object, uint64_t addr, void *to, size_t size_bytes, struct insn_set *ret_set)
{
	if (object->identity.kind == OBJECT_JITDUMP)
		return jitdump_code(object_jitdump(object), addr, to, size_bytes, ret_set);
	if (object->identity.kind == OBJECT_BPF) return object_bpf_code(object, addr, to, size_bytes, ret_set);
	if (object->identity.kind == OBJECT_PERF_MAP) return object_process_code(object, addr, to, size_bytes, ret_set);
	const struct object_code *code = need_code(object);
	uint64_t file_off;
	if (!code || !file_off_of(object, code, addr, &file_off)) return 0;
	uint64_t file_size = code->file.image.blob.size_bytes;
	if (file_off >= file_size) return 0;
	size_t size = (size_t)MIN((uint64_t)size_bytes, file_size - file_off);
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (blob_read(&code->file.image.blob, file_off, size, &bytes) < 0) return 0;
	memcpy(to, bytes.data, size);
	*ret_set = code->set;
	return size;
}

size_t object_code_size(struct object *object, uint64_t addr, size_t size_bytes, struct insn_set *ret_set)
{
	enum object_kind kind = object->identity.kind;
	uint64_t first, last;
	if (kind == OBJECT_JITDUMP || kind == OBJECT_BPF || kind == OBJECT_PERF_MAP || !size_bytes) return 0;
	const struct object_code *code = need_code(object);
	if (!code || !file_off_of(object, code, addr, &first)) return 0;
	uint64_t file_size = code->file.image.blob.size_bytes;
	if (first >= file_size) return 0;
	size_t size = (size_t)MIN((uint64_t)size_bytes, file_size - first);
	/* what is one piece in memory may lie in several of the file, where it is the kernel's */
	if (!file_off_of(object, code, addr + (size - 1), &last) || last - first != size - 1) return 0;
	*ret_set = code->set;
	return size;
}

/* The section of a file that holds the code at a place in it. */
static const struct image_section *section_at(const struct image *image, uint64_t file_off)
{
	for (size_t i = 0; i < image->nr_sections; i++) {
		const struct image_section *section = &image->sections[i];
		if (section->flags & SHF_EXECINSTR && section->type != SHT_NOBITS && file_off >= section->file_off &&
		    file_off - section->file_off < section->size_bytes)
			return section;
	}
	return NULL;
}

/* A load was where it says, the next one in the file anywhere else. */
static bool place_in_jitdump(struct object *object, uint64_t addr, struct object_code_place *ret)
{
	const struct jitdump *dump = object_jitdump(object);
	const struct jitdump_load *load = dump ? jitdump_load_at(dump, addr) : NULL;
	bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	if (!load) return false;
	ret->set = (struct insn_set){ .machine = dump->machine, .is64 = dump->is64 };
	ret->is_big_endian = dump->swap != host_is_big;
	ret->path = object->identity.path;
	ret->piece_start = load->code_off;
	ret->section_end = load->code_off + load->size_bytes;
	ret->vaddr = load->vaddr + (addr - load->code_off);
	ret->bias = addr - ret->vaddr;
	return true;
}

bool object_code_place(struct object *object, uint64_t addr, struct object_code_place *ret)
{
	*ret = (struct object_code_place){ .vaddr = addr };
	if (object->identity.kind == OBJECT_JITDUMP) return place_in_jitdump(object, addr, ret);
	if (object->identity.kind == OBJECT_BPF) return object_bpf_place(object, addr, ret);
	if (object->identity.kind == OBJECT_PERF_MAP) return object_process_place(object, addr, ret);
	const struct object_code *code = need_code(object);
	uint64_t file_off;
	if (!code || !file_off_of(object, code, addr, &file_off)) return false;
	const struct image *image = &code->file.image;
	const struct image_section *section = section_at(image, file_off);
	bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	ret->set = code->set;
	ret->is_big_endian = image->swap != host_is_big;
	ret->path = code->file.path;
	ret->section = section ? section->name : NULL;
	ret->section_end = section ? addr + (section->file_off + section->size_bytes - file_off) : UINT64_MAX;
	if (section) ret->vaddr = section->vaddr + (file_off - section->file_off);
	if (code->is_core) ret->vaddr = kernel_core_vaddr(object, addr);
	ret->bias = addr - ret->vaddr;
	return true;
}

const struct image *object_code_image(struct object *object)
{
	const struct object_code *code = object->identity.kind == OBJECT_JITDUMP ? NULL : need_code(object);
	/* addresses of a core are not those of the object's other files */
	return code && !code->is_core ? &code->file.image : NULL;
}

enum insn_code object_code_kind(struct object *object, uint64_t vaddr, uint64_t *ret_end)
{
	bool has_file = object->identity.kind != OBJECT_JITDUMP && object->identity.kind != OBJECT_BPF;
	const struct object_code *code = has_file ? need_code(object) : NULL;
	*ret_end = UINT64_MAX;
	return code ? image_marks_find(&code->marks, vaddr, ret_end) : INSN_CODE_PLAIN;
}

void object_code_free(struct object_code *code)
{
	if (!code) return;
	vec_done(&code->marks);
	symbol_file_close(&code->file);
	free(code);
}
