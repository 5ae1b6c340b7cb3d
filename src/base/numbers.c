/* Numbers to text. Decimal and hexadecimal digits are made eight at a time with arithmetic on a 64-bit word, without a
 * branch that depends on the digits; fractions are exact integers (out_float), so that output is the same as printf's.
 *
 * Fast functions write whole words and so up to 8 bytes behind the number: padded() reserves that room. */
#include <math.h>
#include "base/outbuf.h"

static const char two_digits[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
	"49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
	"9899";

static const uint64_t powers_of_ten[20] = {
	1u,
	10u,
	100u,
	1000u,
	10000u,
	100000u,
	1000000u,
	10000000u,
	100000000u,
	1000000000u,
	10000000000u,
	100000000000u,
	1000000000000u,
	10000000000000u,
	100000000000000u,
	1000000000000000u,
	10000000000000000u,
	100000000000000000u,
	1000000000000000000u,
	10000000000000000000u,
};

/* Decimal digits of the value, 1 for 0: a guess from its bits, corrected by one comparison. */
static inline unsigned dec_length(uint64_t value)
{
	unsigned bits = 64 - (unsigned)__builtin_clzll(value | 1);
	unsigned guess = bits * 1233 >> 12; /* log10(2) = 1233 / 4096, rounded down */
	return guess + (guess < 20 && value >= powers_of_ten[guess]) + (value == 0);
}

/* Writes exactly length digits, leading zeros included. */
static inline void write_dec(char *to, unsigned length, uint64_t value)
{
	char *at = to + length;
	while (at - to >= 2) {
		at -= 2;
		memcpy(at, two_digits + value % 100 * 2, 2);
		value /= 100;
	}
	if (at > to) *to = (char)('0' + value % 10);
}

/* Eight characters in the order they have in memory, without the first 8 - length. */
static inline uint64_t last_characters(uint64_t text, unsigned length)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return text >> (8 - length) * 8;
#else
	return text << (8 - length) * 8;
#endif
}

/* A word whose lowest byte is the first character, as memory has it. */
static inline uint64_t first_byte_lowest(uint64_t text)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return text;
#else
	return __builtin_bswap64(text);
#endif
}

/* The eight decimal digits of value < 10^8 as characters in memory order: two halves, four pairs, eight digits at once.
 */
static inline uint64_t eight_digits(uint32_t value)
{
	uint64_t x = value / 10000 | (uint64_t)(value % 10000) << 32;
	uint64_t hundreds = (x * 10486 >> 20) & 0x0000007f0000007full;
	x = hundreds | (x - 100 * hundreds) << 16;
	uint64_t tens = (x * 103 >> 10) & 0x000f000f000f000full;
	x = tens | (x - 10 * tens) << 8;
	return first_byte_lowest(x + 0x3030303030303030ull);
}

/* The eight hexadecimal digits of value likewise. */
static inline uint64_t eight_hex_digits(uint32_t value)
{
	uint64_t x = value;
	x = (x & 0xffff0000u) << 16 | (x & 0xffff);
	x = (x & 0x0000ff000000ff00ull) << 8 | (x & 0x000000ff000000ffull);
	x = (x & 0x00f000f000f000f0ull) << 4 | (x & 0x000f000f000f000full);
	uint64_t letters = (x + 0x0606060606060606ull) >> 4 & 0x0101010101010101ull;
	x += 0x3030303030303030ull + letters * ('a' - '0' - 10);
	return first_byte_lowest(__builtin_bswap64(x));
}

/* As write_dec, without branches that depend on the digits; writes up to 8 bytes more. */
static inline void write_dec_fast(char *to, unsigned length, uint64_t value)
{
	uint64_t text;
	if (length == 0) __builtin_unreachable();
	if (likely(length <= 8)) {
		text = last_characters(eight_digits((uint32_t)value), length);
		memcpy(to, &text, 8);
	} else if (likely(length <= 16)) {
		text = last_characters(eight_digits((uint32_t)(value / 100000000)), length - 8);
		memcpy(to, &text, 8);
		text = eight_digits((uint32_t)(value % 100000000));
		memcpy(to + length - 8, &text, 8);
	} else {
		write_dec(to, length, value);
	}
}

/* Likewise `length` hexadecimal digits. */
static inline void write_hex_fast(char *to, unsigned length, uint64_t value)
{
	uint64_t text;
	if (likely(length <= 8)) {
		text = last_characters(eight_hex_digits((uint32_t)value), length);
		memcpy(to, &text, 8);
	} else {
		text = last_characters(eight_hex_digits((uint32_t)(value >> 32)), length - 8);
		memcpy(to, &text, 8);
		text = eight_hex_digits((uint32_t)value);
		memcpy(to + length - 8, &text, 8);
	}
}

static inline unsigned hex_length(uint64_t value) { return (64 - (unsigned)__builtin_clzll(value | 1) + 3) / 4; }

size_t format_dec(char *buf, uint64_t value)
{
	unsigned length = dec_length(value);
	write_dec_fast(buf, length, value); /* within the 24 bytes */
	return length;
}

size_t format_hex(char *buf, uint64_t value)
{
	unsigned length = hex_length(value);
	write_hex_fast(buf, length, value); /* within the 24 bytes */
	return length;
}

/* Room for a number of `length` characters right-aligned in width, padded with `pad`; the number goes to the result,
 * which has room for 8 characters more. */
static inline char *padded(struct outbuf *out, unsigned length, unsigned width, char pad)
{
	unsigned blanks = width > length ? width - length : 0;
	char *to = out_reserve(out, (size_t)length + blanks + 16);
	if (likely(blanks <= 16)) memset(to, pad, 16);
	else memset(to, pad, blanks);
	out->size += (size_t)length + blanks;
	return to + blanks;
}

void out_dec(struct outbuf *out, uint64_t value, unsigned width)
{
	unsigned length = dec_length(value);
	write_dec_fast(padded(out, length, width, ' '), length, value);
}

void out_dec0(struct outbuf *out, uint64_t value, unsigned width)
{
	unsigned length = dec_length(value);
	write_dec_fast(padded(out, length, width, '0'), length, value);
}

/* The usual units are constants, by which dividing is fast. */
static inline uint64_t whole_units(uint64_t value, unsigned decimals)
{
	switch (decimals) {
	case 3: return value / 1000;
	case 6: return value / 1000000;
	default: return value / powers_of_ten[decimals];
	}
}

void out_fixed(struct outbuf *out, uint64_t value, unsigned decimals, unsigned width)
{
	uint64_t whole = whole_units(value, decimals), rest = value - whole * powers_of_ten[decimals];
	unsigned length = dec_length(whole);
	char *to = padded(out, length + 1 + decimals, width, ' ');
	write_dec_fast(to, length, whole);
	to[length] = '.';
	if (likely(decimals - 1 < 8)) write_dec_fast(to + length + 1, decimals, rest);
	else write_dec(to + length + 1, decimals, rest);
}

void out_sdec(struct outbuf *out, int64_t value, unsigned width)
{
	if (value >= 0) {
		out_dec(out, (uint64_t)value, width);
		return;
	}
	uint64_t magnitude = -(uint64_t)value;
	unsigned length = dec_length(magnitude);
	char *to = padded(out, length + 1, width, ' ');
	*to = '-';
	write_dec_fast(to + 1, length, magnitude);
}

void out_hex(struct outbuf *out, uint64_t value, unsigned width)
{
	unsigned length = hex_length(value);
	write_hex_fast(padded(out, length, width, ' '), length, value);
}

void out_hex0(struct outbuf *out, uint64_t value, unsigned width)
{
	unsigned length = hex_length(value);
	write_hex_fast(padded(out, length, width, '0'), length, value);
}

/* The value is mantissa * 2^-shift with a mantissa of 53 bits, so value * 10^decimals is a fraction of two integers
 * that fit 128 bits, and rounding it half to even is exact: the same as printf, which rounds the exact binary value. */
void out_float(struct outbuf *out, double value, unsigned width, unsigned decimals)
{
	bool negative = signbit(value);
	double magnitude = negative ? -value : value;
	if (!(magnitude < 4294967296.0) || decimals > 9) { /* NaN included */
		out_printf(out, "%*.*f", (int)width, (int)decimals, value);
		return;
	}
	uint64_t bits;
	memcpy(&bits, &magnitude, sizeof(bits));
	unsigned exponent = (unsigned)(bits >> 52);
	uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
	if (exponent) mantissa |= UINT64_C(1) << 52;
	else exponent = 1;
	unsigned shift = 1075 - exponent; /* at least 1075 - 1054 = 21, as value < 2^32 */
	__extension__ typedef unsigned __int128 u128;
	u128 product = (u128)mantissa * powers_of_ten[decimals]; /* less than 2^83 */
	uint64_t scaled = 0;
	if (shift < 90) {
		scaled = (uint64_t)(product >> shift);
		u128 rest = product & (((u128)1 << shift) - 1);
		u128 half = (u128)1 << (shift - 1);
		if (rest > half || (rest == half && (scaled & 1))) scaled++;
	}
	uint64_t whole = scaled / powers_of_ten[decimals];
	unsigned whole_length = dec_length(whole);
	char *to = padded(out, negative + whole_length + (decimals ? 1 + decimals : 0), width, ' ');
	if (negative) *to++ = '-';
	write_dec(to, whole_length, whole);
	if (decimals) {
		to[whole_length] = '.';
		write_dec(to + whole_length + 1, decimals, scaled % powers_of_ten[decimals]);
	}
}

void out_ms(struct outbuf *out, uint64_t ns, unsigned width)
{
	uint64_t us = ns / 1000, rest = ns - us * 1000;
	/* a double of less than 4e9 is less than half a ns off: only what is half way may go the other way */
	if (unlikely(rest == 500 || ns > 4000000000000000)) out_float(out, (double)ns / 1e6, width, 3);
	else out_fixed(out, us + (rest > 500), 3, width);
}
