/* Names of new dynamic events, as upstream 6.12 gives them: "probe:vfs_read", "probe_libc:malloc_1",
 * "probe:schedule__return". */
#ifndef PROBE_PROBE_NAMING_H
#define PROBE_PROBE_NAMING_H

#include "probe/definition/probe_definition.h"
#include "probe/definition/probe_event.h"

/* Names in use. */
struct probe_names {
	VEC(char *) items; /* "group:name", sorted, owned */
	VEC(char *) bare;  /* "name": the ends of those, sorted */
};
#define PROBE_NAMES_INIT           \
	{                          \
		VEC_INIT, VEC_INIT \
	}
void probe_names_done(struct probe_names *names);
#define _probe_names_done_ _cleanup_(probe_names_done)
/* Takes those of the lines of kprobe_events or uprobe_events; also of dynamic events of other kinds. */
void probe_names_add_lines(struct probe_names *names, const char *lines);
/* Adds one name, unless it is there; O(n log n), as both lists are sorted again. */
void probe_names_add(struct probe_names *names, const char *group, const char *name);
/* group NULL: in any group. */
bool probe_names_has(const struct probe_names *names, const char *group, const char *name);

/* "probe_libc" for "/usr/lib/x86_64-linux-gnu/libc.so.6": of the file's name what is before the first character that
 * may not be in a name. The caller frees. */
char *probe_naming_group(const char *path);

/* Gives the event its group and name. Those of definitions that are markers stay (but for a number). Else they come
 * from the definition, else from the function it names, else from where the event is (event->symbol, "abs_1150"); the
 * characters of it that may not be in a name are replaced (which upstream refuses), so that functions of C++ and Rust
 * have names. names: in use, NULL: do not look. numbered: take "NAME_1", "NAME_2" ... where the name is in use, in any
 * group; otherwise: -EEXIST with err where it is in use in its own group (upstream: in any). */
int probe_naming_event(const struct probe_definition *definition, const struct probe_names *names, bool numbered,
		       struct probe_event *event, struct err *err) _warn_unused_;

#endif
