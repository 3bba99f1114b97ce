// The compiler embeds the files (C23's #embed, in clang since LLVM 19, which Swift 6.2 has).
#include "CHudFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

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

hud_file hud_english(void) { return (hud_file){en, sizeof en}; }
hud_file hud_simplified_chinese(void) { return (hud_file){zh_hans, sizeof zh_hans}; }
hud_file hud_german(void) { return (hud_file){de, sizeof de}; }
hud_file hud_vietnamese(void) { return (hud_file){vi, sizeof vi}; }
hud_file hud_game_theme(void) { return (hud_file){game, sizeof game}; }
hud_file hud_plain_theme(void) { return (hud_file){plain, sizeof plain}; }
