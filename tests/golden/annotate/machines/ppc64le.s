# powerpc64le-linux-gnu-as ppc64le.s -o ppc64le.o && powerpc64le-linux-gnu-ld -Ttext-segment=0x10000000 ppc64le.o -o ppc64le
	.abiversion 2
	.text
	.type sumppc, @function
sumppc:
	li	5,-1
	mtctr	4
1:	ld	6,8(3)
	add	5,5,6
	addi	3,3,-8
	bdnz	1b
	mr.	3,5
	srdi	3,3,3
	beq	2f
	bl	leafppc
2:	blr
	.size sumppc, . - sumppc
	.type leafppc, @function
leafppc:
	cntlzw	3,3
	blr
	.size leafppc, . - leafppc
