// describe2.c: modelDescription.xml of FMI 2.0. Variables by handle, then the states' rates; indices count from 1.
#include "exchange/describe.h"

#include <string.h>

static void put_type(dv_description *d, int i, int has_start)
{
  const dv_info *v = &d->info[i];
  int unit = d->unit_of[i];
  dv_text_add(&d->out, "      <Real");
  if (unit >= 0) dv_text_add(&d->out, " unit=\"%s\"", dv_xml(d->arena, d->unit[unit].name));
  if (unit >= 0 && d->unit[unit].shown) dv_text_add(&d->out, " displayUnit=\"%s\"", d->unit[unit].shown);
  if (v->least < v->most) {
    dv_describe_number(&d->out, "min", v->least);
    dv_describe_number(&d->out, "max", v->most);
  }
  if (v->nominal > 0) dv_describe_number(&d->out, "nominal", v->nominal);
  if (has_start) dv_describe_number(&d->out, "start", v->start);
  if (d->state_of[i] >= 0) dv_text_add(&d->out, " reinit=\"true\"");
  dv_text_add(&d->out, "/>\n");
}

static void put_variable(dv_description *d, int i)
{
  static const char *const says[] = {
      [DV_IS_STATE] = "variability=\"continuous\" initial=\"exact\"",
      [DV_IS_OUTPUT] = "variability=\"continuous\" initial=\"calculated\"",
      [DV_IS_INPUT] = "causality=\"input\" variability=\"continuous\"",
      [DV_IS_PARAMETER] = "causality=\"parameter\" initial=\"exact\"",
  };
  const dv_info *v = &d->info[i];
  dv_text_add(&d->out, "    <ScalarVariable name=\"%s\" valueReference=\"%d\" %s", dv_xml(d->arena, v->name), i, says[v->is]);
  if (v->is == DV_IS_PARAMETER) dv_text_add(&d->out, " variability=\"%s\"", v->settable ? "tunable" : "fixed");
  if (v->is == DV_IS_STATE || v->is == DV_IS_OUTPUT)
    dv_text_add(&d->out, " causality=\"%s\"", dv_description_is_output(d, i) ? "output" : "local");
  if (v->doc && *v->doc) dv_text_add(&d->out, " description=\"%s\"", dv_xml(d->arena, v->doc));
  dv_text_add(&d->out, ">\n");
  put_type(d, i, v->is != DV_IS_OUTPUT);
  dv_text_add(&d->out, "    </ScalarVariable>\n");
}

static void put_rates(dv_description *d)
{
  for (int i = 0; i < d->nstate; i++) {
    int of = dv_model_state(d->m, i);
    dv_text_add(&d->out,
                "    <ScalarVariable name=\"der(%s)\" valueReference=\"%d\" causality=\"local\" variability=\"continuous\" "
                "initial=\"calculated\">\n      <Real derivative=\"%d\"/>\n    </ScalarVariable>\n",
                dv_xml(d->arena, d->info[of].name), d->n + i, of + 1);
  }
}

static void put_unknown(dv_description *d, int index, int row)
{
  dv_text_add(&d->out, "      <Unknown index=\"%d\"", index);
  dv_describe_dependencies(d, row, 1);
  dv_text_add(&d->out, "/>\n");
}

static void put_outputs(dv_description *d, int calculated_only)
{
  for (int i = 0; i < d->n; i++)
    if (dv_description_is_output(d, i) && !(calculated_only && d->info[i].is == DV_IS_STATE)) put_unknown(d, i + 1, d->row[i]);
}

static void put_structure(dv_description *d)
{
  dv_text_add(&d->out, "  <ModelStructure>\n    <Outputs>\n");
  put_outputs(d, 0);
  dv_text_add(&d->out, "    </Outputs>\n");
  if (d->nstate) dv_text_add(&d->out, "    <Derivatives>\n");
  for (int i = 0; i < d->nstate; i++) put_unknown(d, d->n + i + 1, i);
  if (d->nstate) dv_text_add(&d->out, "    </Derivatives>\n");
  dv_text_add(&d->out, "    <InitialUnknowns>\n");
  put_outputs(d, 1);
  for (int i = 0; i < d->nstate; i++) put_unknown(d, d->n + i + 1, i);
  dv_text_add(&d->out, "    </InitialUnknowns>\n  </ModelStructure>\n");
}

static void put_sources(dv_description *d, const char *element)
{
  dv_text_add(&d->out, "    <SourceFiles>\n");
  for (int i = 0; i < d->nsource; i++) {
    size_t n = strlen(d->source[i]);
    if (n > 2 && !strcmp(d->source[i] + n - 2, ".c")) dv_text_add(&d->out, "      <File name=\"%s\"/>\n", d->source[i]);
  }
  dv_text_add(&d->out, "    </SourceFiles>\n  </%s>\n", element);
}

void dv_describe2(dv_description *d)
{
  dv_text_add(&d->out,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"%s\" guid=\"%s\" generationTool=\"Davit %s\" "
              "variableNamingConvention=\"flat\" numberOfEventIndicators=\"%d\">\n"
              "  <ModelExchange modelIdentifier=\"%s\" canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
              "providesDirectionalDerivative=\"true\" completedIntegratorStepNotNeeded=\"true\">\n",
              dv_xml(d->arena, dv_model_name(d->m)), d->token, DAVIT_VERSION, d->nroot, d->identifier);
  put_sources(d, "ModelExchange");
  dv_text_add(
      &d->out,
      "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUstate=\"true\" "
      "canInterpolateInputs=\"true\" canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\">\n",
      d->identifier);
  put_sources(d, "CoSimulation");
  dv_describe_units(d);
  dv_describe_experiment(d);
  dv_text_add(&d->out, "  <ModelVariables>\n");
  for (int i = 0; i < d->n; i++) put_variable(d, i);
  put_rates(d);
  dv_text_add(&d->out, "  </ModelVariables>\n");
  put_structure(d);
  dv_text_add(&d->out, "</fmiModelDescription>\n");
}
