#pragma once
#include <simdjson.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "csimdjson.h"

namespace tracking {

namespace od = simdjson::ondemand;

// Reads a time that is written as a text; `key` changes where the text says what it counts.
bool read_time(
    std::string_view text, double &out, csj_time_key &key, bool *is_time_of_day = nullptr);

// Whether so many points are a face's, with irises or without.
inline bool is_face_count(size_t points) { return points == 468 || points == 478; }

// Whether keys of MediaPipe's results stand in a text; `certainly` those that nothing else has.
bool holds_results(std::string_view text, bool certainly = false);

// The same of ARKit's frames.
bool holds_arkit_frames(std::string_view text);

// A key without what tells near spellings apart.
std::string folded(std::string_view key);

// The same of avatar-tracking/1's samples, and whether that format is named.
bool holds_own_samples(std::string_view text);
bool names_own_format(std::string_view text);

// Where in the document the reader stands, for the path of an issue: section[i].field[j].
struct Place {
  const char *section = nullptr;
  // What an element of the section is.
  csj_part part = csj_part_sample;
  long section_index = -1;
  const char *field = nullptr;
  long index = -1;
};

// Reads documents, one after the other, into lists that keep their memory.
//
// Functions return false where the document cannot be read any further (it is no JSON); what is
// wrong with a value that can be stepped over is listed as an issue, and they return true.
class DocumentReader {
 public:
  explicit DocumentReader(const char *const *blendshape_names);
  void read(
      const char *json, size_t length, csj_dialect dialect, bool skims, csj_document &out);
  // How many points stand in a document that are as many as a face's, and under which path; 0 for none.
  size_t find_face_points(const char *json, size_t length, std::string &path);

 private:
  // document_reader.cpp: the keys at the top of a document.
  bool document(od::object object);
  bool top_level(std::string_view key, od::value value);
  bool timestamp(std::string_view key, od::value value, csj_time_key time_key, unsigned source);
  bool time_key(std::string_view key, od::value value, bool &known);
  bool dump_key(std::string_view key, od::value value, bool &known);
  using Read = bool (*)(DocumentReader &, od::value);
  bool source(od::value value);
  bool tracker(od::value value);
  void check_dump();
  void name_near_key(std::string_view key, const char *meant);

  // arkit_format.cpp: what an app logs of ARKit beside the faces.
  bool arkit_key(std::string_view key, od::value value, bool &known);
  bool arkit_camera(od::object object);
  bool arkit_face_key(std::string_view key, od::value value, csj_face &face, unsigned &seen, bool &known);
  bool resolution(od::value value);

  // own_format.cpp: faces, hands and images of avatar-tracking/1.
  bool own_faces(od::value value);
  bool own_face(od::object object);
  bool own_blendshapes(od::value value, csj_face &face);
  bool own_hands(od::value value);
  bool own_hand(od::object object);
  bool own_images(od::value value);
  bool own_image(od::object object);

  // dump_format.cpp: the parallel lists of MediaPipe's results.
  bool dump_landmarks(od::value value);
  bool dump_face_landmarks(od::value value);
  bool dump_face_blendshapes(od::value value);
  bool dump_matrices(od::value value);
  bool is_single_matrix(od::array &array, bool &out);
  bool dump_hand_landmarks(od::value value, bool world);
  bool dump_named_hand(od::value value, bool is_left, bool world);
  bool dump_handedness(od::value value, bool is_mirrored);
  bool dump_gestures(od::value value);
  // Calls `take(place, points)` for each list of points, in whichever way the lists are wrapped; places
  // count from `first`.
  template <typename Take>
  bool point_lists(od::value value, size_t limit, size_t first, Take take);
  template <typename Take>
  bool point_lists_of(od::array array, size_t limit, size_t first, Take take);
  bool count_points(od::array &array, size_t &out);
  void take_face(size_t place, csj_points points);
  void take_hand(size_t place, csj_points points, bool world);
  bool point_list(od::value value, csj_points &out, bool &is_there);
  bool is_point(od::value value, bool &out);
  csj_face *dump_face(size_t index);
  csj_hand *dump_hand(size_t index);

  // results.cpp: results within other objects.
  bool results_or_unknown(std::string_view key, od::value value);
  bool results(std::string_view key, const char *index, od::object object, std::string_view raw);
  bool unwrapped(od::value value, Read read);

  // lists.cpp: points, matrices and categories.
  bool points(od::value value, size_t dimensions, csj_points &out);
  bool points_of(od::array array, size_t dimensions, csj_points &out);
  bool point(od::value value, size_t dimensions, double *out);
  bool matrix(od::value value, csj_matrix &out);
  bool matrix_of(od::object object, csj_matrix &out);
  bool matrix_of(od::array array, csj_matrix &out);
  bool category(od::object object, csj_category &out);
  bool categories(od::value value, size_t &start, size_t &count);

  // values.cpp: numbers and names, and what is wrong with them.
  bool number(od::value value, double &out);
  bool null(od::value value);
  bool integer(od::value value, int64_t &out);
  bool boolean(od::value value, bool &out);
  bool name(od::value value, char (&out)[csj_max_name + 1]);
  bool failed(od::value value);
  bool handedness(std::string_view word, csj_hand &hand);
  void blendshape(std::string_view key, double score, csj_face &face, size_t &expected);
  bool skip_unknown(std::string_view key, od::value value);
  bool skip_unknown(std::string_view key, std::string_view raw);
  bool skip(od::value value);
  bool skip(std::string_view raw);

  // Calls `body(value)` for each element of a list, with the place's index (or the section's)
  // set; elements from `limit` on are an issue and are not read.
  template <typename Body>
  bool each(od::value value, size_t limit, long &index, Body body);
  template <typename Body>
  bool each_of(od::array array, size_t limit, long &index, Body body);
  // Calls `body(key, value)` for each field of an object.
  template <typename Body>
  bool fields(od::object object, Body body);
  bool list(od::value value, od::array &out, bool &is_list);
  bool map(od::value value, od::object &out, bool &is_map);

  // What stands in place of a value, cut to what a message can show.
  std::string_view token(od::value value);
  bool not_json(simdjson::error_code error);
  bool not_json(std::string_view found);
  void wrong_type(od::value value, const char *expected);
  void issue(csj_issue_kind kind, std::string_view found, const char *expected);
  csj_part part_of_place(csj_issue_kind kind, long &index) const;
  void name_json_fault();
  bool first_time(unsigned &seen, unsigned bit, std::string_view key);

  od::parser parser_;
  simdjson::dom::parser unknown_parser_;
  std::vector<std::string> blendshape_names_;
  csj_dialect dialect_ = csj_dialect_any;
  // Whether only what tells when a sample was taken, and what is in it, is read.
  bool skims_ = false;
  csj_document *out_ = nullptr;
  const char *begin_ = nullptr, *end_ = nullptr;
  Place place_;
  unsigned seen_keys_ = 0;
  // How many objects stand around the results that are read, their keys, and whether they hold hands.
  size_t wrappers_ = 0;
  // How many objects stand around the numbers of a matrix: a list within a list of results, no more.
  size_t matrix_depth_ = 0;
  // Whether the text may be a frame of ARKit, or one of the project's own format.
  bool may_be_arkit_ = false, may_be_own_ = false;
  std::string prefix_;
  bool is_of_hands_ = false;
  // The time within wrappers, which is the sample's where it has none of its own.
  csj_time_key wrapped_time_key_ = csj_time_none;
  double wrapped_time_ = 0;
  // Hands that stand under a key of their own, from 1; 0 where there is none.
  size_t named_hands_[2] = {0, 0};
  // Of which parts an issue is kept, a bit each.
  uint64_t faulty_parts_[csj_part_image + 1] = {};

  std::vector<csj_face> faces_;
  std::vector<csj_matrix> matrices_;
  std::vector<csj_hand> hands_;
  std::vector<csj_category> gestures_;
  std::vector<csj_image> images_;
  std::vector<double> numbers_;
  std::vector<csj_issue> issues_;
  std::vector<std::string> unknown_;
  std::vector<const char *> unknown_pointers_;
};

template <typename Body>
bool DocumentReader::each(od::value value, size_t limit, long &index, Body body) {
  od::array array;
  bool is_list = false;
  if (!list(value, array, is_list)) return false;
  return !is_list || each_of(array, limit, index, body);
}

template <typename Body>
bool DocumentReader::each_of(od::array array, size_t limit, long &index, Body body) {
  size_t count = 0;
  for (auto element : array) {
    od::value item;
    if (auto error = element.get(item)) return not_json(error);
    index = static_cast<long>(count);
    if (count == limit) {
      issue(csj_issue_limit, "more of them", ("at most " + std::to_string(limit)).c_str());
    } else if (count < limit && !body(item)) {
      return false;
    }
    if (count <= limit) count += 1;
  }
  index = -1;
  return true;
}

template <typename Body>
bool DocumentReader::fields(od::object object, Body body) {
  for (auto field : object) {
    std::string_view key;
    if (auto error = field.unescaped_key().get(key)) return not_json(error);
    od::value value;
    if (auto error = field.value().get(value)) return not_json(error);
    if (!body(key, value)) return false;
  }
  return true;
}

}  // namespace tracking
