/* Numbers of areas: an area is all memory of objects of one name. For cells of addresses (key_address.h). */
#ifndef KEY_KEY_AREAS_H
#define KEY_KEY_AREAS_H

#include "base/registry.h"
#include "model/map.h"

/* Objects with higher numbers have no area. There are no more areas than objects. */
enum { NR_AREA_OBJECTS = 4096 };

/* Any number of threads may ask. Zeroed memory is not an empty one: key_areas_init comes first. */
struct key_areas {
	struct registry names;               /* of struct key_area */
	uint16_t of_object[NR_AREA_OBJECTS]; /* by number: area + 1; 0: not asked yet */
};
struct key_area {
	const char *name;      /* the model's */
	const struct dso *dso; /* the one with the lowest number of this name */
};
void key_areas_init(struct key_areas *areas);
void key_areas_done(struct key_areas *areas);
/* The area of an object whose number is below NR_AREA_OBJECTS, by its name as rows show it. */
uint32_t key_areas_id(struct key_areas *areas, const struct dso *dso, const char *name);
const struct key_area *key_areas_at(const struct key_areas *areas, uint32_t id);

#endif
