#include "analysis/callgraph.h"
#include <math.h>
#include <string.h>
#include "base/threads.h"
#include "base/u64map.h"

/* Where an entry is in the tree. */
struct source { uint32_t node; uint32_t count; uint64_t period; };
struct sources {
	VEC(uint32_t) own;          /* nodes with weight of their own for the entry */
	VEC(struct source) inner;   /* callee order with children: every node of the entry, with the weight for which it is the innermost */
	VEC(uint32_t) outer;        /* caller order with children: its outermost nodes */
};

/* What a group consists of: nodes of the tree. Caller order: whole chains that end in the entry's own samples (own), or what is
   below the entry's outermost nodes without those. Callee order: leaf weights that have climbed up to node. */
struct member { uint32_t node; uint32_t count; uint64_t period; bool own; };
typedef VEC(struct member) member_vec;

struct group { uint64_t chain, period, count; uint32_t nr_members; bool kept; };

struct scratch {
	/* caller order: the weight below each node that belongs to the entry's own samples */
	uint64_t *own_period; uint32_t *own_count;
	VEC(uint32_t) touched;
	uint32_t *group_of; /* by chain identity: group + 1 */
};

struct maker {
	struct hist *hist;
	struct hist_event *event;
	const struct callgraph_options *options;
	const uint32_t *entries;
	struct sources *sources;
	struct tree **trees;
	struct scratch *scratches; /* by worker */
	uint64_t threshold;        /* absolute, of the tree's first level too */
};

struct build { struct maker *m; struct scratch *s; struct tree *tree; uint32_t entry_frame; };

static void add_to_group(struct build *b, struct group **groups, size_t *count, size_t *capacity, uint64_t chain, uint64_t period, uint64_t samples)
{
	uint32_t *slot = &b->s->group_of[chain];
	if (!*slot) {
		if (*count == *capacity) vec_grow((void **)groups, capacity, *count + 1, sizeof(**groups));
		(*groups)[(*count)++] = (struct group){ .chain = chain };
		*slot = (uint32_t)*count;
	}
	struct group *group = &(*groups)[*slot - 1];
	group->period += period;
	group->count += samples;
	group->nr_members++;
}

/* ---- members of the next level: fn(ctx, chain, member) for each, and what ends at this level */

typedef VEC(struct group) group_vec;

/* The weight of node for a kind of member. */
static inline struct member member_at(const struct build *b, uint32_t node, bool own)
{
	const struct cct *cct = &b->m->event->cct;
	if (own) return (struct member){ .node = node, .period = b->s->own_period[node], .count = b->s->own_count[node], .own = true };
	return (struct member){ .node = node, .period = cct->total_period[node] - b->s->own_period[node], .count = cct->total_count[node] - b->s->own_count[node] };
}

struct level { uint64_t own_period, own_count; };

/* Caller order: the children of members; those that are no links of a chain end here. */
static void expand_down(struct build *b, const member_vec *members, member_vec *ret, struct level *level)
{
	const struct cct *cct = &b->m->event->cct;
	const struct hist *hist = b->m->hist;
	for (size_t i = 0; i < members->count; i++) {
		const struct member *m = &members->items[i];
		const struct cct_node *n = &cct->nodes.items[m->node];
		if (n->parent != CCT_NONE && n->count && (hist_node_frame(hist, n) == b->entry_frame) == m->own) {
			level->own_period += n->period;
			level->own_count += n->count;
		}
		for (uint32_t c = cct->first[m->node]; c < cct->first[m->node + 1]; c++) {
			struct member child = member_at(b, cct->children[c], m->own);
			if (!child.count) continue;
			if (cct->nodes.items[child.node].frame & HIST_LEAF) {
				level->own_period += child.period;
				level->own_count += child.count;
			} else {
				vec_push(ret, child);
			}
		}
	}
}

/* Callee order: the parents of members. */
static void expand_up(struct build *b, const member_vec *members, member_vec *ret, struct level *level)
{
	const struct cct *cct = &b->m->event->cct;
	for (size_t i = 0; i < members->count; i++) {
		struct member m = members->items[i];
		m.node = cct->nodes.items[m.node].parent;
		if (cct->nodes.items[m.node].parent == CCT_NONE) {
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
	return hist_chain_order(b->m->hist, a->chain, g->chain);
}

/* Puts members into groups, and the heavy groups into the tree, each followed by what is below it. */
static void build_level(struct build *b, uint32_t parent, member_vec *members)
{
	struct maker *m = b->m;
	const struct cct *cct = &m->event->cct;
	group_vec groups = VEC_INIT;
	uint64_t all_period = 0;
	for (size_t i = 0; i < members->count; i++) {
		const struct member *member = &members->items[i];
		add_to_group(b, &groups.items, &groups.count, &groups.capacity, hist_node_chain(m->hist, &cct->nodes.items[member->node]), member->period, member->count);
		all_period += member->period;
	}
	uint64_t threshold = m->threshold;
	if (m->options->relative) threshold = (uint64_t)ceil((double)all_period * m->options->threshold);
	if (parent == TREE_NONE) b->tree->children_period = all_period;
	else b->tree->nodes.items[parent].children_period = all_period;
	bool joined = parent != TREE_NONE && groups.count == 1 && !b->tree->nodes.items[parent].own_count;

	/* the members of each kept group side by side */
	size_t nr_kept = 0, nr_members = 0;
	for (size_t i = 0; i < groups.count; i++) b->s->group_of[groups.items[i].chain] = 0;
	for (size_t i = 0; i < groups.count; i++)
		if (groups.items[i].period >= threshold) {
			groups.items[nr_kept++] = groups.items[i];
			nr_members += groups.items[nr_kept - 1].nr_members;
		}
	groups.count = nr_kept;
	if (nr_kept > 1) qsort_r(groups.items, nr_kept, sizeof(*groups.items), compare_groups, b);
	_free_ struct member *sorted = xmalloc(nr_members * sizeof(*sorted) + 1);
	_free_ size_t *at = xmalloc((nr_kept + 1) * sizeof(*at));
	at[0] = 0;
	for (size_t i = 0; i < nr_kept; i++) {
		at[i + 1] = at[i] + groups.items[i].nr_members;
		b->s->group_of[groups.items[i].chain] = (uint32_t)i + 1;
	}
	for (size_t i = 0; i < members->count; i++) {
		uint32_t group = b->s->group_of[hist_node_chain(m->hist, &cct->nodes.items[members->items[i].node])];
		if (group) sorted[at[group - 1]++] = members->items[i];
	}
	for (size_t i = 0; i < nr_kept; i++) b->s->group_of[groups.items[i].chain] = 0;
	vec_done(members); /* deep chains: only what is still needed is kept */

	uint32_t previous = TREE_NONE;
	size_t begin = 0;
	for (size_t i = 0; i < nr_kept; i++) {
		const struct group *group = &groups.items[i];
		struct level level = { 0 };
		member_vec next = VEC_INIT, here = { .items = sorted + begin, .count = group->nr_members };
		if (m->hist->options.caller_first) expand_down(b, &here, &next, &level);
		else expand_up(b, &here, &next, &level);
		begin += group->nr_members;
		char text[4096];
		const char *label = hist_chain_label(m->hist, group->chain, text, sizeof(text));
		if (label == text) label = arena_strdup(&b->tree->arena, text);
		previous = tree_add(b->tree, parent, previous, &(struct tree_node){ .label = label, .period = group->period, .count = group->count,
			.own_period = level.own_period, .own_count = level.own_count, .joined = joined });
		if (next.count) build_level(b, previous, &next);
		vec_done(&next);
	}
	vec_done(&groups);
}

static void add_own_weights(struct build *b, const struct sources *sources, member_vec *ret_roots)
{
	const struct cct *cct = &b->m->event->cct;
	struct scratch *s = b->s;
	for (size_t i = 0; i < sources->own.count; i++) {
		uint32_t node = sources->own.items[i];
		uint64_t period = cct->nodes.items[node].period;
		uint32_t count = cct->nodes.items[node].count;
		for (uint32_t up = node; up != CCT_NONE; up = cct->nodes.items[up].parent) {
			if (!s->own_count[up]) vec_push(&s->touched, up);
			s->own_period[up] += period;
			s->own_count[up] += count;
		}
	}
	for (size_t i = 0; i < s->touched.count; i++) {
		uint32_t node = s->touched.items[i], parent = cct->nodes.items[node].parent;
		if (parent == CCT_NONE || cct->nodes.items[parent].parent != CCT_NONE || cct->nodes.items[node].frame & HIST_LEAF) continue;
		vec_push(ret_roots, member_at(b, node, true));
	}
}

static void make_one(void *ctx, unsigned worker, size_t item)
{
	struct maker *m = ctx;
	const struct cct *cct = &m->event->cct;
	const struct sources *sources = &m->sources[item];
	struct scratch *s = &m->scratches[worker];
	struct build b = { .m = m, .s = s, .tree = m->trees[item] = tree_new(), .entry_frame = m->event->entries.items[m->entries[item]].frame };
	member_vec roots = VEC_INIT;
	if (!s->group_of) s->group_of = xcalloc(key_env_nr_places(m->hist->env) + 1, sizeof(*s->group_of));
	if (m->hist->options.caller_first) {
		if (!s->own_period) {
			s->own_period = xcalloc(cct->nodes.count + 1, sizeof(*s->own_period));
			s->own_count = xcalloc(cct->nodes.count + 1, sizeof(*s->own_count));
		}
		add_own_weights(&b, sources, &roots);
		for (size_t i = 0; i < sources->outer.count; i++) {
			struct member member = member_at(&b, sources->outer.items[i], false);
			if (member.count) vec_push(&roots, member);
		}
	} else if (m->hist->options.children) {
		for (size_t i = 0; i < sources->inner.count; i++) {
			const struct source *source = &sources->inner.items[i];
			if (source->count) vec_push(&roots, ((struct member){ .node = source->node, .count = source->count, .period = source->period }));
		}
	} else {
		for (size_t i = 0; i < sources->own.count; i++) {
			const struct cct_node *n = &cct->nodes.items[sources->own.items[i]];
			vec_push(&roots, ((struct member){ .node = sources->own.items[i], .count = n->count, .period = n->period }));
		}
	}
	if (!m->hist->options.caller_first) { /* a chain begins with its first link */
		size_t kept = 0;
		for (size_t i = 0; i < roots.count; i++) {
			struct member member = roots.items[i];
			if (cct->nodes.items[member.node].frame & HIST_LEAF) member.node = cct->nodes.items[member.node].parent;
			if (cct->nodes.items[member.node].parent != CCT_NONE) roots.items[kept++] = member;
		}
		roots.count = kept;
	}
	build_level(&b, TREE_NONE, &roots);
	vec_done(&roots);
	for (size_t i = 0; i < s->touched.count; i++) {
		s->own_period[s->touched.items[i]] = 0;
		s->own_count[s->touched.items[i]] = 0;
	}
	vec_clear(&s->touched);
}

/* ---- where the entries are */

struct finder {
	struct maker *m;
	struct u64map by_cells; /* tuple << 32 | frame -> number in m->entries */
	/* of the tuple at hand, by frame; last: the innermost node of the frame on the path, as place in inner */
	struct finder_frame { uint32_t stamp, wanted, on_path, last; } *frames;
	uint32_t stamp;
};

static struct finder_frame *find_frame(struct finder *f, uint32_t tuple, uint32_t frame)
{
	struct finder_frame *at = &f->frames[frame];
	if (at->stamp != f->stamp) {
		const uint64_t *wanted = u64map_find(&f->by_cells, (uint64_t)tuple << 32 | frame);
		*at = (struct finder_frame){ .stamp = f->stamp, .wanted = wanted ? (uint32_t)*wanted : CCT_NONE };
	}
	return at;
}

static void find_with_children(struct finder *f)
{
	struct hist *hist = f->m->hist;
	const struct cct *cct = &f->m->event->cct;
	struct step { uint32_t node, next, outer_last; };
	VEC(struct step) path = VEC_INIT;
	bool caller_first = hist->options.caller_first;
	for (uint32_t root = 0; root < cct->nodes.count; root++) {
		if (cct->nodes.items[root].parent != CCT_NONE) continue;
		uint32_t tuple = cct->nodes.items[root].frame;
		f->stamp++;
		vec_push(&path, ((struct step){ .node = root, .next = cct->first[root] }));
		while (path.count) {
			struct step *top = vec_last(&path);
			if (top->next == cct->first[top->node + 1]) {
				if (--path.count) {
					struct finder_frame *frame = &f->frames[hist_node_frame(hist, &cct->nodes.items[top->node])];
					frame->on_path--;
					frame->last = top->outer_last;
				}
				continue;
			}
			uint32_t node = cct->children[top->next++];
			const struct cct_node *n = &cct->nodes.items[node];
			struct finder_frame *frame = find_frame(f, tuple, hist_node_frame(hist, n));
			struct step step = { .node = node, .next = cct->first[node], .outer_last = frame->last };
			if (frame->wanted != CCT_NONE) {
				struct sources *sources = &f->m->sources[frame->wanted];
				if (n->count) vec_push(&sources->own, node);
				if (caller_first) {
					if (!frame->on_path) vec_push(&sources->outer, node);
				} else {
					if (frame->on_path) {
						sources->inner.items[frame->last].period -= cct->total_period[node];
						sources->inner.items[frame->last].count -= cct->total_count[node];
					}
					frame->last = (uint32_t)sources->inner.count;
					vec_push(&sources->inner, ((struct source){ .node = node, .period = cct->total_period[node], .count = cct->total_count[node] }));
				}
			}
			frame->on_path++;
			vec_push(&path, step);
		}
	}
	vec_done(&path);
}

static void find_own(struct finder *f)
{
	const struct cct *cct = &f->m->event->cct;
	_free_ uint32_t *tuples = xmalloc(cct->nodes.count * sizeof(*tuples) + 1);
	for (uint32_t i = 0; i < cct->nodes.count; i++) {
		const struct cct_node *n = &cct->nodes.items[i];
		tuples[i] = n->parent == CCT_NONE ? n->frame : tuples[n->parent];
		if (!n->count) continue;
		const uint64_t *wanted = u64map_find(&f->by_cells, (uint64_t)tuples[i] << 32 | hist_node_frame(f->m->hist, n));
		if (wanted) vec_push(&f->m->sources[*wanted].own, i);
	}
}

void callgraphs_make(struct hist *hist, struct hist_event *event, const struct callgraph_options *options, const uint32_t *entries,
		     size_t nr_entries, struct tree **ret_trees)
{
	unsigned threads = options->threads ? options->threads : 1;
	struct maker m = { .hist = hist, .event = event, .options = options, .entries = entries, .trees = ret_trees };
	struct finder f = { .m = &m };
	m.threshold = (uint64_t)((double)options->total_period * options->threshold);
	m.sources = xcalloc(nr_entries + 1, sizeof(*m.sources));
	m.scratches = xcalloc(threads, sizeof(*m.scratches));
	f.frames = xcalloc(hist->frames.count + 1, sizeof(*f.frames));
	for (size_t i = 0; i < nr_entries; i++) {
		const struct hist_entry *entry = &event->entries.items[entries[i]];
		*u64map_put(&f.by_cells, (uint64_t)entry->tuple << 32 | entry->frame, NULL) = i;
	}
	if (hist->options.children) find_with_children(&f);
	else find_own(&f);
	threads_for(threads, nr_entries, make_one, &m);
	for (size_t i = 0; i < nr_entries; i++) {
		vec_done(&m.sources[i].own);
		vec_done(&m.sources[i].inner);
		vec_done(&m.sources[i].outer);
	}
	for (unsigned i = 0; i < threads; i++) {
		free(m.scratches[i].own_period);
		free(m.scratches[i].own_count);
		free(m.scratches[i].group_of);
		vec_done(&m.scratches[i].touched);
	}
	free(m.scratches);
	free(m.sources);
	free(f.frames);
	u64map_done(&f.by_cells);
}
