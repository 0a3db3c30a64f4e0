// svg.c: the few marks of SVG that a figure is made of.
#include "plot/svg.h"

#include "base/markup.h"
#include "plot/path.h"

void dv_svg_text(dv_text *t, const char *class, double x, double y, const char *text)
{
  dv_text_add(t, "<text class=\"%s\" x=\"", class);
  dv_pixel(t, x);
  dv_text_add(t, "\" y=\"");
  dv_pixel(t, y);
  dv_text_add(t, "\">");
  dv_text_markup(t, text);
  dv_text_add(t, "</text>\n");
}

void dv_svg_line(dv_text *t, const char *class, double x1, double y1, double x2, double y2)
{
  dv_text_add(t, "<path class=\"%s\" d=\"M", class);
  dv_pixel(t, x1);
  dv_text_put(t, " ", 1);
  dv_pixel(t, y1);
  dv_text_put(t, "L", 1);
  dv_pixel(t, x2);
  dv_text_put(t, " ", 1);
  dv_pixel(t, y2);
  dv_text_add(t, "\"/>\n");
}

// Mean advance of a sans-serif face; UTF-8 continuation bytes take no room.
double dv_svg_width(const char *s)
{
  int n = 0;
  for (; *s; s++) n += ((unsigned char)*s & 0xc0) != 0x80;
  return 6.9 * n;
}

void dv_svg_head(dv_text *t, int width, double height) { dv_svg_head_of(t, width, height, 0); }

void dv_svg_head_of(dv_text *t, int width, double height, double paper)
{
  dv_text_add(t, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
  if (paper > 0) {
    dv_pixel(t, paper);
    dv_text_add(t, "mm\" height=\"");
    dv_pixel(t, paper * (int)height / width);
    dv_text_add(t, "mm");
  } else dv_text_add(t, "%d\" height=\"%d", width, (int)height);
  dv_text_add(t, "\" viewBox=\"0 0 %d %d\">\n", width, (int)height);
  dv_text_add(
      t,
      "<style>text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;font-size:12px;fill:#333}"
      ".mid{text-anchor:middle}.end{text-anchor:end}.title{font-size:14px;font-weight:bold;fill:#111}"
      ".name{font-weight:bold;fill:#111}.grid{stroke:#e4e4e4;stroke-width:1;fill:none}"
      ".axis{stroke:#777;stroke-width:1;fill:none}.curve{stroke-width:1.4;fill:none;stroke-linejoin:round}.dots{"
      "stroke-width:4;stroke-linecap:round;stroke-opacity:.6}"
      ".bold{stroke-width:7;stroke-linecap:round}.contour{stroke:#fff;stroke-width:1;stroke-opacity:.8;fill:none}"
      ".limit{stroke:#a00;stroke-width:1;stroke-dasharray:7 "
      "3;fill:none}.mark{stroke:#555;stroke-width:1;stroke-dasharray:2 3;fill:none}"
      ".band{fill:#0072B2;fill-opacity:.1}.small.mid{text-anchor:middle}.small{font-size:11px;fill:#555}.small.end{"
      "text-anchor:end}.key{stroke-width:2.4;fill:none}.part{fill:none;stroke:#888;stroke-width:1}.ground{fill:#fff;stroke:none}"
      ".lead{stroke:#888;stroke-width:1;stroke-dasharray:2 2}.inset text{font-size:10px}</style>\n");
  dv_text_add(t, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
}
