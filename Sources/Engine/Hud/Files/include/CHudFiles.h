// The HUD's strings and themes and a session's sounds, the files beside this, within the program.
#pragma once
#include "embedding.h"

embedded_file hud_english(void);
embedded_file hud_simplified_chinese(void);
embedded_file hud_german(void);
embedded_file hud_vietnamese(void);
embedded_file hud_game_theme(void);
embedded_file hud_plain_theme(void);
embedded_file session_gate(void);
embedded_file session_quadrant(void);
embedded_file session_count(void);
embedded_file session_hint(void);
embedded_file session_completed(void);
