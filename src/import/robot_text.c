// robot_text.c: a robot as a machine file for people: where it comes from, what was changed, a word at each section.
#include "import/import.h"

#include "base/text.h"
#include "base/visible.h"

#include <string.h>

static const struct {
  const char *key, *says;
} sections[] = {
    {"parameters", "gravity_on: 0 takes gravity away (--set gravity_on=0)"                                                  },
    {"operator",   "what davit view and davit page begin with"                                                              },
    {"bodies",     "The links: mass, centre of mass (com) and inertia about it (xx yy zz xy xz yz) in the axes of the link."},
    {"joints",     "How they hang together: at: where the joint sits in its parent; the child's axes begin there. Stiffness and "
               "damping of limits are those of stops at the bounds."                                          },
    {"loops",      "What ties coordinates or closes chains: it holds exactly."                                              },
    {"axes",       "Sums of coordinates that something acts on."                                                            },
    {"signals",    "What can be set from outside (inputs), and what is made of it."                                         },
    {"parts",      "What acts: springs, drives, water, contacts. davit kinds KIND says what each number means."             },
    {"contacts",   "Whose collision shapes touch each other; except: pairs that do not."                                    },
    {"cases",      "Other ways to run it: davit run FILE --case NAME."                                                      },
};

static const char *says_of(const char *line)
{
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    size_t n = strlen(sections[i].key);
    if (!strncmp(line, sections[i].key, n) && line[n] == ':') return sections[i].says;
  }
  return NULL;
}

// Lines as comments.
static void put_comment(dv_text *t, const char *text)
{
  for (const char *end; *text; text = *end ? end + 1 : end) {
    end = strchr(text, '\n');
    if (!end) end = text + strlen(text);
    dv_text_add(t, "# %.*s\n", (int)(end - text), text);
  }
}

const char *dv_import_yaml(dv_arena *a, const dv_doc *doc, const char *from)
{
  const char *text = dv_doc_yaml(a, doc->root), *slash = strrchr(from, '/');
  dv_text t = {.arena = a};
  if (!dv_import_takes(from)) return text;
  dv_text_add(&t, "# What davit convert made of %s. Numbers without a unit are in SI (m, kg, s, N, rad).\n",
              dv_text_visible(a, slash ? slash + 1 : from, 0));
  if (doc->notes) put_comment(&t, doc->notes);
  for (const char *line = text, *end; *line; line = end) {
    const char *says = says_of(line);
    end = strchr(line, '\n');
    end = end ? end + 1 : line + strlen(line);
    if (says) dv_text_add(&t, "\n# %s\n", says);
    dv_text_put(&t, line, (size_t)(end - line));
  }
  return dv_text_all(&t);
}
