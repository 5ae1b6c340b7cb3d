/* Symbols of code that a just-in-time compiler made: jit-PID.dump. Addresses are offsets in that file (code_off),
 * one symbol for each load of code. A live session calls object_jitdump_grow when the compiler may have written
 * more. */
#include <errno.h>
#include <string.h>
#include "symbol/jit/jitdump.h"
#include "symbol/object_private.h"

/* Where the dump is now: perhaps in the mount namespace of the process that wrote it. The caller frees. */
static char *written_path(const struct object *object)
{
	int32_t pid = object->identity.pid;
	return target_file_written(object->files, pid, object->identity.path, target_file_inner_pid(pid) != pid);
}

/* Before the first load, waits until the header is written; later, reads on when the file got longer, until it was
 * closed. */
const struct jitdump *object_jitdump_grow(struct object *object)
{
	bool is_loaded = atomic_load_explicit(&object->loaded, memory_order_relaxed);
	if (is_loaded && (!object->jitdump || object->jitdump->closed)) return object->jitdump;
	_free_ char *path = is_loaded ? xstrdup(object->source_path) : written_path(object);
	struct file_identity now;
	struct blob blob = BLOB_INIT;
	target_path_identity(path, &now);
	if (!is_loaded) return now.size_bytes < JITDUMP_HEADER_BYTES ? NULL : object_jitdump(object);
	if (now.size_bytes <= object->jitdump->blob.size_bytes || target_file_open(path, &blob) < 0)
		return object->jitdump;
	size_t nr_loads = object->jitdump->loads.count;
	jitdump_grow(object->jitdump, &blob);
	if (object->jitdump->loads.count > nr_loads) object_cfi_grow(object, nr_loads);
	return object->jitdump;
}

int object_load_jitdump(const struct object *object, struct object_symbols *ret)
{
	struct warnings *warnings = object->store->options.warnings;
	_free_ char *path = written_path(object);
	struct blob blob = BLOB_INIT;
	struct jitdump *dump = NULL;
	int code = object_open_generated(object, path, &blob);

	if (code >= 0) code = jitdump_new(&blob, &dump);
	if (code == -EPERM) return code;
	if (code < 0) {
		_err_done_ struct err err = ERR_INIT;
		(void)err_set_errno(&err, code, "%s", path);
		warnings_add(warnings, "no jitdump", "cannot read %s, continuing without its symbols", err.message);
		return code;
	}
	if (dump->nr_damaged)
		warnings_add(warnings, "damaged jitdump", "%s: %zu records make no sense", path, dump->nr_damaged);
	else if (dump->truncated && !object->identity.mapped.is_live)
		warnings_add(warnings, "truncated jitdump",
			     "%s ends in the middle of a record: what is before it counts", path);
	for (size_t i = 0; i < dump->loads.count; i++) {
		const struct jitdump_load *load = &dump->loads.items[i];
		if (*load->name)
			symbol_list_add(&ret->list, (struct raw_symbol){ .start = load->code_off,
									 .end = load->code_off + load->size_bytes,
									 .name = load->name,
									 .binding = STB_GLOBAL,
									 .type = STT_FUNC });
	}
	ret->jitdump = dump;
	ret->ends = SYMBOL_ENDS_GIVEN;
	ret->source_path = take(path);
	ret->source_name = "jitdump";
	ret->origin_letter = 'J';
	return 0;
}

const char *object_jitdump_name(struct object *object, uint64_t vaddr, uint64_t *ret_offset)
{
	const struct jitdump *dump = object_jitdump(object);
	const char *name = NULL;
	for (size_t i = 0; dump && i < dump->loads.count; i++) {
		const struct jitdump_load *load = &dump->loads.items[i];
		if (vaddr < load->vaddr || vaddr - load->vaddr >= load->size_bytes || !load->name[0]) continue;
		if (name && strcmp(name, load->name) != 0) return NULL;
		name = load->name;
		*ret_offset = vaddr - load->vaddr;
	}
	return name;
}
