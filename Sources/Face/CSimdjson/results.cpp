// Results within other objects: the wrappers that programs put around what MediaPipe gave them.
#include <cstring>

#include "document_reader.hpp"

namespace tracking {

namespace {

bool has_key(std::string_view text, std::string_view key) {
  for (size_t at = 0; (at = text.find(key, at)) != std::string_view::npos; at += key.size()) {
    const size_t end = at + key.size();
    if (at > 0 && text[at - 1] == '"' && end < text.size() && text[end] == '"') return true;
  }
  return false;
}

}  // namespace

bool holds_own_samples(std::string_view text) {
  return has_key(text, "faces") || has_key(text, "hands") || has_key(text, "images");
}

bool holds_arkit_frames(std::string_view text) {
  return has_key(text, "camera") && has_key(text, "transform") && has_key(text, "faces");
}

bool names_own_format(std::string_view text) {
  // Some programs write a slash with a mark before it.
  return has_key(text, "avatar-tracking/1") || has_key(text, "avatar-tracking\\/1");
}

bool holds_results(std::string_view text, bool certainly) {
  static constexpr std::string_view keys[] = {
      "faceLandmarks", "face_landmarks", "facialTransformationMatrixes",
      "facialTransformationMatrices", "facial_transformation_matrixes",
      "facial_transformation_matrices", "hand_landmarks", "multiFaceLandmarks",
      "multi_face_landmarks", "multiHandLandmarks", "multi_hand_landmarks", "leftHandLandmarks",
      "left_hand_landmarks", "rightHandLandmarks", "right_hand_landmarks"};
  // Hands of the project's own format have these too.
  return (!certainly && (has_key(text, "landmarks") || has_key(text, "handedness")))
         || std::any_of(
             std::begin(keys), std::end(keys), [&](auto key) { return has_key(text, key); });
}

// A key as it is compared with one that it may stand for: without marks, in small letters, and with the plural
// that MediaPipe made of matrix.
std::string folded(std::string_view key) {
  std::string word;
  for (const char c : key.substr(0, csj_max_name)) {
    if (c != '_' && c != '-' && c != ' ') word += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  }
  for (const std::string_view end : {"matrices", "matrix"}) {
    if (word.size() >= end.size() && word.compare(word.size() - end.size(), end.size(), end) == 0)
      return word.substr(0, word.size() - end.size()) + "matrixes";
  }
  return word;
}

void DocumentReader::name_near_key(std::string_view key, const char *meant) {
  const size_t length = std::min<size_t>(key.size(), csj_max_name);
  std::memcpy(out_->near_key, key.data(), length);
  out_->near_key[length] = 0;
  out_->near_meant = meant;
}

// A value whose key says nothing: results, or what is stepped over.
bool DocumentReader::results_or_unknown(std::string_view key, od::value value) {
  od::json_type type;
  if (auto error = value.type().get(type)) return not_json(error);
  if (wrappers_ == csj_max_wrappers) return skip_unknown(key, value);
  std::string_view raw;
  bool has_rest = false;
  od::object object;
  if (type == od::json_type::object) {
    auto error = value.get_object().get(object);
    if (!error) error = object.raw_json().get(raw);
    if (error) return not_json(error);
    if (!holds_results(raw)) return skip_unknown(key, raw);
    if (auto fault = object.reset().get(has_rest)) return not_json(fault);
    return results(key, "", object, raw);
  }
  if (type != od::json_type::array) return skip_unknown(key, value);
  od::array array;
  auto error = value.get_array().get(array);
  if (!error) error = array.raw_json().get(raw);
  if (error) return not_json(error);
  if (out_->seen & csj_seen_format && holds_own_samples(raw)) {
    out_->seen |= csj_seen_list;
    return skip_unknown(key, raw);
  }
  if (!holds_results(raw)) return skip_unknown(key, raw);
  size_t count = 0;
  if (auto fault = array.reset().get(has_rest)) return not_json(fault);
  if (auto fault = array.count_elements().get(count)) return not_json(fault);
  if (count > 1) {
    out_->seen |= csj_seen_list;
    if (holds_results(raw, true)) {
      place_ = {};
      const std::string found = std::to_string(count) + " results in " + std::string(key);
      issue(csj_issue_count, found, "one result in a sample");
    }
    if (auto fault = array.raw_json().get(raw)) return not_json(fault);
    return skip_unknown(key, raw);
  }
  for (auto element : array) {
    if (auto fault = element.get_object().get(object)) {
      if (fault != simdjson::INCORRECT_TYPE) return not_json(fault);
      break;
    }
    return results(key, "[0]", object, raw);
  }
  return skip_unknown(key, raw);
}

bool DocumentReader::results(
    std::string_view key, const char *index, od::object object, std::string_view raw) {
  const size_t length = prefix_.size();
  const bool was_of_hands = is_of_hands_;
  prefix_ += std::string(key) + index + ".";
  is_of_hands_ = has_key(raw, "handedness") || has_key(raw, "handednesses");
  wrappers_ += 1;
  const bool readable = fields(object, [&](std::string_view name, od::value value) {
    place_ = {};
    if (name == "timestampMs") return timestamp(name, value, csj_time_ms, 0);
    bool known = true;
    return dump_key(name, value, known) && (known || results_or_unknown(name, value));
  });
  wrappers_ -= 1;
  is_of_hands_ = was_of_hands;
  prefix_.resize(length);
  return readable;
}

// Reads a member of a result; nothing where nothing was found, which some APIs say by null, and Java by an
// empty Optional. A full one has the member as its `value`.
bool DocumentReader::unwrapped(od::value value, Read read) {
  if (null(value)) return true;
  od::object object;
  if (auto error = value.get_object().get(object))
    return error == simdjson::INCORRECT_TYPE ? read(*this, value) : not_json(error);
  bool is_empty = false, has_rest = false;
  if (auto error = object.is_empty().get(is_empty)) return not_json(error);
  if (is_empty) return true;
  od::value inner;
  const auto fault = object["value"].get(inner);
  if (!fault) return null(inner) || read(*this, inner);
  if (fault != simdjson::NO_SUCH_FIELD) return not_json(fault);
  if (auto error = object.reset().get(has_rest)) return not_json(error);
  return read(*this, value);
}

namespace {

size_t find_points(simdjson::dom::element element, std::string &path) {
  simdjson::dom::object object;
  simdjson::dom::array array;
  const size_t length = path.size();
  if (!element.get_object().get(object)) {
    for (const auto field : object) {
      if (!path.empty()) path += '.';
      path += field.key;
      if (const size_t found = find_points(field.value, path)) return found;
      path.resize(length);
    }
  } else if (!element.get_array().get(array)) {
    size_t count = 0;
    for (const auto item : array) {
      // Numbers are no points, and hold none.
      if (!item.is_object() && !item.is_array()) return 0;
      count += 1;
    }
    if (is_face_count(count)) return count;
    count = 0;
    for (const auto item : array) {
      path += "[" + std::to_string(count) + "]";
      if (const size_t found = find_points(item, path)) return found;
      path.resize(length);
      count += 1;
    }
  }
  return 0;
}

}  // namespace

size_t DocumentReader::find_face_points(const char *json, size_t length, std::string &path) {
  simdjson::dom::element root;
  if (unknown_parser_.parse(json, length, false).get(root)) return 0;
  return find_points(root, path);
}

}  // namespace tracking
