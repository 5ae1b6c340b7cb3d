/* Types of data beside instructions. */
#include "analysis/annotate/annotate_listing.h"
#include "symbol/object_types.h"

static const struct code_type *make_type(struct arena *arena, const struct type_access *access)
{
	struct code_type *type = arena_zalloc(arena, sizeof(*type));
	_strbuf_done_ struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	type->type = arena_strdup(arena, type_access_type_name(access));
	type_access_format_short(access, &text);
	type->text = arena_strdup(arena, strbuf_text(&text));
	type->offset = access->offset;
	if (access->state == TYPE_ACCESS_FOUND && access->has_offset &&
	    data_type_format_path(access->type, access->offset, &path))
		type->member = arena_strdup(arena, strbuf_text(&path));
	return type;
}

/* Both are in order of address, each from the function's start on. */
void annotate_put_types(struct object *object, const struct symbol *symbol, struct code_listing *listing)
{
	const struct type_access *accesses;
	size_t nr = object_type_accesses(object, symbol->start, &accesses), at = 0;
	uint64_t distance = nr ? accesses[0].vaddr - listing->start : 0;
	for (size_t i = 0; i < listing->lines.count; i++) {
		struct code_line *line = &listing->lines.items[i];
		if (line->kind != CODE_INSN) continue;
		while (at < nr && accesses[at].vaddr - distance < line->vaddr) at++;
		if (at == nr || accesses[at].vaddr - distance != line->vaddr) continue;
		bool is_known = accesses[at].state == TYPE_ACCESS_FOUND || accesses[at].state == TYPE_ACCESS_CANARY;
		if (is_known && line->flow != CODE_CONDITIONAL_JUMP)
			line->type = make_type(&listing->arena, &accesses[at]);
	}
	listing->has_types = true;
}
