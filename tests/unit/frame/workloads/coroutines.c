/* Coroutines on stacks of their own. */
#include <stdlib.h>
#include <ucontext.h>
void workload(void);
static volatile long sum;
static ucontext_t outside, inside;

__attribute__((noinline)) static void leaf(long n)
{
	for (long i = 0; i < n; i++) sum += i;
}
__attribute__((noinline)) static void yields(long n)
{
	leaf(n);
	swapcontext(&inside, &outside);
	leaf(n + 1);
}
static void body(void)
{
	for (long i = 0; i < 3; i++) yields(i + 3);
}

void workload(void)
{
	static char stack[65536];
	getcontext(&inside);
	inside.uc_stack.ss_sp = stack;
	inside.uc_stack.ss_size = sizeof(stack);
	inside.uc_link = &outside;
	makecontext(&inside, body, 0);
	for (long i = 0; i < 4; i++) {
		swapcontext(&outside, &inside);
		leaf(2);
	}
}
