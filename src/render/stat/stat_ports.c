/* perf stat --iostat: a line a port, a column for each kind of traffic, in whole MB.
 *
 *     port             Inbound Read(MB)    Inbound Write(MB)    Outbound Read(MB)   Outbound Write(MB)
 * 0000:17                   352552                   43                    0                   21 */
#include <string.h>
#include "render/stat/stat_printer.h"

static const char *const titles[STAT_PORT_NR] = {
	[STAT_PORT_INBOUND_READ] = "Inbound Read(MB)",
	[STAT_PORT_INBOUND_WRITE] = "Inbound Write(MB)",
	[STAT_PORT_OUTBOUND_READ] = "Outbound Read(MB)",
	[STAT_PORT_OUTBOUND_WRITE] = "Outbound Write(MB)",
};

static bool has_titles(const struct stat_printer *printer, const struct stat_result *result)
{
	return !result->is_summary && printer->nr_intervals % STAT_TITLES_EVERY == 0;
}

/* Titles and numbers do not stand below each other: upstream's layout. */
static void write_text_titles(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	if (printer->options.clear && result->is_interval) out_lit(out, "\033[H\033[2J\n");
	else if (!has_titles(printer, result)) return;
	if (result->is_interval) out_lit(out, " #          time");
	out_lit(out, "    port         ");
	for (size_t i = 0; i < STAT_PORT_NR; i++) {
		out_right(out, titles[i], STAT_METRIC_ONLY_WIDTH);
		out_char(out, ' ');
	}
	out_char(out, '\n');
}

void stat_ports_write_text(const struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	write_text_titles(printer, result, out);
	for (size_t i = 0; i < result->nr_ports; i++) {
		const struct stat_port *port = &result->ports[i];
		if (result->is_interval) {
			stat_time_write(result->time_ns, 6, out);
			out_char(out, ' ');
		}
		out_str(out, port->name);
		out_char(out, ' ');
		for (size_t k = 0; k < STAT_PORT_NR; k++) {
			if (port->counted[k]) out_float(out, port->mb[k], STAT_METRIC_ONLY_WIDTH, 0);
			else out_spaces(out, STAT_METRIC_ONLY_WIDTH);
			out_char(out, ' ');
		}
		out_char(out, '\n');
	}
}

void stat_ports_write_csv(const struct stat_printer *printer, const struct stat_result *result, const char *separator,
			  struct outbuf *out)
{
	if (has_titles(printer, result)) {
		out_printf(out, "%s%sport%s", result->is_interval ? "time" : "", result->is_interval ? separator : "",
			   separator);
		for (size_t i = 0; i < STAT_PORT_NR; i++) out_printf(out, "%s%s", titles[i], separator);
		out_char(out, '\n');
	}
	for (size_t i = 0; i < result->nr_ports; i++) {
		const struct stat_port *port = &result->ports[i];
		if (result->is_interval) {
			stat_time_write(result->time_ns, 6, out); /* padded in CSV, too, as upstream */
			out_str(out, separator);
		}
		out_printf(out, "%s%s", port->name, separator);
		for (size_t k = 0; k < STAT_PORT_NR; k++) {
			if (port->counted[k]) out_float(out, port->mb[k], 0, 0);
			out_str(out, separator);
		}
		out_char(out, '\n');
	}
}

void stat_ports_write_json(const struct stat_result *result, struct outbuf *out)
{
	for (size_t i = 0; i < result->nr_ports; i++) {
		const struct stat_port *port = &result->ports[i];
		out_char(out, '{');
		if (result->is_interval) {
			out_lit(out, "\"interval\" : ");
			stat_time_write(result->time_ns, 0, out);
			out_lit(out, ", ");
		}
		out_lit(out, "\"port\" : ");
		out_json_string(out, port->name, strlen(port->name));
		for (size_t k = 0; k < STAT_PORT_NR; k++) {
			if (!port->counted[k]) continue;
			out_printf(out, ", \"%s\" : \"", titles[k]);
			out_float(out, port->mb[k], 0, 0);
			out_char(out, '"');
		}
		out_lit(out, "}\n");
	}
}
