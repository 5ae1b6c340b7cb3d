/* Types of accesses: an ELF file whose functions are followed, whatever its code, its debug information and both
 * together are. */
#include "symbol/object_types.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"

enum { FUNCTIONS_MAX = 64, ACCESSES_MAX = 4096, DEPTH_MAX = 4 };

/* All that a type leads to, a few levels deep. */
static void read_type(const struct data_type *type, unsigned depth)
{
	const struct data_member *members;
	size_t nr = data_type_members(type, &members);
	const struct data_type *target = data_type_target(type);
	if (!type->name) abort();
	if (target && depth < DEPTH_MAX) read_type(target, depth + 1);
	for (size_t i = 0; i < nr && i < 32; i++) {
		if (!members[i].name || !members[i].type_name || !members[i].type) abort();
		if (depth < DEPTH_MAX) read_type(members[i].type, depth + 1);
	}
}

static void read_access(const struct type_access *access)
{
	struct strbuf text = STRBUF_INIT;
	bool is_found = access->state == TYPE_ACCESS_FOUND;
	if (access->state >= NR_TYPE_ACCESS_STATES || is_found != (access->type != NULL) || !access->mnemonic) abort();
	if (!access->has_offset && access->offset) abort();
	type_access_format(access, &text);
	type_access_format_short(access, &text);
	strbuf_done(&text);
	if (is_found) read_type(access->type, 0);
}

FUZZ(data, size)
{
	struct memfile file = memfile_open(data, size);
	struct symbol_options options = { .symfs = "", .build_id_dir = "/nonexistent", .demangle = true };
	struct symbol_store *store = symbol_store_new(&options);
	struct object_identity identity = { .kind = OBJECT_USER, .path = file.path };
	struct object *object = symbol_store_object(store, &identity);
	size_t nr = object_nr_symbols(object), left = ACCESSES_MAX;
	for (size_t i = 0; i < nr && i < FUNCTIONS_MAX; i++) {
		const struct symbol *symbol = object_symbol(object, i);
		const struct type_access *accesses;
		size_t nr_accesses = object_type_accesses(object, symbol->start, &accesses);
		for (size_t j = 0; j < nr_accesses && left; j++, left--) {
			if (j && accesses[j].vaddr <= accesses[j - 1].vaddr) abort();
			read_access(&accesses[j]);
		}
		struct type_access middle;
		object_type_access(object, symbol->start + (symbol->end - symbol->start) / 2, &middle);
		read_access(&middle);
	}
	symbol_store_free(store);
	memfile_close(&file);
}
