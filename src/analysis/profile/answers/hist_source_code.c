/* A profile's answers about code (result/source.h): the function of a row is that of its key symbol. */
#include <errno.h>
#include <string.h>
#include "analysis/profile/collect/hist_collector.h"
#include "analysis/profile/answers/hist_source_code.h"

/* The place of a row's key symbol; NULL: the row or the key is not there. */
static const struct place *place_of_row(const struct hist_source *source, uint64_t row)
{
	const struct hist *hist = source->hist;
	for (size_t key = 0; key < hist->nr_keys; key++) {
		if (strcmp(hist->keys[key]->name, "symbol") != 0) continue;
		for (size_t e = 0; e < source->nr_events; e++) {
			const struct hist_event *event = source->events[e];
			hist_entries_make(source->hist, source->events[e]);
			for (size_t i = 0; i < event->entries.count; i++)
				if (hist_entry_row(&event->entries.items[i]) == row)
					return key_env_place_of(hist->env,
								hist_cell(hist, &event->entries.items[i], key));
		}
	}
	return NULL;
}

static struct object *object_of(const struct hist_source *source, const struct place *place)
{
	const struct dso *dso = place->dso ? place->dso : place->lowest_dso;
	return dso ? frame_space_object(key_env_frames(source->hist->env), dso) : NULL;
}

static int no_function(struct err *err)
{
	err_set(err, -ENOENT, "There is no code to show: the row is of no function");
	err_hint(err, "Rows of functions are there with --sort symbol.");
	return -ENOENT;
}

static int make(struct hist_source *source, struct object *object, const struct symbol *symbol,
		struct code_listing *listing, struct err *err)
{
	const struct annotate *annotate = source->annotate(source->annotate_ctx, err);
	if (!annotate) return -ENOENT;
	if (!source->reader) source->reader = annotate_reader_new(&source->listing);
	struct annotate_samples samples = { .annotate = annotate,
					    .function = annotate_function_of(annotate, symbol),
					    .event = source->events[0]->totals.event->idx,
					    .nr_events = source->nr_events };
	return annotate_listing_make(source->reader, object, symbol, &samples, listing, err);
}

int hist_source_code(void *ctx, uint64_t row, struct code_listing *listing, struct err *err)
{
	struct hist_source *source = ctx;
	const struct place *place = place_of_row(source, row);
	struct object *object = place && place->symbol ? object_of(source, place) : NULL;
	if (!object) return no_function(err);
	return make(source, object, place->symbol, listing, err);
}

/* An entry of the listing's object; whole: of the same function, else any of it. */
struct likeness {
	const struct code_listing *like;
	bool whole;
	struct object *object;
	const struct symbol *symbol;
	uint64_t bias; /* as in struct object_code_place */
};

static bool is_like(const struct hist_source *source, const struct place *place, struct likeness *l)
{
	struct object_code_place code;
	if (!place->symbol || (l->whole && strcmp(place->symbol->name, l->like->symbol) != 0)) return false;
	l->object = object_of(source, place);
	l->symbol = place->symbol;
	if (!l->object || strcmp(object_identity(l->object)->path, l->like->object) != 0) return false;
	if (!object_code_place(l->object, place->symbol->start, &code)) return false;
	l->bias = code.bias;
	return !l->whole || code.vaddr == l->like->start;
}

/* False: no entry is like that. */
static bool find_like(const struct hist_source *source, struct likeness *l)
{
	const struct hist *hist = source->hist;
	size_t key = 0;
	while (key < hist->nr_keys && strcmp(hist->keys[key]->name, "symbol") != 0) key++;
	for (size_t e = 0; key < hist->nr_keys && e < source->nr_events; e++) {
		const struct hist_event *event = source->events[e];
		hist_entries_make(source->hist, source->events[e]);
		for (size_t i = 0; i < event->entries.count; i++)
			if (is_like(source, key_env_place_of(hist->env, hist_cell(hist, &event->entries.items[i], key)),
				    l))
				return true;
	}
	return false;
}

int hist_source_code_like(struct hist_source *source, const struct code_listing *like, struct code_listing *listing,
			  struct err *err)
{
	struct likeness l = { .like = like, .whole = true };
	if (find_like(source, &l)) return make(source, l.object, l.symbol, listing, err);
	return err_set(err, -ENOENT, "%s has no samples any more", like->symbol);
}

static int make_at(struct hist_source *source, struct object *object, uint64_t vaddr, uint64_t bias,
		   struct code_listing *listing, struct err *err)
{
	const struct symbol *symbol = object_find(object, vaddr + bias);
	if (!symbol) return err_set(err, -ENOENT, "There is no function at 0x%llx", (unsigned long long)vaddr);
	return make(source, object, symbol, listing, err);
}

int hist_source_code_near(struct hist_source *source, const struct code_listing *like, uint64_t vaddr,
			  struct code_listing *listing, struct err *err)
{
	struct likeness l = { .like = like };
	if (find_like(source, &l)) return make_at(source, l.object, vaddr, l.bias, listing, err);
	return err_set(err, -ENOENT, "%s has no samples any more", like->object ? like->object : "The program");
}

int hist_source_code_at(void *ctx, uint64_t row, uint64_t vaddr, struct code_listing *listing, struct err *err)
{
	struct hist_source *source = ctx;
	const struct place *place = place_of_row(source, row);
	struct object *object = place && place->symbol ? object_of(source, place) : NULL;
	struct object_code_place code;
	if (!object || !object_code_place(object, place->symbol->start, &code)) return no_function(err);
	return make_at(source, object, vaddr, code.bias, listing, err);
}
