/* Variables of every kind at lines that are easy to name: "case NAME" comments are where tests/live/probe_values looks,
 * at the variables listed there. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum colour { RED = 3, GREEN = 7 };
struct inner {
	int x;
	short quad[4];
	char name[16];
};
struct flags {
	unsigned low : 3, middle : 7;
	int below : 5;
	unsigned long wide : 40;
};
struct outer {
	struct inner in;
	struct inner *p;
	const char *text;
	struct outer *next;
	struct flags flags;
	int grid[3][4];
	union {
		int number;
		unsigned char bytes[4];
	};
	double real;
	uint8_t byte;
	int16_t half;
	bool truth;
	enum colour colour;
};

int global_counter = 40;
static long file_static = -5;
static struct outer global_outer = { .in = { .x = 77, .quad = { 1, -2, 3, -4 }, .name = "globalname" },
				     .text = "outer text" };
static volatile long sink;

#define KEEP(value) (sink += (long)(value))
#define BARRIER() __asm__ volatile("" ::: "memory")

static inline __attribute__((always_inline)) int twice(int q)
{
	int r = q * 2;
	KEEP(r); /* case inlined: q r */
	return r + 1;
}

__attribute__((noinline)) int parameters(int a, long b, unsigned char c, short d, const char *s, enum colour e, bool f,
					 uint64_t g)
{
	BARRIER(); /* case parameters: a b c d s:string e f g */
	KEEP(a + b + c + d + s[0] + e + f + g);
	return a + d;
}

__attribute__((noinline)) long members(struct outer *o, int index)
{
	BARRIER(); /* case members: o->in.x o->in.quad[1] o->in.quad[3] o->p->x o->text:string o->in.name:string
		      o->next->in.x o->grid[1][2] o->grid[2][3] o->number o->bytes[1] */
	KEEP(o->in.x + index);
	BARRIER(); /* case fields: o->flags.low o->flags.middle o->flags.below o->flags.wide o->byte o->half o->truth
		      o->colour o->next->p->quad[2] index */
	KEEP(o->p->x);
	return o->in.x;
}

__attribute__((noinline)) int locals(int n)
{
	int array[5] = { n, n + 1, n + 2, n + 3, n + 4 };
	struct inner copy = { .x = -n, .quad = { 5, 6, 7, (short)n } };
	long long sum = 0;
	for (int i = 0; i < n; i++) {
		int shadow = i * 10;
		sum += array[i % 5] + shadow;
		KEEP(sum); /* case loop: i shadow sum n */
		{
			int shadow = i - 100;
			sum += shadow;
			KEEP(shadow); /* case shadowed: shadow sum i */
		}
	}
	KEEP(&array);
	KEEP(&copy);
	BARRIER(); /* case locals: array[0] array[4] copy.x copy.quad[3] sum n */
	KEEP(copy.x);
	return (int)sum + array[2] + copy.quad[1];
}

__attribute__((noinline)) int recursive(int depth, int *total)
{
	*total += depth;
	BARRIER(); /* case recursive: depth total[0] */
	if (depth <= 0) return 0;
	int below = recursive(depth - 1, total);
	KEEP(below); /* case unwinding: below depth */
	return below + depth;
}

__attribute__((noinline)) int globals(int k)
{
	static int calls = 100;
	calls += k;
	global_counter += k;
	file_static -= k;
	BARRIER(); /* case globals: global_counter file_static calls global_outer.in.x global_outer.in.quad[3]
		      global_outer.text:string global_outer.in.name:string k */
	KEEP(calls);
	return calls;
}

__attribute__((noinline)) int copies(int v)
{
	int first = twice(v);
	int second = twice(first - 3);
	KEEP(first); /* case copies: v first second */
	return first + second;
}

int main(int argc, char **argv)
{
	struct inner pointed = { .x = 4242, .quad = { 9, 8, -7, 6 }, .name = "pointed" };
	struct outer second = { .in = { .x = 31 }, .p = &pointed };
	struct outer one = { .in = { .x = -12, .quad = { 100, -200, 300, -400 }, .name = "inner name" },
			     .p = &pointed,
			     .text = "some text",
			     .next = &second,
			     .flags = { .low = 5, .middle = 99, .below = -9, .wide = 0x1234567890 },
			     .number = 0x01020304,
			     .real = 1.5,
			     .byte = 200,
			     .half = -300,
			     .truth = true,
			     .colour = GREEN };
	int total = 0, scale = argc > 5 ? 2 : 1;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 4; j++) one.grid[i][j] = i * 10 + j - 5;
	for (int round = 0; round < 3; round++) {
		KEEP(parameters(round * scale, -7000000000L - round, (unsigned char)(250 + round), (short)(-3 * round),
				round ? "again" : "first", round ? GREEN : RED, round == 1,
				0xfedcba9876543210 + (unsigned)round));
		one.in.x += round;
		KEEP(members(&one, round));
		KEEP(locals(2 + round));
		KEEP(recursive(round + 1, &total));
		KEEP(globals(round + 1));
		KEEP(copies(round * 5));
	}
	printf("%ld\n", (long)sink);
	return 0;
}
