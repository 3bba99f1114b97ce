#include "CServicePage.h"

static const unsigned char html[] = {
#embed "page.html"
};
static const unsigned char css[] = {
#embed "page.css"
};
// One script of many files, in the order of their use: all stand in one function.
static const unsigned char js[] = {
#embed "script/texts.js"
  ,
#embed "script/language.js"
  ,
#embed "script/service.js"
  ,
#embed "script/json-text.js"
  ,
#embed "script/history.js"
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
#embed "script/snap.js"
  ,
#embed "script/drag.js"
  ,
#embed "script/handles.js"
  ,
#embed "script/avatars.js"
  ,
#embed "script/layers.js"
  ,
#embed "script/fields.js"
  ,
#embed "script/movement.js"
  ,
#embed "script/faults.js"
  ,
#embed "script/files.js"
  ,
#embed "script/archive.js"
  ,
#embed "script/artwork.js"
  ,
#embed "script/clip.js"
  ,
#embed "script/head.js"
  ,
#embed "script/package.js"
  ,
#embed "script/draft.js"
  ,
#embed "script/profile.js"
  ,
#embed "script/scene-state.js"
  ,
#embed "script/scene-edit.js"
  ,
#embed "script/scene-card.js"
  ,
#embed "script/scene-frame.js"
  ,
#embed "script/scene-items.js"
  ,
#embed "script/scene-timeline.js"
  ,
#embed "script/scene-grip.js"
  ,
#embed "script/scene-drag.js"
  ,
#embed "script/scene-package.js"
  ,
#embed "script/scenes.js"
  ,
#embed "script/start.js"
};

EMBEDDED_FILE(service_page_html, html)
EMBEDDED_FILE(service_page_css, css)
EMBEDDED_FILE(service_page_js, js)
