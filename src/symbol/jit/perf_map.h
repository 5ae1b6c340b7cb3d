/* /tmp/perf-PID.map: names that a just-in-time compiler writes for its code, one "START SIZE NAME" a line (hexadecimal,
 * name to the end of the line). Format: Linux, tools/perf/Documentation/jit-interface.txt. */
#ifndef SYMBOL_JIT_PERF_MAP_H
#define SYMBOL_JIT_PERF_MAP_H

#include "symbol/file/symbol_list.h"

/* Adds the symbols of text (size_bytes; need not end in a newline), skipping lines that are not of the form; returns
 * how many were skipped. Names are copied. As upstream, any character separates the fields, and blanks in front of a
 * number are skipped. */
size_t perf_map_parse(const char *text, size_t size_bytes, struct symbol_list *list);
/* The same; names stay where they are in text, which has a byte behind its end, is written to, and must live as long as
 * the list. */
size_t perf_map_parse_in_place(char *text, size_t size_bytes, struct symbol_list *list);

#endif
