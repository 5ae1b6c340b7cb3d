/* A recording: opens a perf.data in any of its forms and hands out its records in stream order.
 *
 * File, pipe ("-" or a FIFO) and directory form; PERFFILE and PERFILE2; both byte orders; zstd-compressed records are
 * given out decompressed. Files are mapped, not read; pipes and decompressed data go to an unlinked spool file that is
 * mapped, so that memory stays bounded and records stay readable after they were first seen. What is damaged is
 * reported to the warning sink and skipped; what is readable is given out.
 *
 *     struct perfdata *pd; struct record r;
 *     perfdata_open(path, &options, &pd, &err);
 *     while (perfdata_next(pd, &r) > 0) ...
 *     perfdata_close(pd);                                                     */
#ifndef PERFDATA_PERFDATA_H
#define PERFDATA_PERFDATA_H

#include "base/err.h"
#include "base/warnings.h"
#include "perfdata/feature/header.h"

/* An open recording. One thread reads it; threads may be given runs of its records (struct record_run). */
struct perfdata;

struct perfdata_options {
	bool force; /* do not mind who owns the file */
	/* Header and features only: the caller is not going to read records. The reader makes nothing of it so far. */
	bool header_only;
	/* A recording without events is none that is wrong: that of perf sched stats. */
	bool may_lack_events;
	/* Files of up to this size stay mapped when they are released (perfdata_release). 0, or less than that: 256
	 * MiB. */
	uint64_t kept_mapped_bytes;
	/* There is one pass over the records: files of more than 16 MiB do not stay mapped. */
	bool reads_once;
	struct warnings *warnings; /* may be NULL; must outlive the perfdata */
};

/* How the recording is kept: perfdata_pipe_records tells more, as the pipe form may be in a file. */
enum perfdata_form { PERFDATA_FILE, PERFDATA_PIPE, PERFDATA_DIR };

/* Opens path; "-" is standard input. On failure *ret_pd is untouched and err says why (with the hint users expect).
 * Returns 0, -ENOENT, -EACCES, -EPERM (owner, without force), -EBADMSG (not a perf.data), or another -errno. */
int perfdata_open(const char *path, const struct perfdata_options *options, struct perfdata **ret_pd,
		  struct err *err) _warn_unused_;
/* The same over bytes in memory, file or pipe form, that outlive the perfdata; name is for messages. */
int perfdata_open_memory(const void *data, size_t size_bytes, const char *name, const struct perfdata_options *options,
			 struct perfdata **ret_pd, struct err *err) _warn_unused_;
void perfdata_close(struct perfdata *pd);
#define _perfdata_close_ _cleanup_(perfdata_close_p)
static inline void perfdata_close_p(struct perfdata **pd)
{
	if (*pd) perfdata_close(*pd);
}

/* Header and events are owned by pd and stay where they are until perfdata_close. For files they are complete after
 * opening; for pipes they fill while records are read (ATTR, EVENT_UPDATE, HEADER_FEATURE). */
const struct perf_header *perfdata_header(const struct perfdata *pd);
const struct perf_events *perfdata_events(const struct perfdata *pd);
enum perfdata_form perfdata_form(const struct perfdata *pd);
bool perfdata_pipe_records(const struct perfdata *pd); /* pipe form, be it from a pipe or kept in a file */
/* Whether the recorder's byte order was not this machine's. Decoders undo it (struct record, swap). */
bool perfdata_swapped(const struct perfdata *pd);
/* The path as given to perfdata_open, "-" for standard input; valid until perfdata_close. */
const char *perfdata_path(const struct perfdata *pd);
/* The file a record came from: in directory form one of several. */
const char *perfdata_record_path(const struct perfdata *pd, const struct record *r);
/* Warns, once, when the file got shorter since it was opened: what was gone read as zeros, so that nothing made of it
 * is whole (warnings_fail). Called at the end of the records, and of each pass by those who look at them again later.
 */
void perfdata_check_cut(struct perfdata *pd);
/* Back to the first record, also of a pipe; events and header stay as they are, warnings are not repeated. Where not
 * all was read before, reading goes on behind it as it would have. */
void perfdata_rewind(struct perfdata *pd);

/* ---- pipes that are still being written */

/* Whether the next perfdata_next would have to wait for the writer for more than patience_ms. False at the end, and of
 * what is no pipe. */
bool perfdata_would_wait(const struct perfdata *pd, int patience_ms);
/* How far a pipe was read. input_bytes: offset in the pipe's input; plain_bytes: offset in what was decompressed from
 * it. Both are 0 for what is no pipe. */
struct perfdata_position {
	uint64_t input_bytes, plain_bytes;
};
struct perfdata_position perfdata_position(const struct perfdata *pd);
/* Records between two positions are not looked at any more: their room in the spool is given back, so that a pipe costs
 * no more than what lies behind `to`. No perfdata_rewind after that. What header and events were made of stays. */
void perfdata_forget(struct perfdata *pd, struct perfdata_position from, struct perfdata_position to);

/* Facts of the file itself for `--header`: offsets and sizes as recorded, file times from stat. */
struct perfdata_info {
	uint64_t magic_version, header_size, data_offset, data_size, feature_offset, file_size;
	int64_t mtime_s;
	uint64_t nr_compressed,
		nr_compressed2; /* COMPRESSED and COMPRESSED2 records met so far, which are not given out */
	bool unfinished; /* data_size was 0: the recorder did not end properly; the rest of the file is read as data */
};
/* Copies the facts known so far; only the counters change while records are read. */
void perfdata_info(const struct perfdata *pd, struct perfdata_info *ret);

/* What is at hand of the stream, kept first in struct perfdata so that reading a record is inline: all but what is rare
 * or damaged. */
struct perfdata_window {
	const uint8_t *next, *end;
	uint64_t file_off; /* of next; in decompressed data: of the COMPRESSED record */
	bool swap, decompressed;
};
/* perfdata_next where the window does not hold a whole plain record: see reader.c. Not to be called directly. */
int perfdata_next_slow(struct perfdata *pd, struct record *ret) _warn_unused_;

/* The next record in stream order: 1, 0 at the end, or -errno when reading the input failed (damage is not a failure:
 * it is warned of and skipped). The record's bytes stay valid until perfdata_close or perfdata_release. */
_warn_unused_ static inline int perfdata_next(struct perfdata *pd, struct record *ret)
{
	struct perfdata_window *w = (struct perfdata_window *)(void *)pd;
	const uint8_t *p = w->next;
	size_t left = (size_t)(w->end - p);
	uint64_t head;
	if (likely(left >= 8)) {
		__builtin_memcpy(&head, p, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		if (likely(!w->swap)) {
			uint32_t type = (uint32_t)head, size = (uint32_t)(head >> 48);
			/* records of the kernel need nothing done */
			if (likely(type - 1 < RECORD_USER_TYPE_START - 1 && size >= 8 && size <= left)) {
				*ret = (struct record){ .type = type,
							.misc = (uint16_t)(head >> 32),
							.size = (uint16_t)size,
							.data = p,
							.file_off = w->file_off,
							.decompressed = w->decompressed };
				w->next = p + size;
				if (!w->decompressed) w->file_off += size;
				return 1;
			}
		}
#endif
	}
	return perfdata_next_slow(pd, ret);
}

/* A run of adjacent, already validated records: what worker threads are given. swap as the perfdata's. */
struct record_run {
	const uint8_t *data;
	size_t size_bytes;
	uint64_t file_off;
	bool decompressed;
};
/* Past what follows an AUXTRACE record of the run; false: it is cut. For record_run_next. */
static inline bool record_run_pass(const struct record_run *run, size_t *pos, struct record *r)
{
	uint64_t size;
	if (r->size < 8 + sizeof(size)) return true;
	__builtin_memcpy(&size, r->data + 8, sizeof(size));
	if (r->swap) size = __builtin_bswap64(size);
	if (size > run->size_bytes - *pos) return false;
	r->payload_size = size;
	*pos += (size_t)size;
	return true;
}
/* A processor that fetches ahead by itself stops where a page ends: the next one is begun for it. */
enum { RECORD_RUN_AHEAD = 4096 };
/* The first record at pos (0 at first) of a run, advancing pos; false at its end. Cheap: the sizes were checked by
 * perfdata_next. */
static inline bool record_run_next(const struct record_run *run, bool swap, size_t *pos, struct record *ret)
{
	if (*pos + 8 > run->size_bytes) return false;
	const uint8_t *p = run->data + *pos;
	uint32_t type;
	uint16_t misc, size;
	__builtin_prefetch((const void *)((uintptr_t)p + RECORD_RUN_AHEAD));
	__builtin_memcpy(&type, p, 4);
	__builtin_memcpy(&misc, p + 4, 2);
	__builtin_memcpy(&size, p + 6, 2);
	if (unlikely(swap)) {
		type = __builtin_bswap32(type);
		misc = __builtin_bswap16(misc);
		size = __builtin_bswap16(size);
	}
	if (unlikely(size < 8 || size > run->size_bytes - *pos)) return false;
	*ret = (struct record){ .type = type,
				.misc = misc,
				.size = size,
				.swap = swap,
				.decompressed = run->decompressed,
				.data = p,
				.file_off = run->file_off + (run->decompressed ? 0 : *pos) };
	*pos += size;
	if (unlikely(type == RECORD_AUXTRACE)) return record_run_pass(run, pos, ret);
	return true;
}
/* For those who read on by themselves, on several threads: the bytes of the records that are still to come. False where
 * they do not just lie in memory: those of pipes, directories and compressed data. */
bool perfdata_rest(const struct perfdata *pd, struct record_run *ret);
/* Where records seem to begin, at or after p in steps of 8 bytes; end when nowhere. A guess. */
const uint8_t *record_run_resync(const uint8_t *p, const uint8_t *end, bool swap);
/* For those who took the bytes of perfdata_rest: makes the record at `at`, which lies within them, the next one. */
void perfdata_skip_to(struct perfdata *pd, const uint8_t *at);
/* Whether the next record begins there; or there or behind. Neither is true while decompressed data is read. */
bool perfdata_is_just_at(const struct perfdata *pd, const uint8_t *at);
bool perfdata_is_at(const struct perfdata *pd, const uint8_t *at);
/* Tells the kernel (MADV_DONTNEED) that the pages that lie wholly within this run are not needed any more; they are
 * read from the file again when touched. perfdata_release keeps files of up to kept_mapped_bytes mapped, as there may
 * be another pass; perfdata_drop drops the pages of any file. Both may be called from any thread. */
void perfdata_release(const struct perfdata *pd, const struct record_run *run);
/* Whether perfdata_release leaves this run alone. */
bool perfdata_stays_mapped(const struct perfdata *pd, const struct record_run *run);
void perfdata_drop(const struct perfdata *pd, const struct record_run *run);
/* The same for what follows an AUXTRACE record, with the record itself: whoever walks over the records of a file with
 * large pages has all of it in memory else, though nobody has read it. */
void perfdata_drop_payload(const struct perfdata *pd, const struct record *r);
/* Maps this run's pages at once (MADV_POPULATE_READ, Linux 5.14): cheaper than a page fault for each. Older kernels
 * refuse, and the pages come one by one. perfdata_prefault is for the first pass, perfdata_refault for pages that
 * perfdata_release may have dropped. */
void perfdata_prefault(const struct perfdata *pd, const struct record_run *run);
void perfdata_refault(const struct perfdata *pd, const struct record_run *run);
/* Adds an event that is none of the recording's: of samples that are made of what it has. name NULL: derived from the
 * attr. Copies all; while nobody else reads. The event lives as long as pd. */
const struct perf_event *perfdata_add_event(struct perfdata *pd, const struct event_attr *attr, const char *name,
					    const uint64_t *ids, size_t nr_ids);
/* Its samples will have these SAMPLE_* fields beside those that were recorded; while nobody else reads. */
void perfdata_add_fields(struct perfdata *pd, const struct perf_event *event, uint64_t fields);
/* The r->payload_size bytes that follow an AUXTRACE or TRACING_DATA record; NULL when there are none. */
const uint8_t *perfdata_payload(const struct perfdata *pd, const struct record *r);

#endif
