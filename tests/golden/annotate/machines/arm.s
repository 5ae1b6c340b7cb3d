@ arm-linux-gnueabihf-as -march=armv7-a arm.s -o arm.o && arm-linux-gnueabihf-ld -Ttext-segment=0x10000 arm.o -o arm
	.syntax unified
	.text
	.arm
	.type sum_arm, %function
sum_arm:
	push	{r4, lr}
	mov	r2, #0
1:	ldr	r3, [r0], #4
	add	r2, r2, r3
	subs	r1, r1, #1
	bne	1b
	mov	r0, r2
	pop	{r4, pc}
	.size sum_arm, . - sum_arm
	.thumb
	.thumb_func
	.type sum_thumb, %function
sum_thumb:
	movs	r2, #0
1:	ldr	r3, [r0, #4]
	adds	r2, r2, r3
	subs	r1, #1
	adds	r0, r0, r2
	bx	lr
	.align 2
	.word	0x12345678
	.size sum_thumb, . - sum_thumb
