// live.h: a machine that runs beside the clock on the wall, in its own thread.
//
// The thread integrates with a fixed step (or cvode), shows a frame DV_FILM_RATE times a second and waits for the wall's clock in
// between; what asks it (the server) never makes it wait: frames and inputs change hands under a short lock.
#pragma once

#include "assemble/assemble.h"
#include "solve/solve.h"
#include "scene/film.h"

typedef struct dv_live dv_live;

typedef struct {
  double time, speed;     // s, simulated; wanted simulated time per wall time
  double realtime;        // reached lately
  long steps, late;       // instants that the run stopped at, and those of them that came more than one interval late
  int paused, recording;  // 1: yes
  double taped;           // bytes of the recording
  char failure[400];      // why the run stopped; empty: it did not
} dv_live_status;

// wake is called from the thread of the run when there is a new frame. The machine must outlive it or be swapped. o->every: the
// interval at which it keeps pace.
dv_live *dv_live_start(const dv_machine *m, const dv_run_options *o, void (*wake)(void *context), void *context);
void dv_live_stop(dv_live *l);  // waits for the thread; NULL is fine

int dv_live_input(dv_live *l, const char *name, double value);     // 0, or -1: no such input, or not finite
void dv_live_neutral(dv_live *l, const char *const *name, int n);  // these inputs as the file has them
// A coordinate (NAME of NAME.position) of a machine without inputs is put there and stands still; -1: no such one, or not finite.
int dv_live_pose(dv_live *l, const char *name, double value);
void dv_live_pause(dv_live *l, int paused);
void dv_live_step(dv_live *l);  // one frame on, while paused
void dv_live_speed(dv_live *l, double speed);
// Back to the start. Time begins anew, and so does the recording, in arena a: gives what was recorded before, NULL: nothing.
dv_history *dv_live_reset(dv_live *l, dv_arena *a);
// Another compilation of the same machine takes over its state and its recording; the old one is not used any more. -1: it is
// not made of the same.
int dv_live_swap(dv_live *l, const dv_machine *m);

int dv_live_width(const dv_live *l);  // floats of a frame
// Copies the newest frame if it is newer than *seen, and renews that. 1: copied
int dv_live_frame(dv_live *l, unsigned *seen, float *frame);
dv_live_status dv_live_look(dv_live *l);

// Recording: from now on; the history at the end is the caller's, in its arena.
void dv_live_record(dv_live *l, dv_arena *a);
dv_history *dv_live_recorded(dv_live *l);           // ends it; NULL: there was none
dv_history *dv_live_roll(dv_live *l, dv_arena *a);  // the same, and it goes on in arena a without a gap
