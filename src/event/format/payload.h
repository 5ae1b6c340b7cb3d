/* The compiled form of a print format. Internal to event/.
 *     print fmt: "comm=%s prio=%d", REC->comm, REC->prio
 * becomes the steps TEXT "comm=", STRING (node: bytes at an offset), TEXT " prio=", DEC (node: load at an offset).
 * Steps print; nodes are expressions, a tree that payload_eval walks for each sample. Both are constant after
 * compiling: any number of threads may use them. */
#ifndef EVENT_FORMAT_PAYLOAD_H
#define EVENT_FORMAT_PAYLOAD_H

#include "base/arena.h"
#include "base/outbuf.h"
#include "event/format/tracepoint_field.h"
#include "event/format/tracing_data.h"

/* Levels of nodes below each other: bounds the recursion of payload_eval. */
enum { PAYLOAD_MAX_DEPTH = 500 };

/* What a node is; the members it uses are named behind. To add one: here, in payload_eval if it is a number, in
 * print_string (payload_print.c) if it is text, and in the table of not_a_field (payload_pointer.c). */
enum node_kind {
	NODE_ZERO,  /* nothing known: 0, prints nothing */
	NODE_CONST, /* value; text is how it was written */
	NODE_LOAD,  /* unsigned number of size bytes at offset */
	NODE_BYTES, /* a field as bytes: number like NODE_LOAD when the size allows it */
	NODE_CAST,  /* a masked with value */
	NODE_UNARY,
	NODE_BINARY,         /* op, a, b */
	NODE_CONDITION,      /* a ? b : c */
	NODE_INDEX,          /* number of size bytes at field + value * b; dynamic: behind the field's location */
	NODE_DYNAMIC,        /* offset of a dynamic field's data in the payload */
	NODE_DYNAMIC_LENGTH, /* its size in bytes */
	NODE_STRING,         /* text behind a dynamic field */
	NODE_FLAGS,          /* names of the bits of a, text between them */
	NODE_SYMBOLIC,       /* of a, by names */
	NODE_HEX,            /* bytes of a, b of them, with blanks between */
	NODE_HEX_STRING,     /* bytes of a, b of them */
	NODE_INT_ARRAY,      /* of a, b elements of c bytes */
	NODE_BITMASK,        /* a dynamic field in hexadecimal words */
	NODE_CPUMASK,        /* a dynamic field as a list "0-3,8" */
	/* of helpers that only plugins know */
	NODE_DEVICE, /* a as MAJOR:MINOR */
	NODE_SCSI,   /* bytes of a, b of them: a command */
	NODE_LE16,   /* little-endian number at offset a of the payload */
};

/* Operators of NODE_UNARY (the first three) and NODE_BINARY, with C's meaning on unsigned 64 bit; OP_XOR gives 0, as in
 * libtraceevent. */
enum node_op {
	OP_NEGATE,
	OP_NOT,
	OP_COMPLEMENT,
	OP_ADD,
	OP_SUB,
	OP_MUL,
	OP_DIV,
	OP_MOD,
	OP_SHL,
	OP_SHR,
	OP_AND,
	OP_OR,
	OP_XOR,
	OP_LOGICAL_AND,
	OP_LOGICAL_OR,
	OP_EQ,
	OP_NE,
	OP_LT,
	OP_LE,
	OP_GT,
	OP_GE
};

/* A number and its name, of __print_flags and __print_symbolic. */
struct payload_name {
	int64_t value;
	const char *text;
};

/* A node of an expression; which members count depends on kind. Made by payload_parser_node with depth 1 and all else
 * zero, linked by payload_parser_attach, constant once parsed. */
struct payload_node {
	uint8_t kind, op, size; /* size: of loads, and of what a NODE_CAST's type points to */
	bool missing;           /* the field it names does not exist */
	uint16_t depth;         /* of what hangs below, counting itself */
	uint32_t offset;        /* of loads and dynamic fields */
	uint64_t value;         /* NODE_CONST, mask of NODE_CAST, element size of NODE_INDEX */
	const struct tracepoint_field *field;
	const struct payload_node *a, *b, *c;
	/* NODE_CONST: as written. NODE_FLAGS: the delimiter. NODE_SYMBOLIC: what is printed for a number without name,
	 * '#' in it being the number; NULL: the number in hexadecimal. */
	const char *text;
	const struct payload_name *names;
	size_t nr_names;
};

/* A conversion of the format string. From STEP_CALL_SITE on they are "%p" with letters behind it
 * (payload_pointer.c). */
enum step_kind {
	STEP_TEXT,
	STEP_DEC,
	STEP_UNSIGNED,
	STEP_HEX,
	STEP_STRING,
	STEP_CHAR,
	STEP_FORMATTED, /* a number through printf */
	STEP_CALL_SITE,
	STEP_FUNCTION, /* of short forms: "(symbol+0x1f) ", "symbol/0x1f" */
	STEP_POINTER,
	STEP_SYMBOL,
	STEP_SYMBOL_OFFSET,
	STEP_MAC,
	STEP_IP4,
	STEP_IP6,
	STEP_SOCKADDR,
	STEP_UUID,
	STEP_RAW_HEX
};

/* One conversion of the format string, with its arguments. arg is never NULL but for STEP_TEXT. */
struct payload_step {
	uint8_t kind;
	int8_t width_bits;                                    /* of numbers: 8, 16, 32 or 64 */
	char conversion;                                      /* d i u x X o c s */
	char variant[3];                                      /* what followed %p */
	bool left, plain;                                     /* plain strings: no width and no precision */
	int width, precision;                                 /* -1: none */
	const struct payload_node *width_arg, *precision_arg; /* '*' */
	const struct payload_node *arg;
	const char *text;
	uint32_t text_size; /* STEP_TEXT; the printf flags of STEP_FORMATTED ("-08") without width */
};

/* An array in the arena of the tracepoints. */
struct payload_program {
	const struct payload_step *steps;
	size_t nr_steps;
};

/* One sample's payload, as the functions below take it. names may be NULL: addresses are then printed as numbers. */
struct payload {
	const struct tracepoint *tp;
	const uint8_t *data;
	size_t size;
	const struct payload_names *names;
};

/* Compiles what follows "print fmt:" for a tracepoint whose fields are there; all memory is the arena's. NULL when it
 * is not understood. */
const struct payload_program *payload_compile(const struct tracepoint *tp, struct text_view print, struct arena *arena);
/* The number a node stands for, unsigned 64 bits; 0 for nodes that are text, and for what lies outside the payload. */
uint64_t payload_eval(const struct payload *p, const struct payload_node *node);
/* A number of 1, 2, 4 or 8 bytes in this machine's byte order; 0 when it lies outside the payload or has another
 * size. */
uint64_t payload_load(const struct payload *p, uint32_t offset, unsigned size);
/* Where a dynamic field's data is, *ret_size cut at the payload's end. Never NULL: without data it is the payload's
 * end and *ret_size 0. */
const uint8_t *payload_dynamic(const struct payload *p, const struct tracepoint_field *field, size_t *ret_size);
/* A SCSI command (command descriptor block) as text: "lba=2048 txlen=8 protect=0". */
void payload_print_scsi(const uint8_t *command, size_t size_bytes, struct outbuf *out);
/* Prints a step of the "%p" family, also the bare number. */
void payload_print_pointer(const struct payload *p, const struct payload_step *step, struct outbuf *out);

#endif
