/* Symbols of code that a just-in-time compiler made: /tmp/perf-PID.map. Addresses are those of the process. In a
 * container the compiler knows its process by another number, so the file is looked for under the inner number
 * first, in the process's own root, then under the outer one. */
#include <errno.h>
#include "symbol/object_private.h"
#include "symbol/jit/perf_map.h"

/* In bytes: a larger one is no perf map. */
#define PERF_MAP_MAX (1u << 30)

/* In upstream's words, which are searched for: most anonymous memory is no code, so that this is no warning. */
static void tell_missing(const struct object *object, const char *name)
{
	const struct symbol_options *o = &object->store->options;
	if (!object_tells(object)) return;
	_free_ char *text = xasprintf("Failed to open %s, continuing without symbols", name);
	o->on_search(o->on_search_ctx, text);
}

int object_load_perf_map(const struct object *object, struct object_symbols *ret)
{
	int32_t pid = object->identity.pid, inner = target_file_inner_pid(pid);
	_free_ char *name = xasprintf("/tmp/perf-%d.map", pid), *inner_name = xasprintf("/tmp/perf-%d.map", inner);
	_free_ char *path = target_file_written(object->files, pid, inner_name, inner != pid);
	_blob_close_ struct blob blob = BLOB_INIT;
	_bytes_done_ struct bytes text = BYTES_INIT;
	int code = object_open_generated(object, path, &blob);

	if (code == -ENOENT && inner != pid) {
		free(path);
		path = target_file_path(object->files, name);
		code = object_open_generated(object, path, &blob);
	}
	if (code >= 0) code = blob.size_bytes > PERF_MAP_MAX ? -EFBIG : blob_read(&blob, 0, blob.size_bytes, &text);
	if (code == -ENOENT) return tell_missing(object, name), code;
	if (code == -EPERM) return code;
	if (code < 0) {
		warnings_add(object->store->options.warnings, "no perf map",
			     "Failed to open %s, continuing without symbols", name);
		return code;
	}
	/* names are kept in the text, which is ours when it came from a file */
	size_t skipped = perf_map_parse_in_place((char *)text.owned, text.size, &ret->list);
	symbol_list_adopt(&ret->list, take(text.owned));
	if (skipped)
		warnings_add(object->store->options.warnings, "damaged perf map",
			     "%s: %zu lines are not of the form START SIZE NAME", path, skipped);
	ret->ends = SYMBOL_ENDS_GIVEN;
	ret->source_path = take(path);
	ret->source_name = "perf map";
	ret->origin_letter = 'j';
	object_tell(object, ret, "");
	return 0;
}
