#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "document_reader.hpp"

namespace tracking {

namespace {

// NaN, an infinity or null: what writers put where a number is not finite. Python's json module
// writes NaN and Infinity, JavaScript's JSON.stringify null, and 1e999 overflows.
bool is_not_finite(std::string_view token) {
  if (token == "null" || token == "NaN" || token == "nan" || token == "-NaN") return true;
  if (token == "Infinity" || token == "-Infinity" || token == "inf" || token == "-inf") return true;
  const std::string text(token);
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() && std::isinf(value);
}

}  // namespace

std::string_view DocumentReader::token(od::value value) {
  std::string_view token = value.raw_json_token();
  // Where the text ends in place of a value, simdjson takes the token's length from beyond its
  // list of tokens.
  if (token.data() < begin_ || token.data() >= end_) return "the end of the text";
  token = token.substr(0, static_cast<size_t>(end_ - token.data()));
  token = token.substr(0, token.find_first_of(" \t\r\n"));
  return token.substr(0, 40);
}

bool DocumentReader::number(od::value value, double &out) {
  if (!value.get_double().get(out)) [[likely]] {
    return true;
  }
  out = std::numeric_limits<double>::quiet_NaN();
  const std::string_view found = token(value);
  if (is_not_finite(found)) {
    issue(csj_issue_not_finite, found, "a finite number");
    return true;
  }
  od::json_type type;
  if (value.type().get(type) || type == od::json_type::number) return not_json(found);
  wrong_type(value, "a number");
  return true;
}

// Whether nothing stands there; what is no JSON is for the reader of the value.
bool DocumentReader::null(od::value value) {
  bool is_null = false;
  return !value.is_null().get(is_null) && is_null;
}

bool DocumentReader::integer(od::value value, int64_t &out) {
  if (!value.get_int64().get(out)) return true;
  out = 0;
  wrong_type(value, "a whole number");
  return true;
}

bool DocumentReader::boolean(od::value value, bool &out) {
  if (!value.get_bool().get(out)) return true;
  out = false;
  wrong_type(value, "true or false");
  return true;
}

bool DocumentReader::name(od::value value, char (&out)[csj_max_name + 1]) {
  out[0] = 0;
  std::string_view text;
  if (auto error = value.get_string().get(text)) {
    if (error != simdjson::INCORRECT_TYPE) return not_json(error);
    wrong_type(value, "a string");
    return true;
  }
  if (text.size() > csj_max_name) {
    issue(csj_issue_limit, "a longer name", "a name of at most 127 bytes");
    return true;
  }
  // A name is handed on as a C string, so a NUL within it ends it; none is ever displayed.
  std::memcpy(out, text.data(), text.size());
  out[text.size()] = 0;
  return true;
}

// A reason that is too long is no fault of the sample's: its beginning will do.
bool DocumentReader::failed(od::value value) {
  place_.section = "failed";
  std::string_view text;
  if (auto error = value.get_string().get(text)) {
    if (error != simdjson::INCORRECT_TYPE) return not_json(error);
    wrong_type(value, "the reason, a text");
    return true;
  }
  size_t length = std::min<size_t>(text.size(), csj_max_name);
  // Not within a character of several bytes.
  while (length > 0 && length < text.size() && (text[length] & 0xC0) == 0x80) length -= 1;
  std::memcpy(out_->failed, text.data(), length);
  out_->failed[length] = 0;
  return true;
}

bool DocumentReader::handedness(std::string_view word, csj_hand &hand) {
  hand.has_handedness = word == "Left" || word == "Right";
  hand.is_left = word == "Left";
  if (!hand.has_handedness) issue(csj_issue_type, word, "Left or Right");
  return true;
}

void DocumentReader::blendshape(
    std::string_view key, double score, csj_face &face, size_t &expected) {
  // ARKit's own words for its names end in _L and _R.
  std::string spelled;
  if (const size_t length = key.size(); length > 2 && key[length - 2] == '_'
      && (key[length - 1] == 'L' || key[length - 1] == 'R')) {
    spelled = std::string(key.substr(0, length - 2)) + (key[length - 1] == 'L' ? "Left" : "Right");
    key = spelled;
  }
  if (!std::isfinite(score)) {
    face.bad_blendshapes += 1;
    score = 0;
  }
  // Every writer keeps MediaPipe's order, some without `_neutral`: the name that follows the last
  // one is nearly always right, and the search starts there.
  for (size_t step = 0; step < blendshape_names_.size(); ++step) {
    const size_t index = (expected + step) % blendshape_names_.size();
    if (blendshape_names_[index] == key) {
      if (std::abs(score) > csj_farthest_blendshape) {
        char number[32];
        std::snprintf(number, sizeof number, "%.6g", score);
        issue(csj_issue_range, std::string(key) + " of " + number, "0 to 1");
        face.bad_blendshapes += 1;
        score = 0;
      }
      face.blendshapes[index] = score;
      expected = index + 1;
      return;
    }
  }
  if (unknown_.size() < csj_max_unknown) {
    unknown_.push_back("blendshapes." + std::string(key.substr(0, csj_max_name)));
  }
}

bool DocumentReader::skip_unknown(std::string_view key, od::value value) {
  if (unknown_.size() < csj_max_unknown) {
    unknown_.emplace_back(key.substr(0, csj_max_name));
  }
  return skip(value);
}

// The same for a list or an object that was stepped over.
bool DocumentReader::skip_unknown(std::string_view key, std::string_view raw) {
  if (unknown_.size() < csj_max_unknown) {
    unknown_.emplace_back(key.substr(0, csj_max_name));
  }
  return skip(raw);
}

bool DocumentReader::skip(od::value value) {
  if (skims_) return true;
  // simdjson on demand steps over a value without looking into it; what is skipped is read by
  // the other parser, so that a file that is no JSON does not pass, and that depth has a limit.
  od::json_type type;
  if (auto error = value.type().get(type)) return not_json(error);
  std::string_view raw;
  if (type == od::json_type::object || type == od::json_type::array) {
    simdjson::error_code error = simdjson::SUCCESS;
    if (type == od::json_type::object) {
      od::object object;
      error = value.get_object().get(object);
      if (!error) error = object.raw_json().get(raw);
    } else {
      od::array array;
      error = value.get_array().get(array);
      if (!error) error = array.raw_json().get(raw);
    }
    if (error) return not_json(error);
  } else {
    raw = token(value);
    if (type == od::json_type::string) return true;
  }
  return skip(raw);
}

bool DocumentReader::skip(std::string_view raw) {
  if (skims_) return true;
  const auto error = unknown_parser_.parse(raw.data(), raw.size(), false).error();
  if (error == simdjson::DEPTH_ERROR) {
    issue(csj_issue_limit, "a deeper value", "a value of at most 64 levels");
    return true;
  }
  return error ? not_json(error) : true;
}

bool DocumentReader::list(od::value value, od::array &out, bool &is_list) {
  const auto error = value.get_array().get(out);
  is_list = !error;
  if (error == simdjson::INCORRECT_TYPE) {
    wrong_type(value, "a list");
    return true;
  }
  return error ? not_json(error) : true;
}

bool DocumentReader::map(od::value value, od::object &out, bool &is_map) {
  const auto error = value.get_object().get(out);
  is_map = !error;
  if (error == simdjson::INCORRECT_TYPE) {
    wrong_type(value, "an object");
    return true;
  }
  return error ? not_json(error) : true;
}

// The parser's own words say little to the file's author; `name_json_fault` finds the place.
bool DocumentReader::not_json(simdjson::error_code) {
  return not_json(std::string_view("text that is no JSON"));
}

bool DocumentReader::not_json(std::string_view found) {
  issue(csj_issue_not_json, found, "JSON");
  return false;
}

void DocumentReader::wrong_type(od::value value, const char *expected) {
  issue(csj_issue_type, token(value), expected);
}

csj_part DocumentReader::part_of_place(csj_issue_kind kind, long &index) const {
  index = -1;
  // Lists that do not fit each other, and what is too much of something, are faults of the whole.
  const bool is_element = place_.section_index >= 0 && place_.section_index < 64;
  if (!is_element || kind == csj_issue_not_json || kind == csj_issue_count) return csj_part_sample;
  index = place_.section_index;
  if (place_.part == csj_part_face && place_.field) {
    if (std::strcmp(place_.field, "blendshapes") == 0) return csj_part_blendshapes;
  } else if (place_.part == csj_part_hand && place_.field) {
    if (std::strcmp(place_.field, "worldLandmarks") == 0) return csj_part_world_points;
  }
  return place_.part;
}

void DocumentReader::issue(
    csj_issue_kind kind, std::string_view found, const char *expected) {
  csj_issue entry{};
  entry.kind = kind;
  entry.part = part_of_place(kind, entry.part_index);
  const uint64_t bit = uint64_t{1} << (entry.part_index < 0 ? 0 : entry.part_index);
  const bool is_first = !(faulty_parts_[entry.part] & bit);
  faulty_parts_[entry.part] |= bit;
  // One list of NaN must not hide what else is wrong, nor fill the memory.
  if (issues_.size() >= csj_max_issues && kind != csj_issue_not_json && !is_first) return;
  size_t used = 0;
  const auto append = [&](const char *format, auto... arguments) {
    const int written = std::snprintf(
        entry.path + used, sizeof entry.path - used, format, arguments...);
    if (written > 0) used = std::min(used + static_cast<size_t>(written), sizeof entry.path - 1);
  };
  if (place_.section) append("%s%s", prefix_.c_str(), place_.section);
  if (place_.section_index >= 0) append("[%ld]", place_.section_index);
  if (place_.field) append(".%s", place_.field);
  if (place_.index >= 0) append("[%ld]", place_.index);
  std::snprintf(
      entry.found, sizeof entry.found, "%.*s", static_cast<int>(found.size()), found.data());
  // A message is one line.
  for (char *c = entry.found; *c; ++c) {
    if (static_cast<unsigned char>(*c) < ' ') *c = ' ';
  }
  std::snprintf(entry.expected, sizeof entry.expected, "%s", expected);
  // A point of three numbers that are none is named once.
  if (!issues_.empty() && kind == csj_issue_not_finite) {
    const csj_issue &last = issues_.back();
    if (last.kind == kind && !std::strcmp(last.path, entry.path)) return;
  }
  issues_.push_back(entry);
}

bool DocumentReader::first_time(unsigned &seen, unsigned bit, std::string_view key) {
  if (seen & bit) {
    issue(csj_issue_duplicate, key, "each key once");
    return false;
  }
  seen |= bit;
  return true;
}

}  // namespace tracking
