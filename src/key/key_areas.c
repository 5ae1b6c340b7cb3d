/* Areas by name. What an object's is is remembered without a lock, since it is asked for every sample. */
#include "key/key_areas.h"
#include <string.h>
#include "base/hash.h"

static bool key_area_is(const void *area, const void *wanted)
{
	return ((const struct key_area *)area)->name == ((const struct key_area *)wanted)->name;
}

/* registry.meet */
static void key_area_meet(void *area, const void *wanted)
{
	struct key_area *known = area;
	const struct key_area *met = wanted;
	if (met->dso->id < known->dso->id) known->dso = met->dso;
}

void key_areas_init(struct key_areas *areas)
{
	registry_init(&areas->names, sizeof(struct key_area), key_area_is, key_area_meet);
	memset(areas->of_object, 0, sizeof(areas->of_object));
}

void key_areas_done(struct key_areas *areas) { registry_done(&areas->names); }

uint32_t key_areas_id(struct key_areas *areas, const struct dso *dso, const char *name)
{
	const uint32_t known_1 = __atomic_load_n(&areas->of_object[dso->id], __ATOMIC_RELAXED);
	if (likely(known_1)) return known_1 - 1;
	const struct key_area area = { .name = name, .dso = dso };
	const uint32_t id = registry_id(&areas->names, hash_u64((uintptr_t)name), &area);
	__atomic_store_n(&areas->of_object[dso->id], (uint16_t)(id + 1), __ATOMIC_RELAXED);
	return id;
}

const struct key_area *key_areas_at(const struct key_areas *areas, uint32_t id)
{
	return registry_at(&areas->names, id);
}
