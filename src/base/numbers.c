/* Numbers to text. */
#include <math.h>
#include "base/outbuf.h"

static const char two_digits[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
	"49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
	"9899";

static const uint64_t powers_of_ten[20] = {
	1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u, 10000000000u, 100000000000u,
	1000000000000u, 10000000000000u, 100000000000000u, 1000000000000000u, 10000000000000000u, 100000000000000000u,
	1000000000000000000u, 10000000000000000000u,
};

static inline unsigned dec_length(uint64_t value)
{
	unsigned bits = 64 - (unsigned)__builtin_clzll(value | 1);
	unsigned guess = bits * 1233 >> 12; /* log10(2) = 1233 / 4096, rounded down */
	return guess + (guess < 20 && value >= powers_of_ten[guess] ? 1 : 0) + (value == 0 ? 1 : 0);
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
	if (at > to)
		*to = (char)('0' + value % 10);
}

static inline unsigned hex_length(uint64_t value)
{
	return (64 - (unsigned)__builtin_clzll(value | 1) + 3) / 4;
}

static inline void write_hex(char *to, unsigned length, uint64_t value)
{
	for (unsigned i = length; i-- > 0; value >>= 4)
		to[i] = "0123456789abcdef"[value & 15];
}

size_t format_dec(char *buf, uint64_t value)
{
	unsigned length = dec_length(value);
	write_dec(buf, length, value);
	return length;
}

size_t format_hex(char *buf, uint64_t value)
{
	unsigned length = hex_length(value);
	write_hex(buf, length, value);
	return length;
}

/* Room for a number of `length` characters right-aligned in width, padded with `pad`; the number goes to the result. */
static inline char *padded(struct outbuf *out, unsigned length, unsigned width, char pad)
{
	unsigned blanks = width > length ? width - length : 0;
	char *to = out_reserve(out, (size_t)length + blanks);
	for (unsigned i = 0; i < blanks; i++)
		to[i] = pad;
	out->size += (size_t)length + blanks;
	return to + blanks;
}

void out_dec(struct outbuf *out, uint64_t value, unsigned width)
{
	unsigned length = dec_length(value);
	write_dec(padded(out, length, width, ' '), length, value);
}

void out_dec0(struct outbuf *out, uint64_t value, unsigned width)
{
	unsigned length = dec_length(value);
	write_dec(padded(out, length, width, '0'), length, value);
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
	write_dec(to + 1, length, magnitude);
}

void out_hex(struct outbuf *out, uint64_t value, unsigned width)
{
	unsigned length = hex_length(value);
	write_hex(padded(out, length, width, ' '), length, value);
}

void out_hex0(struct outbuf *out, uint64_t value, unsigned width)
{
	unsigned length = hex_length(value);
	write_hex(padded(out, length, width, '0'), length, value);
}

/* The value is mantissa * 2^-shift with a mantissa of 53 bits, so value * 10^decimals is a fraction of two integers that
   fit 128 bits, and rounding it half to even is exact: the same as printf, which rounds the exact binary value. */
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
	if (exponent)
		mantissa |= UINT64_C(1) << 52;
	else
		exponent = 1;
	unsigned shift = 1075 - exponent; /* at least 1075 - 1054 = 21, as value < 2^32 */
	__extension__ typedef unsigned __int128 u128;
	u128 product = (u128)mantissa * powers_of_ten[decimals]; /* less than 2^83 */
	uint64_t scaled = 0;
	if (shift < 90) {
		scaled = (uint64_t)(product >> shift);
		u128 rest = product & (((u128)1 << shift) - 1);
		u128 half = (u128)1 << (shift - 1);
		if (rest > half || (rest == half && (scaled & 1)))
			scaled++;
	}
	uint64_t whole = scaled / powers_of_ten[decimals];
	unsigned whole_length = dec_length(whole);
	char *to = padded(out, negative + whole_length + (decimals ? 1 + decimals : 0), width, ' ');
	if (negative)
		*to++ = '-';
	write_dec(to, whole_length, whole);
	if (decimals) {
		to[whole_length] = '.';
		write_dec(to + whole_length + 1, decimals, scaled % powers_of_ten[decimals]);
	}
}
