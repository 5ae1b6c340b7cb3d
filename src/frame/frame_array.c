#include "frame/frame_array.h"
#include <string.h>

/* Frames come one by one: so many items are cleared at once. */
enum { STEP_BYTES = 4096 };

void frame_array_grow(void **items, size_t *count, size_t *capacity, size_t item_size_bytes, uint32_t id)
{
	size_t wanted = (size_t)id + 1 + STEP_BYTES / item_size_bytes;
	if (wanted > *capacity) vec_grow(items, capacity, wanted, item_size_bytes);
	memset((uint8_t *)*items + *count * item_size_bytes, 0, (wanted - *count) * item_size_bytes);
	*count = wanted;
}
