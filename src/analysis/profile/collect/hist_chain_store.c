/* Whether chains wait, and those that were collected of entries. */
#include "analysis/profile/collect/hist_private.h"
#include "base/arena.h"
#include "base/u64map.h"

bool hist_chains_can_wait(const struct hist *hist)
{
	const struct hist_options *o = &hist->options;
	const struct perf_events *events = hist->in.events;
	/* Chains cannot wait where they decide which entries there are, or what is in them; nor where the recording
	 * cannot be read again. */
	if (!o->use_chains || !o->max_stack || !o->chains_for_graphs || o->children || o->branches ||
	    o->branch_history || o->ignore_callees || o->exclude_other || !hist->in.nr_turns)
		return false;
	/* places show the lowest address anything of them was seen at, also in chains */
	if (o->env.symbol_addresses) return false;
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->flags & KEY_PARENT) return false;
	/* one record may stand for samples of several events */
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_READ) return false;
	return true;
}

const hist_chain_vec *hist_chains_of(const struct hist *hist, const struct hist_event *event,
				     const struct hist_entry *entry)
{
	const struct hist_chains *chains = hist->chains;
	const uint64_t *number = chains ? u64map_find(&chains->numbers[event->totals.event->idx],
						      hist_entry_key(entry->tuple, entry->cells))
					: NULL;
	return number ? &chains->by_entry[*number] : NULL;
}

void hist_chains_free(struct hist_chains *chains)
{
	if (!chains) return;
	for (size_t i = 0; i < chains->nr_entries; i++) vec_done(&chains->by_entry[i]);
	for (size_t i = 0; i < chains->nr_arenas; i++) arena_done(&chains->arenas[i]);
	for (size_t i = 0; i < chains->nr_events; i++) u64map_done(&chains->numbers[i]);
	free(chains->numbers);
	free(chains->by_entry);
	free(chains->arenas);
	free(chains);
}
