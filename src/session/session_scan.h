/* Pass 1 over the records: counts them, cuts them into blocks, collects the side band. Internal to session/. */
#ifndef SESSION_SESSION_SCAN_H
#define SESSION_SESSION_SCAN_H

#include "base/vec.h"
#include "session/session_private.h"

#define SESSION_BLOCK_BYTES ((size_t)1 << 20)

/* A side-band record that waits to be applied. */
struct side_band {
	struct record record;
	/* its turn (stream/rounds.h), which sorts it */
	uint64_t key;
};

/* The state of pass 1, of the thread that takes records over in order. Zero but for session and sorted (true) at first.
 */
struct session_scan {
	struct session *session;
	VEC(struct side_band) side_band;
	bool sorted;      /* the side band is in order already */
	bool order_known; /* session->totals.in_file_order is set */
	/* blocks whose pages were given back */
	size_t nr_released;
};

/* The whole of pass 1: in parallel where that can be done, else record by record. Fills session->blocks, totals and
 * rounds, and scan->side_band, which the caller frees (vec_done). 0, or -errno when reading the input failed; damaged
 * records are warned of and skipped. */
int session_scan_run(struct session_scan *scan, const struct session_options *options) _warn_unused_;

/* ---- between session_scan.c and session_scan_parallel.c */

/* Whether records of this type are side band: what the model wants, and parts of call chains. */
bool session_scan_wants(uint32_t type);
/* Adds one record to the totals, but for nr_records. time_ns: UINT64_MAX: it has none. */
void session_scan_count(struct session_totals *totals, const struct record *r, uint64_t time_ns);
/* Appends a record of the side band with its turn; its bytes stay until the session is closed. */
void session_scan_side_band(struct session_scan *scan, const struct record *r, uint64_t key);
/* Whether the records' places in the file are their order: without events, or where the first event's records do not
 * all carry times (PERF_SAMPLE_TIME and sample_id_all). */
bool session_scan_in_file_order(const struct perf_events *events);
/* Reads on, one record after the other, until `end` is reached (NULL: to the end of the stream). 1, 0 when the stream
 * has ended, -errno. */
int session_scan_serially(struct session_scan *scan, const struct session_options *options,
			  const uint8_t *end) _warn_unused_;
/* Reads what lies in a regular file on all cores, where that can be done; the rest is left for session_scan_serially. 0
 * or -errno. */
int session_scan_parallel(struct session_scan *scan, const struct session_options *options) _warn_unused_;

#endif
