/* Tables of instructions: finds the row and fills its text in. */
#include "symbol/code/disasm_form.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "symbol/code/disasm_arch.h"

/* One "{...}" of a text. */
struct field {
	char letter;
	uint64_t value;
	unsigned width;
	int64_t scale;
};

/* text: behind the brace. Returns what stands behind the closing one. Texts are tables of ours: well formed. */
static const char *parse_field(const char *text, uint64_t word, struct field *ret)
{
	char *end = (char *)text;
	*ret = (struct field){ .letter = *text, .scale = 1 };
	do {
		unsigned lowest = (unsigned)strtoul(end + 1, &end, 10);
		unsigned width = (unsigned)strtoul(end + 1, &end, 10);
		ret->value = ret->value << width | (word >> lowest & ((UINT64_C(1) << width) - 1));
		ret->width += width;
	} while (*end == ',');
	if (*end == '*') ret->scale = strtol(end + 1, &end, 10);
	return end + 1;
}

static int64_t signed_value(const struct field *field)
{
	uint64_t sign = UINT64_C(1) << (field->width - 1);
	return (int64_t)((field->value ^ sign) - sign) * field->scale;
}

static void put_field(const struct disasm_forms *forms, const struct field *field, struct disasm_insn *ret, char *to,
		      size_t size_bytes)
{
	uint64_t scaled = field->value * (uint64_t)field->scale;
	uint64_t vaddr = ret->vaddr + (uint64_t)signed_value(field);
	switch (field->letter) {
	case 'u': disasm_put(to, size_bytes, "%" PRIu64, scaled); break;
	case 'i': disasm_put(to, size_bytes, "%" PRId64, signed_value(field)); break;
	case 'x': disasm_put(to, size_bytes, "0x%" PRIx64, scaled); break;
	case 't':
	case 'd':
		disasm_put(to, size_bytes, "%" PRIx64, vaddr);
		if (field->letter == 't') ret->has_target = true, ret->target = vaddr;
		else ret->has_data = true, ret->data_vaddr = vaddr;
		break;
	default: forms->put_field(field->letter, field->value, to, size_bytes);
	}
}

static void put_text(const struct disasm_forms *forms, const char *text, uint64_t word, struct disasm_insn *ret,
		     char *to, size_t size_bytes)
{
	to[0] = 0;
	while (*text) {
		size_t plain = strcspn(text, "{");
		disasm_put(to, size_bytes, "%.*s", (int)plain, text);
		text += plain;
		if (!*text) break;
		struct field field;
		text = parse_field(text + 1, word, &field);
		put_field(forms, &field, ret, to, size_bytes);
	}
}

bool disasm_forms_put(const struct disasm_forms *forms, uint64_t word, struct disasm_insn *ret)
{
	for (size_t i = 0; i < forms->count; i++) {
		const struct disasm_form *form = &forms->forms[i];
		if ((word & form->mask) != form->value) continue;
		put_text(forms, form->mnemonic, word, ret, ret->mnemonic, sizeof(ret->mnemonic));
		put_text(forms, form->arguments, word, ret, ret->arguments, sizeof(ret->arguments));
		if (form->kind) ret->kind = form->kind;
		return true;
	}
	return false;
}
