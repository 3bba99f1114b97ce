// A frame of ARKit as an app logs it: the camera, and the anchors of faces.
#include <cstdio>

#include "document_reader.hpp"

namespace tracking {

// What stands beside the faces; `known` changes where the key is none of it.
bool DocumentReader::arkit_key(std::string_view key, od::value value, bool &known) {
  od::json_type type;
  if (key == "camera") {
    if (auto error = value.type().get(type)) return not_json(error);
    od::object object;
    // Other programs may have words or numbers of their own under such a key.
    known = type == od::json_type::object && first_time(seen_keys_, 1u << 30, key);
    if (!known) return true;
    if (auto error = value.get_object().get(object)) return not_json(error);
    return arkit_camera(object);
  }
  if (key == "orientation") {
    if (value.type().get(type) || type != od::json_type::number) {
      known = false;
      return true;
    }
    place_.section = "orientation";
    return !first_time(out_->seen, csj_seen_rotation, key) || number(value, out_->rotation_degrees);
  }
  known = false;
  return true;
}

bool DocumentReader::arkit_camera(od::object object) {
  place_.section = "camera";
  const bool readable = fields(object, [&](std::string_view key, od::value value) {
    const auto is_first = [&](unsigned bit, const char *field) {
      place_.field = field;
      return first_time(out_->seen, bit, key);
    };
    if (key == "intrinsics") {
      out_->seen |= csj_seen_arkit;
      return !is_first(csj_seen_intrinsics, "intrinsics") || matrix(value, out_->intrinsics);
    }
    if (key == "transform") {
      out_->seen |= csj_seen_arkit;
      place_.field = "transform";
      return matrix(value, out_->camera_transform);
    }
    if (key == "imageResolution") return !is_first(csj_seen_width, "imageResolution") || resolution(value);
    return skip_unknown(key, value);
  });
  place_ = {};
  return readable;
}

// Width and height: a list, as CGSize is encoded, or an object with their names.
bool DocumentReader::resolution(od::value value) {
  out_->seen |= csj_seen_height;
  od::object object;
  if (!value.get_object().get(object)) {
    return fields(object, [&](std::string_view key, od::value item) {
      if (key == "width") return number(item, out_->width);
      if (key == "height") return number(item, out_->height);
      return skip_unknown(key, item);
    });
  }
  csj_matrix sides;
  if (!matrix(value, sides)) return false;
  if (sides.count == 2) {
    out_->width = sides.values[0];
    out_->height = sides.values[1];
  } else {
    issue(csj_issue_type, std::to_string(sides.count) + " numbers", "width and height");
  }
  return true;
}

bool DocumentReader::arkit_face_key(
    std::string_view key, od::value value, csj_face &face, unsigned &seen, bool &known) {
  if (key == "transform") {
    place_.field = "transform";
    if (null(value)) {
      face.is_lost = true;
      return true;
    }
    face.has_matrix = first_time(seen, 1u << 8, key);
    return !face.has_matrix || matrix(value, face.matrix);
  }
  if (key == "blendShapes") {
    place_.field = "blendshapes";
    return !first_time(seen, 1u << 9, key) || own_blendshapes(value, face);
  }
  if (key == "isTracked") {
    bool is_tracked = true;
    place_.field = "isTracked";
    if (!boolean(value, is_tracked)) return false;
    if (!is_tracked) face.is_lost = true;
    return true;
  }
  if (key == "identifier") {
    place_.field = "identifier";
    od::json_type type;
    if (auto error = value.type().get(type)) return not_json(error);
    if (type == od::json_type::string) return name(value, face.identifier);
    int64_t number = 0;
    if (!integer(value, number)) return false;
    std::snprintf(face.identifier, sizeof face.identifier, "%lld", static_cast<long long>(number));
    return true;
  }
  if (key == "vertices") {
    place_.field = "vertices";
    face.has_vertices = first_time(seen, 1u << 10, key);
    return !face.has_vertices || points(value, 3, face.vertices);
  }
  known = false;
  return true;
}

}  // namespace tracking
