#include "CHudFiles.h"

static const unsigned char en[] = {
#embed "strings/en.json"
};
static const unsigned char zh_hans[] = {
#embed "strings/zh-Hans.json"
};
static const unsigned char de[] = {
#embed "strings/de.json"
};
static const unsigned char vi[] = {
#embed "strings/vi.json"
};
static const unsigned char game[] = {
#embed "themes/game.json"
};
static const unsigned char plain[] = {
#embed "themes/plain.json"
};
static const unsigned char gate[] = {
#embed "sounds/gate.opus"
};
static const unsigned char quadrant[] = {
#embed "sounds/quadrant.opus"
};
static const unsigned char count[] = {
#embed "sounds/count.opus"
};
static const unsigned char hint[] = {
#embed "sounds/hint.opus"
};
static const unsigned char completed[] = {
#embed "sounds/completed.opus"
};

EMBEDDED_FILE(hud_english, en)
EMBEDDED_FILE(hud_simplified_chinese, zh_hans)
EMBEDDED_FILE(hud_german, de)
EMBEDDED_FILE(hud_vietnamese, vi)
EMBEDDED_FILE(hud_game_theme, game)
EMBEDDED_FILE(hud_plain_theme, plain)
EMBEDDED_FILE(session_gate, gate)
EMBEDDED_FILE(session_quadrant, quadrant)
EMBEDDED_FILE(session_count, count)
EMBEDDED_FILE(session_hint, hint)
EMBEDDED_FILE(session_completed, completed)
