// many.c: sixty-four carts with levers of their own, in threads; those that are far from the middle begin anew.
//
// cc many.c $(pkg-config --cflags --libs davit) -lm -o many && ./many wire/cart.yaml
#include <davit/davit.h>

#include <math.h>
#include <stdio.h>

enum { N = 64 };

int main(int argc, char **argv)
{
  char why[2000], again[N];
  double lever[N], x[N];
  int resets = 0;
  dv_model *m = dv_model_open(argc > 1 ? argv[1] : "wire/cart.yaml", NULL, NULL, 0, why, sizeof why);
  dv_batch *b = m ? dv_batch_new(m, NULL, N, 0, why, sizeof why) : NULL;
  if (!b) return fprintf(stderr, "%s\n", why), 1;
  const int in = dv_model_find(m, "lever.value"), out = dv_model_find(m, "x.position");
  for (int i = 0; i < N; i++) lever[i] = (i - N / 2) * 0.5;
  for (int k = 0; k < 500; k++) {
    if (dv_batch_set(b, &in, 1, lever) || dv_batch_step(b, 1e-3) || dv_batch_get(b, &out, 1, x))
      return fprintf(stderr, "%s\n", dv_batch_message(b)), 2;
    for (int i = 0; i < N; i++) resets += again[i] = fabs(x[i]) > 0.149;
    dv_batch_reset(b, again);
  }
  printf("%d runs, %d began anew; the first is at %.6f m, the last at %.6f m\n", N, resets, x[0], x[N - 1]);
  dv_batch_free(b);
  dv_model_free(m);
  return 0;
}
