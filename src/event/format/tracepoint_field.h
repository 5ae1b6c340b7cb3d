/* A tracepoint and its fields as its format file describes them. A sample's payload (PERF_SAMPLE_RAW) is a struct of
 * the kernel's that these fields give the layout of:
 *
 *     field:char prev_comm[16];   offset:8;  size:16; signed:0;     a field at a fixed offset
 *     field:__data_loc char[] f;  offset:24; size:4;  signed:0;     dynamic: 4 bytes that say where the text is
 *
 * Plain data, made by tracepoint_format.c, constant and readable by any thread afterwards. */
#ifndef EVENT_FORMAT_TRACEPOINT_FIELD_H
#define EVENT_FORMAT_TRACEPOINT_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tracepoints;
struct payload_program;
struct payload_form;

/* Bits of tracepoint_field.flags. */
#define TRACEPOINT_ARRAY 1u
#define TRACEPOINT_POINTER 2u
#define TRACEPOINT_SIGNED 4u
#define TRACEPOINT_STRING 8u     /* an array of char-sized elements */
#define TRACEPOINT_DYNAMIC 16u   /* the field holds (length << 16 | offset) of data further down */
#define TRACEPOINT_LONG 32u      /* its type has "long" in it: mostly printed in hexadecimal */
#define TRACEPOINT_RELATIVE 256u /* that offset counts from the end of the field */

/* offset and size in bytes, within the payload; nr_elements of an array, 0: not told; element_size 0: not known. */
struct tracepoint_field {
	const char *name, *type;
	uint32_t offset, size, element_size, nr_elements;
	uint32_t flags; /* TRACEPOINT_* */
};

/* Made by tracepoints_find; constant afterwards. All memory is that of owner. */
struct tracepoint {
	uint32_t id;
	const char *system, *name;
	const struct tracepoint_field *fields; /* the common_* ones come first */
	size_t nr_fields, nr_common;
	bool swap; /* payloads are in the other byte order than this machine's */
	uint8_t long_size;
	const struct payload_program *program; /* NULL: the print format is damaged or not understood */
	const struct payload_form *forms;
	size_t nr_forms; /* of forms, which are tried before program */
	/* tracepoints_use_short_forms was called: there may be forms, and print formats may use helpers that only
	 * plugins of libtraceevent know */
	bool short_forms;
	const struct tracepoints *owner;
};

/* NULL when there is no such field. */
const struct tracepoint_field *tracepoint_field(const struct tracepoint *tp, const char *name);

/* Names for kernel addresses in payloads ("%ps"): the symbol that covers ip and how far into it ip is, or NULL. */
struct payload_names {
	const char *(*find)(void *ctx, uint64_t ip, uint64_t *ret_sym_off);
	void *ctx;
};

#endif
