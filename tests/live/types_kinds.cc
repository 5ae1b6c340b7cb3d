/* Accesses of packed structs, flexible arrays, unions in unions, tables of functions, hash tables, rings, trees and
 * structs by value (types_mark.h). Compiled as C and as C++. */
#include "types_mark.h"

struct pair {
	short low, high;
};
struct __attribute__((packed)) header {
	char kind;
	int length;
	long stamp;
	struct pair pair;
	short check;
};
struct bits {
	unsigned a : 3, b : 5;
	unsigned char plain;
	unsigned c : 20;
	long behind;
};
struct blob {
	long size;
	struct pair ends;
	struct header headers[2];
	int used;
	struct pair data[];
};
union word {
	int number;
	float real;
	struct pair pair;
	char bytes[4];
};
struct variant {
	int tag;
	union {
		struct {
			long left, right;
		} range;
		struct {
			union word word;
			int extra;
		} small;
	} u;
	int behind;
};
struct ops {
	int (*open)(struct variant *);
	void (*close)(struct variant *);
	struct blob *(*blob_of)(struct variant *);
	const char *name;
};
struct device {
	struct ops *ops;
	struct variant state;
	struct device *parent, *children[4];
	struct bits bits;
	double scale[3];
};
struct link {
	struct link *next;
};
struct entry {
	struct link link;
	unsigned hash;
	struct device *device;
	int counts[8];
};
struct table {
	struct entry **buckets;
	unsigned size, used;
	struct entry *last;
	struct entry none;
};
struct ring {
	unsigned head, tail;
	struct header slots[8];
	struct ring *other;
};
struct tree {
	struct tree *child[2];
	int balance;
	struct entry *entry;
	long key;
};
struct two {
	struct tree *tree;
	struct table *table;
};
struct matrix {
	int rows, columns;
	double cell[4][6];
	struct pair corner[2][2];
};
static struct device devices[4];
static struct table tables[2];
static struct matrix unit_matrix;
struct ring the_ring;
struct tree *roots[16];
struct table *current;
union word words[8];
void *volatile escape;

noinline int packed(struct header *h, struct header **list, int n)
{
	IN(struct header, "struct header", kind, h->kind);
	IN(struct header, "struct header", length, h->length);
	IN(struct header, "struct header", stamp, h->stamp);
	IN(struct header, "struct header", pair.high, h->pair.high);
	IN(struct header, "struct header", check, h->check);
	IN(struct header, "struct header", check, h[3].check);
	IN(struct header, "struct header", length, h[n].length);
	IN(struct header, "struct header", stamp, list[1]->stamp);
	IN(struct header, "struct header", pair.low, list[n]->pair.low);
	return h->length;
}

noinline long blobs(struct blob *b, int n)
{
	IN(struct blob, "struct blob", size, b->size);
	IN(struct blob, "struct blob", ends.high, b->ends.high);
	IN(struct blob, "struct blob", used, b->used);
	MARK("struct blob", offsetof(struct blob, headers) + offsetof(struct header, stamp), "headers",
	     b->headers[0].stamp);
	MARK("struct blob", offsetof(struct blob, headers) + sizeof(struct header) + offsetof(struct header, length),
	     "headers", b->headers[1].length);
	struct blob *made = (struct blob *)malloc(sizeof(*made) + 80);
	IN(struct blob, "struct blob", size, made->size);
	IN(struct blob, "struct blob", ends.low, made->ends.low);
	return made->size + n;
}

noinline long variants(struct variant *v, struct variant *all, int n)
{
	IN(struct variant, "struct variant", tag, v->tag);
	IN(struct variant, "struct variant", behind, v->behind);
	IN(struct variant, "struct variant", behind, all[2].behind);
	IN(struct variant, "struct variant", tag, all[n].tag);
	struct variant *at = v->tag > n ? v + 1 : all;
	IN(struct variant, "struct variant", tag, at->tag);
	IN(struct variant, "struct variant", behind, at->behind);
	for (struct variant *i = all; i < all + n; i++) {
		IN(struct variant, "struct variant", tag, i->tag);
		IN(struct variant, "struct variant", behind, i->behind);
		if (i->tag == 3) return i->behind;
	}
	return v->u.range.left;
}

noinline long operations(struct device *d)
{
	IN(struct device, "struct device", ops, d->ops);
	IN(struct ops, "struct ops", open, d->ops->open);
	IN(struct ops, "struct ops", name, d->ops->name);
	int r = d->ops->open(&d->state);
	IN(struct device, "struct device", state.tag, d->state.tag);
	struct blob *b = d->ops->blob_of(&d->state);
	IN(struct blob, "struct blob", used, b->used);
	IN(struct device, "struct device", parent, d->parent);
	IN(struct ops, "struct ops", close, d->parent->ops->close);
	IN(struct device, "struct device", state.behind, d->parent->parent->state.behind);
	IN(struct device, "struct device", bits.plain, d->bits.plain);
	IN(struct device, "struct device", bits.behind, d->children[2]->bits.behind);
	d->ops->close(&d->state);
	IN(struct device, "struct device", parent, d->children[0]->parent);
	return r + b->used;
}

noinline long tables_of(struct table *t, unsigned hash)
{
	IN(struct table, "struct table", size, t->size);
	IN(struct table, "struct table", buckets, t->buckets);
	IN(struct table, "struct table", none.hash, t->none.hash);
	IN(struct entry, "struct entry", device, t->last->device);
	for (struct entry *e = t->buckets[hash % t->size]; e; e = (struct entry *)e->link.next) {
		IN(struct entry, "struct entry", hash, e->hash);
		if (e->hash != hash) continue;
		IN(struct entry, "struct entry", device, e->device);
		IN(struct device, "struct device", ops, e->device->ops);
		return e->device->state.tag;
	}
	IN(struct table, "struct table", used, t->used);
	struct entry *first = t->buckets[0];
	IN(struct entry, "struct entry", hash, first->hash);
	return t->none.hash;
}

noinline long rings(struct ring *r)
{
	IN(struct ring, "struct ring", head, r->head);
	IN(struct ring, "struct ring", tail, r->other->tail);
	IN(struct ring, "struct ring", other, r->other->other);
	while (r->head != r->tail) {
		IN(struct ring, "struct ring", tail, r->tail);
		r->tail = (r->tail + 1) & 7;
	}
	return r->tail;
}

noinline struct tree *trees(struct tree *t, long key)
{
	struct tree *last = NULL;
	while (t && t->key != key) {
		IN(struct tree, "struct tree", balance, t->balance);
		last = t;
		t = t->child[t->key < key];
	}
	if (!t) t = last;
	if (!t) return NULL;
	IN(struct tree, "struct tree", key, t->key);
	IN(struct tree, "struct tree", entry, t->entry);
	IN(struct entry, "struct entry", hash, t->entry->hash);
	IN(struct tree, "struct tree", balance, t->child[1]->balance);
	IN(struct tree, "struct tree", key, t->child[0]->child[1]->key);
	IN(struct entry, "struct entry", device, t->child[1]->entry->device);
	return t;
}

noinline long called(struct tree *t, long key)
{
	IN(struct tree, "struct tree", entry, trees(t, key)->entry);
	IN(struct tree, "struct tree", key, trees(trees(t, key), 3)->key);
	return 0;
}

noinline struct two twice(struct table *t) { return (struct two){ roots[3], t }; }

noinline long by_value(struct two both, struct pair pair, struct header header)
{
	IN(struct tree, "struct tree", balance, both.tree->balance);
	IN(struct table, "struct table", last, both.table->last);
	IN(struct header, "struct header", stamp, header.stamp);
	IN(struct header, "struct header", check, header.check);
	return pair.low;
}

noinline long matrices(struct matrix *m, int row, int column)
{
	IN(struct matrix, "struct matrix", rows, m->rows);
	IN(struct matrix, "struct matrix", columns, m->columns);
	MARK("struct matrix", offsetof(struct matrix, cell[2][3]), "cell", m->cell[2][3]);
	MARK("struct matrix", offsetof(struct matrix, corner[1][0].high), "corner", m->corner[1][0].high);
	IN(struct matrix, "struct matrix", columns, unit_matrix.columns);
	IN(struct matrix, "struct matrix", rows, m[row].rows);
	return column;
}

noinline long globals(int n)
{
	IN(struct device, "struct device", parent, devices[1].parent);
	IN(struct device, "struct device", ops, devices[n].ops);
	IN(struct device, "struct device", bits.plain, devices[n].bits.plain);
	IN(struct table, "struct table", used, tables[1].used);
	IN(struct table, "struct table", last, tables[n].last);
	IN(struct ring, "struct ring", tail, the_ring.tail);
	IN(struct ring, "struct ring", other, the_ring.other);
	IN(struct ring, "struct ring", head, the_ring.other->head);
	VALUE("struct tree*", roots[4]);
	VALUE("struct tree*", roots[n]);
	IN(struct tree, "struct tree", key, roots[n]->key);
	IN(struct tree, "struct tree", balance, roots[2]->balance);
	VALUE("struct table*", current);
	IN(struct table, "struct table", size, current->size);
	IN(struct entry, "struct entry", hash, current->last->hash);
	escape = devices;
	escape = tables;
	escape = &unit_matrix;
	return 0;
}

noinline long locals(int n)
{
	struct ring ring;
	struct header headers[4];
	struct matrix *made = (struct matrix *)calloc(2, sizeof(*made));
	escape = &ring;
	escape = headers;
	__asm__ volatile("" : : "r"(&ring), "r"(headers) : "memory");
	IN(struct ring, "struct ring", tail, ring.tail);
	IN(struct ring, "struct ring", other, ring.other);
	IN(struct header, "struct header", length, headers[2].length);
	IN(struct header, "struct header", check, headers[1].check);
	IN(struct matrix, "struct matrix", columns, made->columns);
	IN(struct matrix, "struct matrix", rows, made[1].rows);
	return n;
}

struct queue {
	struct queue *next;
	short kind;
	union {
		struct header header;
		struct two two;
	} body;
	struct {
		int x, y, z;
	} at[3];
	unsigned long mask;
};
struct node {
	struct queue queue;
	struct node *up;
	struct {
		struct {
			long first, second;
		} pair;
		char tail;
	} nested;
	volatile int flag;
	const char *text;
};

noinline long nodes(struct node *n, struct node *const *list, const struct queue *q, int i)
{
	IN(struct node, "struct node", queue.kind, n->queue.kind);
	IN(struct node, "struct node", queue.mask, n->queue.mask);
	IN(struct node, "struct node", up, n->up);
	IN(struct node, "struct node", nested.pair.second, n->nested.pair.second);
	IN(struct node, "struct node", nested.tail, n->up->nested.tail);
	IN(struct node, "struct node", flag, n->up->up->flag);
	IN(struct node, "struct node", text, list[1]->text);
	IN(struct node, "struct node", nested.pair.first, list[0]->up->nested.pair.first);
	IN(struct queue, "struct queue", kind, q->kind);
	IN(struct queue, "struct queue", next, q->next->next);
	IN(struct queue, "struct queue", mask, q->next->next->mask);
	MARK("struct queue", offsetof(struct queue, at), "at", q->at[0].x);
	MARK("struct queue", offsetof(struct queue, at[1].z), "at", q->at[1].z);
	struct node *up = n;
	while (up->up) {
		IN(struct node, "struct node", flag, up->flag);
		up = up->up;
	}
	IN(struct node, "struct node", text, up->text);
	IN(struct node, "struct node", queue.kind, up->queue.kind);
	if (i > 3) {
		struct queue *inside = &n->queue;
		IN(struct node, "struct node", queue.mask, *(unsigned long *)&up->queue.mask);
		escape = inside;
	}
	do {
		IN(struct queue, "struct queue", mask, q->mask);
		q = q->next;
	} while (q);
	return up->flag;
}

noinline long more_nodes(struct node **first, struct node *const end)
{
	long sum = 0;
	for (struct node **at = first; *at != end; at++) {
		IN(struct node, "struct node", nested.tail, (*at)->nested.tail);
		IN(struct node, "struct node", queue.next, (*at)->queue.next);
		IN(struct queue, "struct queue", kind, (*at)->queue.next->kind);
		sum += (*at)->flag;
	}
	IN(struct node, "struct node", flag, end->flag);
	return sum;
}

int main(int argc, char **argv)
{
	if (argc != 77) return 0; /* never run: the accesses are looked at, not made */
	struct header header = { 1 }, *list[2] = { &header, &header };
	struct pair pair = { 1, 2 };
	return (int)(packed(&header, list, argc) + blobs((struct blob *)escape, argc) +
		     variants(&devices[0].state, (struct variant *)escape, argc) + operations(devices) +
		     tables_of(tables, (unsigned)argc) + rings(&the_ring) + called(roots[0], argc) +
		     by_value(twice(tables), pair, header) + matrices(&unit_matrix, argc, 1) + globals(argc) +
		     locals(argc) + nodes((struct node *)escape, (struct node **)escape, NULL, argc) +
		     more_nodes((struct node **)escape, (struct node *)escape));
}
