/* Pass 1 over the records: counts them, cuts them into blocks, collects the side band. Internal to session/. */
#ifndef SESSION_SESSION_SCAN_H
#define SESSION_SESSION_SCAN_H

#include "base/vec.h"
#include "session/session_private.h"

#define SESSION_BLOCK_BYTES ((size_t)1 << 20)

/* A side-band record that waits to be applied. */
struct side_band {
	struct record record;
	uint64_t key;
};

struct session_scan {
	struct session *session;
	VEC(struct side_band) side_band;
	bool sorted;      /* the side band is in order already */
	bool order_known; /* session->totals.in_file_order is set */
	size_t nr_released;
};

/* Fills session->blocks, totals and rounds, and the side band, which the caller frees. 0 or -errno when reading failed.
 */
int session_scan_run(struct session_scan *scan, const struct session_options *options) _warn_unused_;

/* ---- between session_scan.c and session_scan_parallel.c */

void session_scan_count(struct session_totals *totals, const struct record *r, uint64_t time_ns);
void session_scan_side_band(struct session_scan *scan, const struct record *r, uint64_t key);
/* Whether times order the records: all kinds of them carry one. */
bool session_scan_in_file_order(const struct perf_events *events);
/* Reads on, one record after the other, until `end` is reached (NULL: to the end of the stream). 1, 0 when the stream
 * has ended, -errno. */
int session_scan_serially(struct session_scan *scan, const struct session_options *options,
			  const uint8_t *end) _warn_unused_;
/* Reads what lies in a regular file on all cores, where that can be done; the rest is left for session_scan_serially. 0
 * or -errno. */
int session_scan_parallel(struct session_scan *scan, const struct session_options *options) _warn_unused_;

#endif
