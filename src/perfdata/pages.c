/* Pages of the mapped files: which are in memory, and bytes that are wanted without their pages. */
#include "perfdata/pages.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "perfdata/reader.h"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14 */
#endif

void perfdata_prefault(const struct perfdata *pd, const struct record_run *run)
{
	(void)pd;
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)run->data & ~(page - 1);
	madvise((void *)start, (uintptr_t)run->data + run->size_bytes - start, MADV_POPULATE_READ);
}

/* What a small file takes is not worth mapping it again. */
bool perfdata_stays_mapped(const struct perfdata *pd, const struct record_run *run)
{
	return pd->form == PERFDATA_FILE && !run->decompressed && pd->info.file_size <= pd->kept_mapped_bytes;
}

void perfdata_refault(const struct perfdata *pd, const struct record_run *run)
{
	if (!perfdata_stays_mapped(pd, run)) perfdata_prefault(pd, run);
}

void perfdata_drop(const struct perfdata *pd, const struct record_run *run)
{
	(void)pd;
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t start = ((uintptr_t)run->data + page - 1) & ~(page - 1),
		  end = ((uintptr_t)run->data + run->size_bytes) & ~(page - 1);
	if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
}

void perfdata_drop_payload(const struct perfdata *pd, const struct record *r)
{
	if (!r->payload_size) return;
	const struct record_run run = { .data = r->data, .size_bytes = r->size + (size_t)r->payload_size };
	perfdata_drop(pd, &run);
}

void perfdata_release(const struct perfdata *pd, const struct record_run *run)
{
	if (!perfdata_stays_mapped(pd, run)) perfdata_drop(pd, run);
}

/* Of the files that which holds the byte; NULL: it was decompressed, or came from a pipe. */
static const struct mapped_file *file_of(const struct perfdata *pd, const uint8_t *byte)
{
	for (size_t i = 0; pd && i < pd->files.count; i++) {
		const struct file_map *map = &pd->files.items[i].map;
		if (byte >= map->data && byte < map->data + map->size_bytes) return &pd->files.items[i];
	}
	return NULL;
}

void perfdata_copy(const struct perfdata *pd, const uint8_t *bytes, size_t size_bytes, uint8_t *to)
{
	const struct mapped_file *file = file_of(pd, bytes);
	size_t done = 0;
	while (file && done < size_bytes) {
		ssize_t r = pread(file->fd, to + done, size_bytes - done, bytes - file->map.data + (off_t)done);
		if (r <= 0) break;
		done += (size_t)r;
	}
	/* what cannot be read is found missing there, as always */
	if (done < size_bytes) memcpy(to + done, bytes + done, size_bytes - done);
}
