// The compiler embeds the files (C23's #embed, in clang since LLVM 19, which Swift 6.2 has): the program needs
// no folder of resources beside it.
#include "CServicePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char html[] = {
#embed "page.html"
};
static const unsigned char css[] = {
#embed "page.css"
};
// One script of many files, in the order of their use: all stand in one function.
static const unsigned char js[] = {
#embed "script/service.js"
  ,
#embed "script/state.js"
  ,
#embed "script/together.js"
  ,
#embed "script/quad.js"
  ,
#embed "script/frame.js"
  ,
#embed "script/outline.js"
  ,
#embed "script/drag.js"
  ,
#embed "script/avatars.js"
  ,
#embed "script/layers.js"
  ,
#embed "script/files.js"
  ,
#embed "script/start.js"
};

service_page_file service_page_html(void) { return (service_page_file){html, sizeof html}; }
service_page_file service_page_css(void) { return (service_page_file){css, sizeof css}; }
service_page_file service_page_js(void) { return (service_page_file){js, sizeof js}; }
