#include "document_reader.hpp"

#include <cstring>

namespace tracking {

DocumentReader::DocumentReader(const char *const *blendshape_names)
    : blendshape_names_(blendshape_names, blendshape_names + csj_blendshapes) {
  if (unknown_parser_.allocate(4096, csj_max_depth) != simdjson::SUCCESS) throw std::bad_alloc();
}

void DocumentReader::read(
    const char *json, size_t length, csj_dialect dialect, bool skims, csj_document &out) {
  out = {};
  out_ = &out;
  begin_ = json;
  end_ = json + length;
  dialect_ = dialect;
  skims_ = skims;
  place_ = {};
  seen_keys_ = 0;
  faces_.clear();
  matrices_.clear();
  hands_.clear();
  gestures_.clear();
  images_.clear();
  numbers_.clear();
  issues_.clear();
  unknown_.clear();
  unknown_pointers_.clear();

  od::document document_;
  od::object root;
  if (auto error = parser_.iterate(json, length, length + simdjson::SIMDJSON_PADDING)
                       .get(document_)) {
    not_json(error);
  } else if (auto fault = document_.get_object().get(root)) {
    // A number is JSON, a word is not; on demand both are merely no object.
    const auto json_error = unknown_parser_.parse(json, length, false).error();
    if (fault == simdjson::INCORRECT_TYPE && !json_error) {
      issue(csj_issue_type, std::string_view(json, std::min<size_t>(length, 40)), "an object");
    } else {
      not_json(json_error ? json_error : fault);
    }
  } else if (document(root)) {
    place_ = {};
    // At the end of the text there is no location any more.
    if (document_.current_location().error() != simdjson::OUT_OF_BOUNDS) {
      not_json(std::string_view("more text after the object"));
    } else if (matrices_.size() || out.seen & (csj_seen_web | csj_seen_python | csj_seen_ios)) {
      check_dump();
    }
  }

  for (const auto &key : unknown_) unknown_pointers_.push_back(key.c_str());
  out.faces = faces_.data();
  out.face_count = faces_.size();
  out.matrices = matrices_.data();
  out.matrix_count = matrices_.size();
  out.hands = hands_.data();
  out.hand_count = hands_.size();
  out.gestures = gestures_.data();
  out.images = images_.data();
  out.image_count = images_.size();
  out.numbers = numbers_.data();
  out.issues = issues_.data();
  out.issue_count = issues_.size();
  out.unknown_keys = unknown_pointers_.data();
  out.unknown_key_count = unknown_pointers_.size();
}

bool DocumentReader::document(od::object object) {
  return fields(object, [&](std::string_view key, od::value value) {
    place_ = {};
    return top_level(key, value);
  });
}

bool DocumentReader::timestamp(od::value value, unsigned source) {
  place_.section = "timestampMs";
  if (!first_time(out_->seen, csj_seen_timestamp, "a timestamp")) return true;
  out_->seen |= source;
  return number(value, out_->timestamp_ms);
}

bool DocumentReader::top_level(std::string_view key, od::value value) {
  unsigned &seen = out_->seen;
  if (key == "timestampMs") return timestamp(value, 0);
  if (dialect_ != csj_dialect_dump) {
    const bool is_faces = key == "faces", is_hands = key == "hands", is_images = key == "images";
    if (is_faces || is_hands || is_images) {
      seen |= csj_seen_own_sample;
      place_.section = is_faces ? "faces" : is_hands ? "hands" : "images";
      if (!first_time(seen_keys_, is_faces ? 1u : is_hands ? 2u : 4u, key)) return true;
      return is_faces ? own_faces(value) : is_hands ? own_hands(value) : own_images(value);
    }
    if (key == "failed") return !first_time(seen, csj_seen_failed, key) || failed(value);
  }
  if (dialect_ != csj_dialect_own) {
    bool known = true;
    if (!dump_key(key, value, known)) return false;
    if (known) return true;
  }
  if (dialect_ == csj_dialect_any) {
    if (key == "format") {
      place_.section = "format";
      return !first_time(seen, csj_seen_format, key) || name(value, out_->format);
    }
    if (key == "width") {
      place_.section = "width";
      return !first_time(seen, csj_seen_width, key) || number(value, out_->width);
    }
    if (key == "height") {
      place_.section = "height";
      return !first_time(seen, csj_seen_height, key) || number(value, out_->height);
    }
    if (key == "rotationDegrees") {
      place_.section = "rotationDegrees";
      return !first_time(seen, csj_seen_rotation, key) || number(value, out_->rotation_degrees);
    }
    if (key == "mirrored") {
      place_.section = "mirrored";
      return !first_time(seen, csj_seen_mirrored, key) || boolean(value, out_->mirrored);
    }
    if (key == "timeOffsetMs") {
      place_.section = "timeOffsetMs";
      return !first_time(seen, csj_seen_offset, key) || number(value, out_->time_offset_ms);
    }
    if (key == "timeUnit") {
      place_.section = "timeUnit";
      return !first_time(seen, csj_seen_time_unit, key) || name(value, out_->time_unit);
    }
    if (key == "coordinates") {
      place_.section = "coordinates";
      return !first_time(seen, csj_seen_coordinates, key) || name(value, out_->coordinates);
    }
    if (key == "source") return !first_time(seen_keys_, 8u, key) || source(value);
    if (key == "tracker") return !first_time(seen_keys_, 16u, key) || tracker(value);
  }
  return skip_unknown(key, value);
}

bool DocumentReader::source(od::value value) {
  place_.section = "source";
  // Other writers may put a text there, which says nothing that is used.
  od::object object;
  if (auto error = value.get_object().get(object))
    return error == simdjson::INCORRECT_TYPE || not_json(error);
  unsigned seen = 0;
  return fields(object, [&](std::string_view key, od::value item) {
    if (key != "sha256") return true;
    place_.field = "sha256";
    const bool readable = !first_time(seen, 1, key) || name(item, out_->source_sha256);
    place_.field = nullptr;
    return readable;
  });
}

bool DocumentReader::tracker(od::value value) {
  place_.section = "tracker";
  // Other writers may put a text there, which says nothing that is used.
  od::object object;
  if (auto error = value.get_object().get(object))
    return error == simdjson::INCORRECT_TYPE || not_json(error);
  return fields(object, [&](std::string_view key, od::value item) {
    if (key != "smoothed") return true;
    place_.field = "smoothed";
    const bool readable =
        !first_time(out_->seen, csj_seen_smoothed, key) || boolean(item, out_->smoothed);
    place_.field = nullptr;
    return readable;
  });
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

bool DocumentReader::dump_key(std::string_view key, od::value value, bool &known) {
  struct Entry {
    const char *web, *python;
    unsigned bit;
    bool (*read)(DocumentReader &, od::value);
  };
  static constexpr Entry entries[] = {
      {"faceLandmarks", "face_landmarks", 1 << 3,
       [](DocumentReader &r, od::value v) { return r.dump_face_landmarks(v); }},
      {"faceBlendshapes", "face_blendshapes", 1 << 4,
       [](DocumentReader &r, od::value v) { return r.dump_face_blendshapes(v); }},
      {"facialTransformationMatrixes", "facial_transformation_matrixes", 1 << 5,
       [](DocumentReader &r, od::value v) { return r.dump_matrices(v); }},
      {"landmarks", "hand_landmarks", 1 << 6,
       [](DocumentReader &r, od::value v) { return r.dump_hand_landmarks(v, false); }},
      {"worldLandmarks", "hand_world_landmarks", 1 << 7,
       [](DocumentReader &r, od::value v) { return r.dump_hand_landmarks(v, true); }},
      {"handedness", "handedness", 1 << 8,
       [](DocumentReader &r, od::value v) { return r.dump_handedness(v); }},
      {"gestures", "gestures", 1 << 9,
       [](DocumentReader &r, od::value v) { return r.dump_gestures(v); }},
  };
  for (const Entry &entry : entries) {
    const bool is_web = key == entry.web;
    if (!is_web && key != entry.python) continue;
    place_.section = is_web ? entry.web : entry.python;
    if (std::strcmp(entry.web, entry.python) != 0) {
      out_->seen |= is_web ? csj_seen_web : csj_seen_python;
    }
    return !first_time(seen_keys_, entry.bit, key) || entry.read(*this, value);
  }
  if (key == "timestamp_ms") return timestamp(value, csj_seen_python);
  if (key == "timestampInMilliseconds") return timestamp(value, csj_seen_ios);
  // The web writes the handedness twice, once under its old name.
  if (key == "handednesses") return true;
  known = false;
  return true;
}

}  // namespace tracking
