// card_sweep.c: `davit sweep --gpu` against the same sweep without it: the same table. The card is a stand-in (processor_card.c).
#include "command.h"

#define CARD_HERE "version >/dev/null; DAVIT_CARD_FOLDER=@/ LD_LIBRARY_PATH=" CARD " " DAVIT " "

// The sweep by both; `there` and `here`: runs that the card ends, and the processor.
static void compare(command *c, const char *arguments, int there, int here)
{
  if (run(c, "sweep %s -o @//a.csv", arguments)) fail_msg("%s", c->err);
  int code = run(c, CARD_HERE "sweep %s --gpu -o @//b.csv; code=$?; rm -f @//card*; exit $code", arguments);
  if (code) fail_msg("%s", c->err);
  assert_says(c->err, dv_arena_text(c->arena, "a processor: %d runs in", there));
  assert_says(c->err, dv_arena_text(c->arena, "; %d on the processor", here));
  assert_string_equal(take_file(c, "a.csv"), take_file(c, "b.csv"));
}

#define WAGON "machines/pendulum-on-wagon.yaml --until 2s --vary m1=1:3kg:6 --dist 'k1~normal(3N/m,0.3N/m)' --sample 5 "
#define FIXED "--solver rk4 --step 1ms "

static void measures_by_the_card(void **state)
{
  command *c = *state;
  compare(c,
          WAGON FIXED "--metric 'rms(slide)' --metric 'max(slide) - 2*min(slide)' --metric 'at(slide, 0.7s)' "
                      "--metric 'settling(slide, 0 m, 0.5)' --metric 'mean(max(pin.rate, abs(slide.rate)/3[m]))' --metric "
                      "'crossing(t*slide, 0.1 m.s)'",
          30, 0);
}

// The sine is the C library's: columns come to the processor.
static void measures_by_the_processor(void **state)
{
  command *c = *state;
  compare(c, WAGON FIXED "--metric 'rms(sin(pin))' --metric 'max(slide)'", 30, 0);
}

// Steps of 1 ms, records every 0.37 ms: most lie between steps.
static void records_between_steps(void **state)
{
  command *c = *state;
  compare(c,
          WAGON "--until 0.1s --solver heun --step 1ms --every 0.37ms --metric 'mean(pin.rate)' --metric 'at(slide, 0.02345s)'",
          30, 0);
}

// A ball that falls onto a stop: from 1 m it arrives after 0.4515 s, from 2 m after 0.6386 s. It stays there for 0.0314 s.
// Arrivals and departures are steps of the processor.
static void events_are_passed(void **state)
{
  command *c = *state;
  put_file(c, "drop.yaml",
           "parameters: {height: 1 m}\nbodies: {ball: {mass: 2 kg}}\n"
           "joints: {fall: {type: prismatic, child: ball, axis: [0, 0, 1], position: height}}\n"
           "parts: {stop: {kind: force.bumper, axis: fall, lower: 0 m, stiffness: 2e4 N/m}}\nuntil: 0.5 s\n");
  compare(c, "@//drop.yaml --vary height=1:2m:11 " FIXED "--metric 'min(fall)' --metric 'max(fall.rate)'", 11, 0);
  assert_says(c->err, "; 4 steps with events by the processor");
  compare(c,
          "@//drop.yaml --vary height=1:2m:5 --until 3s " FIXED
          "--every 0.37ms --metric 'rms(sin(fall/1[m]))' --metric 'max(fall.rate)'",
          5, 0);
  drop_file(c, "drop.yaml");
}

#define DROP                                                                                                                     \
  "parameters: {height: 1 m, chance: 1}\nbodies: {ball: {mass: 2 kg}}\n"                                                         \
  "joints: {fall: {type: prismatic, child: ball, axis: [0, 0, 1], position: height, friction: {viscous: 0.5 N.s/m}}}\n"          \
  "parts:\n  stop: {kind: force.bumper, axis: fall, lower: 0 m, stiffness: 2e4 N/m, damping: 50 N.s/m}\n"                        \
  "signals:\n  seen: {kind: signal.sensor, in: fall, period: 10 ms, noise: 1 mm, seed: chance}\nuntil: 0.7 s\n"

// Samples with memory: noise goes on from the state that a step with an event begins with, and is not drawn twice.
static void noise_and_events(void **state)
{
  command *c = *state;
  put_file(c, "seen.yaml", DROP);
  compare(c, "@//seen.yaml --vary height=1:1.2m:3 --vary chance=1:5:5 " FIXED "--metric 'max(seen)' --metric 'rms(seen - fall)'",
          15, 0);
  drop_file(c, "seen.yaml");
}

// Linearly implicit, with events, with records on and between the steps, and other structures of the Jacobian by the processor.
static void by_rosenbrock(void **state)
{
  command *c = *state;
  put_file(c, "seen.yaml", DROP);
  compare(c, "@//seen.yaml --vary height=1:2m:4 --solver rosenbrock --step 1ms --metric 'min(fall)' --metric 'max(seen)'", 4, 0);
  compare(c,
          "@//seen.yaml --vary height=1:2m:4 --solver rosenbrock --step 1ms --every 0.37ms --metric 'rms(fall)' --metric "
          "'max(fall.rate)'",
          4, 0);
  drop_file(c, "seen.yaml");
  compare(c, WAGON "--until 0.3s --solver rosenbrock --step 2ms --metric 'rms(slide)'", 30, 0);
  compare(c, WAGON "--until 0.3s --solver rk3 --step 2ms --metric 'rms(slide)'", 30, 0);
  compare(c, WAGON "--until 0.3s --solver rkn --step 2ms --every 0.7ms --metric 'rms(slide)'", 30, 0);
}

static void in_parts(void **state)
{
  command *c = *state;
  const char *plan = WAGON FIXED "--metric 'rms(slide)'";
  assert_int_equal(run(c, "sweep %s -o @//a.csv", plan), 0);
  for (int i = 1; i <= 2; i++)
    assert_int_equal(
        run(c, CARD_HERE "sweep %s --gpu --shard %d/2 -o @//p%d.csv; code=$?; rm -f @//card*; exit $code", plan, i, i), 0);
  assert_int_equal(run(c, "sweep --join @//p1.csv @//p2.csv -o @//b.csv"), 0);
  assert_string_equal(take_file(c, "a.csv"), take_file(c, "b.csv"));
  drop_file(c, "p1.csv"), drop_file(c, "p2.csv");
}

// Three cards, 30 runs and 2: each card has a share, and the table is the same; measures, columns, events.
static void on_several_cards(void **state)
{
  command *c = *state;
  setenv("DAVIT_CARDS", "3", 1);
  compare(c, WAGON FIXED "--until 0.3s --metric 'rms(slide)' --metric 'max(pin)'", 30, 0);
  assert_says(c->err, "3 cards, the first a processor: ");
  compare(c, WAGON FIXED "--until 0.3s --metric 'rms(sin(pin))'", 30, 0);
  put_file(c, "seen.yaml", DROP);
  compare(c, "@//seen.yaml --vary height=1:1.2m:2 " FIXED "--metric 'rms(fall)' --metric 'max(seen)'", 2, 0);
  compare(c, "@//seen.yaml --vary height=1:1.2m:4 --solver rosenbrock --step 1ms --metric 'rms(sin(fall/1[m]))'", 4, 0);
  drop_file(c, "seen.yaml");
  unsetenv("DAVIT_CARDS");
}

// Twelve orders of operations are compiled and timed; whichever is taken, the table is the same.
static void of_several_orders(void **state)
{
  command *c = *state;
  setenv("DAVIT_CARD_SPILLED", "1000", 1);
  compare(c, WAGON FIXED "--until 0.1s --metric 'rms(slide)'", 30, 0);
  unsetenv("DAVIT_CARD_SPILLED");
}

// Ranks of one computer take a card each; the root of a container may run mpirun only when told so.
static void over_mpi(void **state)
{
  command *c = *state;
  const char *plan = WAGON FIXED "--until 0.3s --metric 'rms(slide)'";
  assert_int_equal(run(c, "sweep %s -o @//a.csv", plan), 0);
  int code = run(c,
                 "version >/dev/null; ASAN_OPTIONS=detect_leaks=0 OMPI_MCA_plm=isolated OMPI_ALLOW_RUN_AS_ROOT=1 "
                 "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 DAVIT_CARDS=2 DAVIT_CARD_FOLDER=@/ LD_LIBRARY_PATH=" CARD
                 " mpirun --oversubscribe -n 2 " DAVIT " sweep %s --gpu -o @//b.csv; code=$?; rm -f @//card*; exit $code",
                 plan);
  if (code) fail_msg("%s", c->err);
  assert_says(c->err, "a processor: 15 runs in");
  assert_string_equal(take_file(c, "a.csv"), take_file(c, "b.csv"));
}

static void mixed_tells_how_far_it_is_off(void **state)
{
  command *c = *state;
  assert_int_equal(
      run(c, CARD_HERE "sweep " WAGON FIXED "--metric 'rms(slide)' --gpu --precision mixed -o @//a.csv; rm -f @//card* @//a.csv"),
      0);
  assert_says(c->err, "metrics are off the processor's by up to ");
}

static void what_does_not_go(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "sweep " WAGON "--metric 'rms(slide)' --precision mixed -o @//a.csv"), 64);
  assert_says(c->err, "give --gpu too");
  assert_int_equal(run(c, "sweep " WAGON FIXED "--metric 'rms(slide)' --gpu --precision rough -o @//a.csv"), 64);
  assert_says(c->err, "there is no 'rough'");
  assert_int_not_equal(run(c, CARD_HERE "sweep " WAGON "--solver cvode --metric 'rms(slide)' --gpu -o @//a.csv"), 0);
  assert_says(c->err, "it has no fixed step");
  drop_file(c, "a.csv.part");
  assert_int_not_equal(run(c, CARD_HERE "sweep " WAGON "--solver frozen-rk4 --step 1ms --metric 'rms(slide)' --gpu -o @//a.csv"),
                       0);
  assert_says(c->err, "frozen-rk4 cannot be run on a card");
  drop_file(c, "a.csv.part");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, command_setup, command_teardown)
      TEST(measures_by_the_card),
      TEST(measures_by_the_processor),
      TEST(records_between_steps),
      TEST(events_are_passed),
      TEST(noise_and_events),
      TEST(by_rosenbrock),
      TEST(in_parts),
      TEST(of_several_orders),
      TEST(on_several_cards),
      TEST(over_mpi),
      TEST(mixed_tells_how_far_it_is_off),
      TEST(what_does_not_go),
#undef TEST
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
