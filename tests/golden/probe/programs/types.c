/* Types of variables: how -V writes them, and how far from each other the elements of arrays are. */
enum color { RED, GREEN };
union both {
	long whole;
	char parts[8];
};
struct matrix {
	int cells[2][3];
	short *columns[4];
};
struct outer {
	int before;
	struct {
		union both both;
		struct {
			char deep[4];
			unsigned long long wide : 40, rest : 24;
		};
	};
};
typedef int row_t[4];
typedef char *word_t;

extern volatile int sink;
volatile int sink;
static row_t table[3];
word_t words_of[5];

static inline __attribute__((always_inline)) int first(row_t *rows, int unused)
{
	extern volatile int elsewhere;
	int gone = unused * 3;
	sink = rows[0][1];
	return elsewhere;
}

int types(int (*handler)(int), void *any, word_t *words, struct matrix *all, enum color shade, union both *either)
{
	float ratio = 1.5f;
	const char *const fixed = "text";
	sink = handler(shade);
	sink = *(int *)any + words[0][0] + all->cells[0][0] + (int)either->whole + fixed[sink] + (int)ratio;
	return first(table, 4);
}

int deep(struct outer *outer, row_t *rows, const volatile char *const *list, struct outer in_registers, long *numbers)
{
	sink = outer->before + (*rows)[1] + **list + in_registers.before + (int)numbers[1];
	sink = words_of[1][0];
	return first(rows, sink);
}
