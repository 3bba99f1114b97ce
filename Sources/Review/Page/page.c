// The compiler embeds the files (C23's #embed, clang 19 and later): the program needs no folder of
// resources beside it. A Swift array literal of them takes the compiler twenty seconds, this none.
#include "CReviewPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char html[] = {
#embed "page.html"
};
static const unsigned char css[] = {
#embed "page.css"
};
static const unsigned char js[] = {
#embed "page.js"
};

review_page_file review_page_html(void) { return (review_page_file){html, sizeof html}; }
review_page_file review_page_css(void) { return (review_page_file){css, sizeof css}; }
review_page_file review_page_js(void) { return (review_page_file){js, sizeof js}; }
