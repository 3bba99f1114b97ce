// The page's source files, as they lie beside this, within the program.
#pragma once
#include <stddef.h>

/// Bytes of a file; they live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} review_page_file;

review_page_file review_page_html(void);
review_page_file review_page_css(void);
review_page_file review_page_js(void);
