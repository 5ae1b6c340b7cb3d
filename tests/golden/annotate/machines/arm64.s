// aarch64-linux-gnu-as arm64.s -o arm64.o && aarch64-linux-gnu-ld -Ttext-segment=0x400000 arm64.o -o arm64
	.text
	.global sum64
	.type sum64, %function
sum64:
	mov	x2, #0
	cbz	x1, 2f
1:	ldr	x3, [x0], #8
	add	x2, x2, x3, lsl #1
	subs	x1, x1, #1
	b.ne	1b
2:	mov	x0, x2
	csel	x0, x0, xzr, eq
	ldr	x4, constant
	bl	leaf64
	ret
	.balign 8
constant:
	.quad	0x1122334455667788
	.size sum64, . - sum64
	.type leaf64, %function
leaf64:
	bti	c
	ret
	.size leaf64, . - leaf64
