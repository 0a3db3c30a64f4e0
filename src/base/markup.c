// markup.c: in markup a text stays a text. Control characters cannot stand in XML: blanks are in their place.
#include "base/markup.h"

#include <string.h>

void dv_text_markup(dv_text *t, const char *text)
{
  static const char *const name[][2] = {
      {"&",  "&amp;" },
      {"<",  "&lt;"  },
      {">",  "&gt;"  },
      {"\"", "&quot;"}
  };
  for (; *text; text++) {
    size_t k = 0, n = sizeof name / sizeof *name;
    while (k < n && *text != name[k][0][0]) k++;
    if (k < n) dv_text_put(t, name[k][1], strlen(name[k][1]));
    else dv_text_put(t, (unsigned char)*text < ' ' ? " " : text, 1);
  }
}
