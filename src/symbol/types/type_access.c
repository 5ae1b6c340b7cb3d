/* Accesses in words, as upstream's reports have them. */
#include "symbol/types/type_access.h"

#include <inttypes.h>
#include "symbol/types/held_value.h"

void type_access_of_variable(const struct data_type *type, int64_t offset, struct type_access *access)
{
	if (!type || (type->size_bytes && (uint64_t)offset >= type->size_bytes)) return;
	struct held_place place = held_locate(type, offset, 0);
	if (place.state != HELD_PLACE_FOUND) return;
	access->state = TYPE_ACCESS_FOUND;
	access->has_offset = true;
	access->type = place.type;
	access->offset = place.offset;
}

const char *type_access_type_name(const struct type_access *access)
{
	switch (access->state) {
	case TYPE_ACCESS_FOUND: return *access->type->name ? access->type->name : "(unknown)";
	case TYPE_ACCESS_STACK: return "(stack operation)";
	case TYPE_ACCESS_CANARY: return "(stack canary)";
	default: return "(unknown)";
	}
}

/* The type and the offset, "struct inner +0x60"; returns whether a member may be said. */
static bool format_place(const struct type_access *access, struct strbuf *out)
{
	strbuf_str(out, type_access_type_name(access));
	if (access->state == TYPE_ACCESS_FOUND && !access->has_offset) {
		strbuf_str(out, " +?");
		return false;
	}
	uint64_t offset = access->state == TYPE_ACCESS_FOUND ? access->offset : 0;
	strbuf_printf(out, offset ? " +%#" PRIx64 : " +%" PRIx64, offset);
	return access->state == TYPE_ACCESS_FOUND;
}

void type_access_format(const struct type_access *access, struct strbuf *out)
{
	bool has_member = format_place(access, out);
	strbuf_str(out, " (");
	if (!has_member || !data_type_format_path(access->type, access->offset, out)) strbuf_str(out, "no field");
	strbuf_char(out, ')');
}

void type_access_format_short(const struct type_access *access, struct strbuf *out)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;
	if (access->state == TYPE_ACCESS_CANARY) {
		strbuf_str(out, type_access_type_name(access));
		return;
	}
	if (format_place(access, out) && data_type_format_path(access->type, access->offset, &path))
		strbuf_printf(out, " (%s)", strbuf_text(&path));
}
