/* Sets of names as chained hash tables whose order of walking is part of what they promise: hash function, growth and
 * the order within a bucket must not be changed.
 *
 * metric_order builds a set for each name of a formula and unites them in the order of its operators (names_of); which
 * set goes into which decides on the order of what comes out. Then names of metrics are taken out and replaced by what
 * these need (replace_metrics). */
#include "event/metric/metric_order.h"

#include <string.h>
#include "base/arena.h"
#include "event/metric/metric_expr_private.h"

/* A name in a bucket, the newest first. */
struct named {
	struct named *next;
	uint64_t hash;
	const char *name;
};
/* Owns its names. */
struct name_set {
	struct arena arena; /* nodes and names */
	struct named **buckets;
	unsigned bits; /* 0: no buckets yet, else at least 2 */
	size_t count;
};

/* Multiplication by 2^64 / golden ratio; buckets are chosen by the upper bits. */
static uint64_t hash_of(const char *text)
{
	uint64_t hash = 0;
	for (; *text; text++) hash = hash * 31 + (*text == '/' ? '@' : (unsigned char)*text);
	return hash * 11400714819323198485ull;
}

struct name_set *name_set_new(void) { return xcalloc(1, sizeof(struct name_set)); }

void name_set_free(struct name_set *set)
{
	if (!set) return;
	arena_done(&set->arena);
	free(set->buckets);
	free(set);
}

/* 0 until the first name is added. */
static size_t nr_buckets(const struct name_set *set) { return set->bits ? (size_t)1 << set->bits : 0; }

/* Links a name into the front of its bucket. */
static void put(struct name_set *set, struct named *named)
{
	struct named **bucket = &set->buckets[named->hash >> (64 - set->bits)];
	named->next = *bucket;
	*bucket = named;
}

/* Doubles the buckets. Chains are walked from their front and put in front, which turns their order: part of what is
 * reproduced here. */
static void grow(struct name_set *set)
{
	size_t count = nr_buckets(set);
	struct named **old = set->buckets;
	set->bits = MAX(set->bits + 1, 2u);
	set->buckets = xcalloc(nr_buckets(set), sizeof(*set->buckets));
	for (size_t i = 0; i < count; i++)
		for (struct named *named = old[i], *next; named; named = next) {
			next = named->next;
			put(set, named);
		}
	free(old);
}

/* The place that points to a name; NULL: it is not there. */
static struct named **find(struct name_set *set, const char *name, uint64_t hash)
{
	if (!set->bits) return NULL;
	struct named **at = &set->buckets[hash >> (64 - set->bits)];
	while (*at && ((*at)->hash != hash || strcmp((*at)->name, name) != 0)) at = &(*at)->next;
	return *at ? at : NULL;
}

void name_set_add(struct name_set *set, const char *name)
{
	uint64_t hash = hash_of(name);
	if (find(set, name, hash)) return;
	/* at most three quarters full */
	if ((set->count + 1) * 4 / 3 > nr_buckets(set)) grow(set);
	struct named *named = arena_alloc(&set->arena, sizeof(*named));
	*named = (struct named){ .hash = hash, .name = arena_strdup(&set->arena, name) };
	put(set, named);
	set->count++;
}

/* The table stays as large as it was. */
static void take_out(struct name_set *set, const char *name)
{
	struct named **at = find(set, name, hash_of(name));
	if (!at) return;
	*at = (*at)->next;
	set->count--;
}

size_t name_set_count(const struct name_set *set) { return set->count; }

void name_set_list(const struct name_set *set, const char **ret)
{
	for (size_t i = 0; i < nr_buckets(set); i++)
		for (const struct named *named = set->buckets[i]; named; named = named->next) *ret++ = named->name;
}

/* Frees smaller. */
static struct name_set *unite_into(struct name_set *larger, struct name_set *smaller)
{
	for (size_t i = 0; i < nr_buckets(smaller); i++)
		for (const struct named *named = smaller->buckets[i]; named; named = named->next)
			name_set_add(larger, named->name);
	name_set_free(smaller);
	return larger;
}

/* The smaller goes into the larger, the second into the first of equals; takes both, which may be NULL. */
static struct name_set *unite(struct name_set *a, struct name_set *b)
{
	if (!a || !b) return a ? a : b;
	return a->count < b->count ? unite_into(b, a) : unite_into(a, b);
}

/* What the formula names, joined as its operators stand; NULL: nothing. */
static struct name_set *names_of(const struct metric_expr *expr)
{
	size_t count = expr->steps.count;
	_free_ struct name_set **sets = xcalloc(count + 1, sizeof(struct name_set *));
	for (size_t i = 0; i < count; i++) {
		const struct metric_step *step = &expr->steps.items[i];
		switch (step->op) {
		case METRIC_CONST: break;
		case METRIC_ID:
		case METRIC_SOURCE_COUNT:
			sets[i] = name_set_new();
			name_set_add(sets[i], expr->ids.items[step->a]);
			break;
		case METRIC_NEG:
		case METRIC_NOT: sets[i] = take(sets[step->a]); break;
		case METRIC_IF: {
			struct name_set *chosen = unite(take(sets[step->b]), take(sets[step->a]));
			sets[i] = unite(chosen, take(sets[step->c]));
			break;
		}
		default: {
			struct name_set *left = take(sets[step->a]);
			sets[i] = unite(left, take(sets[step->b]));
		}
		}
	}
	return count ? sets[expr->result] : NULL;
}

/* State while the names of one metric are collected. */
struct ordering {
	const struct metric_environment *env;
	struct name_set *names;
	struct name_set *known; /* metrics that have been replaced */
};

/* Unites the names of a formula with those collected, without replacing metrics in it. */
static void add_formula(struct ordering *ordering, const char *text)
{
	struct metric_environment plain = *ordering->env;
	plain.find_metric = NULL;
	struct metric_expr *expr = metric_expr_new(text, NULL, &plain, NULL);
	if (!expr) return;
	ordering->names = unite(names_of(expr), ordering->names);
	metric_expr_free(expr);
}

/* First all metrics that are in the set leave it, then each brings in what it needs. */
static void replace_metrics(struct ordering *ordering)
{
	const struct metric_environment *env = ordering->env;
	size_t count = ordering->names ? ordering->names->count : 0;
	_free_ const char **names = xcalloc(count + 1, sizeof(*names));
	VEC(char *) metrics = VEC_INIT;
	if (count) name_set_list(ordering->names, names);
	for (size_t i = 0; i < count; i++)
		if (env->find_metric && env->find_metric(env->ctx, names[i])) vec_push(&metrics, xstrdup(names[i]));
	for (size_t i = 0; i < metrics.count; i++) take_out(ordering->names, metrics.items[i]);
	for (size_t i = 0; i < metrics.count; i++) {
		if (!find(ordering->known, metrics.items[i], hash_of(metrics.items[i]))) {
			name_set_add(ordering->known, metrics.items[i]);
			add_formula(ordering, env->find_metric(env->ctx, metrics.items[i]));
			replace_metrics(ordering);
		}
		free(metrics.items[i]);
	}
	vec_done(&metrics);
}

struct name_set *metric_order(const char *name, const char *formula, const char *threshold,
			      const struct metric_environment *env)
{
	struct ordering ordering = { .env = env, .known = name_set_new() };
	add_formula(&ordering, threshold ? threshold : formula);
	/* A formula does not need its own metric; a threshold does. */
	if (!threshold) name_set_add(ordering.known, name);
	replace_metrics(&ordering);
	name_set_free(ordering.known);
	return ordering.names ? ordering.names : name_set_new();
}
