# s390x-linux-gnu-as s390x.s -o s390x.o && s390x-linux-gnu-ld -Ttext-segment=0x1000000 s390x.o -o s390x
	.text
	.type sum390, @function
sum390:
	lghi	%r4,0
1:	ag	%r4,0(%r2)
	la	%r2,8(%r2)
	brctg	%r3,1b
	icm	%r1,1,0(%r2)
	lgr	%r2,%r4
	larl	%r1,sum390
	brasl	%r14,leaf390
	br	%r14
	.size sum390, . - sum390
	.type leaf390, @function
leaf390:
	nopr	%r7
	br	%r14
	.size leaf390, . - leaf390
