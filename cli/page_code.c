// page_code.c: the machine of a page as straight-line code (`davit page --compiled`): what `davit compile` writes, through clang
// for WebAssembly. The module has no library and no memory of its own: it lies behind the engine's first memory and is called
// through the engine's table of functions (page/engine/page_sim.c, page/src/engine.mjs).
#include "page.h"

#include "compile.h"
#include "engine/compiled.h"
#include "shop.h"

#include <stdio.h>
#include <stdlib.h>

enum { BASE = 4 << 20, ROOM = 8 << 20, STACK = 1 << 20 };  // BASE, ROOM: as the engine and engine.mjs have them

// All that davit/real.h wants of a C library.
static const char math_h[] = "#define sqrt __builtin_sqrt\n#define INFINITY __builtin_inf()\n#define NAN __builtin_nan(\"\")\n";
static const char string_h[] = "#define memcpy __builtin_memcpy\n";

static const char *compiler(void)
{
  const char *cc = getenv("WASM_CC");
  return cc && *cc ? cc : "clang";
}

// What the page asks of the module beside its functions: of which machine it is, and which numbers it takes from outside.
static const char *source_of(args *a, const dv_traced_machine *t, const dv_model *block)
{
  unsigned long long key = dv_compiled_key(block, t->open, t->nopen);
  return dv_arena_text(a->arena,
                       "%s\n#define GIVE(type, name) __attribute__((export_name(#name))) type name(void)\n"
                       "GIVE(const int32_t *, open_list) { return open_numbers; }\nGIVE(int, open_count) { return %d; }\n"
                       "GIVE(uint32_t, key_low) { return %lluu; }\nGIVE(uint32_t, key_high) { return %lluu; }\n",
                       dv_trace_library(a->arena, t, a->operand[0]), t->nopen, key & 0xffffffff, key >> 32);
}

static int build(const shop *s, const dv_traced_machine *t)
{
  dv_arena *a = s->a->arena;
  const char *argv[32] = {compiler(),
                          "--target=wasm32",
                          "-std=gnu11",
                          "-O2",
                          "-ffreestanding",
                          "-nostdlib",
                          "-mbulk-memory",
                          "-fno-math-errno",
                          "-ffp-contract=off",
                          "-w",
                          "-DDV_LANES=1",
                          "-I",
                          s->scratch.path,
                          shop_path(s, "machine.c"),
                          "-o",
                          shop_path(s, "machine.wasm"),
                          "-Wl,--no-entry,--import-memory,--import-table,--strip-all",
                          dv_arena_text(a, "-Wl,--global-base=%d,--initial-memory=%d,-z,stack-size=%d", BASE, BASE + ROOM, STACK),
                          "-Wl,--export=davit_rates_x1"};
  int n = 19, code = shop_write(s, "math.h", math_h);
  if (t->samples) argv[n++] = "-Wl,--export=davit_sample_x1";
  if (t->roots) argv[n++] = "-Wl,--export=davit_all_roots_x1";
  if (t->tidy) argv[n++] = "-Wl,--export=davit_all_tidy_x1";
  if (!code) code = shop_write(s, "string.h", string_h);
  return code ? code : shop_call(s, argv, "install clang and lld, or leave --compiled out; WASM_CC names another compiler");
}

// What cannot be written down is interpreted, with the same bits.
static int tell_interpreted(const dv_diags *why, const char *name)
{
  fprintf(stderr, "davit: %s%s is interpreted in the page: %s\n", name ? "case " : "the machine", name ? name : "",
          why->n ? why->item[why->n - 1].what : "it has no code");
  return FINE;
}

int page_code(args *a, const dv_machine *m, const dv_model *block, dv_page_case *out)
{
  shop s;
  dv_diags *why = dv_diags_new(m->arena);
  dv_traced_machine *t = dv_trace_machine(m->arena, why, m->model, &(dv_trace_options){0}, a->operand[0]);
  if (!t) return tell_interpreted(why, out->name);
  int code = shop_open(&s, a, source_of(a, t, block));
  if (code) return code;
  code = build(&s, t);
  out->code = code ? NULL : shop_read(&s, "machine.wasm", &out->code_bytes);
  shop_close(&s);
  return out->code ? FINE : RUN_FAILED;
}
