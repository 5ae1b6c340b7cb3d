/* Growth of arrays. */
#include "base/vec.h"

void vec_grow(void **items, size_t *capacity, size_t count, size_t item_size)
{
	if (count <= *capacity) return;
	size_t wanted = *capacity + *capacity / 2;
	if (wanted < count) wanted = count;
	if (wanted < 8) wanted = 8;
	*items = xreallocarray(*items, wanted, item_size);
	*capacity = wanted;
}
