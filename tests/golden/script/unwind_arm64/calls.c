/* Calls of some depths, back and forth, without a C library: calls-none and calls-standard are what gcc 12 makes of it with -O2 -nostdlib -static and
   -mbranch-protection=none or standard (signed return addresses). Recorded with upstream 6.12 in a virtual machine: --call-graph dwarf,1024. */
static volatile unsigned long sum;
__attribute__((noinline)) static void leaf(unsigned n) { for (unsigned i = 0; i < n; i++) sum += i * i; }
__attribute__((noinline)) static unsigned recursive(unsigned n)
{
	if (!n) { leaf(3000); return 1; }
	unsigned below = recursive(n - 1);
	leaf(200 + (below & 1));
	return below + 1;
}
__attribute__((noinline)) static void grows(unsigned n)
{
	volatile char room[n + 16];
	for (unsigned i = 0; i < n; i++) room[i] = (char)i;
	leaf(n + (unsigned char)room[n / 2]);
}
__attribute__((noinline)) static int compare(const int *a, const int *b) { leaf(100); return *a - *b; }
__attribute__((noinline)) static void sort(int *numbers, unsigned count, int (*order)(const int *, const int *))
{
	for (unsigned i = 1; i < count; i++)
		for (unsigned j = i; j && order(numbers + j - 1, numbers + j) > 0; j--) { int t = numbers[j]; numbers[j] = numbers[j - 1]; numbers[j - 1] = t; }
}
int main(void)
{
	int numbers[24];
	for (unsigned round = 0; round < ROUNDS; round++) {
		for (unsigned i = 0; i < 24; i++) numbers[i] = (int)(i * 7919 % 41);
		sort(numbers, 24, compare);
		sum += recursive(12);
		grows(500);
		grows(2000);
	}
	return 0;
}
#ifdef FREESTANDING
__attribute__((noreturn)) void start(void)
{
	main();
	register long number __asm__("x8") = 93, status __asm__("x0") = 0;
	__asm__ volatile("svc 0" : : "r"(number), "r"(status));
	__builtin_unreachable();
}
__asm__(".globl _start\n.type _start,%function\n_start:\n.cfi_startproc\n.cfi_undefined x30\nmov x29,#0\nmov x30,#0\nbl start\n.cfi_endproc\n.size _start,.-_start\n");
#endif
