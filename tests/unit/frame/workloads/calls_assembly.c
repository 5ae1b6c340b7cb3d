/* Calls of hand-written functions (assembly.S), from functions with and without room for what may be left over from
 * calls before. */
#include <stdlib.h>
void workload(void);
void called(long n);
void without_rules_with_frame(long n);
void without_rules(long n);
long leaf_without_rules(long n);
void with_wrong_rules(long n);

static volatile long sum;
void (*volatile pointed_to)(long n) = without_rules;

__attribute__((noinline)) static void leaf(long n)
{
	for (long i = 0; i < n; i++) sum += i;
}
__attribute__((noinline)) void called(long n)
{
	leaf(n);
	sum += n;
}
__attribute__((noinline)) static void leaves_traces(long n)
{
	volatile char room[200];
	room[n] = 1;
	called(n);
	free(malloc((size_t)n + 100));
	sum += room[n];
}

void workload(void)
{
	for (long i = 0; i < 4; i++) {
		leaves_traces(i);
		without_rules_with_frame(i + 1);
		without_rules(i + 2);
		sum += leaf_without_rules(i);
		with_wrong_rules(i + 3);
		pointed_to(i + 1);
	}
}
