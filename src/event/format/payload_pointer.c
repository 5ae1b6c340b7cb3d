/* The kernel's "%p" extensions in payloads: symbols, hardware and network addresses, UUIDs, bytes. Source: the kernel's
 * Documentation/core-api/printk-formats.rst.
 *
 * An extension is applied to the bytes of a field, not to a number, so that its argument must be a field itself
 * (field_bytes). Wrong sizes and arguments print upstream's complaints ("INVALIDMAC", "ARG TYPE NOT FIELD BUT 4") in
 * place of the value. To add an extension: a kind in payload.h, its letters in pointer_kind (payload_compile.c), a case
 * in payload_print_pointer. */
#include <string.h>
#include "event/format/payload.h"

/* "%ps", "%pS": name, or address where there is none. */
static void print_symbol(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	uint64_t ip = payload_eval(p, step->arg), sym_off = 0;
	const char *name = p->names ? p->names->find(p->names->ctx, ip, &sym_off) : NULL;
	if (!name) {
		out_lit(out, "0x");
		out_hex(out, ip, 0);
		return;
	}
	out_str(out, name);
	if (step->kind == STEP_SYMBOL_OFFSET) {
		out_lit(out, "+0x");
		out_hex(out, sym_off, 0);
	}
}

/* "(name+0x1f) ", nothing where there is no name. */
static void print_call_site(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	uint64_t ip = payload_eval(p, step->arg), sym_off = 0;
	const char *name = p->names ? p->names->find(p->names->ctx, ip, &sym_off) : NULL;
	if (!name) return;
	out_char(out, '(');
	out_str(out, name);
	out_lit(out, "+0x");
	out_hex(out, sym_off, 0);
	out_lit(out, ") ");
}

/* "name/0x1f", else the address with eight digits. */
static void print_function(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	uint64_t ip = payload_eval(p, step->arg), sym_off = 0;
	const char *name = p->names ? p->names->find(p->names->ctx, ip, &sym_off) : NULL;
	if (name) out_str(out, name);
	out_str(out, name ? "/0x" : "0x");
	if (name) out_hex(out, sym_off, 0);
	else out_hex0(out, ip, 8);
}

/* Bare "%p". */
static void print_number(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	uint64_t value = payload_eval(p, step->arg);
	if (!value) {
		out_lit(out, "(nil)");
		return;
	}
	out_lit(out, "0x");
	out_hex(out, value, 0);
}

/* Upstream's complaint about an argument that has to be a field; it numbers the kinds of arguments. */
static void not_a_field(const struct payload_node *node, struct outbuf *out)
{
	static const uint8_t numbers[] = { [NODE_CONST] = 1,       [NODE_BYTES] = 2,
					   [NODE_FLAGS] = 3,       [NODE_SYMBOLIC] = 4,
					   [NODE_HEX] = 5,         [NODE_INT_ARRAY] = 6,
					   [NODE_CAST] = 7,        [NODE_STRING] = 8,
					   [NODE_DYNAMIC] = 10,    [NODE_LOAD] = 11 /* of an element */,
					   [NODE_INDEX] = 11,      [NODE_UNARY] = 11,
					   [NODE_BINARY] = 11,     [NODE_CONDITION] = 11,
					   [NODE_BITMASK] = 13,    [NODE_DYNAMIC_LENGTH] = 14,
					   [NODE_HEX_STRING] = 15, [NODE_CPUMASK] = 16 };
	out_lit(out, "ARG TYPE NOT FIELD BUT ");
	out_dec(out, node->kind == NODE_LOAD && node->field ? numbers[NODE_BYTES] : numbers[node->kind], 0);
}

/* The bytes an address extension is applied to; NULL after printing why not. */
static const uint8_t *field_bytes(const struct payload *p, const struct payload_node *node, bool dynamic_too,
				  size_t *ret_size, struct outbuf *out)
{
	if (dynamic_too && node->kind == NODE_DYNAMIC) return payload_dynamic(p, node->field, ret_size);
	if ((node->kind != NODE_LOAD && node->kind != NODE_BYTES) || (!node->field && !node->missing)) {
		not_a_field(node, out);
		return NULL;
	}
	if (!node->field) return NULL;
	if (node->field->offset > p->size || node->field->size > p->size - node->field->offset) *ret_size = 0;
	else *ret_size = node->field->size;
	return p->data + MIN(node->field->offset, p->size);
}

/* %pM with colons, %pMF with dashes, %pMR reversed, %pm without any. */
static void print_mac(const struct payload_step *step, const uint8_t *mac, struct outbuf *out)
{
	bool reverse = step->variant[1] == 'R';
	for (int i = 0; i < 6; i++) {
		if (i && step->variant[0] == 'M') out_char(out, step->variant[1] == 'F' ? '-' : ':');
		out_hex0(out, mac[reverse ? 5 - i : i], 2);
	}
}

/* %pI4 plain, %pi4 with leading zeros. */
static void print_ip4(char variant, bool reversed, const uint8_t *ip, struct outbuf *out)
{
	for (int i = 0; i < 4; i++) {
		if (i) out_char(out, '.');
		out_dec0(out, ip[reversed ? 3 - i : i], variant == 'i' ? 3 : 1);
	}
}

/* %pI6 with colons, %pi6 without. */
static void print_ip6_words(const uint8_t *ip, bool colons, struct outbuf *out)
{
	for (int i = 0; i < 8; i++) {
		if (i && colons) out_char(out, ':');
		out_hex0(out, ip[2 * i], 2);
		out_hex0(out, ip[2 * i + 1], 2);
	}
}

/* RFC 5952: the longest run of two or more zero words becomes "::"; IPv4-mapped and ISATAP addresses end in dotted
 * form. */
static void print_ip6_short(const uint8_t *ip, struct outbuf *out)
{
	uint16_t words[8];
	for (int i = 0; i < 8; i++) words[i] = (uint16_t)(ip[2 * i] << 8 | ip[2 * i + 1]);
	/* ::ffff:a.b.c.d, and ...:0:5efe:a.b.c.d (RFC 5214) */
	bool mapped = !words[0] && !words[1] && !words[2] && !words[3] && !words[4] && words[5] == 0xffff;
	bool isatap = (words[4] | 0x0200) == 0x0200 && words[5] == 0x5efe;
	/* words in front of the dotted form; runs of one zero word are not shortened */
	int count = mapped || isatap ? 6 : 8, best = -1, longest = 1;
	for (int i = 0; i < count; i++) {
		int run = 0;
		while (i + run < count && !words[i + run]) run++;
		if (run > longest) {
			longest = run;
			best = i;
		}
	}
	bool colon = false;
	for (int i = 0; i < count; i++) {
		if (i == best) {
			out_str(out, i == 0 ? "::" : ":");
			colon = false;
			i += longest - 1;
			continue;
		}
		if (colon) out_char(out, ':');
		out_hex(out, words[i], 0);
		colon = true;
		if (i + 1 == best) {
			out_char(out, ':');
			colon = false;
		}
	}
	if (mapped || isatap) {
		if (colon) out_char(out, ':');
		print_ip4('I', false, ip + 12, out);
	}
}

/* %pIS: struct sockaddr_in or sockaddr_in6 by its family (AF_INET 2, AF_INET6 10: the numbers of Linux); p: with
 * port, c: compact. */
static void print_sockaddr(const struct payload *p, const struct payload_step *step, const uint8_t *data, size_t size,
			   struct outbuf *out)
{
	bool port = step->variant[1] == 'p' || step->variant[2] == 'p',
	     compact = step->variant[1] == 'c' || step->variant[2] == 'c';
	if (size < 2) return;
	uint64_t family = payload_load(p, (uint32_t)(data - p->data), 2);
	if (family == 2) {
		if (size < 8) {
			out_lit(out, "INVALIDIPv4");
			return;
		}
		print_ip4('I', false, data + 4, out);
	} else if (family == 10) {
		if (size < 28) {
			out_lit(out, "INVALIDIPv6");
			return;
		}
		if (port) out_char(out, '[');
		if (compact) print_ip6_short(data + 8, out);
		else print_ip6_words(data + 8, true, out);
		if (port) out_char(out, ']');
	} else {
		return;
	}
	if (port) {
		out_char(out, ':');
		out_dec(out, (uint64_t)(data[2] << 8 | data[3]), 0);
	}
}

/* %pUb, %pUB big-endian, %pUl, %pUL little-endian, capitals for capitals. */
static void print_uuid(const struct payload_step *step, const uint8_t *uuid, struct outbuf *out)
{
	static const uint8_t big[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
			     little[16] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	char variant = step->variant[1];
	const uint8_t *order = variant == 'l' || variant == 'L' ? little : big;
	const char *digits = variant == 'L' || variant == 'B' ? "0123456789ABCDEF" : "0123456789abcdef";
	for (int i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10) out_char(out, '-');
		out_char(out, digits[uuid[order[i]] >> 4]);
		out_char(out, digits[uuid[order[i]] & 15]);
	}
}

/* "%*ph": as many bytes as the width says. */
static void print_raw_hex(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	size_t size;
	if (step->arg->kind != NODE_DYNAMIC) {
		not_a_field(step->arg, out);
		return;
	}
	const uint8_t *data = payload_dynamic(p, step->arg->field, &size);
	int64_t count = step->width_arg ? (int32_t)payload_eval(p, step->width_arg) : step->width;
	char between = ' ';
	if (step->variant[1] == 'C') between = ':';
	else if (step->variant[1] == 'D') between = '-';
	else if (step->variant[1] == 'N') between = 0;
	for (int64_t i = 0; i < count && (size_t)i < size; i++) {
		if (i && between) out_char(out, between);
		out_hex0(out, data[i], 2);
	}
}

/* Kinds that take a number come first; the others take a field's bytes, whose size must be right, or print a
 * complaint. */
void payload_print_pointer(const struct payload *p, const struct payload_step *step, struct outbuf *out)
{
	size_t size = 0;
	const uint8_t *data;

	switch ((enum step_kind)step->kind) {
	case STEP_SYMBOL:
	case STEP_SYMBOL_OFFSET: print_symbol(p, step, out); return;
	case STEP_CALL_SITE: print_call_site(p, step, out); return;
	case STEP_FUNCTION: print_function(p, step, out); return;
	case STEP_RAW_HEX: print_raw_hex(p, step, out); return;
	case STEP_MAC:
		if (!(data = field_bytes(p, step->arg, false, &size, out))) return;
		if (size != 6) out_lit(out, "INVALIDMAC");
		else print_mac(step, data, out);
		return;
	case STEP_IP4:
		if (!(data = field_bytes(p, step->arg, true, &size, out))) return;
		if (size != 4) out_lit(out, "INVALIDIPv4");
		else print_ip4(step->variant[0], step->variant[1] == 'h' || step->variant[1] == 'l', data, out);
		return;
	case STEP_IP6:
		if (!(data = field_bytes(p, step->arg, true, &size, out))) return;
		if (size != 16) out_lit(out, "INVALIDIPv6");
		else if (step->variant[0] == 'i') print_ip6_words(data, false, out);
		else if (step->variant[1] == 'c') print_ip6_short(data, out);
		else print_ip6_words(data, true, out);
		return;
	case STEP_SOCKADDR:
		if (!(data = field_bytes(p, step->arg, true, &size, out))) return;
		print_sockaddr(p, step, data, size, out);
		return;
	case STEP_UUID:
		if (!(data = field_bytes(p, step->arg, false, &size, out))) return;
		if (size != 16) out_lit(out, "INVALIDUUID");
		else print_uuid(step, data, out);
		return;
	default: print_number(p, step, out); return;
	}
}
