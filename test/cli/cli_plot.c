// cli_plot.c: figures are well-formed SVG, as small as the picture needs, and show what the file says.
#include "command.h"

#include <expat.h>

typedef struct {
  int paths, clips;
  dv_text text;
} drawing;

static int times(const char *text, const char *piece)
{
  int n = 0;
  for (const char *p = text; (p = strstr(p, piece)); p += strlen(piece)) n++;
  return n;
}

static void on_start(void *data, const char *name, const char **attributes)
{
  drawing *d = data;
  for (int i = 0; attributes[i]; i += 2)
    if (!strcmp(attributes[i], "class") && !strcmp(attributes[i + 1], "curve")) d->paths++;
  d->clips += !strcmp(name, "clipPath");
}

static void on_text(void *data, const char *s, int n) { dv_text_put(&((drawing *)data)->text, s, (size_t)n); }

static drawing parse(command *c, const char *name)
{
  size_t n;
  char *svg = get_file(c, name, &n);
  drawing d = {.text = {.arena = c->arena}};
  assert_non_null(svg);
  XML_Parser p = XML_ParserCreate(NULL);
  XML_SetUserData(p, &d);
  XML_SetElementHandler(p, on_start, NULL);
  XML_SetCharacterDataHandler(p, on_text);
  if (!XML_Parse(p, svg, (int)n, 1)) fail_msg("line %lu: %s", XML_GetCurrentLineNumber(p), XML_ErrorString(XML_GetErrorCode(p)));
  XML_ParserFree(p);
  return d;
}

static void test_groups(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "run machines/pendulum-on-wagon.yaml --until 2 --out @//x.h5"), 0);
  assert_int_equal(run(c, "plot @//x.h5"), 0);
  assert_says(c->out, "x.svg");
  drawing d = parse(c, "x.svg");
  // Motion in two units, Energy, Path of the bob
  assert_int_equal(d.clips, 4);
  assert_int_equal(d.paths, 2 + 4 + 1);
  assert_says(d.text.at, "Path of the bob");
  assert_says(d.text.at, "pin [deg]");
  assert_says(d.text.at, "energy [J]");
  assert_says(d.text.at, "time [s]");
  assert_int_equal(run(c, "plot @//x.h5 --si"), 0);
  d = parse(c, "x.svg");
  assert_says(d.text.at, "pin [rad]");
  assert_int_equal(run(c, "plot @//x.h5 -o @//figures"), 0);
  d = parse(c, "figures/motion.svg");
  assert_int_equal(d.paths, 2);
  drop_file(c, "figures/motion.svg");
  drop_file(c, "figures/energy.svg");
  drop_file(c, "figures/path-of-the-bob.svg");
  drop_file(c, "figures");
  drop_file(c, "x.svg");
  drop_file(c, "x.h5");
}

// Titles that give one name give two files; one that cannot be drawn keeps no other from being drawn.
static void test_names_of_files(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies: {m: {mass: 2 kg}}\njoints: {j: {type: prismatic, child: m, rate: 1 m/s}}\nuntil: 0.1 s\n"
           "plots: [{title: A b, columns: [j.position]}, {title: none, columns: [m.com.x]}, {title: a-B, columns: [j.rate]}]\n");
  run(c, "run @//m.yaml --out @//x.h5");
  run(c, "plot @//x.h5 -o @//figures");
  size_t n, k;
  const char *one = get_file(c, "figures/a-b.svg", &n), *other = get_file(c, "figures/a-b-2.svg", &k);
  assert_true(one && other && strcmp(one, other) != 0);
  assert_int_equal(run(c, "version; rm -r @//figures"), 0);
  drop_file(c, "x.h5"), drop_file(c, "m.yaml");
}

static void test_columns(void **state)
{
  command *c = *state;
  put_file(c, "x.csv", "time [s],a<b>&\"c\" [N],b [N],z [1]\n0,1,2,nan\n1,2,inf,3\n2,3,1,4\n3,4,1,5\n");
  assert_int_equal(run(c, "plot @//x.csv 'a*' b -o @//y.svg"), 0);
  drawing d = parse(c, "y.svg");
  assert_int_equal(d.paths, 2);
  assert_says(d.text.at, "a<b>&\"c\"");
  assert_int_equal(run(c, "plot @//x.csv z --x b -o @//y.svg"), 0);
  parse(c, "y.svg");
  assert_int_equal(run(c, "plot @//x.csv bb"), 64);
  assert_int_equal(run(c, "plot @//x.csv"), 0);
  parse(c, "x.svg");
  drop_file(c, "x.svg");
  drop_file(c, "y.svg");
  drop_file(c, "x.csv");
}

// What the keys of a plot say. The area is 766 px wide from 76 on, time 1 s: ramp = 2 t passes 1 at 0.5 s, 459 px; marks at 0.25
// s and 0.75 s lie at 267.5 and 650.5 px. Heights: 0 to 2 rad shown as 0 to 100 deg, so that 45 deg is at 55 % of 200 px.
static void test_looks(void **state)
{
  command *c = *state;
  size_t n;
  put_file(
      c, "m.yaml",
      "davit: 1\nbodies: {b: {mass: 1}}\njoints: {j: {type: prismatic, child: b, axis: x}}\nuntil: 1 s\n"
      "signals: {ramp: '2*t', goal: '1.9*t', seen: '1.8*t'}\n"
      "plots:\n"
      "  - {title: All, figure: pair, beside: 2, columns: [ramp, goal, seen], dashed: [goal], points: [seen], band: [ramp, goal],\n"
      "     unit: deg, lower: 0 deg, upper: 100 deg, names: [angle, aim], limits: [{at: 45 deg, name: stop}], \n"
      "     marks: [{of: ramp, through: 1, name: half}, {at: 0.25 s, to: 0.75 s, name: held}, {at: 3 kg}]}\n"
      "  - {title: Near, figure: pair, columns: [j], zooms: [{from: 0 s, to: 0.1 s}, {from: 0.2 s, to: 0.3 s, inside: lower-left}]}\n"
      "  - {title: Round, columns: [ramp], x: goal, polar: true}\n");
  assert_int_equal(run(c, "run @//m.yaml --out @//x.h5"), 0);
  assert_int_equal(run(c, "plot @//x.h5 --figure All -o @//y.svg --beside 1"), 0);
  assert_says(c->err, "'at' in kg does not fit an axis in s");
  drawing d = parse(c, "y.svg");
  assert_int_equal(d.paths, 2);  // seen are points
  assert_says(d.text.at, "[deg]");
  assert_says(d.text.at, "aim");
  char *svg = get_file(c, "y.svg", &n);
  assert_says(svg, "stroke=\"#0072B2\" stroke-dasharray=\"6 3\"");
  assert_says(svg, "class=\"mark\" d=\"M459 ");
  assert_says(svg, "class=\"band\" d=\"M267.5 ");
  double across[2] = {0};
  const char *limit = strstr(svg, "class=\"limit\" d=\"M76 ");
  assert_non_null(limit);
  sscanf(limit + strlen("class=\"limit\" d=\"M76 "), "%lf", &across[0]);
  const char *box = strstr(svg, "<clipPath id=\"p0\"><rect x=\"76\" y=\"");
  sscanf(box + strlen("<clipPath id=\"p0\"><rect x=\"76\" y=\""), "%lf", &across[1]);
  assert_near(across[0] - across[1], 0.55 * 200, 0.02);
  assert_int_equal(run(c, "plot @//x.h5 -o @//figures"), 0);
  assert_int_equal(parse(c, "figures/pair.svg").clips, 4);  // one of them of the close-up inside
  // it shows 0.2 to 0.3 s of the second: a tenth of the panel's 336 px
  double x, y, wide;
  char *part = strstr(get_file(c, "figures/pair.svg", &n), "class=\"part\" x=");
  assert_int_equal(sscanf(part, "class=\"part\" x=\"%lf\" y=\"%lf\" width=\"%lf\"", &x, &y, &wide), 3);
  assert_near(x, 430 + 76 + 0.2 * 336, 0.02);  // in the second column of the figure
  assert_near(wide, 33.6, 0.02);
  assert_int_equal(run(c, "plot @//x.h5 j --inset 0.2..0.3@lower-left -o @//y.svg"), 0);
  assert_int_equal(parse(c, "y.svg").clips, 2);
  assert_int_equal(run(c, "plot @//x.h5 j --inset 0.3..0.2 -o @//y.svg"), 64);
  assert_int_equal(run(c, "plot @//x.h5 j --inset 0.2..0.3@middle -o @//y.svg"), 64);
  assert_says(parse(c, "figures/round.svg").text.at, "270");
  assert_int_equal(run(c, "plot @//x.h5 --figure none"), 64);
  drop_file(c, "figures/pair.svg");
  drop_file(c, "figures/round.svg");
  drop_file(c, "figures");
  drop_file(c, "y.svg");
  drop_file(c, "x.h5");
  drop_file(c, "m.yaml");
}

// A mass on a spring: sqrt(10)/(2 pi) = 0.5033 Hz; over the stiffness the frequency goes with its root: 1.0066 Hz at four times
// that.
static void test_modes(void **state)
{
  command *c = *state;
  put_file(
      c, "m.yaml",
      "davit: 1\nparameters: {k: 10 N/m}\nbodies: {b: {mass: 1}}\njoints: {j: {type: prismatic, child: b, axis: x}}\n"
      "signals: {push: {kind: input, value: 0 N, lower: -5 N, upper: 5 N}}\n"
      "parts: {s: {kind: force.spring, axis: j, stiffness: k}, d: {kind: force.damper, axis: j, damping: 2 N.s/m}, p: {kind: force.effort, axis: j, effort: push}}\n");
  assert_int_equal(run(c, "modes @//m.yaml --plot @//y.svg"), 0);
  assert_says(parse(c, "y.svg").text.at, "Mode 1: 0.5033 Hz, damping 0.316");
  assert_int_equal(run(c, "modes @//m.yaml --plot @//y.svg --over k=10:40N/m:4"), 0);
  drawing d = parse(c, "y.svg");
  assert_int_equal(d.clips, 2);
  assert_says(d.text.at, "k [N/m]");
  // values spaced by ratio stand on a logarithmic axis: 1-2-5 in each decade, no 1500
  assert_int_equal(run(c, "modes @//m.yaml --plot @//y.svg --over k=2:2000N/m:4:log"), 0);
  assert_says(parse(c, "y.svg").text.at, "1000");
  assert_null(strstr(parse(c, "y.svg").text.at, "1500"));
  assert_int_equal(run(c, "modes @//m.yaml --over k=10:40N/m:4"), 64);
  assert_int_equal(run(c, "modes @//m.yaml --plot @//y.svg --over k=soft,hard"), 64);
  assert_int_equal(
      run(c,
          "bode @//m.yaml --input push --output j.position --amplitude 1 --from 0.1 --to 1 --points 4 --nyquist --plot @//y.svg"),
      0);
  assert_says(parse(c, "y.svg").text.at, "imaginary part");
  // the linearised curve has one colour in both panels; the first colour is that of the gain alone
  assert_int_equal(
      run(c, "bode @//m.yaml --input push --output j.position --amplitude 1 --from 0.1 --to 1 --points 4 --plot @//y.svg"), 0);
  size_t n;
  const char *svg = get_file(c, "y.svg", &n);
  assert_int_equal(times(svg, "class=\"curve\" stroke=\"#0072B2\""), 1);
  assert_int_equal(times(svg, "class=\"curve\" stroke=\"#009E73\""), 2);
  drop_file(c, "y.svg");
  drop_file(c, "m.yaml");
}

// 3 sin(2 pi 2 t) over 16 s at 100 Hz: windows of 2 s, so that 2 Hz is a bin, whose amplitude is 3: the end of the bar.
static void test_spectrogram(void **state)
{
  command *c = *state;
  dv_text t = {.arena = c->arena};
  dv_text_add(&t, "time [s],x [m]\n");
  for (int i = 0; i < 1600; i++) dv_text_add(&t, "%.17g,%.17g\n", 0.01 * i, 3 * sin(4 * acos(-1) * 0.01 * i));
  put_file(c, "x.csv", dv_text_all(&t));
  assert_int_equal(run(c, "plot @//x.csv x --spectrogram -o @//y.svg"), 0);
  drawing d = parse(c, "y.svg");
  assert_says(d.text.at, "frequency [Hz]");
  assert_says(d.text.at, "amplitude [m]");
  assert_says(d.text.at, "3.0");
  put_file(c, "x.csv", "time [s],x [m]\n0,1\n1,2\n");
  assert_int_equal(run(c, "plot @//x.csv x --spectrogram -o @//y.svg"), 2);
  assert_says(c->err, "wants 64 numbers");
  drop_file(c, "y.svg");
  drop_file(c, "x.csv");
}

// What a result lacks is told once, with --difference too.
static void test_lacking(void **state)
{
  command *c = *state;
  put_file(c, "a.csv", "time [s],b [N],z [N]\n0,1,10\n1,2,100\n");
  put_file(c, "m.csv", "time [s],b [N]\n0.5,2\n");
  assert_int_equal(run(c, "plot @//a.csv b z --points @//m.csv --difference -o @//y.svg"), 0);
  const char *told = strstr(c->err, "has no column 'z'");
  assert_non_null(told);
  assert_null(strstr(told + 1, "has no column 'z'"));
  for (int i = 0; i < 3; i++) drop_file(c, (const char *[]){"a.csv", "m.csv", "y.svg"}[i]);
}

// Two results and measured points in one figure; differences at the instants of the first.
static void test_overlay(void **state)
{
  command *c = *state;
  put_file(c, "a.csv", "time [s],b [N],z [Pa]\n0,1,10\n1,2,100\n2,3,1000\n");
  put_file(c, "b.csv", "time [s],b [N]\n0,1\n2,5\n");
  put_file(c, "m.csv", "time [s],b [N]\n0.5,2\n1.5,3\n");
  assert_int_equal(run(c, "plot @//a.csv @//b.csv b --points @//m.csv --difference --limit rated=4 --mark grip=0.5 -o @//y.svg"),
                   0);
  drawing d = parse(c, "y.svg");
  assert_int_equal(d.paths, 2 + 1);  // lines; the other result less the first; what is measured are points
  assert_int_equal(d.clips, 2);
  assert_says(d.text.at, "b, a");
  assert_says(d.text.at, "b, m");
  assert_says(d.text.at, "b less a");
  assert_says(d.text.at, "rated");
  assert_says(d.text.at, "grip");
  assert_int_equal(run(c, "plot @//a.csv b z --right z --log y --caption 'what it shows' --paper one -o @//y.svg"), 0);
  d = parse(c, "y.svg");
  assert_int_equal(d.clips, 1);  // two units, two axes, one panel
  assert_int_equal(d.paths, 2);
  assert_says(d.text.at, "z (right)");
  assert_says(d.text.at, "what it shows");
  assert_int_equal(run(c, "plot @//a.csv b --from 3 --to 2"), 64);
  assert_int_equal(run(c, "plot @//a.csv b --from 0 --log x"), 64);
  assert_int_equal(run(c, "plot @//a.csv b --limit high"), 64);
  assert_int_equal(run(c, "plot @//a.csv b --points @//none.csv"), 1);
  put_file(c, "a.csv", "time [s],big [1]\n0,1e6\n1,8e12\n");
  assert_int_equal(run(c, "plot @//a.csv big --log y -o @//y.svg"), 0);
  d = parse(c, "y.svg");
  assert_says(d.text.at, "1e12");  // written out its left end was cut off: "000000000"
  assert_null(strstr(d.text.at, "000000"));
  drop_file(c, "y.svg");
  drop_file(c, "a.csv");
  drop_file(c, "b.csv");
  drop_file(c, "m.csv");
}

// What the options say of columns: names, patterns, units, a mark where a column passes half of its way, a close-up; and of
// results.
static void test_options(void **state)
{
  command *c = *state;
  put_file(c, "a.csv", "time [s],q [rad],goal,low,high\n0,0,0,-1,1\n1,1.5707963267948966,1,0,2\n2,3.1415926535897931,2,1,3\n");
  assert_int_equal(run(c, "plot @//a.csv q goal --names angle,wanted --dashed goal --unit deg --mark half=q --zoom 0.5..1.5 "
                          "--title 'What is wanted' -o @//y.svg"),
                   0);
  drawing d = parse(c, "y.svg");
  assert_int_equal(d.clips, 2);
  assert_int_equal(d.paths, 4);
  for (int i = 0; i < 6; i++)
    assert_says(d.text.at, (const char *[]){"angle", "wanted", "half", "close-up", "What is wanted", "[deg]"}[i]);
  assert_null(strstr(d.text.at, "goal"));
  size_t n;
  const char *svg = get_file(c, "y.svg", &n);
  assert_says(svg, "stroke=\"#0072B2\" stroke-dasharray=\"6 3\"");  // in the colour of the angle
  assert_says(svg, "class=\"mark\" d=\"M459 ");                     // half of pi at 1 s of 0 to 2: the middle of 76..842
  assert_int_equal(run(c, "plot @//a.csv low high --band low,high --dotted low --marked high -o @//y.svg"), 0);
  svg = get_file(c, "y.svg", &n);
  assert_says(svg, "class=\"band\"");
  assert_says(svg, "stroke-dasharray=\"2 2\"");
  assert_int_equal(run(c, "plot @//a.csv goal -x q --polar -o @//y.svg"), 0);
  assert_says(parse(c, "y.svg").text.at, "270");
  put_file(c, "b.csv", "time [s],q [rad]\n0,0\n1,1\n2,2\n");
  assert_int_equal(run(c, "plot @//a.csv @//b.csv q --legend fast,slow -o @//y.svg"), 0);
  d = parse(c, "y.svg");
  assert_says(d.text.at, "fast");
  assert_null(strstr(d.text.at, "q, "));
  assert_int_equal(run(c, "plot @//a.csv q --legend fast,slow -o @//y.svg"), 64);
  assert_int_equal(run(c, "plot @//a.csv --dashed q -o @//y.svg"), 64);
  assert_says(c->err, "none are named");
  assert_int_equal(run(c, "plot @//a.csv q --zoom 2..1 -o @//y.svg"), 64);
  assert_int_equal(run(c, "plot @//a.csv q --mark qq -o @//y.svg"), 64);
  for (int i = 0; i < 3; i++) drop_file(c, (const char *[]){"a.csv", "b.csv", "y.svg"}[i]);
}

// Measured data in other units are drawn where they belong: 200 kPa at 500 ms on a line through 2 bar there. What is no pressure
// is left out and told.
static void test_units_of_points(void **state)
{
  command *c = *state;
  put_file(c, "a.csv", "time [s],p [Pa]\n0,100000\n1,300000\n");
  put_file(c, "m.csv", "time [ms],p [bar]\n250,1.5\n500,2\n750,2.5\n");
  assert_int_equal(run(c, "plot @//a.csv p --points @//m.csv --difference --si -o @//y.svg"), 0);
  put_file(c, "m.csv", "time [s],p [Pa]\n0.25,150000\n0.5,200000\n0.75,250000\n");
  assert_int_equal(run(c, "plot @//a.csv p --points @//m.csv --difference --si -o @//z.svg"), 0);
  size_t n[2];
  const char *other = get_file(c, "y.svg", &n[0]), *same = get_file(c, "z.svg", &n[1]);
  assert_int_equal(n[0], n[1]);
  assert_memory_equal(other, same, n[0]);
  put_file(c, "m.csv", "time [s],p [kg]\n0.5,2\n");
  assert_int_equal(run(c, "plot @//a.csv p --points @//m.csv -o @//y.svg"), 0);
  assert_says(c->err, "is in kg, not in Pa, and is left out");
  drop_file(c, "y.svg");
  drop_file(c, "z.svg");
  drop_file(c, "a.csv");
  drop_file(c, "m.csv");
}

// Ten times as many points of the same curve give the same picture in no larger a file.
static void test_decimation(void **state)
{
  command *c = *state;
  size_t size[2];
  for (int k = 0; k < 2; k++) {
    int n = k ? 400000 : 40000;
    dv_text t = {.arena = c->arena};
    dv_text_add(&t, "time [s],y [m]\n");
    for (int i = 0; i < n; i++) dv_text_add(&t, "%.9g,%.9g\n", 10.0 * i / (n - 1), sin(400.0 * i / (n - 1)));
    put_file(c, "x.csv", t.at);
    assert_int_equal(run(c, "plot @//x.csv"), 0);
    get_file(c, "x.svg", &size[k]);
  }
  assert_true(size[0] < 150000);
  assert_true((double)size[1] < 1.05 * (double)size[0]);
  drop_file(c, "x.svg");
  drop_file(c, "x.csv");
}

static void test_png(void **state)
{
  command *c = *state;
  size_t n;
  put_file(c, "x.csv", "time [s],y [m]\n0,0\n1,1\n");
  assert_int_equal(run(c, "plot @//x.csv -o @//x.png"), 0);
  char *png = get_file(c, "x.png", &n);
  assert_true(n > 1000);
  assert_memory_equal(png, "\x89PNG", 4);
  // without the converter: a clear message, and nothing left
  run(c, "version >/dev/null; PATH=@//none %s plot @//x.csv -o @//y.png", DAVIT);
  assert_int_equal(c->code, 2);
  assert_says(c->err, "librsvg2-bin");
  drop_file(c, "x.png");
  drop_file(c, "x.csv");
}

// 10 N push 2 kg against 2 N s/m for 3 s from rest: v = 5 (1 - exp(-t)), x = 5 (t - 1 + exp(-t)); F x = 102.5 J = 79.92 J + m
// v^2/2.
static void test_energy(void **state)
{
  command *c = *state;
  put_file(c, "push.yaml",
           "davit: 1\nname: push\ngravity: 0\nbodies: {cart: {mass: 2 kg, inertia: [1, 1, 1]}}\n"
           "joints: {x: {type: prismatic, axis: x, child: cart}}\n"
           "parts: {push: {kind: force.effort, axis: x, effort: 10 N}, mud: {kind: force.damper, axis: x, damping: 2 N.s/m}}\n"
           "until: 3 s\n");
  assert_int_equal(run(c, "run @//push.yaml --out @//push.h5"), 0);
  assert_int_equal(run(c, "plot @//push.h5 --energy"), 0);
  drawing d = parse(c, "push.svg");
  static const char *const said[] = {"push", "102.5 J, 100 %", "mud", "79.92 J, 78 %", "kinetic", "22.57 J, 22 %"};
  for (int i = 0; i < (int)(sizeof said / sizeof *said); i++) assert_says(d.text.at, said[i]);
  assert_null(strstr(d.text.at, "potential"));
  assert_int_equal(run(c, "plot @//push.h5 --energy -o @//folder"), 64);
  assert_says(c->err, "one figure");
  assert_int_equal(run(c, "run @//push.yaml --out @//push.csv"), 0);
  assert_int_equal(run(c, "plot @//push.csv --energy"), 64);
  assert_says(c->err, "no ledger of energy");
  drop_file(c, "push.svg");
  drop_file(c, "push.csv");
  drop_file(c, "push.h5");
  drop_file(c, "push.yaml");
}

// A rising line leaves two corners free, a falling one the others; a close-up for which no corner is named stands in one of them.
static void test_free_corner(void **state)
{
  command *c = *state;
  put_file(c, "up.csv", "time [s],y [m]\n0,0\n0.4,4\n0.5,5\n0.6,6\n1,10\n");
  put_file(c, "down.csv", "time [s],y [m]\n0,0\n0.4,-4\n0.5,-5\n0.6,-6\n1,-10\n");
  for (int down = 0; down < 2; down++) {
    double x = 0, y = 0, middle = 76 + 768.0 / 2;
    size_t n;
    assert_int_equal(run(c, "plot @//%s.csv y --inset 0.49..0.51 -o @//y.svg", down ? "down" : "up"), 0);
    char *svg = get_file(c, "y.svg", &n), *border = NULL;
    for (char *s = svg; (s = strstr(s, "class=\"part\" x=")); s++) border = s;  // the last one is around the close-up
    assert_int_equal(sscanf(border, "class=\"part\" x=\"%lf\" y=\"%lf\"", &x, &y), 2);
    assert_int_equal(x < middle, y < 100 ? !down : down);
  }
  assert_int_equal(run(c, "plot @//up.csv y --inset 0.49..0.51@free -o @//y.svg"), 0);
  drop_file(c, "up.csv");
  drop_file(c, "down.csv");
  drop_file(c, "y.svg");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_groups),          cmocka_unit_test(test_names_of_files), cmocka_unit_test(test_columns),
      cmocka_unit_test(test_looks),           cmocka_unit_test(test_modes),          cmocka_unit_test(test_spectrogram),
      cmocka_unit_test(test_lacking),         cmocka_unit_test(test_overlay),        cmocka_unit_test(test_options),
      cmocka_unit_test(test_units_of_points), cmocka_unit_test(test_decimation),     cmocka_unit_test(test_png),
      cmocka_unit_test(test_energy),          cmocka_unit_test(test_free_corner),
  };
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
