/* Folded text. Names are tidied first, which makes some frames equal: the tree is made anew of tidy names. Lines are
 * then written in the order of strcmp over whole stacks, without keeping them: at each level a stack that ends here and
 * what lies below ("name;...") are items of their own, since other names may come between them ("ab" < "ab.c" <
 * "ab;x"). */
#include "render/flame/flame_folded.h"
#include <stdlib.h>
#include "base/printable.h"
#include "base/vec.h"

/* Whether there is a "." and something in parentheses and a "." again: names of Go methods, "net/http.(*Client).Do",
 * whose parentheses are no parameters. */
static bool is_go_method(const char *name)
{
	const char *open = strstr(name, ".(");
	const char *last = NULL;
	for (const char *at = open; at && (at = strstr(at, ").")); at++) last = at;
	return last != NULL;
}

/* Where the parameters begin, or the end of the name. "(anonymous namespace)" is part of a name. A name that begins
 * with a parenthesis keeps all. */
static size_t name_size(const char *name)
{
	static const char anonymous[] = "(anonymous namespace)";
	if (is_go_method(name)) return strlen(name);
	for (const char *at = name; (at = strchr(at, '(')); at++)
		if (at != name && strncmp(at, anonymous, sizeof(anonymous) - 1) != 0) return (size_t)(at - name);
	return strlen(name);
}

void flame_folded_name(const struct flame_frame *frame, struct outbuf *out)
{
	bool is_code = frame->kind != FLAME_TASK;
	size_t size = is_code ? name_size(frame->name) : strlen(frame->name), start = out->size;
	out_name_mem(out, frame->name, size);
	char *to = out->data + start;
	for (char *from = to; from < out->data + out->size; from++) {
		if (is_code && (*from == '"' || *from == '\'')) continue;
		*to++ = *from;
		if (to[-1] == ';') to[-1] = ':';
		else if (!is_code && to[-1] == ' ') to[-1] = '_';
	}
	out->size = (size_t)(to - out->data);
}

/* The same tree with tidy names. The caller frees it. */
static struct flame *tidy(const struct flame *flame)
{
	struct flame_maker *maker = flame_maker_new();
	struct outbuf name;
	_free_ uint32_t *labels = xmalloc((flame->nr_frames + 1) * sizeof(*labels)),
			*numbers = xmalloc((flame->nr_nodes + 1) * sizeof(*numbers));
	out_init(&name, -1);
	for (size_t i = 0; i < flame->nr_frames; i++) {
		name.size = 0;
		flame_folded_name(&flame->frames[i], &name);
		out_char(&name, '\0');
		labels[i] = flame_label(maker, &(struct flame_frame){ .name = name.data }, FLAME_NONE, false);
	}
	for (size_t i = 0; i < flame->nr_nodes; i++) {
		const struct flame_node *node = &flame->nodes[i];
		uint32_t parent = node->parent == FLAME_NONE ? FLAME_NONE : numbers[node->parent];
		/* an address beside the call chain is no link of it */
		numbers[i] = node->is_leaf ? parent : flame_child(maker, parent, labels[node->frame]);
		flame_node_of(maker, numbers[i])->own += node->own;
		flame_node_of(maker, numbers[i])->was += node->was;
	}
	out_done(&name);
	return flame_finish(maker, NULL);
}

/* A stack that ends at a node, or all that is below one. */
struct folded_item {
	const char *name;
	uint32_t node;
	bool ends;
	size_t prefix; /* bytes of the path in front of the name */
};

/* The byte at i of a name that is followed by ";", or by nothing. */
static int byte_at(const struct folded_item *item, size_t i)
{
	if (item->name[i]) return (uint8_t)item->name[i];
	return item->ends ? 0 : ';';
}

/* Items in the order in which they are taken from the end of a list: the last first. Names have no ";", so that two
 * items differ where the shorter one ends at the latest. */
static int compare_items(const void *a, const void *b)
{
	const struct folded_item *l = a, *r = b;
	size_t i = 0;
	while (l->name[i] && l->name[i] == r->name[i]) i++;
	return byte_at(r, i) - byte_at(l, i);
}

typedef VEC(struct folded_item) folded_item_vec;

/* Adds the items of the nodes from first up to end that are siblings, sorted. */
static void push_siblings(const struct flame *flame, uint32_t first, uint32_t end, size_t prefix,
			  folded_item_vec *items)
{
	size_t begin = items->count;
	for (uint32_t i = first; i < end; i = flame->nodes[i].end) {
		const struct flame_node *node = &flame->nodes[i];
		const char *name = flame->frames[node->frame].name;
		if (node->own || node->was) vec_push(items, ((struct folded_item){ name, i, true, prefix }));
		if (node->end > i + 1) vec_push(items, ((struct folded_item){ name, i, false, prefix }));
	}
	if (items->count - begin > 1)
		qsort(items->items + begin, items->count - begin, sizeof(*items->items), compare_items);
}

static void put_line(const struct flame *flame, const struct folded_item *item, const struct outbuf *path,
		     struct outbuf *out)
{
	out_mem(out, path->data, path->size);
	if (flame->has_baseline) {
		out_char(out, ' ');
		out_dec(out, flame->nodes[item->node].was, 0);
	}
	out_char(out, ' ');
	out_dec(out, flame->nodes[item->node].own, 0);
	out_char(out, '\n');
}

int flame_folded(const struct flame *flame, struct outbuf *out)
{
	struct flame *tree = tidy(flame);
	struct outbuf path;
	folded_item_vec items = VEC_INIT;
	int r = 0;
	tree->has_baseline = flame->has_baseline;
	out_init(&path, -1);
	push_siblings(tree, 0, (uint32_t)tree->nr_nodes, 0, &items);
	while (items.count && r == 0) {
		struct folded_item item = items.items[--items.count];
		path.size = item.prefix;
		out_str(&path, item.name);
		if (item.ends) {
			put_line(tree, &item, &path, out);
			r = out_flush_some(out);
			continue;
		}
		out_char(&path, ';');
		push_siblings(tree, item.node + 1, tree->nodes[item.node].end, path.size, &items);
	}
	vec_done(&items);
	out_done(&path);
	flame_free(tree);
	return r;
}
