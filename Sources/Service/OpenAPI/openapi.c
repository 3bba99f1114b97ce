// The compiler embeds the file (C23's #embed, in clang since LLVM 19), or the assembler does, which is
// not told when it changes, so that this file has to be touched.
#include "COpenAPI.h"

#ifdef __has_embed
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char json[] = {
#embed "openapi.json"
};

openapi_file openapi_json(void) { return (openapi_file){json, sizeof json}; }

#else

#ifdef __APPLE__
#define SECTION ".section __TEXT,__const\n"
#define SYMBOL(name) "_" name
#define AFTER ".text\n"
#else
#define SECTION ".section .rodata\n"
#define SYMBOL(name) name
#define AFTER ".text\n"
#endif

__asm__(
  SECTION
  SYMBOL("openapi_json_start") ":\n.incbin \"openapi.json\"\n"
  SYMBOL("openapi_json_end") ":\n"
  AFTER);

extern const unsigned char openapi_json_start[], openapi_json_end[];

openapi_file openapi_json(void) {
  return (openapi_file){openapi_json_start, (size_t)(openapi_json_end - openapi_json_start)};
}
#endif
