// The HUD's strings and themes, the files beside this, within the program.
#pragma once
#include "embedding.h"

embedded_file hud_english(void);
embedded_file hud_simplified_chinese(void);
embedded_file hud_german(void);
embedded_file hud_vietnamese(void);
embedded_file hud_game_theme(void);
embedded_file hud_plain_theme(void);
