/* What an analysis keeps for each frame: an array of its own by frame->id, one for each worker, since ids count in a
 * resolver. Several analyses of one session have their arrays side by side and do not meet. An item
 * begins as zero bytes.
 *
 *     struct worker { FRAME_ARRAY(uint32_t) classes; };
 *     uint32_t *class = frame_array_at(&worker->classes, frame);      valid until the next such call
 *     frame_array_done(&worker->classes); */
#ifndef FRAME_FRAME_ARRAY_H
#define FRAME_FRAME_ARRAY_H

#include "base/vec.h"
#include "frame/resolver.h"

#define FRAME_ARRAY(type) VEC(type)

/* The item of a frame (by pointer), made when it is not there. */
#define frame_array_at(array, frame)                                                               \
	(likely((frame)->id < (array)->count)                                                      \
		 ? (void)0                                                                         \
		 : frame_array_grow((void **)&(array)->items, &(array)->count, &(array)->capacity, \
				    sizeof(*(array)->items), (frame)->id),                         \
	 &(array)->items[(frame)->id])
/* Makes the items of all frames with ids below nr_frames: then (array)->items[frame->id] is one of them. */
#define frame_array_reserve(array, nr_frames)                                                      \
	(likely((nr_frames) <= (array)->count)                                                     \
		 ? (void)0                                                                         \
		 : frame_array_grow((void **)&(array)->items, &(array)->count, &(array)->capacity, \
				    sizeof(*(array)->items), (nr_frames)-1))
/* Starts fetching the item of a frame, for who has something else to do before. */
#define frame_array_prefetch(array, frame) \
	__builtin_prefetch((const void *)((uintptr_t)(array)->items + (frame)->id * sizeof(*(array)->items)))
#define frame_array_done(array) vec_done(array)

/* Private: makes room for the item of this id and some more, all zero. */
void frame_array_grow(void **items, size_t *count, size_t *capacity, size_t item_size_bytes, uint32_t id);

#endif
