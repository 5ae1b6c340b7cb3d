/* A stack of unused things under a lock. */
#include "base/pool.h"

#include <stdlib.h>

void *pool_take(struct pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	void *thing = pool->unused.count ? pool->unused.items[--pool->unused.count] : NULL;
	pthread_mutex_unlock(&pool->lock);
	return thing;
}

void pool_give(struct pool *pool, void *thing)
{
	pthread_mutex_lock(&pool->lock);
	vec_push(&pool->unused, thing);
	pthread_mutex_unlock(&pool->lock);
}

void pool_done(struct pool *pool, void (*free_thing)(void *thing))
{
	for (size_t i = 0; i < pool->unused.count; i++) free_thing(pool->unused.items[i]);
	vec_done(&pool->unused);
	pthread_mutex_destroy(&pool->lock);
}
