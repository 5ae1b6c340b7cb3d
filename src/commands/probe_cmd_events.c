/* perf probe -a, -D, -d, -l: events of the running kernel. */
#include <errno.h>
#include "commands/probe_cmd.h"

int probe_cmd_add(struct err *err) { return err_set(err, -ENOSYS, "Adding probes is not there yet."); }
int probe_cmd_definition(struct err *err) { return err_set(err, -ENOSYS, "Showing definitions is not there yet."); }
int probe_cmd_delete(struct err *err) { return err_set(err, -ENOSYS, "Deleting probes is not there yet."); }
int probe_cmd_list(struct err *err) { return err_set(err, -ENOSYS, "Listing probes is not there yet."); }
