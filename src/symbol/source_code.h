/* The text of source files, line by line, for those who show code next to samples. Files are looked for below --symfs
 * first. Not thread safe. */
#ifndef SYMBOL_SOURCE_CODE_H
#define SYMBOL_SOURCE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source_code;

/* symfs NULL: none. Never NULL; free with source_code_free. */
struct source_code *source_code_new(const char *symfs);
/* What the recording carries is asked behind symfs and before this machine; borrowed, NULL: nothing. Before the first
 * line. */
struct bundle;
void source_code_set_bundle(struct source_code *code, struct bundle *bundle);
void source_code_free(struct source_code *code);
/* A line of a file (the first is 1), without its end. path is one of object_lines.h: equal names are equal pointers.
 * False: there is no such file, or no such line in it. The text lives until source_code_free, and is not
 * NUL-terminated at the line's end. */
bool source_code_line(struct source_code *code, const char *path, uint32_t line, const char **ret_text,
		      size_t *ret_size);

#endif
