#include "CReviewPage.h"

static const unsigned char html[] = {
#embed "page.html"
};
static const unsigned char css[] = {
#embed "page.css"
};
// One script of many files: all stand in one function, and what runs is in the last.
static const unsigned char js[] = {
#embed "script/words.js"
  ,
#embed "script/state.js"
  ,
#embed "script/overview.js"
  ,
#embed "script/pictures.js"
  ,
#embed "script/difference.js"
  ,
#embed "script/stage.js"
  ,
#embed "script/overlay.js"
  ,
#embed "script/zoom.js"
  ,
#embed "script/case.js"
  ,
#embed "script/measures.js"
  ,
#embed "script/frames.js"
  ,
#embed "script/curves.js"
  ,
#embed "script/spans.js"
  ,
#embed "script/session.js"
  ,
#embed "script/approve.js"
  ,
#embed "script/keys.js"
  ,
#embed "script/start.js"
};

EMBEDDED_FILE(review_page_html, html)
EMBEDDED_FILE(review_page_css, css)
EMBEDDED_FILE(review_page_js, js)
