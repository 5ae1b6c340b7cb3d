/* The vdso of this very process: the kernel maps the same one into every process of the same word size, so it is
 * right when the recording is of this kernel, which its build-id tells. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "symbol/source/symbol_source.h"

#define VDSO_MAX (1u << 20)

/* The mapping called [vdso]; false when there is none. */
static bool own_vdso(const uint8_t **ret_data, size_t *ret_size)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512];
	bool found = false;

	while (maps && !found && fgets(line, sizeof(line), maps)) {
		unsigned long start, end;
		if (!strstr(line, "[vdso]") || sscanf(line, "%lx-%lx", &start, &end) != 2 || end <= start ||
		    end - start > VDSO_MAX)
			continue;
		*ret_data = (const uint8_t *)start; /* NOLINT: the number is an address */
		*ret_size = end - start;
		found = true;
	}
	if (maps) fclose(maps);
	return found;
}

/* The image borrows the mapping, which stays as long as the process. Without a build-id in the recording the release
 * has to be the running kernel's. */
static int own_vdso_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	const uint8_t *data;
	size_t size;

	if (attempt || (!q->build_id_size && !q->of_running_kernel) || !own_vdso(&data, &size)) return -ENOENT;
	struct blob blob = blob_of_memory(data, size);
	struct symbol_file file = { .image = IMAGE_INIT };
	int code = image_open(&blob, &file.image);
	if (code < 0) return code;
	uint8_t id[20];
	int id_size = q->build_id_size ? image_build_id(&file.image, id) : 0;
	if (id_size > 0 && ((size_t)id_size != q->build_id_size || memcmp(id, q->build_id, (size_t)id_size) != 0)) {
		/* no warning: another kernel's recording, that is all */
		image_close(&file.image);
		return -ESTALE;
	}
	file.path = xstrdup("[vdso]");
	*ret = file;
	return 0;
}

const struct symbol_source symbol_source_own_vdso = {
	.name = "running vdso",
	.letter = 'd',
	.runtime = true,
	.kinds = 1 << OBJECT_VDSO,
	.open = own_vdso_open,
};
