#pragma once
// Reads one JSON document of a tracking file (a header, or one sample) into plain structs.
//
// simdjson is C++ and reports by exceptions and error codes; nothing of that gets past this
// header. What the numbers mean (finite, 478 of them, a rotation) is checked by the Swift caller:
// this side only knows which key holds what, and what JSON is.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Limits. What is over one of them is an issue of kind csj_issue_limit.
enum {
  csj_max_faces = 64,     // faces of a sample (also matrices and blendshape lists of a dump)
  csj_max_hands = 64,     // hands of a sample
  csj_max_images = 64,    // recognised pictures of a sample
  csj_max_gestures = 32,  // gestures of a hand, and of its custom ones
  csj_max_points = 1280,  // points kept of one list, ARKit's 1220 among them; further ones are counted, not kept
  csj_max_name = 127,     // UTF-8 bytes of a name
  csj_max_path = 96,      // bytes of a path in a document, with its end
  csj_max_depth = 64,     // nesting of a value whose key is not known
  csj_max_wrappers = 4,   // objects around a result
  csj_max_issues = 32,    // issues kept of one document
  csj_max_unknown = 64,   // unknown keys kept of one document
  csj_blendshapes = 53,
  csj_farthest_blendshape = 2,  // from 0; trackers write 0 to 1, apps that weigh them somewhat more
  csj_skimmed_points = 8,  // points of a list that are read of a text that is skimmed
};

// Bytes that must be readable (with any content) behind a document.
extern const size_t csj_padding;

// Which keys a document may have.
typedef enum {
  csj_dialect_any = 0,  // the first document of a file: a header, or a dump's first result
  csj_dialect_own = 1,  // avatar-tracking/1
  csj_dialect_dump = 2, // a result of MediaPipe, as one of its APIs gives it
  csj_dialect_arkit = 3,  // a frame of ARKit with its faces
} csj_dialect;

// Keys that were seen at the top of the document, as bits of `seen`.
enum {
  csj_seen_format = 1 << 0,
  csj_seen_width = 1 << 1,
  csj_seen_height = 1 << 2,
  csj_seen_rotation = 1 << 3,
  csj_seen_mirrored = 1 << 4,
  csj_seen_offset = 1 << 5,
  csj_seen_timestamp = 1 << 6,
  csj_seen_own_sample = 1 << 7,   // faces, hands or images
  csj_seen_web = 1 << 8,          // faceLandmarks and its like (web and iOS share them)
  csj_seen_python = 1 << 9,       // face_landmarks and its like
  csj_seen_ios = 1 << 10,         // timestampInMilliseconds
  csj_seen_smoothed = 1 << 11,    // tracker.smoothed
  csj_seen_failed = 1 << 12,
  csj_seen_time_unit = 1 << 13,
  csj_seen_coordinates = 1 << 14,
  csj_seen_solutions = 1 << 15,  // multiFaceLandmarks and its like, and holistic's hands
  csj_seen_field_of_view = 1 << 17,  // verticalFieldOfViewDegrees
  csj_seen_content = 1 << 16,    // any key under which faces, hands, pictures or a failure stand
  csj_seen_list = 1 << 18,       // a list of several objects that hold results
  csj_seen_intrinsics = 1 << 19,
  csj_seen_arkit = 1 << 20,        // a camera with a transform or intrinsics
  csj_seen_time_of_day = 1 << 21,  // a time written as hours, minutes and seconds
};

// What the key of a sample's time says of it, the more telling first.
typedef enum {
  csj_time_none = 0,
  csj_time_ms = 1,       // timestampMs and its like
  csj_time_s = 2,        // timestamp_s
  csj_time_us = 3,       // timestamp_us
  csj_time_ns = 4,       // timestamp_ns
  csj_time_unnamed = 5,  // timestamp, time: a time in a unit that the key does not say
  csj_time_date = 6,     // a date and time of day, as milliseconds since 1970
  csj_time_frame = 7,    // frame: a number of a frame
} csj_time_key;

// The smallest part of a sample that an issue is in.
typedef enum {
  csj_part_sample = 0,
  csj_part_face = 1,
  csj_part_blendshapes = 2,  // of the face
  csj_part_matrix = 3,       // of a dump's list, whose face is not known
  csj_part_hand = 4,
  csj_part_world_points = 5,  // of the hand
  csj_part_image = 6,
} csj_part;

typedef enum {
  csj_issue_not_json = 1,    // found: what stands there, or where the text ends
  csj_issue_type = 2,        // a value of another type, or a word that is not one of those allowed
  csj_issue_not_finite = 3,  // NaN, Infinity, null or 1e999 where a number stands
  csj_issue_missing = 4,     // a key that must be there
  csj_issue_duplicate = 5,   // a key that stands twice
  csj_issue_limit = 6,       // more than one of the limits above
  csj_issue_count = 7,       // a list whose length does not fit the list beside it
  csj_issue_range = 8,       // a number that is none of its kind
} csj_issue_kind;

typedef struct {
  csj_issue_kind kind;
  csj_part part;
  long part_index;    // which one of its list; -1 for the sample
  char path[csj_max_path];  // where in the document, such as faces[0].landmarks[13]
  char found[96];     // what stands there
  char expected[64];  // what should stand there
} csj_issue;

// A list of points: `start` counts numbers, `count` points as they stand in the file. Only the
// first csj_max_points are kept.
typedef struct {
  size_t start;
  size_t count;
} csj_points;

typedef struct {
  double values[16];
  size_t count;  // how many stand in the file
} csj_matrix;

typedef struct {
  bool has_id, has_landmarks, has_matrix, has_blendshapes, has_vertices;
  bool is_lost;  // ARKit's isTracked is false
  int64_t id;
  char identifier[csj_max_name + 1];  // ARKit's; empty where there is none
  csj_points landmarks;  // three numbers a point
  csj_points vertices;   // ARKit's, in metres
  csj_matrix matrix;     // of ARKit from the face to the world
  double blendshapes[csj_blendshapes];  // 0 for one that is bad
  size_t bad_blendshapes;               // those that are not finite, or of another unit than 0 to 1
} csj_face;

typedef struct {
  char name[csj_max_name + 1];
  double score;
} csj_category;

typedef struct {
  bool has_handedness, has_landmarks, has_world_landmarks;
  bool has_gestures, has_custom;  // whether there is a list, be it empty
  bool is_left;
  double score;
  csj_points landmarks, world_landmarks;  // three numbers a point
  size_t gestures_start, gestures_count;
  size_t custom_start, custom_count;  // of a classifier of the app's own
} csj_hand;

typedef struct {
  bool has_id, has_width, has_matrix;
  int64_t id;
  char name[csj_max_name + 1];
  csj_points corners;  // two numbers a point
  double score, width_mm;
  csj_matrix matrix;
} csj_image;

typedef struct {
  unsigned seen;
  csj_time_key time_key;
  char format[csj_max_name + 1];
  char time_unit[csj_max_name + 1];       // timeUnit
  char coordinates[csj_max_name + 1];     // coordinates
  double width, height, rotation_degrees, time_offset_ms, timestamp_ms;
  double field_of_view_degrees;           // verticalFieldOfViewDegrees
  csj_matrix intrinsics;                  // four numbers, or nine of a 3 x 3 matrix
  csj_matrix camera_transform;            // ARKit's, from the camera to the world
  bool mirrored;
  bool smoothed;                          // tracker.smoothed
  char source_sha256[csj_max_name + 1];   // source.sha256; empty where there is none
  char failed[csj_max_name + 1];          // why the tracker gave no answer, cut to what fits

  // The lists belong to the parser and last until it reads the next document.
  const csj_face *faces;
  size_t face_count;
  const csj_matrix *matrices;  // a dump's own list, not yet given to its faces
  size_t matrix_count;
  const csj_hand *hands;
  size_t hand_count;
  const csj_category *gestures;
  const csj_image *images;
  size_t image_count;
  const double *numbers;  // what csj_points count in
  // At most csj_max_issues, but at least one of each part that has any.
  const csj_issue *issues;
  size_t issue_count;
  bool is_cut_off;  // the text is no JSON because it ends within an object that began with it
  // A key that is nearly MediaPipe's and was read as that; empty where there is none.
  char near_key[csj_max_name + 1];
  const char *near_meant;
  const char *const *unknown_keys;
  size_t unknown_key_count;
} csj_document;

typedef struct csj_parser csj_parser;

// Makes a parser; null where memory is short. `blendshape_names` are the csj_blendshapes names in
// the order of csj_face.blendshapes; they are copied.
csj_parser *csj_parser_create(const char *const *blendshape_names);
void csj_parser_destroy(csj_parser *parser);

// Reads the document of `length` bytes, behind which csj_padding more are readable. Faults are
// listed as issues; after csj_issue_not_json the document holds what came before. False only where
// memory is short.
bool csj_parser_read(
    csj_parser *parser, const char *json, size_t length, csj_dialect dialect, csj_document *out);

// The same for a caller that asks when a sample was taken and what is in it, not for all of its
// numbers: of each list of points the first csj_skimmed_points are read, blendshapes, categories
// and values of unknown keys are stepped over, and faults within them are not found.
bool csj_parser_skim(
    csj_parser *parser, const char *json, size_t length, csj_dialect dialect, csj_document *out);

// Where a JSON value ends, by counting brackets outside of strings.
typedef struct {
  uint32_t depth;  // open brackets and braces within the value
  bool in_string, escaped;
  bool closes;  // whether the value begins with a bracket or brace, and so ends with one
} csj_splitter;

// Goes on from `start` and returns the place behind the bracket that ends the value or, of one without,
// that of the `,` or `]` behind it; 0 where it does not end before `length`.
size_t csj_splitter_scan(csj_splitter *splitter, const char *json, size_t start, size_t length);

// The place of the [ of the first list of objects in which results stand, however deep within the objects of
// a text, and how many of those are open there; `length` where there is none. The text may be cut off.
size_t csj_find_samples(const char *json, size_t length, size_t *depth);

// Where in a text as many points stand as a face has, under whichever key: its path, such as
// face.mesh[0], and their number; 0 where there are none.
size_t csj_parser_find_points(
    csj_parser *parser, const char *json, size_t length, char path[csj_max_path]);

#ifdef __cplusplus
}
#endif
