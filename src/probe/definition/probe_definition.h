/* What the user asks `perf probe` for, as perf-probe(1) describes it:
 *
 *     [[GROUP:]EVENT=]FUNC[@SRC][+OFFS|:RLN|;PTN|%return] [[NAME=]ARG[:TYPE][@user] ...]
 *     [[GROUP:]EVENT=]SRC:ALN | SRC;PTN | 0xADDRESS
 *     %[sdt_PROVIDER:]NAME | sdt_PROVIDER:NAME
 *
 * and the ranges of lines of `perf probe -L`. Only text is looked at here: whether there is such a function is for
 * probe_find.
 *
 * Words end at white space. A backslash takes the meaning from = @ + : ; in places; it is gone from the result. */
#ifndef PROBE_DEFINITION_PROBE_DEFINITION_H
#define PROBE_DEFINITION_PROBE_DEFINITION_H

#include <stdbool.h>
#include "base/err.h"
#include "base/vec.h"

struct strbuf;

/* A step from a variable to what is in it: ".name", "->name", "[index]". */
struct probe_field {
	char *name;                /* also of indexes, as written: "[0x1]" */
	bool is_index, by_pointer; /* "->" */
	int64_t index;
};

struct probe_argument {
	/* given, or made of the last member and the type ("s_string"); NULL: the kernel finds one, or it is the
	 * variable's */
	char *name;
	char *variable; /* "sum", or in the kernel's words: "$retval", "%ax", "@jiffies", "+4(%sp)", "\5" */
	/* something of the program's source, that debug information is needed for: also "$vars" and "$params" */
	bool is_local;
	VEC(struct probe_field) fields;
	char *type;   /* "u8", "x", "string", "b3@4/32"; NULL: by the variable */
	bool is_user; /* "@user": in user space's memory, in probes of the kernel */
};

/* Where: one of function and file is given, or both. */
struct probe_point {
	/* may have wildcards; NULL: file is given */
	char *function;
	char *file;      /* as given: the end of a path */
	char *pattern;   /* of lines, "lazy": blanks do not count */
	int32_t line;    /* of the file, or from the function's; 0: none */
	uint64_t offset; /* bytes from the function's start */
	bool is_return;
	bool is_address; /* "0x1150" is the function; address is the number */
	uint64_t address;
};

/* One definition. All texts are owned, NULL where nothing was given; probe_definition_done frees them. */
struct probe_definition {
	char *group, *event; /* NULL: not given */
	/* %event: group (may be NULL) and event name a marker, or another definition that is kept in the cache */
	bool is_marker;
	struct probe_point point;
	VEC(struct probe_argument) arguments;
};
struct probe_definitions {
	VEC(struct probe_definition) items;
};
#define PROBE_DEFINITION_INIT \
	{                     \
		0             \
	}

/* Parses a whole definition. ret is written on success alone. -EINVAL with err
 * in upstream's words ("Semantic error :There is non-digit char in line number."), without "Error:"; -E2BIG, -ERANGE:
 * too many members or arguments. */
int probe_definition_parse(const char *text, struct probe_definition *ret, struct err *err) _warn_unused_;
void probe_definition_done(struct probe_definition *definition);
#define _probe_definition_done_ _cleanup_(probe_definition_done)
/* The point alone, as messages name it: "work:3", "@a.c:20", "work+4@a.c", "work%return". Of long paths the end is
 * shown. */
void probe_point_format(const struct probe_point *point, struct strbuf *out);
/* Needs debug information: lines, patterns, files, local variables. */
bool probe_definition_needs_debug_info(const struct probe_definition *definition);
/* A name that C would take. */
bool probe_is_c_name(const char *text);

/* "FUNC[@SRC][:RLN[+NUM|-RLN2]]" or "SRC[:ALN[+NUM|-ALN2]]". */
struct probe_lines {
	char *function, *file; /* one of them may be NULL */
	int32_t first, last;   /* as given: of the file, or from the function's first; last INT32_MAX: to its end */
};
/* -EINVAL with err, ret untouched; else done with probe_lines_done. */
int probe_lines_parse(const char *text, struct probe_lines *ret, struct err *err) _warn_unused_;
void probe_lines_done(struct probe_lines *lines);

#endif
