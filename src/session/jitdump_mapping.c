/* A runtime that writes jit-PID.dump maps a page of that file with PROT_EXEC, for no other purpose than that the
 * mapping is recorded: the mapping is the marker that perf looks for (see the kernel's jitdump-specification). */
#include "session/jitdump_mapping.h"

#include <string.h>

/* "jit-", at least one digit, ".dump", in any directory. The number is not compared with the process's. */
static bool is_jitdump_name(const char *filename)
{
	const char *base = strrchr(filename, '/');
	base = base ? base + 1 : filename;
	if (strncmp(base, "jit-", 4) != 0) return false;
	size_t digits = strspn(base + 4, "0123456789");
	return digits && strcmp(base + 4 + digits, ".dump") == 0;
}

bool jitdump_mapping_of(const struct record *r, struct record_mmap *ret)
{
	if (r->type != RECORD_MMAP2 && r->type != RECORD_MMAP) return false;
	if (record_decode_mmap(r, ret) < 0 || !is_jitdump_name(ret->filename)) return false;
	/* plain MMAP has no protection bits; there the kernel marks mappings that are not executable as data */
	return r->type == RECORD_MMAP2 ? ret->prot & 4 /* PROT_EXEC */ : !(r->misc & MISC_MMAP_DATA);
}
