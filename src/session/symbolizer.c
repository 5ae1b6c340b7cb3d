/* Lifetimes, which is what this file is about:
 *
 *     symbols    from symbolizer_open_symbols to symbolizer_done: dear to make, kept over renewals
 *     model      replaced by symbolizer_renew
 *     frames     point into the model, so are replaced with it
 *     resolvers  caches over frames, one for each worker; freed with them and made again on demand
 *
 * They are freed in the opposite order of their dependence: resolvers, frames, symbols, model. */
#include "session/symbolizer.h"
#include "session/guest_kernels.h"

void symbolizer_init(struct symbolizer *symbolizer, const struct model_options *options, unsigned nr_workers)
{
	*symbolizer = (struct symbolizer){ .model = model_new(options),
					   .resolvers = xcalloc(nr_workers, sizeof(*symbolizer->resolvers)),
					   .nr_workers = nr_workers };
}

static void free_resolvers(struct symbolizer *symbolizer)
{
	for (unsigned i = 0; i < symbolizer->nr_workers; i++) resolver_free(take(symbolizer->resolvers[i]));
}

void symbolizer_done(struct symbolizer *symbolizer)
{
	free_resolvers(symbolizer);
	free(symbolizer->resolvers);
	frame_space_free(symbolizer->frames);
	if (symbolizer->symbols) symbol_store_free(symbolizer->symbols);
	model_free(symbolizer->model);
	*symbolizer = (struct symbolizer){ 0 };
}

void symbolizer_open_symbols(struct symbolizer *symbolizer, const struct symbol_options *options)
{
	symbolizer->symbols = symbol_store_new(options);
	guest_kernels_add(symbolizer->model, options);
}

static void begin_frames(struct symbolizer *symbolizer)
{
	symbolizer->frames = frame_space_new(symbolizer->model, symbolizer->symbols);
	if (symbolizer->how.live) frame_space_set_live(symbolizer->frames);
	if (symbolizer->how.guest_code) frame_space_set_guest_code(symbolizer->frames);
	frame_space_set_inlines(symbolizer->frames, symbolizer->how.inlines);
	frame_space_set_machine(symbolizer->frames, symbolizer->how.arch, symbolizer->how.swap);
}

void symbolizer_begin(struct symbolizer *symbolizer, const struct symbolizer_frames *how)
{
	symbolizer->how = *how;
	begin_frames(symbolizer);
}

struct resolver *symbolizer_resolver(struct symbolizer *symbolizer, unsigned worker)
{
	struct resolver **resolver = &symbolizer->resolvers[worker];
	if (!*resolver) *resolver = resolver_new(symbolizer->frames);
	return *resolver;
}

/* Cached answers about tasks carry an end of validity that newer records may bring forward, so that they are forgotten.
 * Frames stay: what is at an address of a sealed address space does not change. */
void symbolizer_grown(struct symbolizer *symbolizer)
{
	if (!symbolizer->frames) return; /* nobody has asked yet */
	model_seal(symbolizer->model);
	frame_space_grow(symbolizer->frames);
	for (unsigned i = 0; i < symbolizer->nr_workers; i++)
		if (symbolizer->resolvers[i]) resolver_forget_tasks(symbolizer->resolvers[i]);
}

struct symbolizer_past symbolizer_renew(struct symbolizer *symbolizer, uint64_t time_ns)
{
	struct symbolizer_past past = { symbolizer->model, symbolizer->frames };
	free_resolvers(symbolizer);
	symbolizer->model = model_present(past.model, time_ns);
	begin_frames(symbolizer);
	return past;
}

void symbolizer_past_done(struct symbolizer_past *past)
{
	frame_space_free(take(past->frames));
	model_free(take(past->model));
}
