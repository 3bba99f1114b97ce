// The page's source files, as they lie beside this, within the program.
#pragma once
#include <stddef.h>

/// Bytes of a file; they live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} service_page_file;

service_page_file service_page_html(void);
service_page_file service_page_css(void);
service_page_file service_page_js(void);
