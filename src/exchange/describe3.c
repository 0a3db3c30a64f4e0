// describe3.c: modelDescription.xml of FMI 3.0. Variables by handle, the states' rates, time, event indicators.
#include "exchange/describe.h"

static void put_variable(dv_description *d, int i)
{
  int seen = d->info[i].is == DV_IS_INPUT || dv_description_is_output(d, i);
  dv_describe_variable(d, "Float64", i, seen ? " intermediateUpdate=\"true\"" : "");
  dv_describe_values(d, i);
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
    dv_text_add(
        &d->out,
        "    <Float64 name=\"event indicator %d\" valueReference=\"%d\" causality=\"local\" variability=\"continuous\" initial=\"calculated\"/>\n",
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
    if (dv_description_is_unknown(d, i, calculated_only)) put_unknown(d, element, i, d->row[i]);
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
      "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"%s\" instantiationToken=\"%s\" generationTool=\"Davit %s\" variableNamingConvention=\"flat\">\n"
      "  <ModelExchange modelIdentifier=\"%s\" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" "
      "providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"/>\n"
      "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUState=\"true\" "
      "canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\" providesIntermediateUpdate=\"true\"/>\n",
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
