// setjmp.h: in the place of the C library's, which WebAssembly has none of. The core jumps only when memory runs out: then the
// module stops, and the worker of the page says so.
#pragma once

typedef int jmp_buf[1];

static inline int dv_set_jump(jmp_buf at) { return at[0] = 0; }
#define setjmp(at) dv_set_jump(at)
#define longjmp(at, code) __builtin_trap()
