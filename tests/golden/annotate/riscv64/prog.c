/* riscv64-linux-gnu-gcc -O2 -g -march=rv64gc -mcmodel=medany -nostdlib -static -fno-asynchronous-unwind-tables \
 *	-ffile-prefix-map=$PWD=/nonexistent -Wl,-Ttext-segment=0x10000,--build-id=none -o prog prog.c */
long spare[64] __attribute__((section(".sdata"))) = { 1 };
long total, limit = 100;
int wide[4096];
double scale = 0.5;

__attribute__((noinline)) long leaf(const int *items, long count)
{
	long sum = 0;

	for (long i = 0; i < count; i++)
		sum += items[i] * 3;
	total += sum;
	return sum > limit ? limit : sum;
}

__attribute__((noinline)) double scaled(long number)
{
	if (wide[4095] & 1)
		number = -number;
	return (double)number * scale;
}

__attribute__((noinline)) int far_away(void) { return *(volatile int *)0x12345678; }

void _start(void)
{
	for (;;)
		wide[0] = (int)scaled(leaf(wide, 64)) + far_away();
}
