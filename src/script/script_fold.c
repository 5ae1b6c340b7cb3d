/* A thread's lines are a list of items. Each new line is put at its end, and while the last p items are the same as the
 * p before them, or as the body of a repeat in front of them, they become one item:
 *
 *     a b a b  ->  2 x (a b)            2 x (a b) a b  ->  3 x (a b)            3 x (a b) c 3 x (a b) c  ->  2 x (3 x
 * (a b) c)
 *
 * The shortest p is taken. Nothing is lost: an item printed is the lines that came, but for their times. The list is
 * bounded (WINDOW), its oldest items are printed; so are bodies (BODY_LINES) and all threads together (HELD_BYTES). */
#include "script/script_fold.h"
#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"
#include "base/vec.h"

enum {
	WINDOW = 512,             /* items of a thread that are held back */
	LONGEST = 128,            /* items of a body */
	BODY_LINES = 512,         /* lines of a body, with all that is in it */
	HELD_BYTES = 64 * 1 << 20 /* lines of all threads */
};

/* A line, or a repeat, which is `count` times its body. */
struct item {
	uint64_t hash;     /* of all but the times */
	uint64_t count;    /* 0: a line */
	struct item *body; /* of a repeat, owned */
	size_t nr_body, nr_lines;
	char *text; /* of a line, owned */
	uint32_t size, key_size, when_from, time_from, when_to;
	char until[32]; /* the time of the last line, "" where there is none */
};

struct fold_thread {
	VEC(struct item) items;
};

struct fold {
	struct u64map indexes; /* of threads, by their numbers */
	VEC(struct fold_thread) threads;
	size_t held_bytes;
};

struct fold *fold_new(void) { return xcalloc(1, sizeof(struct fold)); }

static void free_item(struct fold *fold, struct item *item)
{
	for (size_t i = 0; i < item->nr_body; i++) free_item(fold, &item->body[i]);
	if (!item->count) fold->held_bytes -= sizeof(*item) + item->size;
	free(item->body);
	free(item->text);
}

static void free_items(struct fold *fold, struct item *items, size_t count)
{
	for (size_t i = 0; i < count; i++) free_item(fold, &items[i]);
}

void fold_free(struct fold *fold)
{
	if (!fold) return;
	for (size_t i = 0; i < fold->threads.count; i++) {
		free_items(fold, fold->threads.items[i].items.items, fold->threads.items[i].items.count);
		vec_done(&fold->threads.items[i].items);
	}
	vec_done(&fold->threads);
	u64map_done(&fold->indexes);
	free(fold);
}

static bool is_same(const struct item *a, const struct item *b)
{
	if (a->hash != b->hash || a->count != b->count || a->nr_body != b->nr_body) return false;
	for (size_t i = 0; i < a->nr_body; i++)
		if (!is_same(&a->body[i], &b->body[i])) return false;
	if (a->count) return true;
	size_t rest = a->key_size - a->when_to;
	return a->when_from == b->when_from && rest == b->key_size - b->when_to &&
	       memcmp(a->text, b->text, a->when_from) == 0 &&
	       memcmp(a->text + a->when_to, b->text + b->when_to, rest) == 0;
}

static bool are_same(const struct item *a, const struct item *b, size_t count)
{
	/* the last ones first: those are the ones that just came, and seldom the same */
	while (count && is_same(&a[count - 1], &b[count - 1])) count--;
	return count == 0;
}

static void hash_repeat(struct item *item)
{
	item->hash = hash_u64(item->count);
	for (size_t i = 0; i < item->nr_body; i++) item->hash = hash_pair(item->hash, item->body[i].hash);
}

/* Takes the last `size` items away, which are what the repeat in front of them repeats. */
static void count_again(struct fold *fold, struct fold_thread *t, size_t size)
{
	struct item *last = &t->items.items[t->items.count - size], *repeat = last - 1;
	memcpy(repeat->until, last[size - 1].until, sizeof(repeat->until));
	free_items(fold, last, size);
	t->items.count -= size;
	repeat->count++;
	hash_repeat(repeat);
}

/* Makes one item of the last 2 * size. */
static void make_repeat(struct fold *fold, struct fold_thread *t, size_t size)
{
	struct item *first = &t->items.items[t->items.count - 2 * size];
	struct item repeat = { .count = 1, .nr_body = size, .nr_lines = 1 };
	repeat.body = xreallocarray(NULL, size, sizeof(*repeat.body));
	memcpy(repeat.body, first, size * sizeof(*repeat.body));
	for (size_t i = 0; i < size; i++) repeat.nr_lines += first[i].nr_lines;
	/* the second time stays for a moment, behind its repeat */
	*first = repeat;
	memmove(first + 1, first + size, size * sizeof(*first));
	t->items.count -= size - 1;
	count_again(fold, t, size);
}

static size_t lines_of(const struct item *items, size_t count)
{
	size_t nr_lines = 0;
	for (size_t i = 0; i < count; i++) nr_lines += items[i].nr_lines;
	return nr_lines;
}

/* Folds the end of the list once. false: nothing there repeats. */
static bool fold_end(struct fold *fold, struct fold_thread *t)
{
	size_t count = t->items.count;
	const struct item *end = t->items.items + count;
	for (size_t size = 1; size <= LONGEST && size < count; size++) {
		const struct item *group = end - size, *before = group - 1;
		if (before->nr_body == size && are_same(before->body, group, size)) {
			count_again(fold, t, size);
			return true;
		}
		if (2 * size <= count && are_same(group - size, group, size) && lines_of(group, size) <= BODY_LINES) {
			make_repeat(fold, t, size);
			return true;
		}
	}
	return false;
}

/* Returns how many lines that were. */
static size_t print_item(const struct item *item, struct outbuf *out)
{
	if (!item->count) {
		out_mem(out, item->text, item->size);
		return item->nr_lines;
	}
	size_t nr_lines = 0;
	for (size_t i = 0; i < item->nr_body; i++) nr_lines += print_item(&item->body[i], out);
	if (nr_lines == 1) out_lit(out, "    [ the line above: ");
	else out_printf(out, "    [ the %zu lines above: ", nr_lines);
	out_dec(out, item->count, 0);
	out_lit(out, " times");
	if (*item->until) out_lit(out, ", until ");
	out_str(out, item->until);
	out_lit(out, " ]\n");
	return nr_lines + 1;
}

static void print_first(struct fold *fold, struct fold_thread *t, size_t count, struct outbuf *out)
{
	for (size_t i = 0; i < count; i++) print_item(&t->items.items[i], out);
	free_items(fold, t->items.items, count);
	t->items.count -= count;
	memmove(t->items.items, t->items.items + count, t->items.count * sizeof(*t->items.items));
}

void fold_flush(struct fold *fold, struct outbuf *out)
{
	for (size_t i = 0; i < fold->threads.count; i++) {
		struct fold_thread *t = &fold->threads.items[i];
		if (t->items.count) print_first(fold, t, t->items.count, out);
		vec_done(&t->items);
	}
}

/* "  12.000345: " -> "12.000345" */
static void set_until(struct item *item)
{
	size_t from = item->time_from, to = item->when_to;
	while (from < to && item->text[from] == ' ') from++;
	while (from < to && (item->text[to - 1] == ' ' || item->text[to - 1] == ':')) to--;
	size_t size = MIN(to - from, sizeof(item->until) - 1);
	memcpy(item->until, item->text + from, size);
}

static struct item make_line(const struct fold_line *line)
{
	struct item item = { .size = (uint32_t)line->size_bytes,
			     .when_from = (uint32_t)line->when_from,
			     .time_from = (uint32_t)line->time_from,
			     .when_to = (uint32_t)line->when_to };
	item.text = xmalloc(line->size_bytes + 1);
	memcpy(item.text, line->text, line->size_bytes);
	for (size_t i = 0; i < line->size_bytes; i++) item.nr_lines += line->text[i] == '\n';
	/* columns at the end may have become wider since */
	item.key_size = item.size;
	while (item.key_size > item.when_to && strchr(" \n", item.text[item.key_size - 1])) item.key_size--;
	item.hash = hash_pair(hash_bytes(item.text, item.when_from),
			      hash_bytes(item.text + item.when_to, item.key_size - item.when_to));
	set_until(&item);
	return item;
}

void fold_add(struct fold *fold, uint64_t thread, const struct fold_line *line, struct outbuf *out)
{
	if (line->size_bytes > HELD_BYTES / 2 || fold->held_bytes > HELD_BYTES) fold_flush(fold, out);
	if (line->size_bytes > HELD_BYTES / 2) {
		out_mem(out, line->text, line->size_bytes);
		return;
	}
	bool is_new;
	uint64_t *index = u64map_put(&fold->indexes, thread, &is_new);
	if (is_new) {
		*index = fold->threads.count;
		vec_push(&fold->threads, (struct fold_thread){ 0 });
	}
	struct fold_thread *t = &fold->threads.items[*index];
	vec_push(&t->items, make_line(line));
	fold->held_bytes += sizeof(struct item) + line->size_bytes;
	while (fold_end(fold, t)) continue;
	if (t->items.count >= WINDOW) print_first(fold, t, WINDOW / 2, out);
}
