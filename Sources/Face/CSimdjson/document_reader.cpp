#include "document_reader.hpp"

#include <cstdio>
#include <cstring>

#include "json_fault.hpp"

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
  wrappers_ = 0;
  matrix_depth_ = 0;
  const std::string_view text(json, length);
  const bool is_unknown = dialect == csj_dialect_any, names_own = is_unknown && names_own_format(text);
  may_be_own_ = dialect == csj_dialect_own || names_own;
  // Other programs write a camera beside MediaPipe's results.
  may_be_arkit_ = dialect == csj_dialect_arkit
                  || (is_unknown && !names_own && holds_arkit_frames(text) && !holds_results(text, true));
  prefix_.clear();
  is_of_hands_ = false;
  wrapped_time_key_ = csj_time_none;
  named_hands_[0] = named_hands_[1] = 0;
  std::fill(std::begin(faulty_parts_), std::end(faulty_parts_), 0);
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
    } else if (
        matrices_.size()
        || out.seen & (csj_seen_web | csj_seen_python | csj_seen_ios | csj_seen_solutions)) {
      check_dump();
    }
  }
  if (!skims_) name_json_fault();

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

// What the parser refused, in words and with its place.
void DocumentReader::name_json_fault() {
  for (csj_issue &entry : issues_) {
    JSONFault fault;
    if (entry.kind != csj_issue_not_json) continue;
    if (!find_json_fault(begin_, static_cast<size_t>(end_ - begin_), fault)) continue;
    entry.path[0] = 0;
    std::snprintf(entry.found, sizeof entry.found, "%s", fault.found.c_str());
    std::snprintf(entry.expected, sizeof entry.expected, "%s", fault.expected);
    out_->is_cut_off = fault.is_cut_off;
  }
}

bool DocumentReader::document(od::object object) {
  const bool readable = fields(object, [&](std::string_view key, od::value value) {
    place_ = {};
    return top_level(key, value);
  });
  if (out_->time_key == csj_time_none && wrapped_time_key_ != csj_time_none) {
    out_->seen |= csj_seen_timestamp;
    out_->time_key = wrapped_time_key_;
    out_->timestamp_ms = wrapped_time_;
  }
  return readable;
}

bool DocumentReader::timestamp(
    std::string_view key, od::value value, csj_time_key time_key, unsigned source) {
  place_.section = "timestampMs";
  out_->seen |= source;
  std::string_view text;
  double time = 0;
  const bool is_own = dialect_ == csj_dialect_own, is_text = !value.get_string().get(text);
  bool is_time_of_day = false;
  if (is_text
      && (!read_time(text, time, time_key, &is_time_of_day) || (is_own && time_key == csj_time_date))) {
    issue(
        csj_issue_type, text,
        is_own ? "a number, or hours:minutes:seconds" : "a number, or a date with a time of day (ISO 8601)");
    return true;
  }
  if (is_time_of_day) out_->seen |= csj_seen_time_of_day;
  csj_time_key &known = wrappers_ > 0 ? wrapped_time_key_ : out_->time_key;
  if (known == time_key && wrappers_ == 0) {
    issue(csj_issue_duplicate, key, "each key once");
    return true;
  }
  // Beside a time the number of a frame says nothing more.
  if (known != csj_time_none && known <= time_key) return true;
  if (wrappers_ == 0) out_->seen |= csj_seen_timestamp;
  known = time_key;
  double &out = wrappers_ > 0 ? wrapped_time_ : out_->timestamp_ms;
  out = time;
  return is_text || number(value, out);
}

// What programs that dump results call a time.
bool DocumentReader::time_key(std::string_view key, od::value value, bool &known) {
  struct Entry {
    std::string_view key;
    csj_time_key time_key;
    unsigned source;
  };
  static constexpr Entry entries[] = {
      {"timestamp_ms", csj_time_ms, csj_seen_python},
      {"timestampInMilliseconds", csj_time_ms, csj_seen_ios},
      {"timeMs", csj_time_ms, 0},
      {"time_ms", csj_time_ms, 0},
      {"timestampMillis", csj_time_ms, 0},
      {"frame_timestamp_ms", csj_time_ms, 0},
      {"timestamp_s", csj_time_s, 0},
      {"timestamp_sec", csj_time_s, 0},
      {"timestamp_seconds", csj_time_s, 0},
      {"timestampSeconds", csj_time_s, 0},
      {"time_s", csj_time_s, 0},
      {"time_sec", csj_time_s, 0},
      {"timeSeconds", csj_time_s, 0},
      {"timestamp_us", csj_time_us, 0},
      {"timestampUs", csj_time_us, 0},
      {"timestampMicros", csj_time_us, 0},
      {"timestamp_ns", csj_time_ns, 0},
      {"timestampNs", csj_time_ns, 0},
      {"timestampNanos", csj_time_ns, 0},
      {"timestamp", csj_time_unnamed, 0},
      {"time", csj_time_unnamed, 0},
      {"ts", csj_time_unnamed, 0},
      {"frame", csj_time_frame, 0},
      {"frameIndex", csj_time_frame, 0},
      {"frame_index", csj_time_frame, 0},
      {"frameNumber", csj_time_frame, 0},
      {"frame_number", csj_time_frame, 0},
      {"frameId", csj_time_frame, 0},
      {"frame_id", csj_time_frame, 0},
      {"frame_idx", csj_time_frame, 0},
  };
  for (const Entry &entry : entries) {
    if (entry.key != key) continue;
    // A header may have words of its own under such a key.
    od::json_type type;
    if (auto error = value.type().get(type)) return not_json(error);
    if (dialect_ == csj_dialect_any && type != od::json_type::number) {
      std::string_view text;
      double time;
      csj_time_key said;
      if (value.get_string().get(text) || !read_time(text, time, said)) break;
    }
    return timestamp(key, value, entry.time_key, entry.source);
  }
  known = false;
  return true;
}

bool DocumentReader::top_level(std::string_view key, od::value value) {
  unsigned &seen = out_->seen;
  if (key == "timestampMs") return timestamp(key, value, csj_time_ms, 0);
  if (may_be_arkit_) {
    bool known = true;
    if (!arkit_key(key, value, known)) return false;
    if (known) return true;
  }
  if (key == "intrinsics" && may_be_own_) {
    place_.section = "intrinsics";
    return !first_time(seen, csj_seen_intrinsics, key) || matrix(value, out_->intrinsics);
  }
  if (dialect_ != csj_dialect_dump) {
    const bool is_faces = key == "faces", is_hands = key == "hands", is_images = key == "images";
    if (is_faces || is_hands || is_images) {
      seen |= csj_seen_own_sample | csj_seen_content;
      place_.section = is_faces ? "faces" : is_hands ? "hands" : "images";
      if (!first_time(seen_keys_, is_faces ? 1u : is_hands ? 2u : 4u, key)) return true;
      return is_faces ? own_faces(value) : is_hands ? own_hands(value) : own_images(value);
    }
    if (key == "failed") {
      seen |= csj_seen_content;
      return !first_time(seen, csj_seen_failed, key) || failed(value);
    }
  }
  if (dialect_ == csj_dialect_arkit) {
    bool known = true;
    return time_key(key, value, known) && (known || skip_unknown(key, value));
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
    if (key == "verticalFieldOfViewDegrees") {
      place_.section = "verticalFieldOfViewDegrees";
      return !first_time(seen, csj_seen_field_of_view, key) ||
             number(value, out_->field_of_view_degrees);
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
  return dialect_ == csj_dialect_own ? skip_unknown(key, value) : results_or_unknown(key, value);
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

bool DocumentReader::dump_key(std::string_view key, od::value value, bool &known) {
  struct Entry {
    // How the web and iOS spell it, and how Python does.
    const char *camel, *snake;
    csj_part part;
    // Where it tells the API; 0 where the spelling does.
    unsigned api;
    Read read;
  };
  static constexpr auto face = [](DocumentReader &r, od::value v) {
    return r.dump_face_landmarks(v);
  };
  static constexpr auto hand = [](DocumentReader &r, od::value v) {
    return r.dump_hand_landmarks(v, false);
  };
  static constexpr auto world = [](DocumentReader &r, od::value v) {
    return r.dump_hand_landmarks(v, true);
  };
  static constexpr unsigned older = csj_seen_solutions;
  static constexpr Entry entries[] = {
      // MediaPipe Tasks.
      {"faceLandmarks", "face_landmarks", csj_part_face, 0, face},
      {"faceBlendshapes", "face_blendshapes", csj_part_blendshapes, 0,
       [](DocumentReader &r, od::value v) { return r.dump_face_blendshapes(v); }},
      {"facialTransformationMatrixes", "facial_transformation_matrixes", csj_part_matrix, 0,
       [](DocumentReader &r, od::value v) { return r.dump_matrices(v); }},
      {"landmarks", "hand_landmarks", csj_part_hand, 0,
       [](DocumentReader &r, od::value v) { return r.dump_landmarks(v); }},
      {"worldLandmarks", "hand_world_landmarks", csj_part_world_points, 0, world},
      {"handedness", "handedness", csj_part_hand, 0,
       [](DocumentReader &r, od::value v) { return r.dump_handedness(v, false); }},
      {"gestures", "gestures", csj_part_hand, 0,
       [](DocumentReader &r, od::value v) { return r.dump_gestures(v); }},
      // The older API, whose hands are named as the picture of a mirror shows them.
      {"multiFaceLandmarks", "multi_face_landmarks", csj_part_face, older, face},
      {"multiHandLandmarks", "multi_hand_landmarks", csj_part_hand, older, hand},
      {"multiHandWorldLandmarks", "multi_hand_world_landmarks", csj_part_world_points, older,
       world},
      {"multiHandedness", "multi_handedness", csj_part_hand, older,
       [](DocumentReader &r, od::value v) { return r.dump_handedness(v, true); }},
      // Its holistic results, and those of Tasks, have a key for each hand.
      {"leftHandLandmarks", "left_hand_landmarks", csj_part_hand, older,
       [](DocumentReader &r, od::value v) { return r.dump_named_hand(v, true, false); }},
      {"rightHandLandmarks", "right_hand_landmarks", csj_part_hand, older,
       [](DocumentReader &r, od::value v) { return r.dump_named_hand(v, false, false); }},
      {"leftHandWorldLandmarks", "left_hand_world_landmarks", csj_part_world_points, older,
       [](DocumentReader &r, od::value v) { return r.dump_named_hand(v, true, true); }},
      {"rightHandWorldLandmarks", "right_hand_world_landmarks", csj_part_world_points, older,
       [](DocumentReader &r, od::value v) { return r.dump_named_hand(v, false, true); }},
  };
  // What begins with one of these letters may be a name that is nearly one of those above.
  const bool may_be_near = !key.empty() && std::strchr("fFmMhH", key[0]);
  const std::string word = may_be_near ? folded(key) : "";
  unsigned bit = 1 << 5;
  for (const Entry &entry : entries) {
    bool is_camel = key == entry.camel;
    bit <<= 1;
    if (!is_camel && key != entry.snake) {
      if (!may_be_near || std::strcmp(entry.camel, entry.snake) == 0) continue;
      const std::string meant = folded(entry.snake);
      if (word != meant && word + "s" != meant) continue;
      is_camel = key.find('_') == key.npos && folded(entry.camel) == meant;
      name_near_key(key, is_camel ? entry.camel : entry.snake);
    }
    // Of a wrapper without hands these are a body's.
    if (wrappers_ > 0 && !is_of_hands_ && (key == "worldLandmarks" || key == "gestures")) break;
    place_.section = is_camel ? entry.camel : entry.snake;
    place_.part = entry.part;
    out_->seen |= csj_seen_content;
    if (entry.api) {
      out_->seen |= entry.api;
    } else if (std::strcmp(entry.camel, entry.snake) != 0) {
      out_->seen |= is_camel ? csj_seen_web : csj_seen_python;
    }
    // Faces and hands in wrappers of their own may have that key, each once.
    const bool is_first = key == "landmarks" || first_time(seen_keys_, bit, key);
    return !is_first || unwrapped(value, entry.read);
  }
  // The web writes the handedness twice, once under its old name; the rest is no tracking of a face or
  // a hand.
  static constexpr std::string_view ignored[] = {
      "handednesses",      "image",          "segmentationMask",     "segmentation_mask",
      "poseLandmarks",     "pose_landmarks", "poseWorldLandmarks",   "pose_world_landmarks",
      "multiFaceGeometry", "multi_face_geometry"};
  for (const auto name : ignored) {
    // Its value is read all the same, for what is no JSON.
    if (key == name) return skip(value);
  }
  return time_key(key, value, known);
}

}  // namespace tracking
