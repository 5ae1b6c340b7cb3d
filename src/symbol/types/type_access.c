/* Accesses in words, as upstream's reports have them. */
#include "symbol/types/type_access.h"

#include <inttypes.h>

const char *type_access_type_name(const struct type_access *access)
{
	switch (access->state) {
	case TYPE_ACCESS_FOUND: return *access->type->name ? access->type->name : "(unknown)";
	case TYPE_ACCESS_STACK: return "(stack operation)";
	case TYPE_ACCESS_CANARY: return "(stack canary)";
	default: return "(unknown)";
	}
}

void type_access_format(const struct type_access *access, struct strbuf *out)
{
	strbuf_str(out, type_access_type_name(access));
	if (access->state == TYPE_ACCESS_FOUND && !access->has_offset) {
		strbuf_str(out, " +? (no field)");
		return;
	}
	uint64_t offset = access->state == TYPE_ACCESS_FOUND ? access->offset : 0;
	strbuf_printf(out, offset ? " +%#" PRIx64 " (" : " +%" PRIx64 " (", offset);
	if (access->state != TYPE_ACCESS_FOUND || !data_type_format_path(access->type, offset, out))
		strbuf_str(out, "no field");
	strbuf_char(out, ')');
}
