/* Things that are made once and used again, by any thread: whoever needs one takes one that nobody uses, and gives it
 * back. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <pthread.h>
#include "base/vec.h"

/* Start with POOL_INIT. Things that are in use are not known to the pool. */
struct pool {
	pthread_mutex_t lock;
	VEC(void *) unused;
};
#define POOL_INIT                                   \
	{                                           \
		PTHREAD_MUTEX_INITIALIZER, VEC_INIT \
	}

/* One that was given back, most recently first; NULL: there is none, make another. Thread safe. */
void *pool_take(struct pool *pool);
/* Gives a thing to the pool, which owns it then. Thread safe. */
void pool_give(struct pool *pool, void *thing);
/* Frees what was given back, with free_thing, and the pool. Things still in use are not freed; no other thread may use
 * the pool any more. */
void pool_done(struct pool *pool, void (*free_thing)(void *thing));

#endif
