/* gcc -O2 -g -nostdlib -static -no-pie -fno-pie -fno-asynchronous-unwind-tables -Wl,--build-id=none,-z,noseparate-code -o prog prog.c */
typedef struct { int x, y; } point;
struct inner { int count; unsigned ready : 1, kind : 7; long sums[4]; struct inner *next; };
struct outer { long first; struct inner in; union { long number; point at; }; struct inner *link; point *shape; };
static struct outer outers[8];
long total;

__attribute__((noinline)) long walk(struct inner *i, long k)
{
	long s = 0;
	for (; i; i = i->next) {
		s += i->sums[k & 3] + i->kind;
		i->count++;
	}
	return s;
}

__attribute__((noinline)) long sum(struct outer *o, int n)
{
	long s = 0;
	for (int k = 0; k < n; k++) {
		s += o[k].first + o[k].in.count + o[k].at.y + o[k].shape->x;
		s += walk(o[k].link, k);
	}
	return s;
}

void _start(void)
{
	total += sum(outers, 8);
	__asm__ volatile("mov $60, %eax; xor %edi, %edi; syscall");
}
