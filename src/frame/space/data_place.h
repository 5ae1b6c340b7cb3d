/* Which object's data an address is, also of data that no map names: without content in the file (.bss), or in a
 * recording of maps of code alone. */
#ifndef FRAME_SPACE_DATA_PLACE_H
#define FRAME_SPACE_DATA_PLACE_H

#include "frame/space/frame_space.h"

struct data_place {
	const struct dso *dso;
	struct object *object; /* the store's */
	uint64_t addr;         /* as object_type_of_data takes it */
};
/* In a version of an address space, of a process or a kernel. False: it is no data of an object's file. Any thread. */
bool data_place_find(struct frame_space *frames, const struct space_version *space, uint64_t address,
		     struct data_place *ret);

#endif
