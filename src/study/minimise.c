// minimise.c: methods by name.
#include "study/minimise.h"

#include <string.h>

static const char *const names[] = {"slsqp", "mma", "ipopt"};

int dv_minimise_knows(const char *method)
{
  for (int i = 0; i < 3; i++)
    if (!strcmp(names[i], method)) return 1;
  return 0;
}

const char *dv_minimise_methods(void)
{
#if defined(DV_HAVE_NLOPT) && defined(DV_HAVE_IPOPT)
  return "slsqp, mma, ipopt";
#elif defined(DV_HAVE_NLOPT)
  return "slsqp, mma";
#elif defined(DV_HAVE_IPOPT)
  return "ipopt";
#else
  return "";
#endif
}

const char *dv_minimise_default(void)
{
#if defined(DV_HAVE_NLOPT)
  return "slsqp";
#elif defined(DV_HAVE_IPOPT)
  return "ipopt";
#else
  return NULL;
#endif
}

int dv_minimise_run(dv_arena *a, const dv_minimise *p, const char *method, double *x)
{
  return !strcmp(method, "ipopt") ? dv_minimise_ipopt(a, p, x) : dv_minimise_nlopt(a, p, method, x);
}
