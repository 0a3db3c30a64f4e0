// step.c: a machine under a controller of your own: a cart is held in the middle by its lever.
//
// cc step.c $(pkg-config --cflags --libs davit) -lm -o step && ./step wire/cart.yaml
#include <davit/davit.h>

#include <math.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  char why[2000];
  dv_model *m = dv_model_open(argc > 1 ? argv[1] : "wire/cart.yaml", NULL, NULL, 0, why, sizeof why);
  if (!m) return fprintf(stderr, "%s\n", why), 1;
  int lever = dv_model_find(m, "lever.value"), x = dv_model_find(m, "x.position"), v = dv_model_find(m, "x.rate");
  dv_sim *s = dv_sim_new(m, NULL, why, sizeof why);
  if (!s || lever < 0 || x < 0 || v < 0) return fprintf(stderr, "%s\n", s ? "no lever, x or rate" : why), 1;
  while (dv_sim_time(s) < 3) {
    dv_sim_set(s, lever, -100 * dv_sim_get(s, x) - 25 * dv_sim_get(s, v));
    if (dv_sim_step(s, 1e-3)) return fprintf(stderr, "%s\n", dv_sim_message(s)), 2;
  }
  dv_energy e;
  dv_sim_energy(s, &e);
  printf("x = %.6f m after %.3f s; %.1g J are not accounted for\n", dv_sim_get(s, x), dv_sim_time(s), fabs(e.residual));
  dv_sim_free(s);
  dv_model_free(m);
  return 0;
}
