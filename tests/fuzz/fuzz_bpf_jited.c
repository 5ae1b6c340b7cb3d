/* What a recording tells of a BPF program, in both byte orders: each function's code can be read to its end, and is
 * found by its address; so are its source lines, with strings of a BTF of the id that the program names. */
#include "symbol/bpf_jited.h"
#include "tests/fuzz/fuzz.h"

enum { BTF_ID_AT = 16 + 128 };

static void add_types(struct bpf_jited *code, const uint8_t *data, size_t size)
{
	/* a header of 24 bytes, no types, strings */
	static const char types[] = "\x9f\xeb\1\0\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x0b\0\0\0\0prog.c\0x;";
	uint32_t id = 0;
	if (size >= BTF_ID_AT + sizeof(id)) memcpy(&id, data + BTF_ID_AT, sizeof(id));
	bpf_jited_add_types(code, id, types, sizeof(types));
	bpf_jited_add_types(code, id + 1, data, size);
}

static unsigned read_function(const struct bpf_jited_function *function)
{
	unsigned sum = function->name ? (unsigned)strlen(function->name) : 0;
	for (uint32_t at = 0; at < function->size_bytes; at++) sum += function->code[at];
	for (size_t i = 0; i < function->lines.count; i++) {
		const struct bpf_line *line = &function->lines.items[i];
		if (line->start - function->start >= function->size_bytes) abort();
		sum += (unsigned)(strlen(line->file) + strlen(line->text)) + line->number;
	}
	return sum;
}

FUZZ(data, size)
{
	for (int swap = 0; swap < 2; swap++) {
		struct bpf_jited *code = bpf_jited_new();
		unsigned sum = 0;
		add_types(code, data, size);
		size_t count = bpf_jited_add(code, data, size, swap);
		if (bpf_jited_count(code) != count) abort();
		for (size_t i = 0; i < count; i++) {
			sum += read_function(bpf_jited_at(code, i));
			if (!bpf_jited_find(code, "anything", bpf_jited_at(code, i)->start)) abort();
		}
		if (sum == 1 && !count) abort(); /* so that it is read */
		bpf_jited_free(code);
	}
}
