/* The text of perf c2c report: totals here, the tables of lines and rows in c2c_tables.c. */
#include "render/listing/c2c_text.h"
#include "base/printable.h"
#include "render/listing/c2c_tables.h"

/* A line of totals. */
static void put_total(const char *title, uint64_t number, struct outbuf *out)
{
	out_printf(out, "  %-34s: %10llu\n", title, (unsigned long long)number);
}

static void put_share(const char *title, uint64_t part, uint64_t all, struct outbuf *out)
{
	out_printf(out, "  %-34s: %10.1f%%\n", title, all ? 100.0 * (double)part / (double)all : 0.0);
}

void c2c_text_heading(const char *title, struct outbuf *out)
{
	out_printf(out,
		   "=================================================\n%s\n"
		   "=================================================\n",
		   title);
}

/* Titles of single counts, in the order in which they stand. */
static const struct {
	const char *title;
	enum c2c_count count;
} loads[] = { { "Total records", C2C_RECORDS },
	      { "Locked Load/Store Operations", C2C_LOCKED },
	      { "Load Operations", C2C_LOADS },
	      { "Loads - uncacheable", C2C_LOAD_UNCACHED },
	      { "Loads - IO", C2C_LOAD_IO },
	      { "Loads - Miss", C2C_LOAD_MISS },
	      { "Loads - no mapping", C2C_LOAD_NO_ADDRESS },
	      { "Load Fill Buffer Hit", C2C_LOAD_FILL_BUFFER },
	      { "Load L1D hit", C2C_LOAD_L1 },
	      { "Load L2D hit", C2C_LOAD_L2 } },
  more_loads[] = { { "Load Local HITM", C2C_LOCAL_HITM },        { "Load Remote HITM", C2C_REMOTE_HITM },
		   { "Load Remote HIT", C2C_REMOTE_HIT },        { "Load Local DRAM", C2C_LOCAL_DRAM },
		   { "Load Remote DRAM", C2C_REMOTE_DRAM },      { "Load MESI State Exclusive", C2C_LOAD_EXCLUSIVE },
		   { "Load MESI State Shared", C2C_LOAD_SHARED } },
  peers[] = { { "Load access blocked by data", C2C_BLOCKED_DATA },
	      { "Load access blocked by address", C2C_BLOCKED_ADDRESS },
	      { "Load HIT Local Peer", C2C_LOCAL_PEER },
	      { "Load HIT Remote Peer", C2C_REMOTE_PEER } },
  misses[] = { { "LLC Misses to Local DRAM", C2C_LOCAL_DRAM },
	       { "LLC Misses to Remote DRAM", C2C_REMOTE_DRAM },
	       { "LLC Misses to Remote cache (HIT)", C2C_REMOTE_HIT },
	       { "LLC Misses to Remote cache (HITM)", C2C_REMOTE_HITM } },
  stores[] = { { "Store Operations", C2C_STORES },
	       { "Store - uncacheable", C2C_STORE_UNCACHED },
	       { "Store - no mapping", C2C_STORE_NO_ADDRESS },
	       { "Store L1D Hit", C2C_STORE_L1_HIT },
	       { "Store L1D Miss", C2C_STORE_L1_MISS },
	       { "Store No available memory level", C2C_STORE_NA },
	       { "No Page Map Rejects", C2C_NO_MAP },
	       { "Unable to parse data source", C2C_NO_PARSE } };

#define put_counts(list, stats, out) \
	for (size_t i = 0; i < ARRAY_SIZE(list); i++) put_total((list)[i].title, (stats)->counts[(list)[i].count], out)

static void put_all(const struct c2c_result *result, struct outbuf *out)
{
	const struct c2c_stats *stats = &result->all;
	c2c_text_heading("            Trace Event Information              ", out);
	put_counts(loads, stats, out);
	put_total("Load LLC hit", (uint64_t)stats->counts[C2C_LOAD_LLC] + stats->counts[C2C_LOCAL_HITM], out);
	put_counts(more_loads, stats, out);
	put_total("Load LLC Misses", c2c_llc_misses(stats), out);
	put_counts(peers, stats, out);
	for (size_t i = 0; i < ARRAY_SIZE(misses); i++)
		put_share(misses[i].title, stats->counts[misses[i].count], c2c_llc_misses(stats), out);
	put_counts(stores, stats, out);
	out_char(out, '\n');
}

static void put_shared(const struct c2c_result *result, struct outbuf *out)
{
	const struct c2c_stats *stats = &result->shared;
	c2c_text_heading("    Global Shared Cache Line Event Information   ", out);
	put_total("Total Shared Cache Lines", result->nr_shared, out);
	put_total("Load HITs on shared lines", stats->counts[C2C_LOADS], out);
	put_total("Fill Buffer Hits on shared lines", stats->counts[C2C_LOAD_FILL_BUFFER], out);
	put_total("L1D hits on shared lines", stats->counts[C2C_LOAD_L1], out);
	put_total("L2D hits on shared lines", stats->counts[C2C_LOAD_L2], out);
	put_total("LLC hits on shared lines", (uint64_t)stats->counts[C2C_LOAD_LLC] + stats->counts[C2C_LOCAL_HITM],
		  out);
	put_total("Load hits on peer cache or nodes", c2c_peer(stats), out);
	put_total("Locked Access on shared lines", stats->counts[C2C_LOCKED], out);
	put_total("Blocked Access on shared lines",
		  (uint64_t)stats->counts[C2C_BLOCKED_DATA] + stats->counts[C2C_BLOCKED_ADDRESS], out);
	put_total("Store HITs on shared lines", stats->counts[C2C_STORES], out);
	put_total("Store L1D hits on shared lines", stats->counts[C2C_STORE_L1_HIT], out);
	put_total("Store No available memory level", stats->counts[C2C_STORE_NA], out);
	put_total("Total Merged records", c2c_hitm(stats) + stats->counts[C2C_STORES], out);
	out_char(out, '\n');
}

/* What was recorded and how it is shown. */
static void put_details(const struct c2c_result *result, struct outbuf *out)
{
	static const char *const orders[] = { "Total HITMs", "Local HITMs", "Remote HITMs", "Peer Snoop" };
	static const char *const fields[] = { "pid", "tid", "iaddr", "dso" };
	c2c_text_heading("                 c2c details                     ", out);
	for (size_t i = 0; i < result->nr_events; i++) {
		out_printf(out, "  %-34s: ", i ? "" : "Events");
		out_name(out, result->events[i]);
		out_char(out, '\n');
	}
	out_printf(out, "  %-34s: %s\n  %-34s: offset", "Cachelines sort on", orders[result->display],
		   "Cacheline data grouping");
	for (size_t i = 0; i < result->nr_fields; i++) {
		out_char(out, ',');
		out_str(out, fields[result->fields[i]]);
	}
	out_char(out, '\n');
}

void c2c_text(const struct c2c_result *result, const struct c2c_text_style *style, struct outbuf *out)
{
	put_all(result, out);
	put_shared(result, out);
	put_details(result, out);
	if (style->stats_only) return;
	out_char(out, '\n');
	c2c_text_lines(result, out);
	out_char(out, '\n');
	c2c_text_rows(result, style, out);
}
