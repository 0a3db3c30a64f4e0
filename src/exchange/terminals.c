// terminals.c: terminalsAndIcons.xml of FMI 3.0: effort and flow of a part's port stand together; the place of the picture.
#include "exchange/describe.h"

#include "davit/kind.h"

#include <string.h>

// The port whose effort this is: the name without ".effort", if it has a flow, too. NULL: none.
static const char *port_of(const dv_description *d, int handle)
{
  const char *name = d->info[handle].name, *end = strrchr(name, '.');
  if (!end || strcmp(end, ".effort") != 0) return NULL;
  const char *port = dv_arena_copy(d->arena, name, (size_t)(end - name));
  return dv_model_find(d->m, dv_arena_text(d->arena, "%s.flow", port)) >= 0 ? port : NULL;
}

// The domain that has effort in this unit.
static const char *domain_of(const char *unit)
{
  for (int i = 0; i < DV_DOMAIN_COUNT; i++)
    if (!strcmp(dv_domain_of(i)->effort, unit)) return dv_domain_of(i)->name;
  return "port";
}

static void put_member(const dv_description *d, dv_text *t, const char *port, const char *member)
{
  const char *name = dv_arena_text(d->arena, "%s.%s", port, member);
  int handle = dv_model_find(d->m, name);
  if (handle < 0 || strcmp(d->info[handle].name, name) != 0) return;
  dv_text_add(t, "      <TerminalMemberVariable variableName=\"%s\" memberName=\"%s\" variableKind=\"signal\"/>\n",
              dv_xml(d->arena, name), member);
}

const char *dv_describe_terminals(const dv_description *d, int has_picture)
{
  dv_text t = {.arena = d->arena};
  int n = 0;
  dv_text_add(&t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n");
  if (has_picture)
    dv_text_add(&t, "  <GraphicalRepresentation>\n"
                    "    <CoordinateSystem x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\" suggestedScalingFactorTo_mm=\"0.1\"/>\n"
                    "    <Icon x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\"/>\n  </GraphicalRepresentation>\n");
  for (int i = 0; i < d->n; i++) {
    const char *port = port_of(d, i);
    if (!port) continue;
    if (!n++) dv_text_add(&t, "  <Terminals>\n");
    dv_text_add(&t, "    <Terminal name=\"%s\" matchingRule=\"bus\" terminalKind=\"davit.%s\" description=\"%s\">\n",
                dv_xml(d->arena, port), domain_of(d->info[i].unit), "power into the part is effort x flow");
    put_member(d, &t, port, "effort");
    put_member(d, &t, port, "flow");
    put_member(d, &t, port, "position");
    dv_text_add(&t, "    </Terminal>\n");
  }
  dv_text_add(&t, "%s</fmiTerminalsAndIcons>\n", n ? "  </Terminals>\n" : "");
  return n || has_picture ? dv_text_all(&t) : NULL;
}
