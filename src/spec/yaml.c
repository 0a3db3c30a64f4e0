// yaml.c: YAML text as a tree with places, through libfyaml's events.
//
// Every bound is kept while reading: a file that unfolds to a billion nodes by its aliases stops at the budget.
// Refused: tags, keys that are not text, a second document. `<<` merges maps as in YAML 1.1.
#include "base/utf8.h"
#include "spec/reader.h"

#include "base/visible.h"

#include <libfyaml.h>
#include <string.h>

enum { ANCHORS = 1000 };  // each alias is searched among them

typedef struct {
  const char *name;
  dv_node *node;
} anchor;

typedef struct {
  dv_reader *r;
  const char *file, *bytes;
  struct fy_parser *parser;
  struct fy_diag *diag;
  struct fy_event *event;  // the current one
  struct {
    anchor *item;
    int n, cap;
  } anchors;
  dv_mark last;       // of the last token: empty values have no place of their own
  char message[160];  // what libfyaml says outside its list of errors
} yaml;

static void keep_message(struct fy_diag *diag, void *user, const char *text, size_t n)
{
  (void)diag;
  yaml *y = user;
  const char *colon = memchr(text, ']', n);
  if (y->message[0]) return;
  if (colon) n -= (size_t)(colon + 1 - text), text = colon + 1;
  while (n && (*text == ':' || *text == ' ')) text++, n--;
  while (n && (text[n - 1] == '\n' || text[n - 1] == ' ')) n--;
  if (n >= sizeof y->message) n = sizeof y->message - 1;
  memcpy(y->message, text, n);
}

static enum fy_event_type next(yaml *y)
{
  if (y->event) fy_parser_event_free(y->parser, y->event);
  y->event = fy_parser_parse(y->parser);
  return y->event ? y->event->type : FYET_NONE;
}

static dv_mark here(yaml *y)
{
  struct fy_token *t = fy_event_get_token(y->event);
  const struct fy_mark *m = t ? fy_token_start_mark(t) : NULL;
  if (m) y->last = (dv_mark){y->file, m->line + 1, m->column + 1};
  return y->last;
}

// A copy of a token's text; NULL after a diagnostic if it has a zero byte ("\0"), which C would cut off.
static char *token_text(yaml *y, struct fy_token *t)
{
  size_t n = 0;
  const char *s = t ? fy_token_get_text(t, &n) : NULL;
  if (!s) n = 0;
  if (n && memchr(s, 0, n)) {
    dv_diag_add(y->r->diags, DV_ERROR, here(y), "remove \\0", "text with a zero byte");
    return NULL;
  }
  return dv_arena_copy(y->r->arena, s, n);
}

// libfyaml 0.7.12 misreads two quotes in a row ('a''''b'): such text is taken from the file. NULL: there is none, or after a
// diagnostic.
static char *quotes_text(yaml *y, struct fy_token *t, int *failed)
{
  if (!t || fy_token_scalar_style(t) != FYSS_SINGLE_QUOTED) return NULL;
  size_t from = fy_token_start_mark(t)->input_pos, to = fy_token_end_mark(t)->input_pos, n = 0;
  char *text = dv_arena_copy(y->r->arena, y->bytes + from, to - from);
  if (!strstr(text, "''''")) return NULL;
  if (strpbrk(text, "\r\n")) {
    dv_diag_add(y->r->diags, DV_ERROR, here(y), "use double quotes", "several lines in single quotes with quotes among them");
    *failed = 1;
    return NULL;
  }
  for (const char *p = text; *p; p++) {
    text[n++] = *p;
    if (*p == '\'') p++;
  }
  text[n] = 0;
  return text;
}

// Names and texts are printed: what would act on a terminal is no part of them. A key has one line.
static void check_letters(yaml *y, dv_mark mark, const char *text, int lines)
{
  for (const char *s = text; *s; s++) {
    if (!dv_text_acts(s, lines)) continue;
    dv_diag_add(y->r->diags, DV_ERROR, mark, "remove it", "a control character stands in '%.40s'", text);
    return;
  }
}

static dv_node *read_scalar(yaml *y)
{
  struct fy_token *t = fy_event_get_token(y->event);
  int failed = 0;
  char *text = quotes_text(y, t, &failed);
  if (!text && !failed) text = token_text(y, t);
  dv_node *node = text ? dv_reader_node(y->r, DV_SCALAR, here(y)) : NULL;
  if (!node) return NULL;
  node->text = text;
  check_letters(y, node->mark, text, 1);
  node->quoted = t && fy_token_scalar_style(t) != FYSS_PLAIN;
  if (!node->quoted && (!*text || !strcmp(text, "~") || !strcmp(text, "null"))) node->type = DV_NULL;
  return node;
}

static dv_node *read_alias(yaml *y, int depth)
{
  char *name = token_text(y, fy_event_get_token(y->event));
  if (!name) return NULL;
  for (int i = y->anchors.n - 1; i >= 0; i--)
    if (!strcmp(y->anchors.item[i].name, name)) return dv_reader_copy(y->r, y->anchors.item[i].node, depth);
  dv_diag_add(y->r->diags, DV_ERROR, here(y), "write '&name' before the value that it stands for", "unknown alias '*%s'", name);
  return NULL;
}

static dv_node *read_node(yaml *y, int depth);

static dv_node *read_seq(yaml *y, int depth)
{
  dv_node *seq = dv_reader_node(y->r, DV_SEQ, here(y));
  if (!seq) return NULL;
  while (next(y) != FYET_SEQUENCE_END) {
    dv_node *child = read_node(y, depth + 1);
    if (!child) return NULL;
    dv_node_append(y->r->arena, seq, NULL, child);
  }
  return seq;
}

// `<<: *base` or `<<: [*a, *b]`: keys that the map has not itself, the first given first.
static int merge_keys(yaml *y, dv_node *map, dv_node *from)
{
  dv_node all = *map;
  int n = from->type == DV_SEQ ? from->n : 1;
  for (int i = 0; i < n; i++) {
    const dv_node *base = from->type == DV_SEQ ? from->item[i] : from;
    if (base->type != DV_MAP) {
      dv_diag_add(y->r->diags, DV_ERROR, base->mark, "give an alias of a map", "'<<' merges maps only");
      return -1;
    }
    for (int j = 0; j < base->n; j++) dv_node_append(y->r->arena, &all, base->item[j]->key, base->item[j]);
  }
  // equal keys stand together in the order given: keep the first of each
  dv_slot *s = dv_map_sort(y->r->arena, &all);
  char *keep = dv_arena_take(y->r->arena, (size_t)all.n);
  for (int i = 0; i < all.n; i++) keep[s[i].at] = i == 0 || strcmp(s[i - 1].key, s[i].key) != 0;
  for (int i = map->n; i < all.n; i++)
    if (keep[i]) dv_node_append(y->r->arena, map, all.item[i]->key, all.item[i]);
  return 0;
}

// Equal keys: the second would silently win, so both places are shown.
static int check_duplicates(yaml *y, const dv_node *map)
{
  dv_slot *s = dv_map_sort(y->r->arena, map);
  int bad = 0;
  for (int i = 1; i < map->n; i++) {
    if (strcmp(s[i - 1].key, s[i].key)) continue;
    dv_mark first = map->item[s[i - 1].at]->key_mark;
    dv_diag_add(y->r->diags, DV_ERROR, map->item[s[i].at]->key_mark, "remove or rename one of them",
                "'%s' appears twice here, first at line %d, column %d", s[i].key, first.line, first.col);
    bad = -1;
  }
  return bad;
}

static dv_node *read_key(yaml *y)
{
  dv_mark mark = here(y);
  if (y->event->type == FYET_SCALAR && !fy_event_get_tag_token(y->event) && !fy_event_get_anchor_token(y->event)) {
    dv_node *key = read_scalar(y);
    if (key && key->type == DV_SCALAR && *key->text)
      return check_letters(y, mark, strpbrk(key->text, "\n\t") ? key->text : "", 0), key;
    if (!key) return NULL;
  }
  dv_diag_add(y->r->diags, DV_ERROR, mark, "write `name: value`", "a key must be plain text");
  return NULL;
}

static dv_node *read_map(yaml *y, int depth)
{
  dv_node *map = dv_reader_node(y->r, DV_MAP, here(y)), *merged = NULL;
  if (!map) return NULL;
  while (next(y) != FYET_MAPPING_END) {
    dv_node *key = y->event ? read_key(y) : NULL;
    if (!key || next(y) == FYET_NONE) return NULL;
    dv_node *child = read_node(y, depth + 1);
    if (!child) return NULL;
    child->key_mark = key->mark;
    if (!key->quoted && !strcmp(key->text, "<<") && !merged) merged = child;
    else dv_node_append(y->r->arena, map, key->text, child);
  }
  if (check_duplicates(y, map) || (merged && merge_keys(y, map, merged))) return NULL;
  return map;
}

static int refuse_tag(yaml *y)
{
  struct fy_token *tag = fy_event_get_tag_token(y->event);
  if (!tag) return 0;
  const struct fy_mark *m = fy_token_start_mark(tag);
  dv_mark mark = m ? (dv_mark){y->file, m->line + 1, m->column + 1} : here(y);
  dv_diag_add(y->r->diags, DV_ERROR, mark, "remove it; quote the value if it is text",
              "tags (!name) are not used in machine files");
  return -1;
}

static dv_node *keep_anchor(yaml *y, const char *name, dv_node *node)
{
  if (y->anchors.n == ANCHORS) {
    dv_diag_add(y->r->diags, DV_ERROR, node->mark, "use parameters instead", "more than %d anchors (&name)", ANCHORS);
    return NULL;
  }
  *DV_PUSH(y->r->arena, &y->anchors) = (anchor){name, node};
  return node;
}

// The current event and all that belongs to it; NULL after a diagnostic or when libfyaml stopped.
static dv_node *read_node(yaml *y, int depth)
{
  if (!y->event) return NULL;
  enum fy_event_type type = y->event->type;
  if (depth > DV_DOC_DEPTH) {
    dv_diag_add(y->r->diags, DV_ERROR, here(y), "use fewer levels", "nested more than %d levels deep", DV_DOC_DEPTH);
    return NULL;
  }
  if (type == FYET_ALIAS) return read_alias(y, depth);
  if (refuse_tag(y)) return NULL;
  struct fy_token *token = fy_event_get_anchor_token(y->event);
  char *name = token ? token_text(y, token) : NULL;
  if (token && !name) return NULL;
  dv_node *node = type == FYET_SCALAR           ? read_scalar(y)
                  : type == FYET_SEQUENCE_START ? read_seq(y, depth)
                  : type == FYET_MAPPING_START  ? read_map(y, depth)
                                                : NULL;
  return node && name ? keep_anchor(y, name, node) : node;
}

static dv_node *read_stream(yaml *y)
{
  dv_node *root = NULL;
  for (;;) {
    switch (next(y)) {
    case FYET_STREAM_START:
    case FYET_DOCUMENT_END: break;
    case FYET_STREAM_END: return root;
    case FYET_DOCUMENT_START:
      if (root) {
        dv_diag_add(y->r->diags, DV_ERROR, here(y), "put it in a file of its own", "a second document ('---') begins");
        return NULL;
      }
      if (next(y) == FYET_NONE || !(root = read_node(y, 1))) return NULL;
      break;
    default: return NULL;
    }
  }
}

// What most often lies behind a finding in {...} or [...]: commas and brackets of an expression.
static const char *remedy(const char *finding)
{
  return strstr(finding, "flow") ? "inside {...} and [...] put expressions with commas or brackets in quotes: 'max(a, 2 [m])'"
                                 : NULL;
}

// libfyaml's own findings; a stop without any is reported all the same.
static void report(yaml *y)
{
  if (y->event && y->event->type == FYET_STREAM_END) {
    dv_diag_add(y->r->diags, DV_ERROR, (dv_mark){y->file, 0, 0}, "a machine begins with `bodies:` and `joints:`",
                "the file is empty");
    return;
  }
  struct fy_diag_error *e;
  void *at = NULL;
  int n = 0;
  for (; (e = fy_diag_errors_iterate(y->diag, &at)); n++)
    dv_diag_add(y->r->diags, DV_ERROR, (dv_mark){y->file, e->line, e->column}, remedy(e->msg), "not valid YAML: %s", e->msg);
  if (!n)
    dv_diag_add(y->r->diags, DV_ERROR, (dv_mark){y->file, y->last.line, y->last.col}, NULL, "not valid YAML: %s",
                y->message[0] ? y->message : "syntax error");
}

static int has_bom(const char *s, size_t n) { return n >= 3 && !memcmp(s, "\xEF\xBB\xBF", 3); }

static void end(void *thing)
{
  yaml *y = thing;
  if (y->event) fy_parser_event_free(y->parser, y->event);
  fy_parser_destroy(y->parser);
  fy_diag_destroy(y->diag);
}

static void start(yaml *y)
{
  struct fy_diag_cfg quiet;
  fy_diag_cfg_default(&quiet);
  quiet.fp = NULL;
  quiet.output_fn = keep_message;
  quiet.user = y;
  quiet.colorize = false;
  y->diag = fy_diag_create(&quiet);
  if (!y->diag) dv_arena_exhausted(y->r->arena);
  fy_diag_set_collect_errors(y->diag, true);
  struct fy_parse_cfg cfg = {.flags = FYPCF_JSON_NONE | FYPCF_DEFAULT_VERSION_1_2, .diag = y->diag};
  y->parser = fy_parser_create(&cfg);
  if (!y->parser) dv_arena_exhausted(y->r->arena);
}

dv_node *dv_yaml_read(dv_reader *r, const char *file, const char *bytes, size_t n)
{
  if (has_bom(bytes, n)) bytes += 3, n -= 3;
  if (dv_utf8_check(r->diags, file, bytes, n)) return NULL;
  yaml *y = DV_TAKE(r->arena, yaml, 1);
  dv_care *care = dv_arena_care(r->arena);
  *y = (yaml){
      .r = r, .file = file, .last = {file, 1, 1},
              .bytes = bytes
  };
  *care = (dv_care){end, y, care->next};
  start(y);
  int before = r->diags->nerror;
  dv_node *root = fy_parser_set_string(y->parser, bytes, n) ? NULL : read_stream(y);
  if (fy_parser_get_stream_error(y->parser)) root = NULL;
  if (!root && r->diags->nerror == before) report(y);
  end(y);
  care->end = NULL;
  return root;
}
