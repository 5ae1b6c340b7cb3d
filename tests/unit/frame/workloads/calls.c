/* What test_unwind_truth steps through: calls through the linkage table, by the C library, deep recursion, stacks that
 * grow, signals on their own stack and on another one, and calls that end as jumps. */
#include <alloca.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void workload(void);
static volatile unsigned long sum;

__attribute__((noinline)) static void leaf(unsigned n)
{
	for (unsigned i = 0; i < n; i++) sum += i * i;
}
__attribute__((noinline)) static unsigned recursive(unsigned n)
{
	if (!n) return 1;
	unsigned below = recursive(n - 1);
	leaf(below & 1);
	return below + 1;
}
__attribute__((noinline)) static void jumps_to_leaf(unsigned n)
{
	sum += n;
	leaf(n);
}
__attribute__((noinline)) static void grows(size_t n)
{
	char *room = alloca(n + 1);
	memset(room, (int)n, n);
	room[n] = 0;
	sum += strlen(room);
}
__attribute__((noinline)) static unsigned many(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f,
					       unsigned g, unsigned h)
{
	leaf(2);
	return a + b + c + d + e + f + g + h;
}
static int compare(const void *a, const void *b)
{
	leaf(1);
	return *(const int *)a - *(const int *)b;
}
static void on_signal(int number)
{
	(void)number;
	leaf(3);
}

__attribute__((noinline)) static void signals(int flags)
{
	static char other_stack[65536];
	stack_t stack = { .ss_sp = other_stack, .ss_size = sizeof(other_stack) };
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = flags };
	sigaltstack(&stack, NULL);
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
}

void workload(void)
{
	int numbers[40];
	char text[128];
	for (int i = 0; i < 40; i++) numbers[i] = (i * 7919) % 41;
	qsort(numbers, 40, sizeof(*numbers), compare);
	sum += recursive(20);
	jumps_to_leaf(3);
	grows(100);
	grows(1);
	sum += many(1, 2, 3, 4, 5, 6, 7, 8);
	snprintf(text, sizeof(text), "%d %s %5.2f %p", numbers[3], "text", 3.25, (void *)text);
	sum += (unsigned long)strtod("12.5", NULL) + (unsigned long)getpid();
	void *memory = malloc(100000);
	free(memory);
	signals(0);
	signals(SA_ONSTACK);
}
