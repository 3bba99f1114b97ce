// The interface's description, openapi.json beside this, within the program.
#pragma once
#include <stddef.h>

/// Bytes of a file; they live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} openapi_file;

openapi_file openapi_json(void);
