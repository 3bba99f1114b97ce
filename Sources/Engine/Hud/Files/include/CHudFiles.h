// The HUD's strings and themes, the files beside this, within the program.
#pragma once
#include <stddef.h>

/// Bytes of a file; they live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} hud_file;

hud_file hud_english(void);
hud_file hud_simplified_chinese(void);
hud_file hud_german(void);
hud_file hud_vietnamese(void);
hud_file hud_game_theme(void);
hud_file hud_plain_theme(void);
