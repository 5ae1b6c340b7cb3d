/* perf stat --iostat: what PCIe root ports read and wrote, in MB. Four events a port, counted on the dies and shown as
 * a table of ports.
 *
 *     option -> stat_iostat_choose -> stat_iostat_add_events -> counting -> stat_iostat_show(tally's result) */
#ifndef COMMANDS_STAT_STAT_IOSTAT_H
#define COMMANDS_STAT_STAT_IOSTAT_H

#include "cli/options.h"
#include "kernel/io_ports.h"
#include "result/stat_result.h"

struct stat_options;

/* --iostat[=PORTS]: list, or ports "0000:17,0:3a", or nothing for all; option callback (cli/options.h). */
int stat_value_iostat(const struct option *option, const char *arg, bool unset, void *options);
/* --iostat=list: prints the machine's ports. */
void stat_iostat_list(const struct io_ports *ports);
/* Drops the events there are, which is said, and adds those of the chosen ports; without a target all CPUs are
 * counted. 0, or a negative errno that has been printed. */
int stat_iostat_add_events(struct stat_options *options);
/* Makes the ports of a result (result->ports) out of its rows, which are by die. Texts are in the result's arena. */
void stat_iostat_show(const struct io_ports *ports, struct stat_result *result);

#endif
