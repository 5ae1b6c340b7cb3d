/* A variable of the kernel, or of a module, as the symbol table of its file has it: by which name the running kernel
 * finds it. */
#ifndef PROBE_SEARCH_IMAGE_VARIABLE_H
#define PROBE_SEARCH_IMAGE_VARIABLE_H

#include <stdbool.h>
#include <stdint.h>
#include "symbol/file/image.h"

struct image_variable {
	char *symbol;    /* the caller's; that of a variable within a function has a number behind ("count.12") */
	uint64_t offset; /* from it */
	bool is_per_cpu; /* its address counts from the area of each CPU */
};

/* vaddr: where it is, if that is known, as it is of the kernel itself; NULL: not. A name that several variables have is
 * no help: then it is counted from _text. False: the table does not have it. */
bool image_variable_find(const struct image *image, const char *name, const uint64_t *vaddr,
			 struct image_variable *ret);

#endif
