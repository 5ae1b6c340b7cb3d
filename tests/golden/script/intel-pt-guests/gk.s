
# The kernel of the second guest:
#   as gk.s -o gk.o && ld --build-id=none -Ttext=0xffffffff81000000 -z noseparate-code -e _text -o gk gk.o && strip --strip-debug gk
	.globl _text, kfn, kent
	.text
_text:	nop
kent:	nop
	call kfn
	out %al,(%dx)
	jmp kent
kfn:	nop
	ret
