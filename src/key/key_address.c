/* Cells that hold an address and the area it is in. Two objects of one name are one area, as they are one place. */
#include "key/key_address.h"
#include "key/key_areas.h"

#define IS_ADDRESS (1ull << 63)
enum { ADDRESS_BITS = 48 };
static const uint64_t address_mask = (1ull << ADDRESS_BITS) - 1;

uint64_t key_cell_address(struct key_env *env, const struct frame *frame)
{
	const struct dso *dso = frame->map ? frame->map->dso : NULL;
	if (frame->symbol || !dso || dso->id >= NR_AREA_OBJECTS || frame->level != '.' || frame->ip > address_mask)
		return key_env_place(env, frame, false, PLACE_ADDRESS);
	const char *name = key_env_options(env)->full_paths ? dso->long_name : dso->short_name;
	const uint64_t area = key_areas_id(key_env_areas(env), dso, name);
	return IS_ADDRESS | area << ADDRESS_BITS | frame->ip;
}

static const struct dso *dso_of(const struct key_env *env, uint64_t cell)
{
	return key_areas_at(key_env_areas((struct key_env *)env), (uint32_t)((cell & ~IS_ADDRESS) >> ADDRESS_BITS))
		->dso;
}

uint64_t key_carry_address(const struct key_carry *carry, uint64_t cell)
{
	if (!(cell & IS_ADDRESS)) return key_carry_place(carry, cell);
	const struct map map = { .dso = model_dso_like(carry->model, dso_of(carry->from, cell)) };
	const struct frame frame = {
		.ip = cell & address_mask, .object_addr = cell & address_mask, .map = &map, .level = '.'
	};
	return key_cell_address(carry->to, &frame);
}

const struct place *key_address_place(const struct key_env *env, uint64_t cell, struct place *scratch)
{
	if (!(cell & IS_ADDRESS)) return key_env_place_of(env, cell);
	const struct dso *dso = dso_of(env, cell);
	const uint64_t address = cell & address_mask;
	*scratch = (struct place){ .dso = dso,
				   .lowest_dso = dso,
				   .identity_addr = address,
				   .shown_addr = address,
				   .object_addr = address,
				   .ip = address,
				   .level = '.' };
	return scratch;
}

uint64_t key_address_of(const struct key_env *env, uint64_t cell)
{
	return cell & IS_ADDRESS ? cell & address_mask : key_env_place_of(env, cell)->ip;
}
