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

EMBEDDED_FILE(hud_english, en)
EMBEDDED_FILE(hud_simplified_chinese, zh_hans)
EMBEDDED_FILE(hud_german, de)
EMBEDDED_FILE(hud_vietnamese, vi)
EMBEDDED_FILE(hud_game_theme, game)
EMBEDDED_FILE(hud_plain_theme, plain)
