/* The functions of a tree of calls as a table: for trees that no report was made of. */
#ifndef RESULT_FLAME_TABLE_H
#define RESULT_FLAME_TABLE_H

#include "result/flame.h"
#include "result/table.h"

/* Fills an initialised table with a row for each function, heaviest first: columns overhead_children, overhead, dso and
 * symbol; and gives the nodes their rows. Names are the flame's. */
void flame_table(struct flame *flame, struct table *table);

#endif
