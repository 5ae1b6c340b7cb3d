/* The event catalogue of the running machine: PMUs from sysfs (read one by one, as they are asked for), tracepoints
 * from tracefs. */
#ifndef KERNEL_PMUS_H
#define KERNEL_PMUS_H

#include "event/pmu/catalogue.h"
#include "event/pmu/vendor.h"
#include "kernel/kernelfs.h"

struct pmus;

/* fs is kept by pointer. debugfs_dir may be NULL. */
struct pmus *pmus_new(const struct kernelfs *fs, const char *debugfs_dir);
void pmus_free(struct pmus *pmus);
/* Valid as long as pmus. */
struct event_catalogue pmus_catalogue(struct pmus *pmus);
/* Where vendors' events come from: load_tables is called once, when the first is asked for. It may give NULL; what it
 * gives is freed with pmus. */
void pmus_set_tables(struct pmus *pmus, struct vendor_tables *(*load_tables)(void *ctx), void *ctx);
/* These tables, loaded if they were not; NULL: there are none. They live as long as pmus. */
const struct vendor_tables *pmus_tables(struct pmus *pmus);
/* Where tracefs is, relative to the root; NULL when not mounted. */
const char *pmus_tracefs(const struct pmus *pmus);

#endif
