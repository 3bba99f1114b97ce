// The page's source files, as they lie beside this, within the program.
#pragma once
#include "embedding.h"

embedded_file service_page_html(void);
embedded_file service_page_css(void);
embedded_file service_page_js(void);
