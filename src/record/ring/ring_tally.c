/* Counting what came through a ring, and noticing processes that map code, in one walk over the records' headers.
 * Called when the records were just written and are still in the cache. */
#include "record/ring/ring_tally.h"

#include <stdbool.h>
#include <string.h>
#include "perfdata/format/format.h"
#include "record/objects/roots.h"

/* Records are of 8-byte multiples, so that only what is longer may run over the end of the ring, and on into the second
 * part. */
static uint64_t word_at(const struct iovec *parts, size_t at)
{
	uint64_t word;
	bool second = at >= parts[0].iov_len;
	memcpy(&word, (const uint8_t *)parts[second].iov_base + (second ? at - parts[0].iov_len : at), sizeof(word));
	return word;
}

void ring_tally_add(struct ring_tally *tally, const struct iovec *parts, int nr_parts, struct roots *roots)
{
	int32_t last_pid = -1;
	struct {
		uint32_t type;
		uint16_t misc, size;
	} header;
	size_t end = parts[0].iov_len + (nr_parts > 1 ? parts[1].iov_len : 0);
	for (size_t at = 0; at + sizeof(header) <= end; at += header.size) {
		uint64_t word = word_at(parts, at);
		memcpy(&header, &word, sizeof(header));
		/* Not a record: the rest cannot be walked. */
		if (header.size < sizeof(header) || header.size % 8 || header.size > end - at) return;
		if (roots && (header.type == RECORD_MMAP2 || header.type == RECORD_MMAP) &&
		    !(header.misc & MISC_MMAP_DATA) && header.size >= 16) {
			uint64_t ids = word_at(parts, at + 8);
			int32_t pid;
			memcpy(&pid, &ids, sizeof(pid));
			if (pid != last_pid && pid > 0) roots_see(roots, pid);
			last_pid = pid;
		}
		if (header.type == RECORD_SAMPLE) {
			tally->nr_samples++;
		} else if (header.type == RECORD_LOST && header.size >= 24) {
			tally->nr_lost_records++;
			tally->nr_lost += word_at(parts, at + 16); /* behind the id */
		}
	}
}

uint64_t ring_tally_lost(const struct ring_tally *tally) { return MAX(tally->nr_lost, tally->nr_lost_samples); }
