// study_page.h: the report of a study while it is written; private to study*.c.
#pragma once

#include "study.h"

typedef struct {
  const lift *l;
  dv_text t;
} page;

void page_put(page *p, const char *text);  // with characters of HTML escaped
void page_element(page *p, const char *open, const char *text, const char *close);
void page_cases(page *p);    // load cases
void page_machine(page *p);  // actuators, axes, bodies, method
