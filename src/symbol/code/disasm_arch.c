/* What the rows of machines share. */
#include "symbol/code/disasm_arch.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct disasm_register disasm_register(const struct disasm *disasm, unsigned number)
{
	if (number >= DISASM_MAX_REGISTERS || !disasm->names[number][0])
		return (struct disasm_register){ .number = DISASM_NO_REGISTER };
	return disasm->registers[number];
}

void disasm_put(char *to, size_t size_bytes, const char *format, ...)
{
	size_t length = strlen(to);
	va_list args;
	va_start(args, format);
	vsnprintf(to + length, size_bytes - length, format, args);
	va_end(args);
}

int disasm_numbered(const char *name, const char *prefix, unsigned count)
{
	size_t length = strlen(prefix);
	unsigned number = 0;
	if (strncmp(name, prefix, length) != 0 || !isdigit((unsigned char)name[length])) return -1;
	for (name += length; isdigit((unsigned char)*name) && number < 1000; name++)
		number = number * 10 + (unsigned)(*name - '0');
	return *name || number >= count ? -1 : (int)number;
}

void disasm_bad_word(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, const char *directive,
		     struct disasm_insn *ret)
{
	unsigned length = size_bytes >= 4 ? 4 : (unsigned)MIN(size_bytes, 2);
	uint32_t word = 0;
	for (unsigned i = 0; i < length; i++)
		word |= (uint32_t)code[disasm->options.is_big_endian ? length - 1 - i : i] << 8 * i;
	ret->length = (uint8_t)length;
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), "%s", length == 4 ? directive : ".short");
	if (length == 1) snprintf(ret->mnemonic, sizeof(ret->mnemonic), ".byte");
	snprintf(ret->arguments, sizeof(ret->arguments), "0x%0*x", (int)length * 2, word);
}

void disasm_squeeze(char *text)
{
	char *to = text;
	for (const char *from = text; *from; from++)
		if (*from != ' ') *to++ = *from;
	*to = 0;
}

/* Whether a number of the library's text begins here: behind '#', '-' or a separator, not in the name of a register. */
static bool is_number(const char *text, const char *at)
{
	return isdigit((unsigned char)*at) && (at == text || strchr("#-, ([+", at[-1]));
}

/* Numbers above 9 have "0x" in the library's text. */
void disasm_put_library_text(const cs_insn *insn, enum disasm_numbers numbers, struct disasm_insn *ret)
{
	size_t used = 0;
	bool in_brackets = false, is_float = strchr(insn->op_str, '.') && strchr(insn->op_str, '#');
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), "%s", insn->mnemonic);
	for (const char *at = insn->op_str; *at && used + 24 < sizeof(ret->arguments);) {
		in_brackets = *at == '[' || (in_brackets && *at != ']');
		if (is_number(insn->op_str, at) && !is_float) {
			char *end;
			unsigned long long number = strtoull(at, &end, 0);
			bool is_decimal = numbers == DISASM_DECIMAL || in_brackets;
			used += (size_t)sprintf(ret->arguments + used, is_decimal ? "%llu" : "0x%llx", number);
			at = end;
			continue;
		}
		ret->arguments[used++] = *at++;
	}
	ret->arguments[used] = 0;
	if (!ret->has_target) return;
	/* The target is the last argument, "#0x1040" or "0x1040". */
	char *last = strrchr(ret->arguments, ',');
	last = last ? last + 1 + strspn(last + 1, " ") : ret->arguments;
	snprintf(last, sizeof(ret->arguments) - (size_t)(last - ret->arguments), "%llx",
		 (unsigned long long)ret->target);
}
