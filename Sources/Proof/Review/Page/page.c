// The compiler embeds the files (C23's #embed, in clang since LLVM 19, which Swift 6.2 has): the program needs
// no folder of resources beside it. A Swift array literal of them takes the compiler twenty seconds, this none.
#include "CReviewPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

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

review_page_file review_page_html(void) { return (review_page_file){html, sizeof html}; }
review_page_file review_page_css(void) { return (review_page_file){css, sizeof css}; }
review_page_file review_page_js(void) { return (review_page_file){js, sizeof js}; }
