/* Counting and keeping warnings about damaged input: a list of kinds, searched from the start as there are few, and a
 * list of texts. Both have bounds, so that hostile input cannot fill the memory. */
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/printable.h"
#include "base/vec.h"
#include "base/warnings.h"

enum { KEPT_PER_KIND = 3, KINDS_MAX = 256 };

/* A kind of warning, with how often it was added and how many of its texts are kept. */
struct kind {
	const char *name;
	uint64_t count;
	unsigned kept;
};
struct kept {
	size_t kind; /* index into kinds */
	char *text;
};
struct warnings {
	pthread_mutex_t lock;
	VEC(struct kind) kinds;
	VEC(struct kept) kept;
	atomic_bool failed;
};

struct warnings *warnings_new(void)
{
	struct warnings *warnings = xcalloc(1, sizeof(*warnings));
	pthread_mutex_init(&warnings->lock, NULL);
	return warnings;
}

void warnings_free(struct warnings *warnings)
{
	if (!warnings) return;
	for (size_t i = 0; i < warnings->kept.count; i++) free(warnings->kept.items[i].text);
	vec_done(&warnings->kept);
	vec_done(&warnings->kinds);
	pthread_mutex_destroy(&warnings->lock);
	free(warnings);
}

/* The caller holds the lock. */
static struct kind *find_kind(const struct warnings *warnings, const char *name)
{
	for (size_t i = 0; i < warnings->kinds.count; i++)
		if (!strcmp(warnings->kinds.items[i].name, name)) return &warnings->kinds.items[i];
	return NULL;
}

void warnings_add(struct warnings *warnings, const char *kind_name, const char *format, ...)
{
	if (!warnings) return;
	pthread_mutex_lock(&warnings->lock);
	struct kind *kind = find_kind(warnings, kind_name);
	if (!kind && warnings->kinds.count < KINDS_MAX) {
		vec_push(&warnings->kinds, ((struct kind){ .name = kind_name }));
		kind = vec_last(&warnings->kinds);
	}
	if (kind && kind->count++ < KEPT_PER_KIND) {
		va_list args;
		va_start(args, format);
		char *text = printable_vformat(format, args);
		va_end(args);
		kind->kept++;
		vec_push(&warnings->kept,
			 ((struct kept){ .kind = (size_t)(kind - warnings->kinds.items), .text = text }));
	}
	pthread_mutex_unlock(&warnings->lock);
}

uint64_t warnings_count(const struct warnings *warnings, const char *kind_name)
{
	if (!warnings) return 0;
	struct warnings *locked = (struct warnings *)warnings; /* the lock is the one part that readers change */
	uint64_t count = 0;
	pthread_mutex_lock(&locked->lock);
	for (size_t i = 0; i < warnings->kinds.count; i++)
		if (!kind_name || !strcmp(warnings->kinds.items[i].name, kind_name))
			count += warnings->kinds.items[i].count;
	pthread_mutex_unlock(&locked->lock);
	return count;
}

void warnings_fail(struct warnings *warnings)
{
	if (warnings) atomic_store(&warnings->failed, true);
}

bool warnings_has_failed(const struct warnings *warnings) { return warnings && atomic_load(&warnings->failed); }

void warnings_visit(const struct warnings *warnings,
		    void (*fn)(void *ctx, const char *kind, const char *text, uint64_t more), void *ctx)
{
	if (!warnings) return;
	struct warnings *locked = (struct warnings *)warnings;
	unsigned seen[KINDS_MAX] = { 0 };
	pthread_mutex_lock(&locked->lock);
	for (size_t i = 0; i < warnings->kept.count; i++) {
		const struct kept *kept = &warnings->kept.items[i];
		const struct kind *kind = &warnings->kinds.items[kept->kind];
		bool last = ++seen[kept->kind] == kind->kept;
		fn(ctx, kind->name, kept->text, last ? kind->count - kind->kept : 0);
	}
	pthread_mutex_unlock(&locked->lock);
}
