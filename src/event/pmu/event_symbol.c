/* The kernel's own names of events: a table of fixed ones (event_symbol.def), then cache events, then raw numbers, in
 * this order, as a name such as "ref-cycles" begins like a raw one. */
#include "event/pmu/event_symbol.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "event/attr/attr.h"
#include "event/pmu/cache_event.h"

/* Rows are in event_symbol.def. Cache events and raw ones have no rows: they are put together of parts. */
static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} symbols[] = {
#define X(name, type, config) { name, ATTR_TYPE_##type, config },
#include "event/pmu/event_symbol.def"
#undef X
};

/* "r" and hexadecimal digits. Names such as "ref-cycles" were looked for before. */
static bool is_raw(const char *name, uint64_t *ret_config)
{
	if (name[0] != 'r' || !name[1] || name[1 + strspn(name + 1, "0123456789abcdefABCDEF")]) return false;
	errno = 0;
	uint64_t config = strtoull(name + 1, NULL, 16);
	if (errno) return false;
	*ret_config = config;
	return true;
}

bool event_symbol_find(const char *name, uint32_t *ret_type, uint64_t *ret_config)
{
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		if (strcmp(symbols[i].name, name) == 0) {
			*ret_type = symbols[i].type;
			*ret_config = symbols[i].config;
			return true;
		}
	}
	if (cache_event_parse(name, ret_config)) {
		*ret_type = ATTR_TYPE_HW_CACHE;
		return true;
	}
	if (!is_raw(name, ret_config)) return false;
	*ret_type = ATTR_TYPE_RAW;
	return true;
}

void event_symbol_suggest(struct suggest *suggest)
{
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) suggest_add(suggest, symbols[i].name);
	cache_event_suggest(suggest);
}
