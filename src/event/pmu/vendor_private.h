/* What is made of one object of a table's JSON: vendor.c reads objects, vendor_object.c and vendor_formula.c make
 * events and metrics of them. Private to the three. */
#ifndef EVENT_PMU_VENDOR_PRIVATE_H
#define EVENT_PMU_VENDOR_PRIVATE_H

#include "base/json.h"
#include "event/pmu/vendor.h"

/* The value of a key, NULL when the object has none, or an empty one. */
const char *vendor_object_find(const struct vendor_object *object, const char *key);
/* Adds an event or a metric, or both. */
void vendor_tables_add_object(struct vendor_tables *tables, const struct vendor_object *object, const char *topic);
/* A metric in the form of vendor_formula.c: sets name, expr, threshold, scale_unit and group of ret. false when the
 * object is none, or one that cannot be computed. */
bool vendor_formula_read(struct arena *arena, const struct vendor_object *object, struct vendor_metric *ret);

#endif
