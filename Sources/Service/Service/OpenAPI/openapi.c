// The compiler embeds the file (C23's #embed, in clang since LLVM 19, which Swift 6.2 has).
#include "COpenAPI.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char json[] = {
#embed "openapi.json"
};

openapi_file openapi_json(void) { return (openapi_file){json, sizeof json}; }
