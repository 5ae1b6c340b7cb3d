/* What data an instruction accesses: the type, and which byte of it; or why that is not known. */
#ifndef SYMBOL_TYPES_TYPE_ACCESS_H
#define SYMBOL_TYPES_TYPE_ACCESS_H

#include "symbol/types/data_type.h"

enum type_access_state {
	TYPE_ACCESS_FOUND,
	TYPE_ACCESS_STACK,  /* pushes, pops, calls, returns: no data of the program */
	TYPE_ACCESS_CANARY, /* the word that -fstack-protector compares */
	TYPE_ACCESS_NO_SYMBOL,
	TYPE_ACCESS_NO_INSTRUCTION, /* no code is at hand, or none begins there */
	TYPE_ACCESS_NO_MEMORY,      /* registers and constants only */
	TYPE_ACCESS_NO_REGISTER,    /* an address of registers that are not followed */
	TYPE_ACCESS_NO_DEBUG_INFO,  /* of the object */
	TYPE_ACCESS_NO_UNIT,        /* of this code */
	TYPE_ACCESS_NO_VARIABLE,    /* nothing has a name there */
	TYPE_ACCESS_NO_TYPE,        /* what the register points to is not known */
	TYPE_ACCESS_BAD_SIZE,
	TYPE_ACCESS_BAD_OFFSET, /* in front of or behind the type's bytes */
	NR_TYPE_ACCESS_STATES,
};

struct type_access {
	uint64_t vaddr;
	enum type_access_state state;
	bool has_offset;              /* else an index decides which member it is */
	bool is_followed;             /* found by following instructions, not by a variable's place alone */
	const struct data_type *type; /* of FOUND */
	uint64_t offset;              /* in the type, in bytes; 0 without has_offset */
	const char *mnemonic;         /* "mov"; lives as long as what gave the access; never NULL */
};

/* Makes an access one of the byte at offset of a variable, if there is a type. */
void type_access_of_variable(const struct data_type *type, int64_t offset, struct type_access *access);
/* "struct inner", "(stack operation)", "(unknown)". */
const char *type_access_type_name(const struct type_access *access);
/* Appends "struct inner +0x60 (next)"; "struct inner +? (no field)" where an index decides which member it is. */
void type_access_format(const struct type_access *access, struct strbuf *out);
/* The same without "(no field)" where there is no member. */
void type_access_format_short(const struct type_access *access, struct strbuf *out);

#endif
