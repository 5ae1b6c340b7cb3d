/* The events count pieces of four bytes (Intel's uncore guides: DATA_REQ_OF_CPU and DATA_REQ_BY_CPU of the IIO boxes),
 * of all channels (ch_mask) and all classes of flow (fc_mask). */
#include "commands/stat/stat_iostat.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/stat/stat_option.h"
#include "commands/stat/stat_value.h"

/* The events of a port, in the order of enum stat_port_traffic. */
static const char *const events[STAT_PORT_NR] = {
	[STAT_PORT_INBOUND_READ] = "event=0x83,umask=0x04",
	[STAT_PORT_INBOUND_WRITE] = "event=0x83,umask=0x01",
	[STAT_PORT_OUTBOUND_READ] = "event=0xc0,umask=0x04",
	[STAT_PORT_OUTBOUND_WRITE] = "event=0xc0,umask=0x01",
};
static const double MB_A_COUNT = 4.0 / (1024 * 1024);

/* Moves the port that a word names from all to chosen. False, after saying so: it is no port of this machine. */
static bool choose(const char *word, const struct io_ports *all, struct io_ports *chosen)
{
	unsigned domain, bus;
	int end = -1;
	if (sscanf(word, "%8x:%8x%n", &domain, &bus, &end) != 2 || word[end]) {
		fprintf(stderr,
			"Unrecognized root port format: %s\nPlease use the following format:\n"
			"\t [domain]:[bus]\n\t for example: 0000:3d\n",
			word);
		return false;
	}
	for (size_t i = 0; i < all->ports.count; i++) {
		const struct io_port *port = &all->ports.items[i];
		if (port->domain != domain || port->bus != bus) continue;
		vec_push(&chosen->ports, *port);
		return true;
	}
	fprintf(stderr, "Root port %04x:%02x were not found\n", domain, bus);
	return false;
}

int stat_value_iostat(const struct option *option, const char *arg, bool unset, void *member)
{
	struct stat_options *options = member;
	struct io_ports all;
	vec_done(&options->io_ports.ports);
	options->iostat = STAT_IOSTAT_OFF;
	if (unset) return 0;
	if (io_ports_read(options->counting.fs, &all) < 0)
		return option_error(option, "Unsupported uncore pmu configuration");
	options->iostat = arg && strcmp(arg, "list") == 0 ? STAT_IOSTAT_LIST : STAT_IOSTAT_COUNT;
	if (!arg || options->iostat == STAT_IOSTAT_LIST) {
		options->io_ports = all;
		return 0;
	}
	_free_ char *words = xstrdup(arg);
	char *rest = words;
	for (char *word; (word = strsep(&rest, ","));) (void)choose(word, &all, &options->io_ports);
	vec_done(&all.ports);
	return options->io_ports.ports.count ? 0 : option_error(option, "Requested root ports were not found");
}

void stat_iostat_list(const struct io_ports *ports)
{
	struct outbuf out;
	textout_stdout(&out);
	for (size_t i = 0; i < ports->ports.count; i++) {
		const struct io_port *port = &ports->ports.items[i];
		out_printf(&out, "S%u-uncore_iio_%u<%04x:%02x>\n", port->die, port->pmu, port->domain, port->bus);
	}
	(void)textout_close(&out, NULL); /* has told of a full disk */
}

/* Whether a port before this one is counted by the same PMU, so that its events are there. */
static bool has_events(const struct io_ports *ports, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (ports->ports.items[i].pmu == ports->ports.items[index].pmu) return true;
	return false;
}

int stat_iostat_add_events(struct stat_options *options)
{
	const struct target_options *target = &options->counting.target;
	_err_done_ struct err err = ERR_INIT;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	if (event_list_count(&options->events) || options->metrics) {
		fprintf(stderr, "The -e and -M options are not supported.All chosen events/metrics will be dropped\n");
		event_list_done(&options->events);
		options->events = (struct event_list){ 0 };
		free(options->metrics);
		options->metrics = NULL;
	}
	if (target->pids || target->tids || target->all_threads) {
		fprintf(stderr, "--iostat counts on CPUs: -a, -C\n");
		return -EINVAL;
	}
	for (size_t i = 0; i < options->io_ports.ports.count; i++) {
		unsigned pmu = options->io_ports.ports.items[i].pmu;
		if (has_events(&options->io_ports, i)) continue;
		strbuf_str(&text, text.size ? ",{" : "{");
		for (size_t k = 0; k < STAT_PORT_NR; k++)
			strbuf_printf(&text, "%suncore_iio_%u/%s,ch_mask=0xF,fc_mask=0x07/", k ? "," : "", pmu,
				      events[k]);
		strbuf_str(&text, "}");
	}
	if (stat_option_add_events(options, strbuf_text(&text), &err) >= 0) return 0;
	console_err(&err);
	return -EINVAL;
}

/* Events stand in the order in which their PMUs came first. */
static size_t first_event(const struct io_ports *ports, size_t index)
{
	size_t pmus = 0;
	for (size_t i = 0; ports->ports.items[i].pmu != ports->ports.items[index].pmu; i++)
		pmus += !has_events(ports, i);
	return pmus * STAT_PORT_NR;
}

/* The rows of a port's events on its die. */
static void fill_port(const struct io_port *port, size_t first, const struct stat_result *result,
		      struct stat_port *ret_port)
{
	for (size_t i = 0; i < result->rows.count; i++) {
		const struct stat_row *row = &result->rows.items[i];
		bool is_here = row->cell.socket == port->socket && row->cell.die == port->die_id;
		if (row->event < first || row->event >= first + STAT_PORT_NR || !is_here) continue;
		size_t traffic = row->event - first;
		ret_port->counted[traffic] = row->state == STAT_COUNTED;
		ret_port->mb[traffic] = row->value * MB_A_COUNT;
	}
}

void stat_iostat_show(const struct io_ports *ports, struct stat_result *result)
{
	size_t count = ports->ports.count;
	struct stat_port *all = arena_zalloc(&result->arena, (count + 1) * sizeof(*all));
	for (size_t i = 0; i < count; i++) {
		const struct io_port *port = &ports->ports.items[i];
		char name[24];
		snprintf(name, sizeof(name), "%04x:%02x", port->domain, port->bus);
		all[i].name = arena_strdup(&result->arena, name);
		fill_port(port, first_event(ports, i), result, &all[i]);
	}
	result->ports = all;
	result->nr_ports = count;
}
