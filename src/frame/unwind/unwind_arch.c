/* The rows of all architectures. To add one: a file unwind_<arch>.c with the row, a line in unwind_arch.def, and the
 * file's name in the build. */
#include "frame/unwind/unwind_arch.h"

#include <string.h>

static const struct unwind_arch *const rows[] = {
#define UNWIND_ARCH(id) &unwind_arch_##id,
#include "frame/unwind/unwind_arch.def"
#undef UNWIND_ARCH
};

const struct unwind_arch *unwind_arch_find(const char *arch, uint64_t abi)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		for (size_t j = 0; rows[i]->abi == abi && rows[i]->names[j]; j++)
			if (strcmp(rows[i]->names[j], arch) == 0) return rows[i];
	return NULL;
}
