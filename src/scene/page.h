// page.h: the viewer's page, and pages that hold a result.
#pragma once

#include "base/diag.h"
#include "base/text.h"
#include "record/history.h"

// The page as esbuild bundled it, with DV_PAGE_MARK where data may stand. No bytes: davit was built without it.
extern const unsigned char dv_page[];
extern const unsigned long dv_page_bytes;
extern const unsigned char dv_edit_page[];  // the same for `davit edit`
extern const unsigned long dv_edit_page_bytes;
#define DV_PAGE_MARK "<!--davit-data-->"
int dv_page_missing(dv_diags *d);  // 1 after a diagnostic: there is none

const dv_text *dv_editors_page(dv_arena *a);  // the page of `davit edit`; for a davit that has page and engine

void dv_page_script(dv_text *t, const char *type, const char *id, const char *text);  // data that lies in a page

// JSON of a result beside its scene: facts, ledger, peaks, size of the film.
const char *dv_result_json(dv_arena *a, const dv_history *l, const char *file, int frames);
// The page with the result in it; thinned until it is below 5 MB. NULL after a diagnostic: no film.
const dv_text *dv_report(dv_arena *a, const dv_history *l, const char *file, dv_diags *d);
