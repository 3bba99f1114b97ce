// MediaPipe's results are parallel lists: the i-th landmarks, the i-th blendshapes and the i-th
// handedness belong together. Only the matrices may be fewer than the faces, so they stay a list of
// their own here.
#include "document_reader.hpp"

namespace tracking {

csj_face *DocumentReader::dump_face(size_t index) {
  while (faces_.size() <= index) faces_.emplace_back();
  return &faces_[index];
}

csj_hand *DocumentReader::dump_hand(size_t index) {
  while (hands_.size() <= index) hands_.emplace_back().score = 1;
  return &hands_[index];
}

// A list of points is a list, or an object that holds it: `landmark` of a protocol buffer, `landmarks`
// of a class. An object with nothing in it says that nothing was found.
bool DocumentReader::point_list(od::value value, csj_points &out, bool &is_there) {
  is_there = true;
  od::object object;
  if (value.get_object().get(object)) return points(value, 3, out);
  is_there = false;
  bool has_points = false;
  if (!fields(object, [&](std::string_view key, od::value item) {
        is_there = true;
        if (key != "landmark" && key != "landmarks") return skip_unknown(key, item);
        has_points = true;
        return points(item, 3, out);
      })) {
    return false;
  }
  if (is_there && !has_points) issue(csj_issue_missing, "no landmark", "the points as landmark");
  return true;
}

// Whether a value is a point, an object with an x or a list of numbers, and not a list of points.
bool DocumentReader::is_point(od::value value, bool &out) {
  od::json_type type;
  if (auto error = value.type().get(type)) return not_json(error);
  if (type == od::json_type::object) {
    od::value x;
    const auto error = value["x"].get(x);
    if (error && error != simdjson::NO_SUCH_FIELD) return not_json(error);
    out = !error;
  } else if (type == od::json_type::array) {
    od::array array;
    if (auto error = value.get_array().get(array)) return not_json(error);
    for (auto element : array) {
      od::value item;
      if (auto error = element.get(item)) return not_json(error);
      // NaN has no type; the reader of the point will name it.
      out = item.type().get(type) || type == od::json_type::number;
      break;
    }
  }
  return true;
}

// Holistic results have one list of points where the others have a list of such lists.
template <typename Take>
bool DocumentReader::point_lists(od::value value, size_t limit, size_t first, Take take) {
  csj_points points{};
  bool is_there = false;
  od::json_type type;
  if (auto error = value.type().get(type)) return not_json(error);
  if (type == od::json_type::object) {
    place_.section_index = static_cast<long>(first);
    if (!point_list(value, points, is_there)) return false;
    if (is_there) take(first, points);
    return true;
  }
  od::array array;
  bool is_list = false;
  if (!list(value, array, is_list)) return false;
  return !is_list || point_lists_of(array, limit, first, take);
}

template <typename Take>
bool DocumentReader::point_lists_of(od::array array, size_t limit, size_t first, Take take) {
  csj_points points{};
  bool is_there = false, is_single = false, has_rest = false;
  for (auto element : array) {
    od::value item;
    if (auto error = element.get(item)) return not_json(error);
    if (!is_point(item, is_single)) return false;
    break;
  }
  if (auto error = array.reset().get(has_rest)) return not_json(error);
  if (is_single) {
    place_.section_index = static_cast<long>(first);
    if (!points_of(array, 3, points)) return false;
    take(first, points);
    return true;
  }
  long index = -1;
  return each_of(array, limit, index, [&](od::value item) {
    place_.section_index = static_cast<long>(first) + index;
    if (null(item)) return true;
    if (!point_list(item, points, is_there)) return false;
    if (is_there) take(static_cast<size_t>(place_.section_index), points);
    return true;
  });
}

// How many points a list has, or the only list in it; it is read from its beginning afterwards.
bool DocumentReader::count_points(od::array &array, size_t &out) {
  if (auto error = array.count_elements().get(out)) return not_json(error);
  if (out != 1) return true;
  for (auto element : array) {
    od::array inner;
    if (auto error = element.get_array().get(inner)) {
      if (error != simdjson::INCORRECT_TYPE) return not_json(error);
      break;
    }
    if (auto error = inner.count_elements().get(out)) return not_json(error);
    break;
  }
  bool has_rest = false;
  if (auto error = array.reset().get(has_rest)) return not_json(error);
  return true;
}

void DocumentReader::take_face(size_t place, csj_points points) {
  csj_face *face = dump_face(place);
  face->has_landmarks = true;
  face->landmarks = points;
}

void DocumentReader::take_hand(size_t place, csj_points points, bool world) {
  csj_hand *hand = dump_hand(place);
  (world ? hand->has_world_landmarks : hand->has_landmarks) = true;
  (world ? hand->world_landmarks : hand->landmarks) = points;
}

// The points under `landmarks`: hands of MediaPipe's results, a face of other programs', a body of what stands
// beside the two.
bool DocumentReader::dump_landmarks(od::value value) {
  od::array array;
  if (auto error = value.get_array().get(array))
    return error == simdjson::INCORRECT_TYPE ? dump_hand_landmarks(value, false) : not_json(error);
  size_t count = 0;
  if (!count_points(array, count)) return false;
  if (is_face_count(count)) {
    // The same as under another key, or nearly.
    if (!faces_.empty() && faces_[0].has_landmarks) return true;
    place_.part = csj_part_face;
    place_.field = "landmarks";
    return point_lists_of(
        array, csj_max_faces, 0, [&](size_t place, csj_points points) { take_face(place, points); });
  }
  if (wrappers_ > 0 && !is_of_hands_) return true;
  if (!hands_.empty() && hands_[0].has_landmarks) {
    issue(csj_issue_duplicate, "landmarks", "each key once");
    return true;
  }
  return point_lists_of(array, csj_max_hands, 0, [&](size_t place, csj_points points) {
    take_hand(place, points, false);
  });
}

bool DocumentReader::dump_face_landmarks(od::value value) {
  place_.field = "landmarks";
  return point_lists(
      value, csj_max_faces, 0, [&](size_t place, csj_points points) { take_face(place, points); });
}

bool DocumentReader::dump_face_blendshapes(od::value value) {
  return each(value, csj_max_faces, place_.section_index, [&](od::value item) {
    csj_face *face = dump_face(static_cast<size_t>(place_.section_index));
    if (skims_) return true;
    face->has_blendshapes = true;
    size_t expected = 0;
    const auto entries = [&](od::value categories) {
      return each(categories, csj_blendshapes + 12, place_.index, [&](od::value entry) {
        od::object object;
        bool is_map = false;
        if (!map(entry, object, is_map)) return false;
        csj_category score;
        if (is_map) {
          if (!category(object, score)) return false;
          blendshape(score.name, score.score, *face, expected);
        }
        return true;
      });
    };
    // The web and iOS wrap the list into Classifications, Python does not.
    od::object wrapper;
    if (item.get_object().get(wrapper)) return entries(item);
    return fields(wrapper, [&](std::string_view key, od::value inner) {
      if (key == "categories") return entries(inner);
      if (key == "headIndex" || key == "headName") return true;
      return skip_unknown(key, inner);
    });
  });
}

// Whether a list is one matrix, where a list of them is expected: of numbers, or of four rows. It is read from its
// beginning afterwards.
bool DocumentReader::is_single_matrix(od::array &array, bool &out) {
  for (auto element : array) {
    od::value item;
    if (auto error = element.get(item)) return not_json(error);
    od::json_type type;
    od::array row;
    size_t count = 0;
    if (item.type().get(type) || type == od::json_type::number) {
      out = true;
    } else if (type == od::json_type::array) {
      if (auto error = item.get_array().get(row)) return not_json(error);
      if (auto error = row.count_elements().get(count)) return not_json(error);
      // A matrix of four rows in a list of matrices has four elements too: lists.
      for (auto cell : row) {
        od::value entry;
        od::json_type kind;
        if (auto error = cell.get(entry)) return not_json(error);
        out = count == 4 && !entry.type().get(kind) && kind == od::json_type::number;
        break;
      }
    }
    break;
  }
  bool has_rest = false;
  if (auto error = array.reset().get(has_rest)) return not_json(error);
  return true;
}

bool DocumentReader::dump_matrices(od::value value) {
  od::object object;
  const auto fault = value.get_object().get(object);
  if (!fault) {
    place_.section_index = 0;
    return matrix_of(object, matrices_.emplace_back());
  }
  od::array array;
  bool is_list = false, is_single = false;
  if (!list(value, array, is_list)) return false;
  if (!is_list) return true;
  if (!is_single_matrix(array, is_single)) return false;
  if (is_single) {
    place_.section_index = 0;
    return matrix_of(array, matrices_.emplace_back());
  }
  return each_of(array, csj_max_faces, place_.section_index, [&](od::value item) {
    return matrix(item, matrices_.emplace_back());
  });
}

bool DocumentReader::dump_hand_landmarks(od::value value, bool world) {
  return point_lists(value, csj_max_hands, 0, [&](size_t place, csj_points points) {
    take_hand(place, points, world);
  });
}

bool DocumentReader::dump_named_hand(od::value value, bool is_left, bool world) {
  size_t &number = named_hands_[is_left ? 0 : 1];
  const size_t first = number > 0 ? number - 1 : hands_.size();
  return point_lists(value, 1, first, [&](size_t place, csj_points points) {
    take_hand(place, points, world);
    number = place + 1;
    hands_[place].has_handedness = true;
    hands_[place].is_left = is_left;
  });
}

// A hand's categories: a list of them, the likeliest first, or of the older API one by itself, wrapped
// or not.
bool DocumentReader::dump_handedness(od::value value, bool is_mirrored) {
  return each(value, csj_max_hands, place_.section_index, [&](od::value item) {
    csj_hand *hand = dump_hand(static_cast<size_t>(place_.section_index));
    size_t start = 0, count = 0;
    od::object object;
    if (item.get_object().get(object)) {
      if (!categories(item, start, count)) return false;
    } else if (skims_) {
      return true;
    } else {
      start = gestures_.size();
      bool is_wrapped = false;
      od::value inner;
      const auto fault = object["classification"].get(inner);
      if (!fault) {
        is_wrapped = true;
        if (!categories(inner, start, count)) return false;
      } else if (fault != simdjson::NO_SUCH_FIELD) {
        return not_json(fault);
      }
      if (!is_wrapped) {
        bool rest = false;
        if (auto error = object.reset().get(rest)) return not_json(error);
        csj_category entry;
        if (!category(object, entry)) return false;
        gestures_.push_back(entry);
        count = 1;
      }
    }
    if (count > 0) {
      hand->score = gestures_[start].score;
      handedness(gestures_[start].name, *hand);
      if (is_mirrored) hand->is_left = !hand->is_left;
    }
    gestures_.resize(start);
    return true;
  });
}

bool DocumentReader::dump_gestures(od::value value) {
  return each(value, csj_max_hands, place_.section_index, [&](od::value item) {
    csj_hand *hand = dump_hand(static_cast<size_t>(place_.section_index));
    hand->has_gestures = true;
    return categories(item, hand->gestures_start, hand->gestures_count);
  });
}

void DocumentReader::check_dump() {
  place_ = {};
  for (size_t index = 0; index < faces_.size(); ++index) {
    if (faces_[index].has_landmarks) continue;
    place_ = {"faceBlendshapes", csj_part_sample, static_cast<long>(index)};
    issue(csj_issue_count, "blendshapes without landmarks", "as many as faces at most");
  }
  for (size_t index = 0; index < hands_.size(); ++index) {
    place_ = {"handedness", csj_part_sample, static_cast<long>(index)};
    if (!hands_[index].has_landmarks && !hands_[index].has_world_landmarks) {
      issue(csj_issue_count, "an entry without landmarks", "as many as hands at most");
    }
  }
}

}  // namespace tracking
