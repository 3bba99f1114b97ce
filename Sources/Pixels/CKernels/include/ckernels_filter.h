#pragma once

#include "ckernels.h"

// Making a level of a texture out of another by a filter.

#pragma clang assume_nonnull begin

enum {
  /// The most weights of a texel.
  CK_FILTER_WEIGHTS = 6,
  /// The most texels that differ in their weights.
  CK_FILTER_PHASES = 5,
  /// The sum of a filter's weights.
  CK_FILTER_SUM = 256,
};

/// A filter that makes of so many texels, each way, so many others.
typedef struct ck_filter {
  /// Texels that are read, and texels that they become: at most CK_FILTER_PHASES.
  int32_t texels_read, texels_made;
  /// The weights of each of those that are made, in whole numbers of the sum CK_FILTER_SUM, and of the
  /// first texel that they belong to, counted from the first of those that are read.
  int16_t weights[CK_FILTER_PHASES][CK_FILTER_WEIGHTS];
  int32_t first[CK_FILTER_PHASES];
} ck_filter;

/// The size of a level without its border.
typedef struct ck_extent {
  int32_t width, height;
  /// Texels in a row of the level, border included.
  int32_t stride;
} ck_extent;

/// Filters a level into one that begins `margin` of its own texels above and left of it; both are given
/// from their first texel within the border on, of 2 or 4 components each.
///
/// What lies outside is transparent. Results are held within 0 and whole alpha, colours within alpha.
///
/// - room: twice `ck_filter_room` numbers.
void ck_filter_level(
    const ck_filter *filter, const int16_t *from, ck_extent from_extent, int16_t *to,
    ck_extent to_extent, int32_t margin, int32_t channels, int16_t *room);

/// How many numbers a row takes while a level so wide is filtered.
int32_t ck_filter_room(int32_t width, int32_t channels);

#pragma clang assume_nonnull end
