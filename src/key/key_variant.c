/* Endings are taken off a name from the back, one by one, until none is known. A name that would be nothing but endings
 * stays as it is. */
#include "key/key_variant.h"

/* What compilers put behind the names of functions that they cloned, split or made local: GCC (constprop, isra, part,
 * cold, lto_priv, localalias), clang (llvm, a hash of the module; __uniq). counted: a number follows. */
static const struct {
	const char *text;
	bool counted;
} endings[] = {
	{ ".constprop.", true },  { ".isra.", true },       { ".part.", true },  { ".cold.", true },
	{ ".cold", false },       { ".lto_priv.", true },   { ".llvm.", true },  { ".__uniq.", true },
	{ ".localalias.", true }, { ".localalias", false }, { ".clone.", true }, { " [clone .cold]", false },
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The size of the name without its last ending; the same where it has none. */
static size_t cut_ending(const char *name, size_t size)
{
	size_t digits = size;
	while (digits && is_digit(name[digits - 1])) digits--;
	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		size_t length = strlen(endings[i].text), end = endings[i].counted ? digits : size;
		if (endings[i].counted && digits == size) continue;
		if (end > length && memcmp(name + end - length, endings[i].text, length) == 0) return end - length;
	}
	return size;
}

/* "LazyCompile:*add", "JS:~add": where the letter of the tier stands; size where there is none. */
static size_t find_tier(const char *name, size_t size)
{
	static const char *const kinds[] = { "LazyCompile:", "JS:", "Function:", "Script:", "Eval:" };
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		size_t length = strlen(kinds[i]);
		if (size > length + 1 && memcmp(name, kinds[i], length) == 0 && strchr("*~^+", name[length]))
			return length;
	}
	return size;
}

void key_variant_symbol(const char *name, struct outbuf *out)
{
	size_t size = strlen(name), before;
	do {
		before = size;
		size = cut_ending(name, size);
	} while (size != before);
	size_t tier = find_tier(name, size);
	out_mem(out, name, tier);
	if (tier < size) out_mem(out, name + tier + 1, size - tier - 1);
}

void key_variant_dso(const char *name, struct outbuf *out)
{
	static const struct {
		const char *begin, *end, *stands_for;
	} forms[] = { { "perf-", ".map", "perf.map" },
		      { "jitted-", ".so", "jitted.so" },
		      { "[JIT] tid ", "", "[JIT]" } };
	const char *base = strrchr(name, '/');
	base = base ? base + 1 : name;
	size_t size = strlen(base);
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		size_t begin = strlen(forms[i].begin), end = strlen(forms[i].end);
		if (size <= begin + end || memcmp(base, forms[i].begin, begin) != 0) continue;
		if (memcmp(base + size - end, forms[i].end, end) != 0) continue;
		if (strspn(base + begin, "0123456789-") != size - begin - end) continue;
		out_str(out, forms[i].stands_for);
		return;
	}
	out_str(out, name);
}
