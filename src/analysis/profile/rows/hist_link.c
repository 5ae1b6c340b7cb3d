/* What call graphs call a link, and the order of siblings of equal weight, which is the one that upstream shows. */
#include "analysis/profile/rows/hist_link.h"
#include <string.h>

static const struct place *place_of(const struct hist *hist, struct link_id link)
{
	return key_env_place_of(hist->env, link.n);
}

const char *hist_link_label(const struct hist *hist, struct link_id link, struct arena *arena)
{
	const struct place *place = place_of(hist, link);
	if (!place->symbol) return arena_printf(arena, "%#llx", (unsigned long long)place->ip);
	const char *name = place->symbol->name, *mark = place->symbol->is_inlined ? KEY_INLINED_MARK : "";
	if (hist->links_have_objects && place->lowest_dso)
		return arena_printf(arena, "%s%s %s", name, mark, place->lowest_dso->short_name);
	if (hist->options.chain_key == CHAIN_FUNCTION) return *mark ? arena_printf(arena, "%s%s", name, mark) : name;
	if (place->source) return arena_printf(arena, "%s %s%s", name, place->source, mark);
	return arena_printf(arena, "%s +%llu%s", name, (unsigned long long)(place->object_addr - place->symbol->start),
			    mark);
}

static bool is_inlined(const struct place *place) { return place->symbol && place->symbol->is_inlined; }

bool hist_link_is_inlined(const struct hist *hist, struct link_id link) { return is_inlined(place_of(hist, link)); }

/* By name, the last first; of one name by source, the last first. */
int hist_link_order_by_name(const struct hist *hist, struct link_id a, struct link_id b)
{
	const struct place *l = place_of(hist, a), *r = place_of(hist, b);
	int order = strcmp(r->symbol ? r->symbol->name : "", l->symbol ? l->symbol->name : "");
	if (order == 0 && l->source && r->source) order = strcmp(r->source, l->source);
	return order ? order : hist_link_order(hist, a, b);
}

/* The object with the greater number first; links in no object come behind all others. l and r differ. */
static int compare_dsos(const struct dso *l, const struct dso *r)
{
	if (l && r) return l->id > r->id ? -1 : 1;
	return l ? -1 : 1;
}

int hist_link_order(const struct hist *hist, struct link_id a, struct link_id b)
{
	const struct place *l = place_of(hist, a), *r = place_of(hist, b);
	if (a.n == b.n) return 0;
	if (l->dso != r->dso) return compare_dsos(l->dso, r->dso);
	bool by_symbol = hist->options.chain_key == CHAIN_FUNCTION;
	uint64_t at_l = l->symbol && by_symbol ? l->symbol->start : l->shown_addr,
		 at_r = r->symbol && by_symbol ? r->symbol->start : r->shown_addr;
	if (at_l != at_r) return at_l > at_r ? -1 : 1;
	if (is_inlined(l) != is_inlined(r)) return is_inlined(l) ? -1 : 1;
	return l->symbol && r->symbol ? strcmp(r->symbol->name, l->symbol->name) : 0;
}
