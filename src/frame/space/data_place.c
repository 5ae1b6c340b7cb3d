/* The data of a program or library is mapped behind its code: the code below the address tells where the file begins.
 */
#include "frame/space/data_place.h"

#include <sys/mman.h>
#include "symbol/object_data.h"
#include "symbol/object_types.h"

enum { STEPS_MAX = 8 /* maps of one object, and gaps between them */ };

/* The nearest map of code below, which is the file's whose data the address may be. */
static const struct map *code_below(const struct space_version *space, uint64_t address)
{
	for (unsigned i = 0; i < STEPS_MAX; i++) {
		uint64_t from, until;
		const struct map *map = space_find_around(space, address, &from, &until);
		if (map && map->prot & PROT_EXEC) return map->dso->kind == DSO_USER ? map : NULL;
		if (!from) return NULL;
		address = from - 1;
	}
	return NULL;
}

bool data_place_find(struct frame_space *frames, const struct space_version *space, uint64_t address,
		     struct data_place *ret)
{
	const struct map *map = space ? space_find(space, address) : NULL;
	if (!space || !address) return false;
	if (map && (map->dso->kind == DSO_KERNEL || map->dso->kind == DSO_GUEST_KERNEL)) {
		*ret = (struct data_place){ map->dso, frame_space_object(frames, map->dso),
					    map_to_object(map, address) };
		return true;
	}
	map = code_below(space, address);
	if (!map) return false;
	*ret = (struct data_place){ .dso = map->dso, .object = frame_space_object(frames, map->dso) };
	return object_data_vaddr(ret->object, map->start, map->pgoff, address, &ret->addr);
}

void data_place_type(const struct data_place *place, struct type_access *ret)
{
	if (place->is_frame) object_type_in_frame(place->object, place->addr, place->frame_off, ret);
	else object_type_of_data(place->object, place->addr, ret);
}
