/* Accesses through what had other contents before: registers that several variables have one after the other, unions of
 * pointers, structs handed over by reference, blocks that share the stack (types_mark.h). Compiled as C and as C++. */
#include "types_mark.h"

struct red { long weight; struct red *next; int paint; short shade[4]; };
struct blue { int depth; int waves[6]; struct blue *under; struct red *ship; };
union colour { struct red *red; struct blue *blue; };
union marked { long number; struct blue *blue; };
struct shelf { union colour left; union marked right; union { void *any; struct red *red; } loose; struct blue *last; };
struct big { struct red red; struct blue blue; long rest[5]; };
struct red *volatile escape_red;
struct blue *volatile escape_blue;
long volatile sink;

noinline long one_after_the_other(struct red *red, struct blue *blue, int n)
{
	sink = red->next->next->weight;
	IN(struct red, "struct red", paint, red->next->next->paint);
	IN(struct blue, "struct blue", waves, blue->under->under->waves);
	sink = blue->under->ship->paint * n;
	IN(struct red, "struct red", shade, blue->under->ship->shade);
	struct blue *last = blue->under;
	sink = last->depth;
	IN(struct blue, "struct blue", ship, last->ship);
	return sink * n + last->depth;
}

noinline long kept_until_the_end(struct red **table, struct blue ***deep, int n)
{
	IN(struct red, "struct red", paint, table[2]->paint);
	IN(struct blue, "struct blue", under, (**deep)->under);
	IN(struct blue, "struct blue", ship, deep[0][1]->under->ship);
	struct red *red = table[n];
	IN(struct red, "struct red", weight, red->weight);
	IN(struct red, "struct red", paint, red->next->paint);
	return red->weight;
}

noinline long of_unions(struct shelf *shelf, int n)
{
	if (n & 1) IN(struct red, "struct red", paint, shelf->left.red->paint);
	else IN(struct blue, "struct blue", ship, shelf->left.blue->ship);
	IN(struct blue, "struct blue", under, shelf->right.blue->under);
	if (n & 2) IN(struct red, "struct red", shade, shelf->loose.red->shade);
	else IN(struct blue, "struct blue", under, ((struct blue *)shelf->loose.any)->under);
	IN(struct blue, "struct blue", under, shelf->last->under);
	return shelf->last->depth;
}

noinline long by_reference(struct big big, struct red *red, int n)
{
	IN(struct big, "struct big", blue.ship, big.blue.ship);
	IN(struct blue, "struct blue", ship, big.blue.under->ship);
	IN(struct red, "struct red", paint, red->paint);
	IN(struct red, "struct red", paint, big.red.next->next->paint);
	return big.rest[4] + red->weight * n;
}

noinline long walks(struct red *red, struct blue *blue, int n)
{
	long sum = 0;
	for (; red; red = red->next) {
		IN(struct red, "struct red", paint, red->paint);
		if (red->weight == n) return red->shade[1];
		sum += red->weight;
	}
	for (struct blue *at = blue; at; at = at->under) {
		IN(struct blue, "struct blue", ship, at->ship);
		sum += at->depth;
	}
	struct red *found = blue->ship;
	IN(struct red, "struct red", shade, found->shade);
	return sum + found->weight;
}

noinline long of_blocks(struct red *red, int n)
{
	long sum = 0;
	if (n & 1) {
		struct red copies[3];
		escape_red = copies;
		IN(struct red, "struct red", paint, copies[1].paint);
		sum += copies[n & 1].weight;
	}
	if (n & 2) {
		struct blue others[3];
		escape_blue = others;
		IN(struct blue, "struct blue", under, others[1].under);
		sum += others[n & 1].depth;
	}
	IN(struct red, "struct red", shade, red->next->shade);
	return sum;
}

static inline __attribute__((always_inline)) struct blue *under(struct blue *blue, int n)
{
	struct blue *found = n > 2 ? blue->under : blue;
	sink = found->waves[1];
	return found->under;
}

noinline long of_copies(struct blue *blue, struct red *red, int n)
{
	struct blue *first = under(blue, n);
	IN(struct blue, "struct blue", ship, first->ship);
	sink = red->paint;
	struct red *next = first->ship->next;
	IN(struct red, "struct red", shade, next->shade);
	struct blue *second = under(first, n + 1);
	IN(struct blue, "struct blue", under, second->under);
	return second->depth + n;
}

int main(int argc, char **argv)
{
	if (argc != 77) return 0; /* never run: the accesses are looked at, not made */
	struct shelf shelf = { { escape_red }, { 1 }, { argv }, escape_blue };
	struct big big = { { 1, escape_red, 2, { 3 } }, { 1, { 2 }, escape_blue, escape_red }, { 1 } };
	struct blue *blues[2] = { escape_blue, escape_blue }, **deep = blues;
	struct red *reds[3] = { escape_red, escape_red, escape_red };
	return (int)(one_after_the_other(escape_red, escape_blue, argc) + kept_until_the_end(reds, &deep, argc) +
		     of_unions(&shelf, argc) + by_reference(big, escape_red, argc) + walks(escape_red, escape_blue, argc) +
		     of_blocks(escape_red, argc) + of_copies(escape_blue, escape_red, argc));
}
