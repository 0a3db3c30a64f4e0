// describe2.c: modelDescription.xml of FMI 2.0. Variables by handle, then the states' rates; indices count from 1.
#include "exchange/describe.h"

#include <string.h>

static void put_variable(dv_description *d, int i)
{
  dv_describe_variable(d, "ScalarVariable", i, "");
  dv_text_add(&d->out, ">\n      <Real");
  dv_describe_values(d, i);
  dv_text_add(&d->out, "/>\n    </ScalarVariable>\n");
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
    if (dv_description_is_unknown(d, i, calculated_only)) put_unknown(d, i + 1, d->row[i]);
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
