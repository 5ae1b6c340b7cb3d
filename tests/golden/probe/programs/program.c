/* What perf probe is asked about. Its lines are what the cases name: numbers of lines stay as they are (make). */
typedef unsigned int u32;
enum color { RED, GREEN };

struct flags {
	u32 low : 3, middle : 7, high : 22;
	signed char tiny : 2;
};

struct point {
	int x, y;
};

struct record {
	struct record *next;
	const char *name;
	struct point at[4];
	int grid[3][5];
	union {
		long whole;
		unsigned short half;
	};
	struct flags flags;
	char text[16];
	enum color color;
	unsigned char odd[3];
};

struct record head;
static volatile int counter = 3;
extern int missing;

int external(struct record *record, int value);

static inline __attribute__((always_inline)) int clamp(int value, int most)
{
	int less = value - 1;
	if (value > most) {
		counter += less;
		return most;
	}
	return value;
}

static __attribute__((noinline)) int sum(const struct record *record, unsigned char from, long wide)
{
	int total = 0;
	for (int i = from; i < 4; i++) {
		int part = clamp(record->at[i].x, 100);
		total += external((struct record *)record, part);
	}
	return total + (int)wide;
}

double scale(double by, struct point by_value, _Bool on)
{
	const int constant = 42;
	counter += constant;
	return on ? by * by_value.x : by;
}

int walk(struct record *record, int depth)
{
	struct record local = *record;
	int limit = clamp(depth, 7);
	if (limit < 0)
		return -1;
	external(&local, limit);
	{
		long inner = sum(record, 1, record->whole);
		counter += (int)inner;
	}
	return clamp(limit, 3) + missing;
}
