/* Structures behind arguments that have no row in syscall_content.def: as the kernel's own types have them, brought by
 * who knows those (kernel/syscall_structures.h). */
#ifndef SYSCALL_SYSCALL_TYPES_H
#define SYSCALL_SYSCALL_TYPES_H

#include "base/vec.h"
#include "syscall/syscall.h"

enum { SYSCALL_TYPE_MOST_BYTES = 1024 /* larger structures are read in part */ };

enum syscall_field_form {
	SYSCALL_FIELD_UNSIGNED,
	SYSCALL_FIELD_SIGNED,
	SYSCALL_FIELD_POINTER,
	SYSCALL_FIELD_TEXT /* nr_elements bytes */,
	SYSCALL_FIELD_STRUCTURE,
	SYSCALL_FIELD_ENUM
};
/* An enumerator. */
struct syscall_type_name {
	int64_t number;
	const char *name;
};
/* A member of a structure. Offsets and widths are in bits because of bit-fields. */
struct syscall_type_field {
	const char *name;          /* "": its fields are those of the structure around it */
	uint32_t bit_off, nr_bits; /* of an element: of structures all of it */
	uint32_t nr_elements;      /* 1: no array */
	uint8_t form;              /* enum syscall_field_form */
	uint32_t type;             /* STRUCTURE: index, smaller than its own type's */
	const struct syscall_type_name *names;
	size_t nr_names; /* ENUM */
};
/* A structure of the kernel; fields is an array of nr_fields. */
struct syscall_type {
	const struct syscall_type_field *fields;
	size_t nr_fields;
	uint32_t size_bytes;
};

/* What there is behind an argument. type_plus_1: 1 + index in syscall_types.types; 0: nothing is known. */
struct syscall_typed_arg {
	bool is_read, is_written;
	/* how many bytes of it there are: the next argument, or its own first field, 4 bytes */
	bool next_says, itself_says;
	uint32_t type_plus_1;
};
/* Rows of arguments by the index of their call (syscall_at), six each. Filled and owned by who makes it; all pointers
 * are borrowed. */
struct syscall_types {
	const struct syscall_type *types;
	size_t nr_types;
	const struct syscall_typed_arg (*args)[SYSCALL_MAX_ARGS];
	bool preferred; /* to our rows */
};

/* NULL: nothing is known, or (unless preferred) there is a row for it. types may be NULL. */
const struct syscall_typed_arg *syscall_types_find(const struct syscall_types *types, const struct syscall *syscall,
						   unsigned arg);

#endif
