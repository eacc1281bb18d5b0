loop: vmovups ymm0, [rsi+rax*4] # load
vaddps %zmm2, %zmm1, %zmm0{%k1}{z}
vaddps zmm0, zmm1, [rax]{1to16}
add dword ptr [rdi-8], 0x10; jne loop
