/* For each call with pointers: the format of its tracepoint names the structures, add_structure makes a table of
 * each and of those within it, args says which argument has which. Structures are shared by their BTF id. */
#include "kernel/syscall_structures.h"

#include <errno.h>
#include <string.h>

enum { MOST_NESTED = 6, MOST_FIELDS = 20000, NR_COMMON_FIELDS = 5 /* and the call's number */ };

/* types and of_btf grow together: a structure that several arguments use is there once. args is indexed by system
 * call and argument. */
struct syscall_structures {
	const struct syscall_structures_options *options;
	struct btf_walk walk;
	VEC(struct syscall_type) types;
	VEC(uint32_t) of_btf; /* by index of types: BTF's number */
	struct syscall_typed_arg (*args)[SYSCALL_MAX_ARGS];
	size_t nr_fields;
	struct syscall_types result;
};

/* -- structures -- */

/* Enumerators, collected for one field. */
struct names {
	VEC(struct syscall_type_name) items;
};
static void add_name(void *to, const char *name, int64_t number)
{
	vec_push(&((struct names *)to)->items, ((struct syscall_type_name){ number, name }));
}

/* Adds a structure with those it contains, unless it is there already. Index in types plus 1; 0: it cannot be had
 * (too deep, or no structure). */
static uint32_t add_structure(struct syscall_structures *types, uint32_t btf_type, unsigned depth);

/* Sets form and size of a field by its type; false: it cannot be printed and is left out. */
static bool shape_field(struct syscall_structures *types, const struct btf_view *view, unsigned depth,
			struct syscall_type_field *field)
{
	struct names names = { VEC_INIT };
	field->nr_bits = view->size_bytes * 8;
	switch (view->shape) {
	case BTF_SHAPE_NUMBER:
		field->form = view->is_signed ? SYSCALL_FIELD_SIGNED : SYSCALL_FIELD_UNSIGNED;
		return true;
	case BTF_SHAPE_POINTER: field->form = SYSCALL_FIELD_POINTER; return true;
	case BTF_SHAPE_ENUM:
		field->form = SYSCALL_FIELD_ENUM;
		if (*view->name) (void)btf_enum_values(types->options->btf, view->name, add_name, &names);
		field->names = names.items.items;
		field->nr_names = names.items.count;
		return true;
	case BTF_SHAPE_STRUCTURE:
		field->form = SYSCALL_FIELD_STRUCTURE;
		field->type = add_structure(types, view->type, depth + 1);
		/* add_structure gave index + 1 */
		return field->type-- > 0;
	case BTF_SHAPE_ARRAY:
	case BTF_SHAPE_FUNCTION:
	case BTF_SHAPE_OTHER: break;
	}
	return false;
}

/* A member of a structure as a field; false: it is left out. Arrays of characters are text. */
static bool make_field(struct syscall_structures *types, const struct btf_walk_member *member, unsigned depth,
		       struct syscall_type_field *ret)
{
	struct btf_view view = btf_walk_view(&types->walk, member->type);
	*ret = (struct syscall_type_field){ .name = member->name, .bit_off = member->bit_off, .nr_elements = 1 };
	if (view.shape == BTF_SHAPE_ARRAY) {
		struct btf_view element = btf_walk_view(&types->walk, view.element);
		ret->nr_elements = view.nr;
		if (!view.nr || view.nr > SYSCALL_TYPE_MOST_BYTES * 8) return false;
		if (element.shape == BTF_SHAPE_NUMBER && element.is_char) {
			ret->form = SYSCALL_FIELD_TEXT;
			ret->nr_bits = 8;
			return true;
		}
		return shape_field(types, &element, depth, ret);
	}
	if (!shape_field(types, &view, depth, ret)) return false;
	if (member->nr_bits && member->nr_bits <= 64 && ret->form != SYSCALL_FIELD_STRUCTURE)
		ret->nr_bits = member->nr_bits;
	return true;
}

static uint32_t add_structure(struct syscall_structures *types, uint32_t btf_type, unsigned depth)
{
	for (size_t i = 0; i < types->of_btf.count; i++)
		if (types->of_btf.items[i] == btf_type) return (uint32_t)i + 1;
	struct btf_view view = btf_walk_view(&types->walk, btf_type);
	VEC(struct syscall_type_field) fields = VEC_INIT;
	struct btf_walk_member member;
	if (depth > MOST_NESTED || view.shape != BTF_SHAPE_STRUCTURE || !view.size_bytes) return 0;
	for (uint32_t i = 0; types->nr_fields < MOST_FIELDS && btf_walk_member(&types->walk, view.type, i, &member);
	     i++) {
		struct syscall_type_field field;
		types->nr_fields++;
		if (make_field(types, &member, depth, &field)) vec_push(&fields, field);
	}
	vec_push(&types->types, ((struct syscall_type){ fields.items, fields.count, view.size_bytes }));
	vec_push(&types->of_btf, btf_type);
	return (uint32_t)types->types.count;
}

/* -- arguments -- */

/* Name and constness of "const struct iocb * iocb"; false: it is no pointer to a structure, or one to a pointer. */
static bool parse_pointer(const char *text, size_t size, bool *ret_const, char name[64])
{
	const char *end = text + size;
	*ret_const = size > 6 && memcmp(text, "const ", 6) == 0;
	if (*ret_const) text += 6;
	if (end - text < 7 || memcmp(text, "struct ", 7) != 0) return false;
	text += 7;
	size_t length = 0;
	while (text + length < end && text[length] != ' ' && text[length] != '*') length++;
	if (!length || length >= 64) return false;
	memcpy(name, text, length);
	name[length] = '\0';
	size_t stars = 0;
	for (const char *p = text + length; p < end; p++) stars += *p == '*';
	return stars == 1;
}

/* Goes through the lines "\tfield:TYPE NAME; offset:..." of the format file. The first NR_COMMON_FIELDS are common
 * to all tracepoints of calls; the arguments follow in order. */
static void add_call(struct syscall_structures *types, const struct syscall *syscall, size_t index, const char *format)
{
	const char *line = format;
	for (unsigned i = 0; (line = strstr(line, "\tfield:")); i++) {
		const char *text = line + 7, *end = strchr(text, ';');
		if (!end) break;
		line = end;
		if (i < NR_COMMON_FIELDS || i - NR_COMMON_FIELDS >= syscall->nr_args) continue;
		unsigned arg = i - NR_COMMON_FIELDS;
		bool is_const;
		char name[64];
		if ((!types->options->all && syscall->args[arg].kind != SYSCALL_KIND_pointer) ||
		    !parse_pointer(text, (size_t)(end - text), &is_const, name))
			continue;
		uint32_t type = btf_walk_structure(&types->walk, name);
		if (type) type = add_structure(types, type, 0);
		if (!type) continue;
		struct syscall_typed_arg *typed = &types->args[index][arg];
		bool has_row = syscall->args[arg].kind != SYSCALL_KIND_pointer;
		/* what the kernel may write to is shown as it is at the end */
		*typed = (struct syscall_typed_arg){ .is_read = has_row ? syscall->args[arg].is_read : is_const,
						     .is_written = has_row ? syscall->args[arg].is_written : !is_const,
						     .type_plus_1 = type };
		const struct syscall_arg *next = arg + 1u < syscall->nr_args ? &syscall->args[arg + 1] : NULL;
		/* Whether the next argument, or the structure's first member, says how many bytes there are. */
		typed->next_says = next && next->kind == SYSCALL_KIND_unsigned &&
				   (strstr(next->name, "size") || strstr(next->name, "len"));
		const struct syscall_type *structure = &types->types.items[type - 1];
		typed->itself_says = structure->nr_fields && strcmp(structure->fields[0].name, "size") == 0 &&
				     structure->fields[0].nr_bits == 32;
	}
}

/* any: every argument counts, also those that have a row of ours (--force-btf). */
static bool has_pointer(const struct syscall *syscall, bool any)
{
	for (unsigned i = 0; i < syscall->nr_args; i++)
		if (any || syscall->args[i].kind == SYSCALL_KIND_pointer) return true;
	return false;
}

/* Some tracepoints are named after the newer of two calls (newstat), hence the second try. */
struct syscall_structures *syscall_structures_new(const struct syscall_structures_options *options)
{
	struct syscall_structures *types = xcalloc(1, sizeof(*types));
	types->options = options;
	types->args = xcalloc(syscall_count(), sizeof(*types->args));
	if (btf_walk_init(options->btf, &types->walk) == 0) {
		for (size_t i = 0; i < syscall_count(); i++) {
			const struct syscall *syscall = syscall_at(i);
			if (!has_pointer(syscall, options->all) ||
			    (options->selection && !syscall_set_has(options->selection, syscall)))
				continue;
			_free_ char *format = kernelfs_read(options->fs, "%s/events/syscalls/sys_enter_%s/format",
							    options->tracefs, syscall->name);
			if (!format)
				format = kernelfs_read(options->fs, "%s/events/syscalls/sys_enter_new%s/format",
						       options->tracefs, syscall->name);
			if (format) add_call(types, syscall, i, format);
		}
	}
	types->result =
		(struct syscall_types){ .types = types->types.items,
					.nr_types = types->types.count,
					.args = (const struct syscall_typed_arg(*)[SYSCALL_MAX_ARGS])types->args,
					.preferred = options->all };
	return types;
}

const struct syscall_types *syscall_structures_get(const struct syscall_structures *types) { return &types->result; }

void syscall_structures_free(struct syscall_structures *types)
{
	if (!types) return;
	for (size_t i = 0; i < types->types.count; i++) {
		for (size_t k = 0; k < types->types.items[i].nr_fields; k++)
			free((void *)(uintptr_t)types->types.items[i].fields[k].names);
		free((void *)(uintptr_t)types->types.items[i].fields);
	}
	vec_done(&types->types);
	vec_done(&types->of_btf);
	btf_walk_done(&types->walk);
	free(types->args);
	free(types);
}
