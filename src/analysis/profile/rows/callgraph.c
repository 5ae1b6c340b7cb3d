/* Call graphs, level by level. A level is a list of members (nodes of the tree, or chains where these waited);
 * members with the same link are a group, a group that is heavy enough is a node of the graph, and what its members
 * expand to, their children or their parents, is the next level. Nothing is read below a group that is too light.
 * Where an entry's members are is found for all entries at once, in one walk over the tree.
 *
 *     callgraphs_make   find_own, find_with_children   nodes of each entry        struct sources
 *                       make_one, on several threads   the first level's members  add_roots_down, add_roots_up
 *                       build_level                    groups become nodes; expand_* of each: the next level */
#include "analysis/profile/rows/callgraph.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/profile/collect/hist_private.h"
#include "analysis/profile/rows/hist_link.h"
#include "base/threads.h"
#include "base/u64map.h"

/* A node of an entry, with what is counted for it. */
struct source {
	uint32_t node;
	uint32_t count;
	uint64_t period;
};
/* Where an entry is in the tree: nodes in ascending order, which is preorder. */
struct sources {
	/* Nodes with weight of their own for the entry. */
	VEC(uint32_t) own;
	/* Callee order with children: every node of the entry, with the weight for which it is the innermost one. */
	VEC(struct source) inner;
	/* Caller order with children: the entry's outermost nodes. */
	VEC(uint32_t) outer;
};

/* What a group consists of.
 *
 * Caller order: a node, for one of two things. own: whole chains that end in the entry's own samples. Otherwise:
 * what is below the entry's outermost nodes, without those samples. from .. to are the places of sources.own at or
 * below the node.
 *
 * Callee order: a leaf's weight that has climbed up to node. With chains on demand: a chain, of which link is at
 * hand. */
struct member {
	union {
		const struct link_id *link; /* chains on demand */
		struct {
			uint32_t from, to;
		};
	};
	uint64_t period;
	uint32_t node, count;
	bool own;
};
_Static_assert(sizeof(struct member) == 32, "a graph of everything has as many as there are nodes");
typedef VEC(struct member) member_vec;

/* Members of a level with the same link, added up. */
struct group {
	uint64_t period, count;
	struct link_id link;
	uint32_t nr_members;
};
typedef VEC(struct group) group_vec;

/* A thread's own. group_of is all 0 between levels, so that it is cleared only where it was used. */
struct scratch {
	uint32_t *group_of; /* by link: group + 1 */
};

/* All graphs of one call; read only while threads make them. */
struct maker {
	struct hist *hist;
	const struct cct_index *x;
	const hist_chain_vec *const *chains; /* with chains on demand: those of each entry; NULL: none */
	const struct callgraph_options *options;
	const uint32_t *entries;
	struct sources *sources;
	struct tree **trees;
	struct scratch *scratches; /* by worker */
	bool down;                 /* the graphs grow from callers to callees */
};

/* One graph in the making. */
struct build {
	struct maker *m;
	const struct cct_index *x;
	const struct sources *sources;
	uint64_t *own_period; /* caller order: prefix sums over sources.own */
	uint32_t *own_count;
	uint32_t *group_of;
	struct tree *tree;
	/* The least period of a node. With options->relative it is the share of each parent instead. */
	uint64_t threshold;
};

/* What a member is grouped by at its level. */
static inline struct link_id link_of(const struct build *b, const struct member *m)
{
	return b->m->hist->chains_on_demand ? *m->link : hist_node_link(b->m->hist, b->x, m->node);
}

static void add_to_group(struct build *b, group_vec *groups, struct link_id link, uint64_t period, uint32_t samples)
{
	uint32_t *slot = &b->group_of[link.n];
	if (!*slot) {
		vec_push(groups, ((struct group){ .link = link }));
		*slot = (uint32_t)groups->count;
	}
	struct group *group = &groups->items[*slot - 1];
	group->period += period;
	group->count += samples;
	group->nr_members++;
}

/* The place of the first of sources.own[from .. to) that is not below `end`, i.e. behind a subtree. Most subtrees
 * have few of them: the next eight are looked at before halving begins. */
static uint32_t own_end(const struct build *b, uint32_t from, uint32_t to, uint32_t end)
{
	const uint32_t *own = b->sources->own.items;
	for (uint32_t near = MIN(to, from + 8); from < near; from++)
		if (own[from] >= end) return from;
	while (from < to) {
		uint32_t middle = from + (to - from) / 2;
		if (own[middle] < end) from = middle + 1;
		else to = middle;
	}
	return from;
}

/* The weight of node as a member of its kind, with own[from .. to) below it. */
static inline struct member member_at(const struct build *b, uint32_t node, uint32_t from, uint32_t to, bool own)
{
	struct member m = { .node = node, .from = from, .to = to, .own = own };
	m.period = b->own_period[to] - b->own_period[from];
	m.count = b->own_count[to] - b->own_count[from];
	if (own) return m;
	m.period = cct_total_period(b->x, node) - m.period;
	m.count = cct_total_count(b->x, node) - m.count;
	return m;
}

/* What ends at a group: chains that go no further. */
struct level {
	uint64_t own_period, own_count;
};

/* A child of a caller-order group: a link that is to be grouped, or where chains end. */
static void add_below(const struct build *b, struct member child, member_vec *ret, struct level *level)
{
	if (!child.count) return;
	if (node_label_is_leaf(hist_label(b->x, child.node))) {
		level->own_period += child.period;
		level->own_count += child.count;
	} else {
		vec_push(ret, child);
	}
}

/* Caller order: the children of members, and what ends at this level. */
static void expand_down(struct build *b, const member_vec *members, member_vec *ret, struct level *level)
{
	const struct cct_index *x = b->x;
	const uint32_t *own = b->sources->own.items;
	vec_reserve(ret, members->count);
	for (size_t i = 0; i < members->count; i++) {
		const struct member *m = &members->items[i];
		uint32_t from = m->from, to = m->to, own_here = cct_own_count(x, m->node);
		bool entry_here = from < to && own[from] == m->node; /* what ends here is the entry's own */
		if (own_here && entry_here == m->own) {
			level->own_period += cct_own_period(x, m->node);
			level->own_count += own_here;
		}
		from += entry_here;
		if (m->own) { /* only children with something of the entry's own below */
			while (from < to) {
				uint32_t child = own[from];
				while (x->parent[child] != m->node) child = x->parent[child];
				uint32_t end = own_end(b, from, to, x->end[child]);
				add_below(b, member_at(b, child, from, end, true), ret, level);
				from = end;
			}
			continue;
		}
		for (uint32_t child = m->node + 1; child < x->end[m->node]; child = x->end[child]) {
			uint32_t end = from < to ? own_end(b, from, to, x->end[child]) : to;
			add_below(b, member_at(b, child, from, end, false), ret, level);
			from = end;
		}
	}
}

/* Callee order: the parents of members. */
static void expand_up(struct build *b, const member_vec *members, member_vec *ret, struct level *level)
{
	const struct cct_index *x = b->x;
	vec_reserve(ret, members->count);
	for (size_t i = 0; i < members->count; i++) {
		struct member m = members->items[i];
		m.node = x->parent[m.node];
		if (x->parent[m.node] == CCT_NONE) {
			level->own_period += m.period;
			level->own_count += m.count;
		} else {
			vec_push(ret, m);
		}
	}
}

/* The next links of chains on demand, which are in the order wanted already. */
static void expand_chains(const member_vec *members, member_vec *ret, struct level *level)
{
	vec_reserve(ret, members->count);
	for (size_t i = 0; i < members->count; i++) {
		struct member m = members->items[i];
		if ((++m.link)->n == HIST_CHAIN_END) {
			level->own_period += m.period;
			level->own_count += m.count;
		} else {
			vec_push(ret, m);
		}
	}
}

static int compare_groups(const void *pa, const void *pb, void *ctx)
{
	const struct group *a = pa, *g = pb;
	const struct build *b = ctx;
	if (b->m->options->by_weight && a->period != g->period) return a->period > g->period ? -1 : 1;
	return hist_link_order(b->m->hist, a->link, g->link);
}

static int compare_names(const void *pa, const void *pb, void *ctx)
{
	const struct group *a = pa, *g = pb;
	const struct build *b = ctx;
	return hist_link_order_by_name(b->m->hist, a->link, g->link);
}

/* Heavy ones first, those of equal weight by address; by name when one of these is an inlined function. */
static void sort_groups(struct build *b, struct group *groups, size_t count)
{
	bool by_weight = b->m->options->by_weight;
	qsort_r(groups, count, sizeof(*groups), compare_groups, b);
	for (size_t begin = 0, end; begin < count; begin = end) {
		bool inlined = false;
		for (end = begin; end < count && (!by_weight || groups[end].period == groups[begin].period); end++)
			inlined |= hist_link_is_inlined(b->m->hist, groups[end].link);
		if (inlined && end - begin > 1) qsort_r(groups + begin, end - begin, sizeof(*groups), compare_names, b);
	}
}

static int compare_numbers(const void *pa, const void *pb)
{
	const uint32_t *a = pa, *b = pb;
	return (*a > *b) - (*a < *b);
}

/* The label with what is known of the branches at the places of a group. Several members may have climbed up to the
 * same node: its sums count once. */
static const char *label_with_branches(const struct build *b, const char *label, const member_vec *members)
{
	uint64_t sums[BRANCH_SUMS] = { 0 };
	struct outbuf out;
	_free_ uint32_t *nodes = xmalloc(members->count * sizeof(*nodes) + 1);
	for (size_t i = 0; i < members->count; i++) nodes[i] = members->items[i].node;
	qsort(nodes, members->count, sizeof(*nodes), compare_numbers);
	for (size_t i = 0; i < members->count; i++) {
		if (i && nodes[i] == nodes[i - 1]) continue;
		const uint64_t *words = cct_index_extra(b->x, nodes[i]) + hist_branch_sums_at(&b->m->hist->options);
		for (unsigned n = 0; n < BRANCH_SUMS; n++) sums[n] += words[n];
	}
	out_init(&out, -1);
	out_str(&out, label);
	branch_sums_format(sums, &out);
	label = arena_strndup(&b->tree->arena, out.data, out.size);
	out_done(&out);
	return label;
}

/* Puts members into groups, and the heavy groups into the tree as children of parent, each followed by what is below
 * it. Empties members. Recursion is as deep as the deepest heavy chain. */
static void build_level(struct build *b, uint32_t parent, member_vec *members)
{
	struct maker *m = b->m;
	group_vec groups = VEC_INIT;
	uint64_t all_period = 0;
	for (size_t i = 0; i < members->count; i++) {
		const struct member *member = &members->items[i];
		add_to_group(b, &groups, link_of(b, member), member->period, member->count);
		all_period += member->period;
	}
	uint64_t threshold = b->threshold;
	if (m->options->relative) threshold = (uint64_t)ceil((double)all_period * m->options->threshold);
	if (parent == TREE_NONE) b->tree->children_period = all_period;
	else b->tree->nodes.items[parent].children_period = all_period;
	/* A single child of a node at which nothing ended continues its line. */
	bool joined = parent != TREE_NONE && groups.count == 1 && !b->tree->nodes.items[parent].own_count;

	/* the members of each kept group side by side */
	size_t nr_kept = 0, nr_members = 0;
	for (size_t i = 0; i < groups.count; i++) b->group_of[groups.items[i].link.n] = 0;
	for (size_t i = 0; i < groups.count; i++)
		if (groups.items[i].period >= threshold) {
			groups.items[nr_kept++] = groups.items[i];
			nr_members += groups.items[nr_kept - 1].nr_members;
		}
	groups.count = nr_kept;
	if (nr_kept > 1) sort_groups(b, groups.items, nr_kept);
	_free_ struct member *sorted = xmalloc(nr_members * sizeof(*sorted) + 1);
	_free_ size_t *at = xmalloc((nr_kept + 1) * sizeof(*at));
	at[0] = 0;
	for (size_t i = 0; i < nr_kept; i++) {
		at[i + 1] = at[i] + groups.items[i].nr_members;
		b->group_of[groups.items[i].link.n] = (uint32_t)i + 1;
	}
	for (size_t i = 0; i < members->count; i++) {
		uint32_t group = b->group_of[link_of(b, &members->items[i]).n];
		if (group) sorted[at[group - 1]++] = members->items[i];
	}
	for (size_t i = 0; i < nr_kept; i++) b->group_of[groups.items[i].link.n] = 0;
	vec_done(members); /* deep chains: only what is still needed is kept */

	uint32_t previous = TREE_NONE;
	size_t begin = 0;
	for (size_t i = 0; i < nr_kept; i++) {
		const struct group *group = &groups.items[i];
		struct level level = { 0 };
		member_vec next = VEC_INIT, here = { .items = sorted + begin, .count = group->nr_members };
		if (m->hist->chains_on_demand) expand_chains(&here, &next, &level);
		else if (m->down) expand_down(b, &here, &next, &level);
		else expand_up(b, &here, &next, &level);
		begin += group->nr_members;
		const char *label = hist_link_label(m->hist, group->link, &b->tree->arena);
		if (m->hist->options.branch_labels) label = label_with_branches(b, label, &here);
		previous = tree_add(b->tree, parent, previous,
				    &(struct tree_node){ .label = label,
							 .period = group->period,
							 .count = group->count,
							 .own_period = level.own_period,
							 .own_count = level.own_count,
							 .joined = joined });
		if (next.count) build_level(b, previous, &next);
		vec_done(&next);
	}
	vec_done(&groups);
}

/* Caller order: the chains of the entry's own samples from their first links on, and the entry's outermost nodes. */
static void add_roots_down(struct build *b, member_vec *ret_roots)
{
	const struct cct_index *x = b->x;
	const struct sources *sources = b->sources;
	uint32_t count = (uint32_t)sources->own.count;
	for (uint32_t i = 0; i < count; i++) {
		b->own_period[i + 1] = b->own_period[i] + cct_own_period(x, sources->own.items[i]);
		b->own_count[i + 1] = b->own_count[i] + cct_own_count(x, sources->own.items[i]);
	}
	for (uint32_t from = 0; from < count;) {
		uint32_t top = sources->own.items[from];
		while (x->depth[top] > 1) top = x->parent[top];
		uint32_t end = own_end(b, from, count, x->end[top]);
		if (!node_label_is_leaf(hist_label(x, top))) vec_push(ret_roots, member_at(b, top, from, end, true));
		from = end;
	}
	uint32_t from = 0;
	vec_reserve(ret_roots, ret_roots->count + sources->outer.count);
	for (size_t i = 0; i < sources->outer.count; i++) {
		uint32_t node = sources->outer.items[i];
		from = own_end(b, from, count, node);
		uint32_t end = own_end(b, from, count, x->end[node]);
		struct member member = member_at(b, node, from, end, false);
		if (member.count) vec_push(ret_roots, member);
		from = end;
	}
}

/* Callee order: the entry's nodes. */
static void add_roots_up(struct build *b, member_vec *ret_roots)
{
	const struct cct_index *x = b->x;
	const struct sources *sources = b->sources;
	bool children = b->m->hist->options.children;
	size_t count = children ? sources->inner.count : sources->own.count;
	vec_reserve(ret_roots, count);
	for (size_t i = 0; i < count; i++) {
		struct member member = { .node = children ? sources->inner.items[i].node : sources->own.items[i] };
		member.count = children ? sources->inner.items[i].count : cct_own_count(x, member.node);
		member.period = children ? sources->inner.items[i].period : cct_own_period(x, member.node);
		if (node_label_is_leaf(hist_label(x, member.node)))
			member.node = x->parent[member.node]; /* a chain begins with its first link */
		if (member.count && x->parent[member.node] != CCT_NONE) vec_push(ret_roots, member);
	}
}

/* threads_for: the graph of one entry. */
static void make_one(void *ctx, unsigned worker, size_t item)
{
	struct maker *m = ctx;
	struct scratch *s = &m->scratches[worker];
	if (!s->group_of) s->group_of = xcalloc(key_env_nr_places(m->hist->env) + 1, sizeof(*s->group_of));
	struct build b = { .m = m,
			   .x = m->x,
			   .sources = &m->sources[item],
			   .group_of = s->group_of,
			   .tree = m->trees[item] = tree_new() };
	const uint64_t total = m->options->totals ? m->options->totals[item] : m->options->total_period;
	b.threshold = (uint64_t)((double)total * m->options->threshold);
	member_vec roots = VEC_INIT;
	if (m->hist->chains_on_demand) {
		static const hist_chain_vec none;
		const hist_chain_vec *chains = m->chains[item] ? m->chains[item] : &none;
		vec_reserve(&roots, chains->count);
		for (size_t i = 0; i < chains->count; i++)
			vec_push(&roots, ((struct member){ .link = chains->items[i].links,
							   .period = chains->items[i].period,
							   .count = chains->items[i].count }));
	} else if (m->down) {
		/* own chains begin at their first links: what is asked for begins at the entry */
		if (m->options->direction == CALLGRAPH_CALLEES) vec_clear(&m->sources[item].own);
		b.own_period = xcalloc(b.sources->own.count + 1, sizeof(*b.own_period));
		b.own_count = xcalloc(b.sources->own.count + 1, sizeof(*b.own_count));
		add_roots_down(&b, &roots);
	} else {
		add_roots_up(&b, &roots);
	}
	build_level(&b, TREE_NONE, &roots);
	vec_done(&roots);
	free(b.own_period);
	free(b.own_count);
}

/* ---- where the entries are */

/* The one walk over the tree that finds the nodes of all wanted entries. */
struct finder {
	struct maker *m;
	struct u64map by_key; /* hist_entry_key -> number in m->entries */
	/* of the tuple at hand, by frame cells; last: their innermost node on the path, as place in inner */
	struct finder_frame {
		uint32_t stamp, wanted, on_path, last;
	} * frames;
	uint32_t stamp;
};

/* What is known of the entry of tuple and cells; looked up once for each tuple and cells that occur together. */
static struct finder_frame *find_frame(struct finder *f, struct tuple_id tuple, struct frame_cells_id cells)
{
	struct finder_frame *at = &f->frames[cells.n];
	if (at->stamp != f->stamp) {
		const uint64_t *wanted = u64map_find(&f->by_key, hist_entry_key(tuple, cells));
		*at = (struct finder_frame){ .stamp = f->stamp, .wanted = wanted ? (uint32_t)*wanted : CCT_NONE };
	}
	return at;
}

/* Finds own, and inner or outer nodes. path has the nodes of wanted entries from the root to the one at hand. Callee
 * order: a node inside another one of its entry takes its weight from that one, so that each sample counts for the
 * innermost. */
static void find_with_children(struct finder *f)
{
	struct hist *hist = f->m->hist;
	const struct cct_index *x = f->m->x;
	struct step {
		uint32_t end, outer_last;
		struct frame_cells_id cells;
	};
	VEC(struct step) path = VEC_INIT;
	bool caller_first = f->m->down;
	struct tuple_id tuple = { 0 };
	for (uint32_t node = 0; node < x->count; node++) {
		while (path.count && vec_last(&path)->end <= node) {
			const struct step *step = &path.items[--path.count];
			f->frames[step->cells.n].on_path--;
			f->frames[step->cells.n].last = step->outer_last;
		}
		if (x->parent[node] == CCT_NONE) {
			tuple.n = x->frame[node];
			f->stamp++;
			continue;
		}
		struct frame_cells_id cells = hist_node_cells(hist, x, node);
		struct finder_frame *frame = find_frame(f, tuple, cells);
		if (frame->wanted == CCT_NONE) continue;
		struct sources *sources = &f->m->sources[frame->wanted];
		vec_push(&path, ((struct step){ .end = x->end[node], .cells = cells, .outer_last = frame->last }));
		if (cct_own_count(x, node)) vec_push(&sources->own, node);
		if (caller_first) {
			if (!frame->on_path) vec_push(&sources->outer, node);
		} else {
			uint64_t period = cct_total_period(x, node);
			uint32_t count = cct_total_count(x, node);
			if (frame->on_path) {
				sources->inner.items[frame->last].period -= period;
				sources->inner.items[frame->last].count -= count;
			}
			frame->last = (uint32_t)sources->inner.count;
			vec_push(&sources->inner, ((struct source){ .node = node, .period = period, .count = count }));
		}
		frame->on_path++;
	}
	vec_done(&path);
}

/* Finds own nodes; without children no entry is anywhere else. */
static void find_own(struct finder *f)
{
	const struct cct_index *x = f->m->x;
	struct tuple_id tuple = { 0 };
	for (uint32_t node = 0; node < x->count; node++) {
		if (x->parent[node] == CCT_NONE) {
			tuple.n = x->frame[node];
			f->stamp++;
		}
		if (!cct_own_count(x, node)) continue;
		const struct finder_frame *frame = find_frame(f, tuple, hist_node_cells(f->m->hist, x, node));
		if (frame->wanted != CCT_NONE) vec_push(&f->m->sources[frame->wanted].own, node);
	}
}

void callgraphs_make(struct hist *hist, struct hist_event *event, const struct callgraph_options *options,
		     const uint32_t *entries, size_t nr_entries, struct tree **ret_trees)
{
	unsigned threads = options->threads ? options->threads : 1;
	_free_ const hist_chain_vec **chains = xcalloc(nr_entries + 1, sizeof(*chains));
	struct maker m = { .hist = hist,
			   .x = &event->tree,
			   .options = options,
			   .entries = entries,
			   .chains = chains,
			   .trees = ret_trees,
			   .down = hist->options.caller_first };
	if (options->direction != CALLGRAPH_OWN) m.down = options->direction == CALLGRAPH_CALLEES;
	struct finder f = { .m = &m };
	m.sources = xcalloc(nr_entries + 1, sizeof(*m.sources));
	m.scratches = xcalloc(threads, sizeof(*m.scratches));
	f.frames = xcalloc(cells_count(&hist->frames) + 1, sizeof(*f.frames));
	for (size_t i = 0; i < nr_entries; i++) {
		const struct hist_entry *entry = &event->entries.items[entries[i]];
		*u64map_put(&f.by_key, hist_entry_key(entry->tuple, entry->cells), NULL) = i;
		if (hist->chains_on_demand) chains[i] = hist_chains_of(hist, event, entry);
	}
	if (!hist->chains_on_demand && hist->options.children) find_with_children(&f);
	else if (!hist->chains_on_demand) find_own(&f);
	threads_for(threads, nr_entries, make_one, &m);
	for (size_t i = 0; i < nr_entries; i++) {
		vec_done(&m.sources[i].own);
		vec_done(&m.sources[i].inner);
		vec_done(&m.sources[i].outer);
	}
	for (unsigned i = 0; i < threads; i++) free(m.scratches[i].group_of);
	free(m.scratches);
	free(m.sources);
	free(f.frames);
	u64map_done(&f.by_key);
}
