/* Which object's data an address is, also of data that no map names: without content in the file (.bss), or in a
 * recording of maps of code alone. Of the stack: frame/sample_data.h. */
#ifndef FRAME_SPACE_DATA_PLACE_H
#define FRAME_SPACE_DATA_PLACE_H

#include "frame/space/frame_space.h"
#include "symbol/types/type_access.h"

struct data_place {
	const struct dso *dso;
	struct object *object; /* the store's */
	uint64_t addr;         /* as object_type_of_data takes it; of a frame, in its code */
	bool is_frame;         /* of the object's function at addr, */
	int64_t frame_off;     /* so far from where the frame ends (the CFA) */
};
/* In a version of an address space, of a process or a kernel. False: it is no data of an object's file. Any thread. */
bool data_place_find(struct frame_space *frames, const struct space_version *space, uint64_t address,
		     struct data_place *ret);
/* The byte of the variable there; ret->state says why none is known. Any thread. */
void data_place_type(const struct data_place *place, struct type_access *ret);

#endif
