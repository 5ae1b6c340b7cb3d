# as -o prog.o prog.s; ld --build-id=none -z noseparate-code -z max-page-size=4096 -o prog prog.o
	.text
	.globl _start
	.type _start, @function
_start:	mov $3, %ecx
	call leaf
	mov $60, %eax
	xor %edi, %edi
	syscall
	.size _start, . - _start
	.type leaf, @function
leaf:	dec %ecx
	jnz leaf
	vaddps %ymm0, %ymm1, %ymm2
	ret
	.size leaf, . - leaf
