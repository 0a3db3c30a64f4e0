// manual.h: the tables of verbs as pages for man(1) and as completion for bash.
#pragma once

#include "cli.h"

void manual_all(void);
void manual_verb(args *a, const verb *v);
void completion_print(void);
