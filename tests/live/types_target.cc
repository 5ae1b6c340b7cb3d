/* Accesses of structs, unions, arrays, lists, globals and the stack (types_mark.h). Compiled as C and as C++. */
#include "types_mark.h"

struct point { int x, y; };
struct inner { int count; char name[20]; long sums[6]; struct inner *next; struct point points[5]; short last; };
union either { long number; struct point point; double real; };
struct outer {
	long first;
	struct inner in;
	struct inner *link;
	struct outer *parent;
	double weight;
	struct { int left, right; };
	union either either;
	struct inner *table[4];
	unsigned char flags[8];
	int (*call)(int);
	struct point *shape;
};
struct list { struct list *next, *prev; };
struct item { long key; struct list link; int value; };
static struct outer outers[16];
struct inner *shared;
int numbers[64];
static struct item items[8];
struct outer *volatile escape;

noinline struct inner *find_inner(struct outer *o, int n) { return n ? o->link : &o->in; }
noinline struct outer *find_outer(int n) { return &outers[n & 15]; }

noinline long members(struct outer *o, struct inner *i)
{
	IN(struct outer, "struct outer", first, o->first);
	IN(struct outer, "struct outer", in.count, o->in.count);
	IN(struct outer, "struct outer", in.last, o->in.last);
	IN(struct outer, "struct outer", link, o->link);
	IN(struct outer, "struct outer", weight, o->weight);
	IN(struct outer, "struct outer", right, o->right);
	IN(struct outer, "struct outer", call, o->call);
	IN(struct inner, "struct inner", count, i->count);
	IN(struct inner, "struct inner", next, i->next);
	IN(struct inner, "struct inner", last, i->last);
	return 1;
}

noinline long chains(struct outer *o)
{
	IN(struct inner, "struct inner", next, o->link->next);
	IN(struct inner, "struct inner", count, o->link->next->count);
	IN(struct inner, "struct inner", last, o->parent->link->next->last);
	IN(struct outer, "struct outer", weight, o->parent->parent->weight);
	IN(struct inner, "struct inner", last, o->table[2]->last);
	IN(struct point, "struct point", y, o->shape->y);
	IN(struct point, "struct point", x, o->shape[3].x);
	return 0;
}

noinline long returned(struct outer *o, int n)
{
	IN(struct inner, "struct inner", last, find_inner(o, n)->last);
	IN(struct outer, "struct outer", link, find_outer(n)->link);
	struct inner *i = find_inner(find_outer(n), n);
	IN(struct inner, "struct inner", count, i->count);
	struct inner *made = (struct inner *)calloc(1, sizeof(*made));
	IN(struct inner, "struct inner", next, made->next);
	return (long)made->last;
}

noinline long loops(struct outer *o, int n)
{
	long sum = 0;
	for (int k = 0; k < n; k++) {
		IN(struct outer, "struct outer", first, o[k].first);
		IN(struct outer, "struct outer", in.last, o[k].in.last);
		for (struct inner *i = o[k].link; i; i = i->next) {
			IN(struct inner, "struct inner", count, i->count);
			IN(struct inner, "struct inner", last, i->last);
			sum += i->count;
		}
		IN(struct outer, "struct outer", weight, o[k].weight);
		sum += o[k].first;
	}
	for (struct outer *at = o; at < o + n; at++) {
		IN(struct outer, "struct outer", parent, at->parent);
		sum += at->right;
	}
	return sum;
}

noinline long branches(struct outer *o, int n)
{
	struct inner *i = n > 3 ? o->link : n > 1 ? &o->in : NULL;
	if (!i) return 0;
	IN(struct inner, "struct inner", count, i->count);
	switch (n) {
	case 2: IN(struct inner, "struct inner", next, i->next); break;
	case 3: IN(struct outer, "struct outer", link, o->link); break;
	case 4: IN(struct outer, "struct outer", parent, o->parent); break;
	case 5: IN(struct inner, "struct inner", last, i->last); break;
	case 6: IN(struct outer, "struct outer", weight, o->weight); break;
	default: IN(struct inner, "struct inner", last, o->parent->link->last);
	}
	return i->count;
}

noinline long globals(int n)
{
	IN(struct outer, "struct outer", first, outers[0].first);
	IN(struct outer, "struct outer", weight, outers[3].weight);
	IN(struct outer, "struct outer", in.last, outers[7].in.last);
	IN(struct outer, "struct outer", link, outers[n].link);
	VALUE("struct inner*", shared);
	IN(struct inner, "struct inner", last, shared->last);
	VALUE("int", numbers[5]);
	VALUE("int", numbers[n]);
	IN(struct item, "struct item", value, items[2].value);
	return 0;
}

noinline long stack(int n)
{
	struct outer local;
	struct inner several[3];
	struct inner *pointer = &several[n & 1];
	escape = &local;
	__asm__ volatile("" : : "r"(&local), "r"(several) : "memory");
	IN(struct outer, "struct outer", first, local.first);
	IN(struct outer, "struct outer", in.last, local.in.last);
	IN(struct outer, "struct outer", weight, local.weight);
	IN(struct inner, "struct inner", last, several[1].last);
	IN(struct inner, "struct inner", count, pointer->count);
	return several[0].count;
}

noinline long callbacks(struct item *item, struct outer *o)
{
	struct list *link = item->link.next;
	IN(struct item, "struct item", key, item->key);
	IN(struct list, "struct list", prev, link->prev);
	long sum = o->call ? o->call(3) : 0;
	IN(struct outer, "struct outer", weight, o->weight);
	IN(struct item, "struct item", value, item->value);
	return sum;
}

static inline __attribute__((always_inline)) void inlined(struct inner *i, int n)
{
	IN(struct inner, "struct inner", last, i->last);
	if (n) IN(struct inner, "struct inner", next, i->next);
}

noinline long copies(struct outer *o, struct inner *list, int n)
{
	inlined(o->link, n);
	inlined(&o->parent->in, 0);
	inlined(list, n);
	struct inner *kept = list->next;
	escape = o;
	inlined(kept, n);
	return kept->count;
}

int main(int argc, char **argv)
{
	/* never run: the accesses are looked at, not made */
	if (argc != 77) return 0;
	return (int)(members(outers, shared) + chains(outers) + returned(outers, argc) + loops(outers, argc) +
		     branches(outers, argc) + globals(argc) + stack(argc) + callbacks(items, outers) +
		     copies(outers, shared, argc));
}
