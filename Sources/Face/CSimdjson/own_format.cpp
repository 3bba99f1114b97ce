#include "document_reader.hpp"

namespace tracking {

bool DocumentReader::own_faces(od::value value) {
  place_ = {"faces", csj_part_face};
  return each(value, csj_max_faces, place_.section_index, [&](od::value item) {
    od::object object;
    bool is_map = false;
    if (!map(item, object, is_map)) return false;
    return is_map ? own_face(object) : true;
  });
}

bool DocumentReader::own_face(od::object object) {
  csj_face &face = faces_.emplace_back();
  unsigned seen = 0;
  const bool readable = fields(object, [&](std::string_view key, od::value value) {
    if (may_be_arkit_) {
      bool known = true;
      if (!arkit_face_key(key, value, face, seen, known)) return false;
      if (known) return true;
    }
    if (key == "landmarks") {
      place_.field = "landmarks";
      face.has_landmarks = first_time(seen, 1, key);
      return !face.has_landmarks || points(value, 3, face.landmarks);
    }
    if (key == "matrix") {
      place_.field = "matrix";
      face.has_matrix = first_time(seen, 2, key);
      return !face.has_matrix || matrix(value, face.matrix);
    }
    if (key == "blendshapes") {
      place_.field = "blendshapes";
      return !first_time(seen, 4, key) || own_blendshapes(value, face);
    }
    if (key == "id") {
      place_.field = "id";
      face.has_id = first_time(seen, 8, key);
      return !face.has_id || integer(value, face.id);
    }
    return skip_unknown(key, value);
  });
  place_.field = nullptr;
  return readable;
}

bool DocumentReader::own_blendshapes(od::value value, csj_face &face) {
  if (skims_) return true;
  od::object object;
  if (!map(value, object, face.has_blendshapes)) return false;
  if (!face.has_blendshapes) return true;
  // Without `_neutral`, as most writers leave it out.
  size_t expected = 1;
  face.has_blendshapes = false;
  return fields(object, [&](std::string_view key, od::value item) {
    double score;
    if (!number(item, score)) return false;
    // An object without a score says as little as none.
    face.has_blendshapes = true;
    blendshape(key, score, face, expected);
    return true;
  });
}

bool DocumentReader::own_hands(od::value value) {
  place_ = {"hands", csj_part_hand};
  return each(value, csj_max_hands, place_.section_index, [&](od::value item) {
    od::object object;
    bool is_map = false;
    if (!map(item, object, is_map)) return false;
    return is_map ? own_hand(object) : true;
  });
}

bool DocumentReader::own_hand(od::object object) {
  csj_hand &hand = hands_.emplace_back();
  hand.score = 1;
  const bool readable = fields(object, [&](std::string_view key, od::value value) {
    if (key == "landmarks") {
      place_.field = "landmarks";
      hand.has_landmarks = true;
      return points(value, 3, hand.landmarks);
    }
    if (key == "worldLandmarks") {
      place_.field = "worldLandmarks";
      hand.has_world_landmarks = true;
      return points(value, 3, hand.world_landmarks);
    }
    if (key == "handedness") {
      place_.field = "handedness";
      char word[csj_max_name + 1];
      return name(value, word) && handedness(word, hand);
    }
    if (key == "score") {
      place_.field = "score";
      return number(value, hand.score);
    }
    if (key == "gestures") {
      place_.field = "gestures";
      hand.has_gestures = true;
      return categories(value, hand.gestures_start, hand.gestures_count);
    }
    if (key == "customGestures") {
      place_.field = "customGestures";
      hand.has_custom = true;
      return categories(value, hand.custom_start, hand.custom_count);
    }
    return skip_unknown(key, value);
  });
  place_.field = nullptr;
  return readable;
}

bool DocumentReader::own_images(od::value value) {
  place_ = {"images", csj_part_image};
  return each(value, csj_max_images, place_.section_index, [&](od::value item) {
    od::object object;
    bool is_map = false;
    if (!map(item, object, is_map)) return false;
    return is_map ? own_image(object) : true;
  });
}

bool DocumentReader::own_image(od::object object) {
  csj_image &image = images_.emplace_back();
  image.score = 1;
  bool has_name = false;
  unsigned seen = 0;
  const bool readable = fields(object, [&](std::string_view key, od::value value) {
    if (key == "name") {
      place_.field = "name";
      has_name = true;
      return name(value, image.name);
    }
    if (key == "corners") {
      place_.field = "corners";
      return points(value, 2, image.corners);
    }
    if (key == "score") {
      place_.field = "score";
      return number(value, image.score);
    }
    if (key == "id") {
      place_.field = "id";
      image.has_id = first_time(seen, 1, key);
      return !image.has_id || integer(value, image.id);
    }
    if (key == "widthMm") {
      place_.field = "widthMm";
      image.has_width = first_time(seen, 2, key);
      return !image.has_width || number(value, image.width_mm);
    }
    if (key == "matrix") {
      place_.field = "matrix";
      image.has_matrix = first_time(seen, 4, key);
      return !image.has_matrix || matrix(value, image.matrix);
    }
    return skip_unknown(key, value);
  });
  place_.field = nullptr;
  if (readable && !has_name) issue(csj_issue_missing, "no name", "the picture's name");
  return readable;
}

}  // namespace tracking
