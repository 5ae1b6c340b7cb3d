/* gcc -O2 -g -gdwarf-5 -fno-stack-protector -fcf-protection=none -nostdlib -static -no-pie -ffreestanding -fdebug-prefix-map=$PWD=/nonexistent
   -Wl,--build-id=none -Wl,-z,noseparate-code -Wl,-z,max-page-size=4096 -o prog prog.c */
volatile unsigned long sink;
static inline __attribute__((always_inline)) unsigned long mix(unsigned long v)
{
	v ^= v >> 13;
	v *= sink;
	return v ^ v >> 31;
}
static inline __attribute__((always_inline)) unsigned long twice(unsigned long v)
{
	v = mix(v);
	return mix(v + 1);
}
__attribute__((noinline)) unsigned long leaf(unsigned long v)
{
	for (int i = 0; i < 3; i++)
		v = twice(v);
	return v;
}
static inline __attribute__((always_inline)) unsigned long step(unsigned long v)
{
	v += leaf(v);
	return v;
}
__attribute__((noinline)) unsigned long outer(unsigned long v)
{
	v = step(v) + 1;
	v = step(v) + 2;
	return v;
}
void _start(void)
{
	sink = 5;
	sink = outer(7);
	asm volatile("syscall" : : "a"(60), "D"(0));
}
