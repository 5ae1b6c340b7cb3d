// aarch64-linux-gnu-as -o prog.o prog.s && aarch64-linux-gnu-ld --build-id=none -n -o prog prog.o
	.globl _start, leaf
	.type leaf, %function
leaf:	ldr	x2, [x4, #4072]
	eor	x2, x2, x1
	add	x0, x0, x2
	subs	x3, x3, x1
	b.gt	leaf
	ret
	.size leaf, . - leaf
	.type _start, %function
_start:	stp	x29, x30, [sp, #-32]!
again:	mov	x0, x20
	bl	leaf
	str	x0, [x19, #4072]
	b	again
	.size _start, . - _start
