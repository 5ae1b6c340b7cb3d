/* Expressions of call frame information (DWARF 5, section 2.5): a stack machine over the registers and the memory of
 * a frame. Compilers write few; procedure linkage tables and signal frames have them. Example, of a linkage table on
 * x86-64:
 *
 *   breg7 8, breg16 0, lit15, and, lit11, ge, lit3, shl, plus     rsp + 8 + ((rip & 15) >= 11) * 8
 *
 * Steps, depth and reads are bounded. */
#include "symbol/cfi/cfi_expr.h"

#include <errno.h>
#include "base/cursor.h"

/* Bounds, far above what compilers write. */
#define MAX_STEPS 4096 /* jumps may go backwards */
#define MAX_DEPTH 64

/* DW_OP_* without what only locations of variables have. */
enum {
	OP_ADDR = 0x03,
	OP_DEREF = 0x06,
	OP_CONST1U = 0x08,
	OP_CONST1S,
	OP_CONST2U,
	OP_CONST2S,
	OP_CONST4U,
	OP_CONST4S,
	OP_CONST8U,
	OP_CONST8S,
	OP_CONSTU,
	OP_CONSTS,
	OP_DUP,
	OP_DROP,
	OP_OVER,
	OP_PICK,
	OP_SWAP,
	OP_ROT,
	OP_XDEREF,
	OP_ABS,
	OP_AND,
	OP_DIV,
	OP_MINUS,
	OP_MOD,
	OP_MUL,
	OP_NEG,
	OP_NOT,
	OP_OR,
	OP_PLUS,
	OP_PLUS_UCONST,
	OP_SHL,
	OP_SHR,
	OP_SHRA,
	OP_XOR,
	OP_BRA,
	OP_EQ,
	OP_GE,
	OP_GT,
	OP_LE,
	OP_LT,
	OP_NE,
	OP_SKIP,
	OP_LIT0 = 0x30,
	OP_LIT31 = 0x4f,
	OP_BREG0 = 0x70,
	OP_BREG31 = 0x8f,
	OP_BREGX = 0x92,
	OP_DEREF_SIZE = 0x94,
	OP_NOP = 0x96,
};

/* One run. Values are cut to the word size when they are pushed. code stays at the first failure, which ends the run;
 * pushed and popped values are of no meaning from then on. */
struct evaluation {
	const struct cfi_expr_machine *machine;
	struct cursor c;
	uint64_t stack[MAX_DEPTH];
	unsigned depth;
	int code; /* sticky */
};

static void push(struct evaluation *e, uint64_t value)
{
	if (e->depth == MAX_DEPTH) e->code = -EBADMSG;
	else e->stack[e->depth++] = e->machine->is64 ? value : (uint32_t)value;
}

static uint64_t pop(struct evaluation *e)
{
	if (e->depth) return e->stack[--e->depth];
	e->code = -EBADMSG;
	return 0;
}

/* The entry `below` the top. */
static void pick(struct evaluation *e, unsigned below)
{
	if (below >= e->depth) e->code = -EBADMSG;
	else push(e, e->stack[e->depth - 1 - below]);
}

/* Comparisons and divisions are signed (DWARF 5, section 2.5.1). */
static int64_t as_signed(const struct evaluation *e, uint64_t value)
{
	return e->machine->is64 ? (int64_t)value : (int32_t)value;
}

/* A register that is not known fails the expression. */
static void push_register(struct evaluation *e, uint64_t column, int64_t offset)
{
	uint64_t value = 0;
	if (!e->machine->read_register(e->machine->ctx, column, &value)) e->code = -EFAULT;
	push(e, value + (uint64_t)offset);
}

/* Reads size_bytes at the address on top of the stack, zero-extended. */
static void dereference(struct evaluation *e, unsigned size_bytes)
{
	uint64_t vaddr = pop(e), value = 0;
	if (size_bytes == 0 || size_bytes > 8 || e->code < 0) e->code = -EBADMSG;
	else if (!e->machine->read_memory(e->machine->ctx, vaddr, size_bytes, &value)) e->code = -EFAULT;
	push(e, value);
}

/* Relative to the byte behind the operand. A target outside the expression ends it or fails. */
static void jump(struct evaluation *e, int16_t distance)
{
	int64_t to = (int64_t)e->c.pos + distance;
	if (to < 0) e->code = -EBADMSG;
	else cursor_seek(&e->c, (size_t)to);
}

/* Operations with two operands; a is the second from the top, b the top. Shifts by the word's width and more, and the
 * smallest number divided by -1, are undefined in C and handled apart. */
static void binary(struct evaluation *e, uint8_t op)
{
	uint64_t b = pop(e), a = pop(e), width = e->machine->is64 ? 64 : 32;
	int64_t sa = as_signed(e, a), sb = as_signed(e, b);
	switch (op) {
	case OP_AND: a &= b; break;
	case OP_DIV:
		if (sb == 0) e->code = -EBADMSG;
		else a = sb == -1 ? 0 - a : (uint64_t)(sa / sb);
		break;
	case OP_MINUS: a -= b; break;
	case OP_MOD:
		if (b == 0) e->code = -EBADMSG;
		else a %= b;
		break;
	case OP_MUL: a *= b; break;
	case OP_OR: a |= b; break;
	case OP_PLUS: a += b; break;
	case OP_SHL: a = b < width ? a << b : 0; break;
	case OP_SHR: a = b < width ? a >> b : 0; break;
	case OP_SHRA: a = (uint64_t)(sa >> MIN(b, width - 1)); break;
	case OP_XOR: a ^= b; break;
	case OP_EQ: a = sa == sb; break;
	case OP_GE: a = sa >= sb; break;
	case OP_GT: a = sa > sb; break;
	case OP_LE: a = sa <= sb; break;
	case OP_LT: a = sa < sb; break;
	case OP_NE: a = sa != sb; break;
	default: e->code = -EBADMSG; break;
	}
	push(e, a);
}

/* DW_OP_rot: the top goes below the next two. */
static void rotate(struct evaluation *e)
{
	uint64_t top = pop(e), second = pop(e), third = pop(e);
	push(e, top);
	push(e, third);
	push(e, second);
}

/* One operation, with its operands from the cursor. */
static void step(struct evaluation *e, uint8_t op)
{
	struct cursor *c = &e->c;
	unsigned word = e->machine->is64 ? 8 : 4;
	uint64_t a;
	if (op >= OP_LIT0 && op <= OP_LIT31) {
		push(e, op - OP_LIT0);
		return;
	}
	if (op >= OP_BREG0 && op <= OP_BREG31) {
		push_register(e, op - OP_BREG0, cursor_sleb128(c));
		return;
	}
	switch (op) {
	case OP_ADDR:
		push(e, word == 8 ? cursor_u64(c) : cursor_u32(c));
		break; /* not relocated: no compiler writes it here */
	case OP_DEREF: dereference(e, word); break;
	case OP_DEREF_SIZE: dereference(e, cursor_u8(c)); break;
	case OP_CONST1U: push(e, cursor_u8(c)); break;
	case OP_CONST1S: push(e, (uint64_t)(int8_t)cursor_u8(c)); break;
	case OP_CONST2U: push(e, cursor_u16(c)); break;
	case OP_CONST2S: push(e, (uint64_t)(int16_t)cursor_u16(c)); break;
	case OP_CONST4U: push(e, cursor_u32(c)); break;
	case OP_CONST4S: push(e, (uint64_t)(int32_t)cursor_u32(c)); break;
	case OP_CONST8U:
	case OP_CONST8S: push(e, cursor_u64(c)); break;
	case OP_CONSTU: push(e, cursor_uleb128(c)); break;
	case OP_CONSTS: push(e, (uint64_t)cursor_sleb128(c)); break;
	case OP_DUP: pick(e, 0); break;
	case OP_DROP: (void)pop(e); break;
	case OP_OVER: pick(e, 1); break;
	case OP_PICK: pick(e, cursor_u8(c)); break;
	case OP_SWAP: {
		uint64_t b = pop(e);
		a = pop(e);
		push(e, b);
		push(e, a);
		break;
	}
	case OP_ROT: rotate(e); break;
	case OP_ABS:
		a = pop(e);
		push(e, as_signed(e, a) < 0 ? 0 - a : a);
		break;
	case OP_NEG: push(e, 0 - pop(e)); break;
	case OP_NOT: push(e, ~pop(e)); break;
	case OP_PLUS_UCONST:
		a = pop(e);
		push(e, a + cursor_uleb128(c));
		break;
	case OP_BREGX:
		a = cursor_uleb128(c);
		push_register(e, a, cursor_sleb128(c));
		break;
	case OP_SKIP: jump(e, (int16_t)cursor_u16(c)); break;
	case OP_BRA: {
		int16_t distance = (int16_t)cursor_u16(c);
		if (pop(e)) jump(e, distance);
		break;
	}
	case OP_NOP: break;
	default: binary(e, op); break;
	}
}

/* Rules of registers begin with the CFA on the stack, that of the CFA itself with nothing (DWARF 5, section 6.4.2). */
int cfi_expr_evaluate(const struct cfi_expr_machine *machine, struct bytes expression, const uint64_t *initial,
		      uint64_t *ret)
{
	struct evaluation e = { .machine = machine, .c = cursor_of(expression.data, expression.size, machine->swap) };
	if (initial) push(&e, *initial);
	for (unsigned steps = 0; cursor_left(&e.c); steps++) {
		if (steps == MAX_STEPS) return -ELOOP;
		step(&e, cursor_u8(&e.c));
		if (!cursor_ok(&e.c)) return -EBADMSG;
		if (e.code < 0) return e.code;
	}
	if (!e.depth) return -EBADMSG;
	*ret = e.stack[e.depth - 1];
	return 0;
}
