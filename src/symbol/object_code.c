/* Code bytes of objects, for those who show or follow instructions: out of the file that ran, which stays open after
 * the first question, or out of a jitdump. The kernel's code is not read. */
#include <string.h>
#include "symbol/jit/jitdump.h"
#include "symbol/object_files.h"
#include "symbol/object_private.h"

static struct object_code *code_open(const struct object *object)
{
	const struct object_identity *identity = &object->identity;
	struct symbol_file file = { .image = IMAGE_INIT };

	if (identity->kind != OBJECT_USER && identity->kind != OBJECT_VDSO) return NULL;
	if (object_open_runtime(object, &file) < 0) return NULL;
	struct object_code *code = xcalloc(1, sizeof(*code));
	code->file = file;
	code->set = (struct insn_set){ .machine = file.image.machine, .is64 = file.image.is64 };
	return code;
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
size_t object_code(struct object *object, uint64_t addr, void *to, size_t size_bytes, struct insn_set *ret_set)
{
	if (object->identity.kind == OBJECT_JITDUMP)
		return jitdump_code(object_jitdump(object), addr, to, size_bytes, ret_set);
	pthread_mutex_lock(&object->lock);
	if (!object->code && !object->code_missing) {
		object->code = code_open(object);
		object->code_missing = !object->code;
	}
	const struct object_code *code = object->code;
	pthread_mutex_unlock(&object->lock);
	if (!code || addr >= code->file.image.blob.size_bytes) return 0;
	size_t size = (size_t)MIN((uint64_t)size_bytes, code->file.image.blob.size_bytes - addr);
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (blob_read(&code->file.image.blob, addr, size, &bytes) < 0) return 0;
	memcpy(to, bytes.data, size);
	*ret_set = code->set;
	return size;
}

void object_code_free(struct object_code *code)
{
	if (!code) return;
	symbol_file_close(&code->file);
	free(code);
}
