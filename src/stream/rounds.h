/* When a record's turn comes: the order upstream gives out records in, without its queue.
 *
 * Recorders drain one ring after another and write FINISHED_ROUND when all were drained: no record behind the mark is
 * older than the newest one before the previous mark. So at each mark everything up to that time can be given out,
 * sorted. This time is the horizon. Records that are not newer than the horizon when they appear come late, at once
 * after the horizon; records without a time (0 or -1: synthesised ones) take effect when they are read, which is at the
 * horizon too.
 *
 *     stream:   5 3 | 4 9 | 8 1 |        | = FINISHED_ROUND
 *     horizon:  0     0     5     9      given out: 3 4 5, then 1 8 9 */
#ifndef STREAM_ROUNDS_H
#define STREAM_ROUNDS_H

#include "base/compiler.h"
#include <stdbool.h>

struct rounds {
	uint64_t horizon_ns; /* everything up to here was given out */
	uint64_t next_ns;    /* what the horizon becomes at the next mark */
	uint64_t max_ns;     /* the newest time seen */
};

/* A key that sorts records by turn, ties in file order: effective time and class. */
#define TURN_TIME_MAX (UINT64_MAX >> 2)
enum turn_class { TURN_IN_TIME, TURN_UNTIMED, TURN_LATE };
static inline uint64_t turn_key(uint64_t time_ns, enum turn_class class)
{
	return MIN(time_ns, TURN_TIME_MAX) << 2 | class;
}
static inline uint64_t turn_time_ns(uint64_t key) { return key >> 2; }
static inline bool turn_is_late(uint64_t key) { return (key & 3) == TURN_LATE; }

/* time_ns as recorded; 0 and -1 mean none. */
static inline uint64_t rounds_turn(struct rounds *rounds, uint64_t time_ns)
{
	if (unlikely(time_ns == 0 || time_ns == UINT64_MAX)) return turn_key(rounds->horizon_ns, TURN_UNTIMED);
	if (unlikely(time_ns <= rounds->horizon_ns)) return turn_key(rounds->horizon_ns, TURN_LATE);
	if (time_ns > rounds->max_ns) rounds->max_ns = time_ns;
	return turn_key(time_ns, TURN_IN_TIME);
}
static inline void rounds_mark(struct rounds *rounds)
{
	rounds->horizon_ns = rounds->next_ns;
	rounds->next_ns = rounds->max_ns;
}

#endif
