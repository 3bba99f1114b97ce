// Files within the program, which needs no folder of resources beside it.
//
// The compiler embeds them (C23's #embed, in clang since LLVM 19, which Swift 6.2 has), which takes no time; a Swift
// array literal of a page takes the compiler twenty seconds. A file that embeds has an array of bytes for each of its
// files,
//
//     static const unsigned char css[] = {
//     #embed "page.css"
//     };
//     EMBEDDED_FILE(review_page_css, css)
//
// and a header that declares the functions; `Embedding` reads what they return.
#pragma once
#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

/// Bytes of a file; they live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} embedded_file;

/// Defines a function that gives the file whose bytes an array has.
#define EMBEDDED_FILE(function, array) \
  embedded_file function(void) { return (embedded_file){array, sizeof array}; }
