/* Structures without rows, written by the types of the kernel that runs. They are of this machine and of this moment,
 * so that only live tracing has them: no recording of another machine is read with them. */
#include "syscall/syscall_types.h"

#include <string.h>
#include "syscall/syscall_write.h"

/* Structures in structures, and elements of an array that are shown: both bound what damaged types can cost. */
enum { MOST_DEPTH = 6, MOST_ELEMENTS = 16 };

/* A row of ours says more than the kernel's types do (names of flags, which member of a union counts), and goes first
 * unless the caller wants it otherwise. */
const struct syscall_typed_arg *syscall_types_find(const struct syscall_types *types, const struct syscall *syscall,
						   unsigned arg)
{
	ptrdiff_t index = syscall - syscall_at(0);
	if (!types || index < 0 || (size_t)index >= syscall_count()) return NULL;
	const struct syscall_typed_arg *found = &types->args[index][arg];
	if (!found->type_plus_1 || found->type_plus_1 > types->nr_types) return NULL;
	unsigned kind = syscall->args[arg].kind;
	return types->preferred || kind == SYSCALL_KIND_pointer || kind == SYSCALL_KIND_unsigned ? found : NULL;
}

/* Up to 64 bits of the machine's own byte order (on big-endian machines bit 0 is the highest of its byte): these are
 * types of the kernel that runs. False: they are not there, or span more than 8 bytes. */
static bool bits_at(struct syscall_bytes bytes, uint64_t bit_off, uint32_t nr_bits, uint64_t *ret)
{
	uint64_t value = 0;
	size_t from = bit_off / 8, shift = bit_off % 8, size = (shift + nr_bits + 7) / 8;
	if (!nr_bits || nr_bits > 64 || size > 8 || from > bytes.size || size > bytes.size - from) return false;
	for (size_t i = 0; i < size; i++) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		value = value << 8 | bytes.bytes[from + i];
#else
		value |= (uint64_t)bytes.bytes[from + i] << 8 * i;
#endif
	}
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	value >>= size * 8 - shift - nr_bits;
#else
	value >>= shift;
#endif
	*ret = nr_bits == 64 ? value : value & (((uint64_t)1 << nr_bits) - 1);
	return true;
}

/* In steps of 32 bits, as bits_at reads at most 8 whole bytes. Bits that are not there count as zero. */
static bool is_zero(struct syscall_bytes bytes, uint64_t bit_off, uint64_t nr_bits)
{
	uint64_t bits;
	for (uint64_t done = 0; done < nr_bits; done += 32)
		if (bits_at(bytes, bit_off + done, (uint32_t)MIN(nr_bits - done, (uint64_t)32), &bits) && bits)
			return false;
	return true;
}

/* One structure that is being written: its types and the bytes that were read. */
struct typing {
	const struct syscall_writing *w;
	const struct syscall_types *types;
	struct syscall_bytes bytes;
};

static void add_fields(const struct typing *t, uint32_t type, uint64_t bit_off, unsigned depth, const char **separator);

/* A pointer as an address, an enumerator by its name, all else as a decimal number. */
static void add_number(const struct typing *t, const struct syscall_type_field *field, uint64_t number)
{
	bool is_signed = field->form == SYSCALL_FIELD_SIGNED;
	int64_t value = is_signed && field->nr_bits < 64 && number >> (field->nr_bits - 1) & 1
				? (int64_t)(number | ~(uint64_t)0 << field->nr_bits)
				: (int64_t)number;
	if (field->form == SYSCALL_FIELD_POINTER) {
		syscall_write_value(t->w, SYSCALL_KIND_pointer, number);
		return;
	}
	for (size_t i = 0; field->form == SYSCALL_FIELD_ENUM && i < field->nr_names; i++) {
		if ((uint32_t)field->names[i].number != (uint32_t)number) continue;
		size_t start = t->w->out->size;
		out_str(t->w->out, field->names[i].name);
		syscall_write_end_text(t->w, start);
		return;
	}
	syscall_write_number(t->w, (uint64_t)value, is_signed);
}

/* False: it is not there. */
static bool add_element(const struct typing *t, const struct syscall_type_field *field, uint64_t bit_off,
			unsigned depth)
{
	uint64_t number;
	if (field->form == SYSCALL_FIELD_STRUCTURE) {
		const char *separator = " ";
		if (bit_off / 8 >= t->bytes.size) return false;
		out_char(t->w->out, '{');
		value_begin(t->w->sink, VALUE_OBJECT);
		add_fields(t, field->type, bit_off, depth + 1, &separator);
		out_lit(t->w->out, " }");
		value_end(t->w->sink, VALUE_OBJECT);
		return true;
	}
	if (!bits_at(t->bytes, bit_off, field->nr_bits, &number)) return false;
	add_number(t, field, number);
	return true;
}

/* A field: a text, one element, or "[1, 2, ...]". */
static void add_value(const struct typing *t, const struct syscall_type_field *field, uint64_t bit_off, unsigned depth)
{
	struct outbuf *out = t->w->out;
	size_t from = bit_off / 8;
	if (field->form == SYSCALL_FIELD_TEXT) {
		size_t size = from < t->bytes.size ? MIN((size_t)field->nr_elements, t->bytes.size - from) : 0;
		syscall_write_string(t->w, t->bytes.bytes + MIN(from, t->bytes.size),
				     strnlen((const char *)t->bytes.bytes + MIN(from, t->bytes.size), size), false);
		return;
	}
	if (field->nr_elements == 1) {
		(void)add_element(t, field, bit_off, depth);
		return;
	}
	out_char(out, '[');
	value_begin(t->w->sink, VALUE_LIST);
	for (uint32_t i = 0; i < field->nr_elements && i < MOST_ELEMENTS; i++) {
		size_t before = out->size;
		if (i) out_lit(out, ", ");
		if (add_element(t, field, bit_off + (uint64_t)i * field->nr_bits, depth)) continue;
		out->size = before;
		break;
	}
	if (field->nr_elements > MOST_ELEMENTS) out_lit(out, ", ...");
	out_char(out, ']');
	value_end(t->w->sink, VALUE_LIST);
}

/* The fields of a structure, without its braces. Those that are 0 are left out, as upstream does. separator: what
 * stands before the next field; it is kept across unnamed structures, whose fields count as those around them. */
static void add_fields(const struct typing *t, uint32_t type, uint64_t bit_off, unsigned depth, const char **separator)
{
	if (type >= t->types->nr_types || depth > MOST_DEPTH) return;
	const struct syscall_type *structure = &t->types->types[type];
	for (size_t i = 0; i < structure->nr_fields && t->w->out->size < SYSCALL_TYPE_MOST_BYTES * 64; i++) {
		const struct syscall_type_field *field = &structure->fields[i];
		uint64_t at = bit_off + field->bit_off,
			 nr_bits = field->form == SYSCALL_FIELD_TEXT ? field->nr_elements * 8ull
								     : (uint64_t)field->nr_bits * field->nr_elements;
		if (at / 8 >= t->bytes.size ||
		    is_zero(t->bytes, at, MIN(nr_bits, (uint64_t)SYSCALL_TYPE_MOST_BYTES * 8)))
			continue;
		if (field->form == SYSCALL_FIELD_STRUCTURE && !*field->name && field->nr_elements == 1) {
			add_fields(t, field->type, at, depth + 1, separator);
			continue;
		}
		out_str(t->w->out, *separator);
		out_char(t->w->out, '.');
		out_str(t->w->out, field->name);
		out_lit(t->w->out, ": ");
		value_name(t->w->sink, field->name);
		add_value(t, field, at, depth);
		*separator = ", ";
	}
}

/* Where a structure has nothing but zeros, "{ }" is what there is of it. */
bool syscall_write_typed(const struct syscall_writing *w, unsigned arg, struct syscall_bytes bytes)
{
	const struct syscall_types *types = w->context->types;
	const struct syscall_typed_arg *typed = syscall_types_find(types, w->syscall, arg);
	const struct typing t = { w, types, bytes };
	const char *separator = " ";
	if (!typed) return false;
	out_char(w->out, '{');
	value_begin(w->sink, VALUE_OBJECT);
	add_fields(&t, typed->type_plus_1 - 1, 0, 0, &separator);
	out_lit(w->out, " }");
	value_end(w->sink, VALUE_OBJECT);
	return true;
}
