#include "csimdjson.h"

#include <new>

#include "document_reader.hpp"

const size_t csj_padding = simdjson::SIMDJSON_PADDING;

struct csj_parser {
  tracking::DocumentReader reader;
};

csj_parser *csj_parser_create(const char *const *blendshape_names) {
  try {
    return new csj_parser{tracking::DocumentReader(blendshape_names)};
  } catch (...) {
    return nullptr;
  }
}

void csj_parser_destroy(csj_parser *parser) { delete parser; }

static bool read(
    csj_parser *parser, const char *json, size_t length, csj_dialect dialect, bool skims,
    csj_document *out) {
  try {
    parser->reader.read(json, length, dialect, skims, *out);
    return true;
  } catch (...) {
    // Only a failed allocation throws; the error codes of simdjson are asked for by name.
    *out = {};
    return false;
  }
}

bool csj_parser_read(
    csj_parser *parser, const char *json, size_t length, csj_dialect dialect, csj_document *out) {
  return read(parser, json, length, dialect, false, out);
}

bool csj_parser_skim(
    csj_parser *parser, const char *json, size_t length, csj_dialect dialect, csj_document *out) {
  return read(parser, json, length, dialect, true, out);
}

size_t csj_splitter_scan(csj_splitter *splitter, const char *json, size_t start, size_t length) {
  for (size_t i = start; i < length; ++i) {
    const char c = json[i];
    if (splitter->in_string) {
      if (splitter->escaped) {
        splitter->escaped = false;
      } else if (c == '\\') {
        splitter->escaped = true;
      } else if (c == '"') {
        splitter->in_string = false;
      }
    } else if (c == '"') {
      splitter->in_string = true;
    } else if (c == '{' || c == '[') {
      splitter->depth += 1;
    } else if (splitter->depth == 0 && (c == ',' || c == ']')) {
      return i;
    } else if ((c == '}' || c == ']') && splitter->depth > 0) {
      splitter->depth -= 1;
      if (splitter->depth == 0 && splitter->closes) return i + 1;
    }
  }
  return 0;
}

size_t csj_find_samples(const char *json, size_t length, size_t *depth) {
  bool in_string = false;
  *depth = 0;
  for (size_t i = 0; i < length; ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') i += 1;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      *depth += 1;
    } else if (c == '}' && *depth > 0) {
      *depth -= 1;
    } else if (c == '[') {
      csj_splitter list = {0, false, false, true};
      const size_t found = csj_splitter_scan(&list, json, i, length);
      const size_t end = found ? found : length;
      const std::string_view text(json + i, end - i);
      const size_t first = text.find_first_not_of(" \t\r\n", 1);
      const bool is_own = tracking::names_own_format({json, i});
      if (first != text.npos && text[first] == '{'
          && (is_own ? tracking::holds_own_samples(text)
                     : tracking::holds_results(text) || tracking::holds_arkit_frames(text)))
        return i;
      i = end - 1;
    }
  }
  return length;
}

size_t csj_parser_find_points(
    csj_parser *parser, const char *json, size_t length, char path[csj_max_path]) {
  try {
    std::string found;
    const size_t count = parser->reader.find_face_points(json, length, found);
    path[found.copy(path, csj_max_path - 1)] = 0;
    return count;
  } catch (...) {
    return 0;
  }
}
