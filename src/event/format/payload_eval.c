/* Numbers of payload programs: loads, and expressions of them. All offsets come from formats and payloads that may be
 * damaged or made to harm: each access is compared with the payload's size, without sums that could overflow. */
#include <string.h>
#include "event/format/payload.h"

/* The comparison is with what is left behind offset, as offset + size might overflow. */
uint64_t payload_load(const struct payload *p, uint32_t offset, unsigned size)
{
	if (unlikely(offset > p->size || size > p->size - offset)) return 0;
	const uint8_t *at = p->data + offset;
	switch (size) {
	case 1: return *at;
	case 2: {
		uint16_t v;
		memcpy(&v, at, 2);
		return p->tp->swap ? __builtin_bswap16(v) : v;
	}
	case 4: {
		uint32_t v;
		memcpy(&v, at, 4);
		return p->tp->swap ? __builtin_bswap32(v) : v;
	}
	case 8: {
		uint64_t v;
		memcpy(&v, at, 8);
		return p->tp->swap ? __builtin_bswap64(v) : v;
	}
	default: return 0;
	}
}

const uint8_t *payload_dynamic(const struct payload *p, const struct tracepoint_field *field, size_t *ret_size)
{
	uint64_t where = payload_load(p, field->offset, field->size);
	/* The field holds length << 16 | offset. Offsets and sizes are of 16 bits each, so that neither can be too
	 * large to add to. */
	size_t offset = where & 0xffff, size = where >> 16 & 0xffff;
	if (field->flags & TRACEPOINT_RELATIVE) offset += field->offset + field->size;
	if (offset >= p->size) {
		*ret_size = 0;
		return p->data + p->size;
	}
	*ret_size = MIN(size, p->size - offset);
	return p->data + offset;
}

/* All operators but the logical ones, which do not evaluate their second side always. Division by zero gives 0. */
static uint64_t eval_binary(enum node_op op, uint64_t a, uint64_t b)
{
	switch (op) {
	case OP_ADD: return a + b;
	case OP_SUB: return a - b;
	case OP_MUL: return a * b;
	case OP_DIV: return b ? a / b : 0;
	case OP_MOD: return b ? a % b : 0;
	case OP_SHL: return a << (b & 63);
	case OP_SHR: return a >> (b & 63);
	case OP_AND: return a & b;
	case OP_OR: return a | b;
	case OP_EQ: return a == b;
	case OP_NE: return a != b;
	case OP_LT: return a < b;
	case OP_LE: return a <= b;
	case OP_GT: return a > b;
	case OP_GE: return a >= b;
	/* Nodes that are text have no number. */
	default: return 0; /* "^", as libtraceevent */
	}
}

uint64_t payload_eval(const struct payload *p, const struct payload_node *node)
{
	switch ((enum node_kind)node->kind) {
	case NODE_CONST: return node->value;
	case NODE_LOAD: return payload_load(p, node->offset, node->size);
	case NODE_CAST: return payload_eval(p, node->a) & node->value;
	case NODE_UNARY: {
		uint64_t a = payload_eval(p, node->a);
		if (node->op == OP_NOT) return !a;
		return node->op == OP_COMPLEMENT ? ~a : -a;
	}
	case NODE_BINARY: {
		uint64_t a = payload_eval(p, node->a);
		if (node->op == OP_LOGICAL_AND) return a && payload_eval(p, node->b);
		if (node->op == OP_LOGICAL_OR) return a || payload_eval(p, node->b);
		return eval_binary((enum node_op)node->op, a, payload_eval(p, node->b));
	}
	case NODE_CONDITION: return payload_eval(p, payload_eval(p, node->a) ? node->b : node->c);
	/* Every index is checked against the payload's size before it is multiplied. */
	case NODE_INDEX: {
		uint64_t index = payload_eval(p, node->b), offset;
		if (node->field->flags & TRACEPOINT_DYNAMIC) {
			size_t size;
			offset = (uint64_t)(payload_dynamic(p, node->field, &size) - p->data);
		} else {
			offset = node->field->offset;
		}
		if (index > p->size) return 0;
		offset += index * node->value;
		return offset <= p->size ? payload_load(p, (uint32_t)offset, node->size) : 0;
	}
	case NODE_DYNAMIC: {
		size_t size;
		return (uint64_t)(payload_dynamic(p, node->field, &size) - p->data);
	}
	/* The argument is an offset, NODE_DYNAMIC's value: helpers of this kind take a pointer into the payload. */
	case NODE_LE16: {
		uint64_t at = payload_eval(p, node->a);
		return at <= p->size && p->size - at >= 2 ? (uint64_t)(p->data[at] | p->data[at + 1] << 8) : 0;
	}
	case NODE_DYNAMIC_LENGTH: return payload_load(p, node->field->offset, node->field->size) >> 16 & 0xffff;
	default: return 0;
	}
}
