/* A session over a pipe that is still being written (`-i -`): samples come out when a round has ended, not when the
 * writer has.
 *
 * What stands in front of the first sample or mark is read first: events, features, what was there when the recording
 * began. Then session_samples_ordered reads on, and gives out what is due whenever the next record would have to be
 * waited for. Memory and disk depend on what runs and on the length of rounds, not on how long the pipe is. */
#ifndef SESSION_LIVE_LIVE_SESSION_H
#define SESSION_LIVE_LIVE_SESSION_H

#include "session/session.h"

/* As session_open, for those who take the samples once and in order of time. Where the input is no pipe, or what it
 * holds needs all records before the first sample (counters of groups that samples read, records without times, counts
 * of `perf stat record`), it is session_open: session_is_live tells. Else:
 *
 * - session_samples_ordered may be called once, the other passes fail with -ENOTSUP;
 * - totals, header and model grow during the pass; frames and model are others after the model was renewed, when
 *   visitor->worker_begin is called again;
 * - what is known of build-ids and generated code when a sample comes out is what names it. */
int live_session_open(const struct session_options *options, struct session **ret, struct err *err) _warn_unused_;

#endif
