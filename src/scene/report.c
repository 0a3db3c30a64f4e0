// report.c: a result as one page: the viewer, the scene, the facts and the film in one file.
#include "scene/page.h"

#include "base/json.h"
#include "scene/pack.h"

#include <math.h>
#include <string.h>

// Bytes; of what stands around page, scene, facts and film; that a film may have beside any scene.
enum { REPORT_MOST = 5000000, REPORT_OTHER = 40000, FILM_LEAST = 1000000 };

// Extremes of every column with their times, in full resolution.
static void put_peaks(dv_json_out *o, const dv_history *l)
{
  dv_json_open(o, "peaks", '[');
  for (int j = 1; j < l->ncolumn; j++) {
    int least = 0, most = 0;
    for (int i = 1; i < l->nrow; i++) {
      double x = dv_history_row(l, i)[j];
      if (x < dv_history_row(l, least)[j]) least = i;
      if (x > dv_history_row(l, most)[j]) most = i;
    }
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", l->column[j].name);
    dv_json_text(o, "unit", l->column[j].unit);
    double row[] = {dv_history_row(l, least)[j], dv_history_row(l, least)[0], dv_history_row(l, most)[j],
                    dv_history_row(l, most)[0], dv_history_row(l, l->nrow - 1)[j]};
    dv_json_numbers(o, "extremes", row, 5);
    dv_json_close(o);
  }
  dv_json_close(o);
}

const char *dv_result_json(dv_arena *a, const dv_history *l, const char *file, int frames)
{
  dv_json_out o = {.text = {.arena = a}};
  dv_json_open(&o, NULL, '{');
  dv_json_text(&o, "result", file);
  dv_json_open(&o, "facts", '{');
  for (int i = 0; i < l->fact.n; i++) dv_json_text(&o, l->fact.item[i].key, l->fact.item[i].text);
  dv_json_close(&o);
  if (l->nrow) put_peaks(&o, l);
  dv_json_int(&o, "rows", l->nrow);
  dv_json_int(&o, "columns", l->ncolumn);
  dv_json_int(&o, "frames", frames);
  dv_json_int(&o, "width", l->film.width);
  dv_json_close(&o);
  return dv_text_all(&o.text);
}

// Inside a page nothing may look like a tag.
void dv_page_script(dv_text *t, const char *type, const char *id, const char *text)
{
  dv_text_add(t, "<script type=\"%s\" id=\"%s\">", type, id);
  for (const char *s; (s = strchr(text, '<')); text = s + 1) {
    dv_text_put(t, text, (size_t)(s - text));
    dv_text_add(t, "\\u003c");
  }
  dv_text_add(t, "%s</script>\n", text);
}

int dv_page_missing(dv_diags *d)
{
  if (dv_page_bytes) return 0;
  dv_diag_add(d, DV_ERROR, (dv_mark){0}, "build it again where npm reaches its registry",
              "this davit was built without the viewer's page: npm gave no packages");
  return 1;
}

const dv_text *dv_report(dv_arena *a, const dv_history *l, const char *file, dv_diags *d)
{
  const char *page = (const char *)dv_page, *mark = strstr(page, DV_PAGE_MARK);
  dv_text *t = DV_TAKE(a, dv_text, 1);
  t->arena = a;
  if (!l->film.scene || !mark) {
    dv_diag_add(d, DV_ERROR, (dv_mark){file, 0, 0}, "make it with 'davit run MACHINE --out RESULT.h5'",
                "the result holds no film");
    return NULL;
  }
  size_t other = REPORT_OTHER + dv_page_bytes + strlen(l->film.scene) + strlen(dv_result_json(a, l, file, 0));
  size_t room = other + FILM_LEAST < REPORT_MOST ? REPORT_MOST - other : FILM_LEAST;  // a scene may have large meshes
  dv_packed film;
  int stride = 0;
  do film = dv_film_pack(a, &l->film, ++stride);
  while (film.frames > 2 && film.n / 3 * 4 > room);
  dv_text_put(t, page, (size_t)(mark - page));
  dv_page_script(t, "application/json", "davit-scene", l->film.scene);
  dv_page_script(t, "application/json", "davit-result", dv_result_json(a, l, file, film.frames));
  dv_text_add(t, "<script type=\"text/plain\" id=\"davit-film\">");
  dv_base64(t, film.bytes, film.n);
  dv_text_add(t, "</script>\n%s", mark + strlen(DV_PAGE_MARK));
  return t;
}
