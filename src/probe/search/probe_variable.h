/* Variables of the program's source at a place: which there are, where they live, and how the kernel fetches them. */
#ifndef PROBE_SEARCH_PROBE_VARIABLE_H
#define PROBE_SEARCH_PROBE_VARIABLE_H

#include "probe/search/probe_expression.h"
#include "probe/search/probe_source.h"
#include "symbol/dwarf/debug_location.h"
#include "symbol/dwarf/debug_variable.h"

/* Where to look from. */
struct probe_place {
	struct debug_unit *unit; /* with the entries */
	uint64_t vaddr;
	struct debug_entry function; /* that has the code */
	struct debug_entry scope;    /* itself, or what is inlined there: whose variables are meant */
};

/* The place of a line: of the functions there the one of that name, else the outermost; or, function NULL, the one in
 * whose text the line is: declared before it, as near as can be. False: no function is there. path: interned. */
bool probe_place_at(struct debug_unit *unit, uint64_t vaddr, const char *function, const char *path, uint32_t line,
		    struct probe_place *ret);

/* What -V tells of a variable at one address. */
enum probe_variable_state {
	PROBE_VARIABLE_VALID,     /* somewhere a probe can fetch it from */
	PROBE_VARIABLE_CONSTANT,  /* a value that the compiler knows */
	PROBE_VARIABLE_ELSEWHERE, /* not at this address, but further on */
	/* worked out from several things, which the kernel has no words for; or nothing is said of where it is */
	PROBE_VARIABLE_UNSUPPORTED,
};
/* What can be said of the variable at the place; around: as below. */
enum probe_variable_state probe_variable_state(struct probe_source *source, const struct probe_place *place,
					       const struct debug_entry *variable, const struct debug_entry *around);
static inline bool probe_variable_is_param(const struct debug_entry *variable)
{
	return debug_entry_tag(variable) == DW_TAG_formal_parameter;
}

/* What the kernel needs to fetch the argument, of the variable that name means at the place. -ENOENT: there is no such
 * variable with a value at this address (ret and err untouched); others with err.
 * ret_type may become NULL: the kernel's own. */
struct probe_fetch {
	char *text, *type;
};
int probe_variable_fetch(struct probe_source *source, const struct probe_place *place,
			 const struct probe_argument *argument, struct probe_fetch *ret, struct err *err) _warn_unused_;
/* Appends " It can be fetched at work+[4-26] (lines 19 to 22).": where the variable lives, for those who look for it
 * elsewhere. False: nothing is known of it. */
bool probe_variable_describe(struct probe_source *source, const struct probe_place *place, const char *name,
			     struct strbuf *out);

#endif
