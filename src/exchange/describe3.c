// describe3.c: modelDescription.xml of FMI 3.0. Variables by handle, the states' rates, time, event indicators.
#include "exchange/describe.h"

static void put_numbers(dv_description *d, int i)
{
  const dv_info *v = &d->info[i];
  int unit = d->unit_of[i];
  if (unit >= 0) dv_text_add(&d->out, " unit=\"%s\"", dv_xml(d->arena, d->unit[unit].name));
  if (unit >= 0 && d->unit[unit].shown) dv_text_add(&d->out, " displayUnit=\"%s\"", d->unit[unit].shown);
  if (v->least < v->most) {
    dv_describe_number(&d->out, "min", v->least);
    dv_describe_number(&d->out, "max", v->most);
  }
  if (v->nominal > 0) dv_describe_number(&d->out, "nominal", v->nominal);
  if (v->is != DV_IS_OUTPUT) dv_describe_number(&d->out, "start", v->start);
  if (d->state_of[i] >= 0) dv_text_add(&d->out, " reinit=\"true\"");
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
  dv_text_add(&d->out, "    <Float64 name=\"%s\" valueReference=\"%d\" %s", dv_xml(d->arena, v->name), i, says[v->is]);
  if (v->is == DV_IS_PARAMETER) dv_text_add(&d->out, " variability=\"%s\"", v->settable ? "tunable" : "fixed");
  if (v->is == DV_IS_STATE || v->is == DV_IS_OUTPUT)
    dv_text_add(&d->out, " causality=\"%s\"", dv_description_is_output(d, i) ? "output" : "local");
  if (v->is == DV_IS_INPUT || dv_description_is_output(d, i)) dv_text_add(&d->out, " intermediateUpdate=\"true\"");
  if (v->doc && *v->doc) dv_text_add(&d->out, " description=\"%s\"", dv_xml(d->arena, v->doc));
  put_numbers(d, i);
  dv_text_add(&d->out, "/>\n");
}

static void put_others(dv_description *d)
{
  for (int i = 0; i < d->nstate; i++) {
    int of = dv_model_state(d->m, i);
    dv_text_add(&d->out,
                "    <Float64 name=\"der(%s)\" valueReference=\"%d\" causality=\"local\" variability=\"continuous\" "
                "initial=\"calculated\" derivative=\"%d\"/>\n",
                dv_xml(d->arena, d->info[of].name), d->n + i, of);
  }
  int time = d->n + d->nstate;
  dv_text_add(
      &d->out,
      "    <Float64 name=\"time\" valueReference=\"%d\" causality=\"independent\" variability=\"continuous\" unit=\"s\"/>\n",
      time);
  for (int i = 0; i < d->nroot; i++)
    dv_text_add(&d->out,
                "    <Float64 name=\"event indicator %d\" valueReference=\"%d\" causality=\"local\" variability=\"continuous\" "
                "initial=\"calculated\"/>\n",
                i + 1, time + 1 + i);
}

static void put_unknown(dv_description *d, const char *element, int reference, int row)
{
  dv_text_add(&d->out, "    <%s valueReference=\"%d\"", element, reference);
  dv_describe_dependencies(d, row, 0);
  dv_text_add(&d->out, "/>\n");
}

static void put_outputs(dv_description *d, const char *element, int calculated_only)
{
  for (int i = 0; i < d->n; i++)
    if (dv_description_is_output(d, i) && !(calculated_only && d->info[i].is == DV_IS_STATE))
      put_unknown(d, element, i, d->row[i]);
}

static void put_structure(dv_description *d)
{
  dv_text_add(&d->out, "  <ModelStructure>\n");
  put_outputs(d, "Output", 0);
  for (int i = 0; i < d->nstate; i++) put_unknown(d, "ContinuousStateDerivative", d->n + i, i);
  put_outputs(d, "InitialUnknown", 1);
  for (int i = 0; i < d->nstate; i++) put_unknown(d, "InitialUnknown", d->n + i, i);
  for (int i = 0; i < d->nroot; i++) put_unknown(d, "EventIndicator", d->n + d->nstate + 1 + i, -1);
  dv_text_add(&d->out, "  </ModelStructure>\n");
}

void dv_describe3(dv_description *d)
{
  dv_text_add(
      &d->out,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"%s\" instantiationToken=\"%s\" generationTool=\"Davit %s\" "
      "variableNamingConvention=\"flat\">\n"
      "  <ModelExchange modelIdentifier=\"%s\" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" "
      "providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"/>\n"
      "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUState=\"true\" "
      "canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\" "
      "providesIntermediateUpdate=\"true\"/>\n",
      dv_xml(d->arena, dv_model_name(d->m)), d->token, DAVIT_VERSION, d->identifier, d->identifier);
  dv_describe_units(d);
  dv_describe_experiment(d);
  dv_text_add(&d->out, "  <ModelVariables>\n");
  for (int i = 0; i < d->n; i++) put_variable(d, i);
  put_others(d);
  dv_text_add(&d->out, "  </ModelVariables>\n");
  put_structure(d);
  dv_text_add(&d->out, "</fmiModelDescription>\n");
}
