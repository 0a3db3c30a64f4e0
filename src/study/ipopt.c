// ipopt.c: opens the library.
#ifdef DV_HAVE_IPOPT
#include "study/ipopt.h"

#include <dlfcn.h>

int dv_ipopt_open(dv_ipopt *l)
{
  void *so = dlopen("libipopt.so.1", RTLD_NOW | RTLD_LOCAL);
  int missing = !so;
#define F(of) missing |= !so || !(*(void **)&l->of = dlsym(so, #of));
  DV_IPOPT_FUNCTIONS(F)
#undef F
  return missing;
}

#else
typedef int dv_no_ipopt;
#endif
