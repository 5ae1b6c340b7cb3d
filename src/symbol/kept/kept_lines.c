/* Reads and writes the bytes of kept answers (kept_lines.h). A look-up is a binary search for the piece, then a walk
 * from node to caller. Callers have smaller indexes than the frames they call, so that a damaged file cannot make
 * the walk endless. Making them, names and nodes are looked up by hash, so that equal ones are stored once; pieces
 * are sorted at the end. */
#include "symbol/kept/kept_lines.h"

#include <errno.h>
#include <string.h>
#include "base/hash.h"

#define COUNT_MAX (1u << 26)
#define NAMES_MAX (1u << 30)
#define COPIED_FRAMES_MAX (1u << 25) /* of files that are made to waste time */

struct flat_head {
	uint64_t nr_dependencies, nr_pieces, nr_nodes, names_size;
};
/* path is an offset in names. */
struct flat_dependency {
	struct file_identity identity;
	uint64_t path;
};
struct parts {
	uint64_t dependencies, pieces, nodes, names, end;
};

static struct parts parts_of(const struct flat_head *head)
{
	struct parts p = { .dependencies = sizeof(*head) };
	p.pieces = p.dependencies + head->nr_dependencies * sizeof(struct flat_dependency);
	p.nodes = p.pieces + head->nr_pieces * sizeof(struct kept_piece);
	p.names = (p.nodes + head->nr_nodes * sizeof(struct kept_node) + 7) & ~(uint64_t)7;
	p.end = p.names + head->names_size;
	return p;
}

/* A name has to end within the names: nothing says that there is a NUL behind them. */
static const char *name_at(const struct kept_lines *lines, uint64_t at)
{
	if (at >= lines->names_size || !memchr(lines->names + at, 0, lines->names_size - at)) return NULL;
	return lines->names + at;
}

static bool is_the_same(const struct kept_lines *lines, const struct flat_dependency *dependency)
{
	struct file_identity now;
	const char *path = name_at(lines, dependency->path);
	if (!path) return false;
	target_path_identity(path, &now);
	return memcmp(&now, &dependency->identity, sizeof(now)) == 0;
}

/* Sizes are checked so that all parts are within the bytes; then the files that the answers depend on are looked at
 * (stat). */
int kept_lines_open(const void *data, size_t size_bytes, struct kept_lines *ret)
{
	struct flat_head head;
	const uint8_t *bytes = data;

	if (size_bytes < sizeof(head)) return -EBADMSG;
	memcpy(&head, data, sizeof(head));
	if (head.nr_dependencies > COUNT_MAX || head.nr_pieces > COUNT_MAX || head.nr_nodes > COUNT_MAX ||
	    head.names_size > NAMES_MAX)
		return -EBADMSG;
	struct parts p = parts_of(&head);
	if (p.end != size_bytes) return -EBADMSG;
	struct kept_lines lines = {
		.nr_dependencies = head.nr_dependencies,
		.nr_pieces = head.nr_pieces,
		.nr_nodes = head.nr_nodes,
		.names_size = head.names_size,
		.pieces = (const struct kept_piece *)(bytes + p.pieces),
		.nodes = (const struct kept_node *)(bytes + p.nodes),
		.names = (const char *)bytes + p.names,
	};
	lines.dependencies = (const struct flat_dependency *)(bytes + p.dependencies);
	for (size_t i = 0; i < lines.nr_dependencies; i++)
		if (!is_the_same(&lines, &lines.dependencies[i])) return -ESTALE;
	*ret = lines;
	return 0;
}

/* Copies the node before it is checked, as the bytes may change meanwhile. False: damaged. */
static bool read_frame(const struct kept_lines *lines, uint32_t node, struct kept_frame *ret, uint32_t *ret_caller)
{
	if (node >= lines->nr_nodes) return false;
	struct kept_node n = lines->nodes[node];
	if (n.caller != KEPT_NOTHING && n.caller >= node) return false; /* callers come first */
	*ret = (struct kept_frame){ .line = n.line };
	if (n.function != KEPT_NOTHING && !(ret->function = name_at(lines, n.function))) return false;
	if (n.readable != KEPT_NOTHING && !(ret->readable = name_at(lines, n.readable))) return false;
	if (n.file != KEPT_NOTHING && !(ret->file = name_at(lines, n.file))) return false;
	*ret_caller = n.caller;
	return true;
}

static bool add_frames(const struct kept_lines *lines, uint32_t node, kept_frame_list *frames)
{
	for (size_t i = 0; node != KEPT_NOTHING; i++) {
		struct kept_frame frame;
		if (i == KEPT_FRAMES_MAX || !read_frame(lines, node, &frame, &node)) return false;
		vec_push(frames, frame);
	}
	return true;
}

/* The last piece that begins at vaddr or before, if it reaches that far. */
static bool find_piece(const struct kept_lines *lines, uint64_t vaddr, uint32_t *ret_node)
{
	size_t low = 0, high = lines->nr_pieces;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (lines->pieces[middle].start <= vaddr) low = middle + 1;
		else high = middle;
	}
	if (!low) return false;
	struct kept_piece piece = lines->pieces[low - 1];
	*ret_node = piece.node;
	return vaddr - piece.start < piece.size_bytes;
}

bool kept_lines_find(const struct kept_lines *lines, uint64_t vaddr, kept_frame_list *frames)
{
	size_t before = frames->count;
	uint32_t node;

	if (!find_piece(lines, vaddr, &node)) return false;
	if (add_frames(lines, node, frames)) return true;
	frames->count = before;
	return false;
}

bool kept_lines_find_innermost(const struct kept_lines *lines, uint64_t vaddr, struct kept_frame *ret)
{
	struct kept_frame frame = { 0 };
	uint32_t node, caller;

	if (!find_piece(lines, vaddr, &node)) return false;
	if (node != KEPT_NOTHING && !read_frame(lines, node, &frame, &caller)) return false;
	*ret = frame;
	return true;
}

/* ---- making them */

void kept_lines_maker_done(struct kept_lines_maker *maker)
{
	vec_done(&maker->pieces);
	vec_done(&maker->nodes);
	vec_done(&maker->names);
	u64map_done(&maker->name_at);
	u64map_done(&maker->node_at);
}

/* Offset of the text in names, which has each text once (unless two have one hash). NULL becomes KEPT_NOTHING. */
static uint32_t put_name(struct kept_lines_maker *maker, const char *text)
{
	size_t size;
	bool is_new;

	if (!text) return KEPT_NOTHING;
	size = strlen(text) + 1;
	uint64_t *place = u64map_put(&maker->name_at, hash_bytes(text, size), &is_new);
	if (!is_new && strcmp(maker->names.items + *place - 1, text) == 0) return (uint32_t)*place - 1;
	if (maker->names.count + size >= NAMES_MAX) return KEPT_NOTHING; /* make refuses then */
	vec_reserve(&maker->names, maker->names.count + size);
	memcpy(maker->names.items + maker->names.count, text, size);
	*place = maker->names.count + 1; /* of two with one hash the later is found */
	maker->names.count += size;
	return (uint32_t)*place - 1;
}

/* Index of the node; equal nodes are shared. */
static uint32_t put_node(struct kept_lines_maker *maker, const struct kept_frame *frame, uint32_t caller)
{
	struct kept_node node = { put_name(maker, frame->function), put_name(maker, frame->readable),
				  put_name(maker, frame->file), frame->line, caller };
	bool is_new;
	uint64_t *place = u64map_put(&maker->node_at, hash_bytes(&node, sizeof(node)), &is_new);
	if (!is_new && memcmp(&maker->nodes.items[*place - 1], &node, sizeof(node)) == 0) return (uint32_t)*place - 1;
	vec_push(&maker->nodes, node);
	*place = maker->nodes.count;
	return (uint32_t)*place - 1;
}

/* Nodes are made from the outermost frame inwards, as each refers to its caller. */
void kept_lines_put(struct kept_lines_maker *maker, uint64_t start, uint64_t end, const struct kept_frame *frames,
		    size_t count)
{
	uint32_t node = KEPT_NOTHING;

	if (end <= start || count > KEPT_FRAMES_MAX) return;
	while (count-- > 0) node = put_node(maker, &frames[count], node);
	vec_push(&maker->pieces,
		 ((struct kept_piece){
			 .start = start, .size_bytes = (uint32_t)MIN(end - start, UINT32_MAX), .node = node }));
}

/* Copies piece by piece, through the checks of reading, so that damage is not handed on. */
void kept_lines_put_all(struct kept_lines_maker *maker, const struct kept_lines *lines,
			kept_dependency_list *dependencies)
{
	kept_frame_list frames = VEC_INIT;
	uint64_t nr_frames = 0;

	for (size_t i = 0; i < lines->nr_pieces && nr_frames < COPIED_FRAMES_MAX; i++) {
		struct kept_piece piece = lines->pieces[i];
		frames.count = 0;
		if (add_frames(lines, piece.node, &frames) && piece.start + piece.size_bytes > piece.start)
			kept_lines_put(maker, piece.start, piece.start + piece.size_bytes, frames.items, frames.count);
		nr_frames += frames.count;
	}
	vec_done(&frames);
	for (size_t i = 0; i < lines->nr_dependencies; i++) {
		const char *path = name_at(lines, lines->dependencies[i].path);
		if (path) vec_push(dependencies, ((struct kept_dependency){ path, lines->dependencies[i].identity }));
	}
}

static int compare_pieces(const void *a, const void *b)
{
	const struct kept_piece *x = a, *y = b;
	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	return (x->size_bytes < y->size_bytes) - (x->size_bytes > y->size_bytes); /* the longest first */
}

/* By address, without those that begin in another. */
static void sort_pieces(struct kept_lines_maker *maker)
{
	struct kept_piece *pieces = maker->pieces.items;
	size_t kept = 0;

	if (maker->pieces.count) qsort(pieces, maker->pieces.count, sizeof(*pieces), compare_pieces);
	for (size_t i = 0; i < maker->pieces.count; i++)
		if (!kept || pieces[i].start - pieces[kept - 1].start >= pieces[kept - 1].size_bytes)
			pieces[kept++] = pieces[i];
	maker->pieces.count = kept;
}

static void put(uint8_t *to, const void *items, size_t count, size_t item_size)
{
	if (count) memcpy(to, items, count * item_size);
}

static int compare_dependencies(const void *a, const void *b)
{
	const struct kept_dependency *x = a, *y = b;
	return strcmp(x->path, y->path);
}

/* Of dependencies on one path one is kept; sorting makes them neighbours. */
static void drop_equal(kept_dependency_list *list)
{
	size_t kept = 0;

	if (list->count) qsort(list->items, list->count, sizeof(*list->items), compare_dependencies);
	for (size_t i = 0; i < list->count; i++)
		if (!kept || strcmp(list->items[i].path, list->items[kept - 1].path) != 0)
			list->items[kept++] = list->items[i];
	list->count = kept;
}

void *kept_lines_make(struct kept_lines_maker *maker, kept_dependency_list *dependencies, size_t *ret_size_bytes)
{
	sort_pieces(maker);
	drop_equal(dependencies);
	if (!maker->pieces.count || maker->pieces.count > COUNT_MAX || maker->nodes.count > COUNT_MAX ||
	    dependencies->count > COUNT_MAX)
		return NULL;
	_free_ struct flat_dependency *flat = xcalloc(dependencies->count + 1, sizeof(*flat));
	for (size_t i = 0; i < dependencies->count; i++)
		flat[i] = (struct flat_dependency){ dependencies->items[i].identity,
						    put_name(maker, dependencies->items[i].path) };
	if (maker->names.count + (1 << 20) >= NAMES_MAX) return NULL;
	struct flat_head head = {
		.nr_dependencies = dependencies->count,
		.nr_pieces = maker->pieces.count,
		.nr_nodes = maker->nodes.count,
		.names_size = maker->names.count,
	};
	struct parts p = parts_of(&head);
	uint8_t *bytes = xcalloc(1, p.end);
	memcpy(bytes, &head, sizeof(head));
	put(bytes + p.dependencies, flat, dependencies->count, sizeof(*flat));
	put(bytes + p.pieces, maker->pieces.items, maker->pieces.count, sizeof(*maker->pieces.items));
	put(bytes + p.nodes, maker->nodes.items, maker->nodes.count, sizeof(*maker->nodes.items));
	put(bytes + p.names, maker->names.items, maker->names.count, 1);
	*ret_size_bytes = p.end;
	return bytes;
}
