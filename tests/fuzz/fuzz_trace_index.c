/* The index of an Intel PT trace out of the cache, without the checksums around it. What is read is written as the same
 * bytes, but for what is cut off of numbers, and is read again. */
#include "session/trace/trace_pt_index.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct pt_index index, again;
	struct outbuf out;
	uint64_t missing = 0, changes = 0;
	if (pt_index_read(data, size, &index) < 0) return;
	for (size_t i = 0; i < index.blocks.count; i++) missing += index.blocks.items[i].nr_missing;
	if (missing != index.missing.count) abort();
	for (size_t i = 0; i < index.threads.count; i++) changes += index.threads.items[i].nr_changes;
	if (changes != index.changes.count) abort();
	out_init(&out, -1);
	pt_index_write(&index, &out);
	if (out.size != size || pt_index_read(out.data, out.size, &again) < 0) abort();
	if (again.blocks.count != index.blocks.count) abort();
	pt_index_done(&again);
	pt_index_done(&index);
	out_done(&out);
}
