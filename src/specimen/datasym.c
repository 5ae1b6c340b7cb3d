/* Loads and stores to one named object, for profiles by data address. */
#include "specimen/specimen.h"

/* One cache line of most machines, with two members in it that are 56 bytes apart. */
struct buf {
	char data1, reserved[55], data2;
} __attribute__((aligned(64)));

/* its name is what a profile by data address has to show */
extern struct buf buf1;
struct buf buf1 = { .data1 = 1, .data2 = 0 };

/* Loads and stores of data1, and a store of data2 that depends on it. */
static SPECIMEN_FUNCTION int datasym(int argc, const char **argv)
{
	/* volatile: each access in the source is one in memory */
	volatile struct buf *buf = &buf1;

	specimen_start_timer(argc > 0 ? argv[0] : NULL, 1);
	while (!specimen_over) {
		buf->data1++;
		/* an irregular step: no sampling period stays in step with the loop */
		if (buf->data1 == 123) buf->data1 += 2;
		buf->data2 = (char)(buf->data2 + buf->data1);
	}
	return 0;
}

const struct specimen specimen_datasym = { .name = "datasym", .usage = "[SECONDS]", .run = datasym };
