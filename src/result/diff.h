/* What was measured in several recordings, side by side: tables that are about the same things, joined by the ids of
 * their rows.
 *
 *     struct diff diff;
 *     diff_init(&diff, 2);
 *     diff_add_table(&diff, 0, &before);       rows with equal ids (table_row.id) become one row of the diff
 *     diff_add_table(&diff, 1, &after);
 *     diff_set_order(&diff);
 *     diff_done(&diff);
 *
 * What is subtracted from what, and in which order rows are shown, is for who asks (analysis/diff). To be filled by one
 * thread; afterwards any number may read it. */
#ifndef RESULT_DIFF_H
#define RESULT_DIFF_H

#include "base/intern.h"
#include "base/u64map.h"
#include "result/table.h"

/* What one recording has of a row, or of all rows. */
struct diff_value {
	uint64_t period;
	uint64_t samples; /* 0: the row is not in this recording */
};

struct diff_row {
	uint64_t id;
	/* By key column; of the first recording that has the row, and there of its first row with this id. The diff's.
	 */
	const char **texts;
	struct diff_value *values; /* by recording */
	/* By measured column: what the first recording has; nothing where it does not have the row, NULL where rows are
	 * made of parts. */
	union table_cell *measured;
	/* Call graphs by recording, the diff's; NULL: there is none. */
	struct tree **graphs;
	/* Paths of calls that lead to it; NULL: nobody asked for them (diff_stacks_find_all). Freed with the diff. */
	struct diff_paths *paths;
	/* Of rows that are a function: its number among those of its name in its object. is_guess: in some recording it
	 * may be another one, or another object's. Set by the caller. */
	uint32_t twin;
	bool is_guess;
	/* Its place in the order of all tables, where these agree (diff_set_order). */
	uint32_t position;
};

enum diff_verdict {
	DIFF_NOT_JUDGED, /* too light to matter, or there is nothing to judge by */
	DIFF_NOISE,      /* the interval has 0 in it */
	DIFF_GREW,
	DIFF_SHRANK,
};

/* Something measured in both groups. All numbers are in percent, see diff_judgement.by_period
 * (result/diff_judgement.h). */
struct diff_judged {
	const struct diff_row *row; /* of the diff; NULL: all rows together, or a path */
	double before, after;       /* means of the groups */
	double change;              /* after - before */
	double low, high;           /* of the change: the interval; not numbers where it is not judged */
	double p;                   /* how often noise alone would differ as much; not a number likewise */
	enum diff_verdict verdict;
};

/* A caller on some path of calls that leads to a row. */
struct diff_path {
	const char *label;
	unsigned depth;            /* 0: it called the row itself */
	unsigned nr_partings;      /* how often paths part up to here */
	struct diff_row row;       /* without texts; values: of the samples that came this way */
	struct diff_judged judged; /* where rows were judged */
};
/* In preorder: behind each caller, those that called it. Zeroed it is empty; freed by diff_paths_done. */
struct diff_paths {
	VEC(struct diff_path) paths;
	struct arena arena;
};
static inline void diff_paths_done(struct diff_paths *paths)
{
	vec_done(&paths->paths);
	arena_done(&paths->arena);
}

/* A column by its number in diff.measured, or in diff.keys. */
struct diff_column {
	bool is_measured;
	size_t index;
};

/* Made by diff_init, freed by diff_done. */
struct diff {
	size_t nr_files;
	/* The recordings' sums, of which shares are; set by the caller. */
	struct diff_value *totals;
	/* Of the first table; widths are those of the widest one. */
	VEC(struct table_column) keys;
	/* Columns of numbers that stand among the keys; of the first table alone. */
	VEC(struct table_column) measured;
	/* Both kinds, as the first table has them. */
	VEC(struct diff_column) columns;
	VEC(struct diff_row) rows;
	/* Tables end with so many columns that are not shown; set by the caller. */
	size_t nr_unshown;
	/* Rows that may be another function of the name in their object, or in another object; set by the caller. */
	size_t nr_guesses, nr_object_guesses;
	/* private: */
	struct arena arena;
	struct intern labels; /* of graphs */
	struct u64map row_of_id;
	struct diff_order {
		VEC(uint32_t) rows;
	} * orders; /* by file: its rows, as its table has them */
};

/* In signed columns of numbers: there is nothing; there is nothing to compare with. */
#define DIFF_NO_VALUE ((uint64_t)INT64_MIN)
#define DIFF_NO_BASE ((uint64_t)INT64_MAX)

void diff_init(struct diff *diff, size_t nr_files);
void diff_done(struct diff *diff);
/* Adds the rows of recording `file`: each file's table at most once, in order of files. Its columns of text are the
 * keys, in all tables the same; "sample" is a column of numbers, the period is table_row.period. Rows with the same id
 * are added up. Other columns of numbers are measured ones. Graphs of the rows go over to the diff, texts are copied:
 * nothing of the table is needed afterwards.
 */
void diff_add_table(struct diff *diff, size_t file, struct table *table);
/* Appends text to what a row has of a key column, which widens with it. */
void diff_append_text(struct diff *diff, struct diff_row *row, size_t key, const char *text);
/* All tables are there: gives rows their positions. */
void diff_set_order(struct diff *diff);

#endif
