/* The event catalogue of the running machine (struct event_catalogue, event/pmu/catalogue.h), which the parser of
 * events asks: PMUs from /sys/bus/event_source/devices (Documentation/ABI/testing/sysfs-bus-event_source-devices-*),
 * tracepoints from tracefs, vendors' events from tables that the caller supplies, and at last libpfm4. A PMU's
 * directory is read when it is first asked for, as a server has hundreds. Not safe for several threads. */
#ifndef KERNEL_PMUS_H
#define KERNEL_PMUS_H

#include "event/pmu/catalogue.h"
#include "event/pmu/vendor.h"
#include "kernel/kernelfs.h"

struct pmus;

/* fs is kept by pointer. debugfs_dir, the value of PERF_DEBUGFS_DIR, may be NULL. pmus_free frees, with all PMUs and
 * aliases that the catalogue gave out. */
struct pmus *pmus_new(const struct kernelfs *fs, const char *debugfs_dir);
void pmus_free(struct pmus *pmus);
/* Valid as long as pmus. */
struct event_catalogue pmus_catalogue(struct pmus *pmus);
/* Where vendors' events come from: load_tables(ctx) is called once, when the first is asked for. It may return NULL;
 * what it returns is freed with pmus. */
void pmus_set_tables(struct pmus *pmus, struct vendor_tables *(*load_tables)(void *ctx), void *ctx);
/* These tables, loaded if they were not; NULL: there are none. They live as long as pmus. */
const struct vendor_tables *pmus_tables(struct pmus *pmus);
/* Where tracefs is, relative to the root; NULL when not mounted. */
const char *pmus_tracefs(const struct pmus *pmus);

#endif
