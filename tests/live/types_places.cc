/* Accesses of variables in places of their own: of threads, static ones of functions, in sections, behind pointers to
 * pointers, arrays of arrays (types_mark.h). Compiled as C and as C++. */
#include "types_mark.h"

struct leaf { int id; short kind; char tag[6]; struct leaf *left, *right; };
struct node { long key; struct leaf leaves[2][3]; union { int number; struct leaf *leaf; }; struct { struct { int deep, deeper; } in; int after; } around; };
#ifndef __cplusplus
#define thread_local _Thread_local
#endif
thread_local int counter;
thread_local struct node own_node;
static thread_local struct leaf *own_leaf;
thread_local struct leaf own_leaves[4];
__attribute__((section("elsewhere"))) struct node placed = { 1 };
static struct node nodes[4][5];
struct node *volatile escape;

noinline long of_threads(int n)
{
	VALUE("int", counter);
	IN(struct node, "struct node", key, own_node.key);
	IN(struct node, "struct node", around.after, own_node.around.after);
	VALUE("struct leaf*", own_leaf);
	IN(struct leaf, "struct leaf", kind, own_leaf->kind);
	IN(struct leaf, "struct leaf", right, own_leaf->left->right);
	IN(struct leaf, "struct leaf", id, own_leaves[2].id);
	return counter + n;
}

noinline long of_pointers(struct node **table, struct leaf ***deep, int n)
{
	VALUE("struct node*", table[1]);
	IN(struct node, "struct node", key, table[2]->key);
	IN(struct leaf, "struct leaf", kind, (**deep)->kind);
	IN(struct leaf, "struct leaf", left, deep[0][1]->left->left);
	IN(struct node, "struct node", around.in.deeper, table[n]->around.in.deeper);
	struct node *node = table[n];
	IN(struct node, "struct node", key, node->key);
	IN(struct leaf, "struct leaf", id, node->leaf->id);
	return node->key;
}

noinline long of_statics(int n)
{
	static struct node cached;
	static struct leaf *last[3];
	escape = &cached;
	IN(struct node, "struct node", key, cached.key);
	IN(struct node, "struct node", around.in.deep, cached.around.in.deep);
	VALUE("struct leaf*", last[1]);
	IN(struct leaf, "struct leaf", kind, last[2]->kind);
	IN(struct node, "struct node", around.after, placed.around.after);
	IN(struct node, "struct node", around.in.deeper, nodes[2][3].around.in.deeper);
	IN(struct node, "struct node", key, nodes[n][1].key);
	escape = &nodes[0][0];
	last[n] = (struct leaf *)calloc(1, sizeof(struct leaf));
	return n;
}

noinline long of_walks(struct leaf *root, int n)
{
	long sum = 0;
	while (root) {
		IN(struct leaf, "struct leaf", kind, root->kind);
		sum += root->id;
		root = root->id > n ? root->left : root->right;
	}
	return sum;
}

noinline struct leaf *of_results(struct node *node, int n)
{
	struct leaf *found = n > 2 ? node->leaf : NULL;
	if (!found) found = (struct leaf *)malloc(sizeof(*found));
	IN(struct leaf, "struct leaf", right, found->right);
	IN(struct node, "struct node", around.after, node->around.after);
	return found;
}

noinline long of_arguments(int a, int b, int c, int d, int e, int f, struct node *on_stack, struct leaf by_value)
{
	IN(struct node, "struct node", key, on_stack->key);
	IN(struct leaf, "struct leaf", kind, by_value.kind);
	IN(struct leaf, "struct leaf", id, by_value.left->id);
	return a + b + c + d + e + f + on_stack->key;
}

int main(int argc, char **argv)
{
	if (argc != 77) return 0; /* never run: the accesses are looked at, not made */
	struct node *table[2] = { &nodes[0][0], &placed };
	struct leaf leaf = { 1, 2, "", NULL, NULL }, *pointer = &leaf, **deep = &pointer;
	own_leaf = pointer;
	return (int)(of_threads(argc) + of_pointers(table, &deep, argc) + of_statics(argc) + of_walks(pointer, argc) +
		     of_results(table[0], argc)->id + of_arguments(1, 2, 3, 4, 5, argc, table[1], leaf));
}
