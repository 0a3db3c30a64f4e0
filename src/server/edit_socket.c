// edit_socket.c: an editor over a WebSocket: drafts and orders to save come in, faults and machines go out.
#include "server/server_inside.h"

#include <stdlib.h>
#include <string.h>

// A text of 1 MB whose every letter JSON writes with two, and what stands around it.
enum { MESSAGE_MOST = 2 * DV_DRAFT_MOST + 4096 };

// What waits for the socket; of each sort the newest.
enum { DISK, SAVED, CHECKED, SORTS };

typedef struct dv_typist {
  struct dv_typist *next;
  struct lws *wsi;
  int id;  // 0: not let in
  char *text;
  size_t ntext, room;
  char *answer[SORTS];
} typist;

static int admit(struct lws *wsi)
{
  dv_server *s = dv_server_of(wsi);
  return s->o->editor && dv_knows_token(wsi) && dv_is_our_page(wsi) && s->clients < DV_EDITORS_MOST ? 0 : -1;
}

static void put(typist *t, int sort, const char *text)
{
  free(t->answer[sort]);
  t->answer[sort] = strdup(text);
  lws_callback_on_writable(t->wsi);
}

static void show_disk(dv_server *s, typist *t)
{
  dv_arena *a = dv_arena_new();
  put(t, DISK, dv_editor_disk(s->o->editor, a));
  dv_arena_free(a);
}

static void greet(struct lws *wsi, typist *t)
{
  dv_server *s = dv_server_of(wsi);
  *t = (typist){.next = s->typists, .wsi = wsi, .id = ++s->next_id};
  s->typists = t;
  s->clients++;
  show_disk(s, t);
}

static void dismiss(struct lws *wsi, typist *t)
{
  dv_server *s = dv_server_of(wsi);
  if (!t->id) return;
  s->clients--;
  for (typist **p = &s->typists; *p; p = &(*p)->next)
    if (*p == t) {
      *p = t->next;
      break;
    }
  dv_editor_left(s->o->editor, t->id);
  free(t->text);
  for (int i = 0; i < SORTS; i++) free(t->answer[i]);
  memset(t, 0, sizeof *t);
}

static int take(typist *t, const char *in, size_t n)
{
  if (t->ntext + n > t->room) {
    size_t room = 2 * (t->ntext + n);
    char *more = realloc(t->text, room);
    if (!more) return -1;
    t->text = more;
    t->room = room;
  }
  memcpy(t->text + t->ntext, in, n);
  t->ntext += n;
  return 0;
}

static int hear(struct lws *wsi, typist *t, const char *in, size_t n)
{
  dv_server *s = dv_server_of(wsi);
  if (lws_frame_is_binary(wsi)) return dv_close_with(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
  if (t->ntext + n > MESSAGE_MOST || take(t, in, n)) return dv_close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
  if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return 0;
  dv_arena *a = dv_arena_new();
  int bad = 0;
  const char *answer = dv_editor_message(s->o->editor, a, t->id, t->text, t->ntext, &bad);
  t->ntext = 0;
  if (answer) put(t, SAVED, answer);
  dv_arena_free(a);
  return bad ? dv_close_with(wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR) : 0;
}

static int speak(struct lws *wsi, typist *t)
{
  for (int i = 0; i < SORTS; i++) {
    if (!t->answer[i]) continue;
    int bad = dv_write_text(wsi, t->answer[i]);
    free(t->answer[i]);
    t->answer[i] = NULL;
    lws_callback_on_writable(wsi);
    return bad;
  }
  return 0;
}

// A draft was checked.
static void pass(dv_server *s)
{
  dv_arena *a = dv_arena_new();
  int who = 0;
  const char *answer = dv_editor_checked(s->o->editor, a, &who);
  for (typist *t = s->typists; answer && t; t = t->next)
    if (t->id == who) put(t, CHECKED, answer);
  dv_arena_free(a);
}

void dv_editors_tick(dv_server *s)
{
  if (dv_editor_watch(s->o->editor))
    for (typist *t = s->typists; t; t = t->next) show_disk(s, t);
  pass(s);
}

int dv_on_edit(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
  dv_server *s = dv_server_of(wsi);
  switch (reason) {
  case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return admit(wsi);
  case LWS_CALLBACK_ESTABLISHED: greet(wsi, user); return 0;
  case LWS_CALLBACK_RECEIVE: return hear(wsi, user, in, n);
  case LWS_CALLBACK_SERVER_WRITEABLE: return speak(wsi, user);
  case LWS_CALLBACK_CLOSED: dismiss(wsi, user); return 0;
  case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
    if (s && s->o->editor) pass(s);
    return 0;
  default: return 0;
  }
}

size_t dv_typist_bytes(void) { return sizeof(typist); }
