/* Markers in the words of the kernel's uprobe_events (Documentation/trace/uprobetracer): the operands of assembly that
 * <sys/sdt.h> writes ("8@%rdx -4@-80(%rbx)") become arguments ("arg1=%dx:u64 arg2=-80(%bx):s32").
 *
 * What the kernel has no words for (an index register, a symbol, floating point) is left out: an event with fewer
 * arguments is better than none. To add an architecture: a function like x86_operand, and its machine in
 * format_argument. */
#include "probe/sdt_note.h"

#include <ctype.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kernel knows registers by the names of their 16-bit parts: "%rdi", "%edi" -> "%di", "%r8d" -> "%r8", "%al" ->
 * "%ax". */
static bool x86_register(const char *name, size_t size, char ret[8])
{
	static const char *const words[] = { "ax", "bx", "cx", "dx", "si", "di", "bp", "sp" };
	char text[8];
	if (size < 2 || size > 4) return false;
	memcpy(text, name, size);
	text[size] = 0;
	if (text[0] == 'r' && isdigit((uint8_t)text[1])) {
		text[strspn(text + 1, "0123456789") + 1] = 0; /* r8d, r8w, r8b */
		strcpy(ret, text);
		return true;
	}
	const char *core = size == 3 && (text[0] == 'r' || text[0] == 'e') ? text + 1 : text;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		bool word = strcmp(core, words[i]) == 0;
		bool byte = i < 4 ? size == 2 && text[0] == words[i][0] && text[1] == 'l'
				  : size == 3 && strncmp(text, words[i], 2) == 0 && text[2] == 'l';
		if (!word && !byte) continue;
		strcpy(ret, words[i]);
		return true;
	}
	return false;
}

/* "%rdi", "-80(%rbp)", "$5" -> "%di", "-80(%bp)", "\5". Returns false where the kernel has no words for it; ret is then
 * of no use. */
static bool x86_operand(const char *text, size_t size, char *ret, size_t ret_size)
{
	char name[8];
	const char *end = text + size, *open = memchr(text, '(', size);
	if (*text == '$') {
		size_t digits = 0, sign = size > 1 && text[1] == '-';
		while (1 + sign + digits < size && isdigit((uint8_t)text[1 + sign + digits])) digits++;
		return digits && 1 + sign + digits == size &&
		       (size_t)snprintf(ret, ret_size, "\\%.*s", (int)(size - 1), text + 1) < ret_size;
	}
	if (*text == '%')
		return x86_register(text + 1, size - 1, name) &&
		       (size_t)snprintf(ret, ret_size, "%%%s", name) < ret_size;
	if (!open || end[-1] != ')' || open[1] != '%' || !x86_register(open + 2, (size_t)(end - open) - 3, name))
		return false; /* with an index, or a symbol */
	char *number_end;
	long offset = strtol(text, &number_end, 10);
	return number_end == open && (size_t)snprintf(ret, ret_size, "%+ld(%%%s)", offset, name) < ret_size;
}

/* "x0", "w30", "sp": the kernel knows no halves of registers; what is fetched of one is its lower bytes anyhow. */
static bool arm64_register(const char *name, size_t size, char ret[8])
{
	if (size == 2 && memcmp(name, "sp", 2) == 0) {
		strcpy(ret, "sp");
		return true;
	}
	if (size < 2 || size > 3 || (*name != 'x' && *name != 'w') || !isdigit((uint8_t)name[1]) ||
	    (size == 3 && !isdigit((uint8_t)name[2])))
		return false;
	int number = size == 3 ? (name[1] - '0') * 10 + name[2] - '0' : name[1] - '0';
	if (number > 30) return false;
	snprintf(ret, 8, "x%d", number);
	return true;
}

/* "x0", "[sp, 16]", "5" -> "%x0", "+16(%sp)", "\5". As x86_operand. */
static bool arm64_operand(const char *text, size_t size, char *ret, size_t ret_size)
{
	char name[8], *end;
	_free_ char *copy = xstrndup(text, size);
	if (isdigit((uint8_t)*copy) || (*copy == '-' && isdigit((uint8_t)copy[1]))) {
		long value = strtol(copy, &end, 0);
		return !*end && (size_t)snprintf(ret, ret_size, "\\%ld", value) < ret_size;
	}
	if (*copy != '[')
		return arm64_register(copy, size, name) && (size_t)snprintf(ret, ret_size, "%%%s", name) < ret_size;
	size_t name_size = strcspn(copy + 1, ",]");
	if (!arm64_register(copy + 1, name_size, name)) return false;
	const char *rest = copy + 1 + name_size;
	long offset = 0;
	if (*rest == ',') {
		rest += 1 + strspn(rest + 1, " #");
		if (!isdigit((uint8_t)*rest) && *rest != '-') return false; /* an index */
		offset = strtol(rest, &end, 0);
		rest = end;
	}
	return strcmp(rest, "]") == 0 && (size_t)snprintf(ret, ret_size, "%+ld(%%%s)", offset, name) < ret_size;
}

/* " arg1=%di:u64" of "8@%rdi"; nothing where the operand has no form in the kernel's words. The number counts arguments
 * that are left out, too, so that names stay what the program's documentation says. */
static void format_argument(uint16_t machine, unsigned number, const char *text, size_t size, struct strbuf *out)
{
	char operand[64], *at;
	long bytes = strtol(text, &at, 10);
	bool is_signed = bytes < 0, known;
	if (at == text || at >= text + size || *at != '@' || bytes < -8 || bytes > 8) return;
	unsigned long bits = 8 * (unsigned long)labs(bytes);
	if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return;
	at++;
	size -= (size_t)(at - text);
	if (!size) return;
	if (machine == EM_X86_64 || machine == EM_386) known = x86_operand(at, size, operand, sizeof(operand));
	else known = machine == EM_AARCH64 && arm64_operand(at, size, operand, sizeof(operand));
	if (known) strbuf_printf(out, " arg%u=%s:%c%lu", number, operand, is_signed ? 's' : 'u', bits);
}

/* One line of uprobe_events, with the offset in the file of the place and of the semaphore. Places outside of all
 * segments of the file are left out: uprobes count offsets in the file. */
static void format_place(const struct sdt_note *note, const struct image *image, const char *path, struct strbuf *out)
{
	uint64_t file_off, semaphore_off;
	unsigned number = 0;

	if (!image_file_off(image, note->elf_addr, &file_off)) return;
	strbuf_printf(out, "p:sdt_%s/%s %s:0x%llx", note->provider, note->name, path, (unsigned long long)file_off);
	if (note->semaphore_addr && image_file_off(image, note->semaphore_addr, &semaphore_off))
		strbuf_printf(out, "(0x%llx)", (unsigned long long)semaphore_off);
	/* blanks part arguments, but those within brackets */
	for (const char *at = note->args; *at;) {
		at += strspn(at, " ");
		size_t size = 0;
		for (bool inside = false; at[size] && (inside || at[size] != ' '); size++)
			inside = (inside || at[size] == '[') && at[size] != ']';
		if (size) format_argument(image->machine, ++number, at, size, out);
		at += size;
	}
	strbuf_char(out, '\n');
}

/* A marker of one name, in the order of the file. */
struct named {
	const struct sdt_note *note;
	size_t order;
};

/* Places of one name in the order of the file; order is never equal. */
static int by_name(const void *x, const void *y)
{
	const struct named *a = x, *b = y;
	int order = strcmp(a->note->provider, b->note->provider);
	if (!order) order = strcmp(a->note->name, b->note->name);
	if (order) return order;
	return a->order < b->order ? -1 : 1;
}

static bool same_name(const struct sdt_note *a, const struct sdt_note *b)
{
	return strcmp(a->provider, b->provider) == 0 && strcmp(a->name, b->name) == 0;
}

/* All places of one marker stand behind its first one: sorting finds which notes are of one name, and `next` links them
 * in the order of the file. */
void sdt_definitions_format(const struct sdt_notes *notes, const struct image *image, const char *path,
			    struct strbuf *out)
{
	size_t count = notes->items.count;
	if (!count) return;
	struct named *named = xcalloc(count, sizeof(*named));
	size_t *next = xcalloc(count, sizeof(*next)); /* the next place of the same marker; 0: none */
	bool *follows = xcalloc(count, sizeof(*follows));
	for (size_t i = 0; i < count; i++) named[i] = (struct named){ &notes->items.items[i], i };
	qsort(named, count, sizeof(*named), by_name);
	for (size_t i = 1; i < count; i++) {
		if (!same_name(named[i].note, named[i - 1].note)) continue;
		next[named[i - 1].order] = named[i].order;
		follows[named[i].order] = true;
	}
	for (size_t i = 0; i < count; i++) {
		const struct sdt_note *note = &notes->items.items[i];
		if (follows[i]) continue;
		strbuf_printf(out, "%%sdt_%s:%s=%s\n", note->provider, note->name, note->name);
		size_t at = i;
		do format_place(&notes->items.items[at], image, path, out);
		while ((at = next[at]));
	}
	free(named);
	free(next);
	free(follows);
}
