// html.c: what reports have in common: the look of a page for a screen and for print, figures inside it.
#include "html.h"

#include "base/markup.h"

#include <string.h>

static const char style[] =
    "*{box-sizing:border-box}body{font:15px/1.5 system-ui,'Segoe UI','DejaVu Sans',sans-serif;color:#1d2430;background:#fff;"
    "margin:0 auto;max-width:1000px;padding:32px 40px 60px}h1{font-size:26px;margin:0 0 2px}h2{font-size:18px;margin:36px 0 10px;"
    "padding-bottom:4px;border-bottom:2px solid #e3e7ee}h3{font-size:15px;margin:22px 0 6px}p{margin:6px 0}.sub{color:#5b6675}"
    ".verdict{margin:18px 0;padding:12px 16px;border-radius:6px;border-left:6px "
    "solid}.good{background:#e7f5ec}.tight{background:#fff4dc}"
    ".bad{background:#fde8e6}.verdict.good{border-color:#2b8a4b}.verdict.tight{border-color:#d58a00}.verdict.bad{border-color:#c62f22}"
    "th.text{text-align:left}tr.first td{border-top:2px solid #c9d0db}"
    "table{border-collapse:collapse;width:100%;margin:8px 0;font-variant-numeric:tabular-nums}"
    "th,td{padding:5px 9px;border-bottom:1px solid #e3e7ee;text-align:right;vertical-align:top}th{font-weight:600;color:#39424f;"
    "border-bottom:2px solid #c9d0db}th:first-child,td:first-child{text-align:left}td.text{text-align:left}"
    "td.good,td.tight,td.bad{font-weight:600}td small{color:#5b6675;font-weight:400}"
    "figure{margin:14px 0 22px;break-inside:avoid}figure img{width:100%;height:auto;border:1px solid #e9ecf1;border-radius:4px}"
    "figcaption{color:#39424f;font-size:14px;margin-top:4px}code{font:13px/1.45 ui-monospace,'DejaVu Sans Mono',monospace;"
    "background:#f3f5f8;padding:1px 5px;border-radius:3px;overflow-wrap:anywhere}.facts "
    "td:first-child{white-space:nowrap;color:#5b6675}"
    "@media (max-width:700px){body{padding:16px}table{display:block;overflow-x:auto}}"
    "@media print{body{max-width:none;padding:0;font-size:11pt}h2{break-after:avoid}table{break-inside:avoid}"
    ".verdict,td{-webkit-print-color-adjust:exact;print-color-adjust:exact}@page{margin:16mm}}";

void html_begin(dv_text *t, const char *title)
{
  dv_text_add(
      t,
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n");
  html_element(t, "<title>", title, "</title>\n");
  dv_text_add(t, "<style>%s</style></head><body>\n", style);
}

void html_element(dv_text *t, const char *open, const char *text, const char *close)
{
  dv_text_add(t, "%s", open);
  dv_text_markup(t, text);
  dv_text_add(t, "%s", close);
}

// An SVG inside an image has a world of its own: its styles and names do not meet those of other figures.
void html_image(dv_text *t, const char *svg)
{
  dv_text_add(t, "<img alt=\"figure\" src=\"data:image/svg+xml,");
  for (const char *s = svg; *s; s++) {
    if (strchr("%#\"<>&'\n", *s)) dv_text_add(t, "%%%02X", (unsigned char)*s);
    else dv_text_put(t, s, 1);
  }
  dv_text_add(t, "\">");
}
