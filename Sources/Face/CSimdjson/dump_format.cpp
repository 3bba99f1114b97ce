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

bool DocumentReader::dump_face_landmarks(od::value value) {
  place_.field = "landmarks";
  return each(value, csj_max_faces, place_.section_index, [&](od::value item) {
    csj_face *face = dump_face(static_cast<size_t>(place_.section_index));
    face->has_landmarks = true;
    return points(item, 3, face->landmarks);
  });
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

bool DocumentReader::dump_matrices(od::value value) {
  return each(value, csj_max_faces, place_.section_index, [&](od::value item) {
    return matrix(item, matrices_.emplace_back());
  });
}

bool DocumentReader::dump_hand_landmarks(od::value value, bool world) {
  return each(value, csj_max_hands, place_.section_index, [&](od::value item) {
    csj_hand *hand = dump_hand(static_cast<size_t>(place_.section_index));
    (world ? hand->has_world_landmarks : hand->has_landmarks) = true;
    return points(item, 3, world ? hand->world_landmarks : hand->landmarks);
  });
}

bool DocumentReader::dump_handedness(od::value value) {
  return each(value, csj_max_hands, place_.section_index, [&](od::value item) {
    csj_hand *hand = dump_hand(static_cast<size_t>(place_.section_index));
    // The list of a hand's categories; the first is the likeliest.
    size_t start = 0, count = 0;
    if (!categories(item, start, count)) return false;
    if (count > 0) {
      hand->score = gestures_[start].score;
      handedness(gestures_[start].name, *hand);
    }
    gestures_.resize(start);
    return true;
  });
}

bool DocumentReader::dump_gestures(od::value value) {
  return each(value, csj_max_hands, place_.section_index, [&](od::value item) {
    csj_hand *hand = dump_hand(static_cast<size_t>(place_.section_index));
    return categories(item, hand->gestures_start, hand->gestures_count);
  });
}

void DocumentReader::check_dump() {
  place_ = {};
  for (size_t index = 0; index < faces_.size(); ++index) {
    if (faces_[index].has_landmarks) continue;
    place_ = {"faceBlendshapes", static_cast<long>(index)};
    issue(csj_issue_count, "blendshapes without landmarks", "as many as faces at most");
  }
  for (size_t index = 0; index < hands_.size(); ++index) {
    place_ = {"handedness", static_cast<long>(index)};
    if (!hands_[index].has_landmarks && !hands_[index].has_world_landmarks) {
      issue(csj_issue_count, "an entry without landmarks", "as many as hands at most");
    }
  }
}

}  // namespace tracking
