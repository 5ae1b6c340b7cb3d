/* The two letters of operators, in names and in expressions: a table by both letters, made from
 * demangle_cxx_operator.def. */
#include "symbol/demangle/demangle_cxx_private.h"

/* Indexed by first and second letter, the second may be a capital; most places are empty, with NULL as their text. */
static const struct sign {
	const char *text;
	uint8_t size, arity;
} signs[26]['z' - 'A' + 1] = {
#define OPERATOR(first, second, text, arity) [first - 'a'][second - 'A'] = { text, sizeof(text) - 1, arity },
#include "symbol/demangle/demangle_cxx_operator.def"
#undef OPERATOR
};

const char *cxx_operator(const char code[2], uint32_t *ret_size, int *ret_arity)
{
	if (code[0] < 'a' || code[0] > 'z' || code[1] < 'A' || code[1] > 'z') return NULL;
	const struct sign *sign = &signs[code[0] - 'a'][code[1] - 'A'];
	*ret_size = sign->size;
	if (ret_arity) *ret_arity = sign->arity;
	return sign->text;
}
