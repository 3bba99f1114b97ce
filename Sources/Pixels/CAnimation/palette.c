#include "palette.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The same values on every machine.
#pragma STDC FP_CONTRACT OFF

// Chosen by median cut: the group of colours that deviates most is cut at its mean, along the axis of its largest
// deviation, until there are enough; then each colour moves to the mean of those that are nearest to it (Lloyd).
//
// Dithered by Knoll's method: for a colour, 16 of the palette are found whose mean it is, in the order of their
// lightness, and a mask says which of them is drawn at a place. Error diffusion gives finer pictures of single
// frames, but a change anywhere changes all pixels behind it: the grain crawls, and what stands still is stored in
// each frame.

enum {
  lloyd_rounds = 4,
  mask_side = 8,
};

// How much of an error is mixed in: less than all of it, since a colour apart from all of the palette would be
// mixed of ever farther ones.
static const float mixed_share = 0.85f;

typedef struct lab {
  float l, a, b;
} lab;

// A colour that was counted.
typedef struct point {
  lab place;
  float weight;
  int32_t cell;
} point;

// Points in a row, and how far they are from their mean along the axis where that is the most.
typedef struct group {
  int32_t first, count;
  int axis;
  float deviation, cut;
} group;

typedef struct sums {
  uint64_t count, red, green, blue;
} sums;

struct palette {
  sums *counted;
  // Colours for a cell, once they were asked for: `known` is the number of the palette that they are of.
  uint8_t (*mixes)[palette_mix];
  uint32_t *known;
  uint32_t number;
  int32_t size;
  uint8_t colours[palette_most][3];
  float l[palette_most], a[palette_most], b[palette_most];
  float linear[256];
};

// The third root of 0 to 1 by Newton's method, which gives the same bits everywhere.
static double third_root(double value) {
  if (value <= 0) return 0;
  double root = value < 0.01 ? 0.2 : 0.4 + 0.6 * value;
  for (int round = 0; round < 8; round++) root -= (root * root * root - value) / (3 * root * root);
  return root;
}

static double fifth_root(double value) {
  if (value <= 0) return 0;
  double root = value < 0.001 ? 0.25 : 0.5 + 0.5 * value;
  for (int round = 0; round < 16; round++) {
    const double square = root * root;
    root -= (square * square * root - value) / (5 * square * square);
  }
  return root;
}

// IEC 61966-2-1; x^2.4 is x^2 times the fifth root of x^2.
static float linear_light(int value) {
  const double coded = value / 255.0;
  if (coded <= 0.04045) return (float)(coded / 12.92);
  const double base = (coded + 0.055) / 1.055;
  return (float)(base * base * fifth_root(base * base));
}

// Ottosson, "A perceptual color space for image processing", 2020.
static lab lab_of(const palette *palette, int red, int green, int blue) {
  const double r = palette->linear[red], g = palette->linear[green], b = palette->linear[blue];
  const double l = third_root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = third_root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = third_root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return (lab){
      (float)(0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s),
      (float)(1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s),
      (float)(0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)};
}

palette *palette_new(void) {
  palette *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->counted = calloc(palette_cells, sizeof *made->counted);
  made->mixes = malloc(palette_cells * sizeof *made->mixes);
  made->known = calloc(palette_cells, sizeof *made->known);
  if (!made->counted || !made->mixes || !made->known) {
    palette_free(made);
    return NULL;
  }
  for (int value = 0; value < 256; value++) made->linear[value] = linear_light(value);
  return made;
}

void palette_free(palette *palette) {
  if (!palette) return;
  free(palette->counted);
  free(palette->mixes);
  free(palette->known);
  free(palette);
}

void palette_clear(palette *palette) {
  memset(palette->counted, 0, palette_cells * sizeof *palette->counted);
}

static int32_t cell_of(int red, int green, int blue) {
  const int shift = 8 - palette_bits;
  return (red >> shift) << (2 * palette_bits) | (green >> shift) << palette_bits | blue >> shift;
}

void palette_count(palette *palette, const uint8_t *pixels, int64_t count, bool opaque_only) {
  for (int64_t place = 0; place < count; place++) {
    const uint8_t *pixel = pixels + 4 * place;
    if (opaque_only && pixel[3] < 128) continue;
    sums *cell = palette->counted + cell_of(pixel[0], pixel[1], pixel[2]);
    cell->count += 1;
    cell->red += pixel[0];
    cell->green += pixel[1];
    cell->blue += pixel[2];
  }
}

static float coordinate(const lab *place, int axis) {
  return axis == 0 ? place->l : axis == 1 ? place->a : place->b;
}

static void measure(group *group, const point *points) {
  double weight = 0, sum[3] = {0}, squares[3] = {0};
  for (int32_t index = group->first; index < group->first + group->count; index++) {
    const point *at = points + index;
    weight += at->weight;
    for (int axis = 0; axis < 3; axis++) {
      const double value = coordinate(&at->place, axis);
      sum[axis] += at->weight * value;
      squares[axis] += at->weight * value * value;
    }
  }
  group->deviation = -1;
  for (int axis = 0; axis < 3; axis++) {
    const double mean = sum[axis] / weight;
    const double deviation = squares[axis] - weight * mean * mean;
    if ((float)deviation > group->deviation) {
      group->deviation = (float)deviation;
      group->axis = axis;
      group->cut = (float)mean;
    }
  }
}

// Brings the points below the cut to the front; gives how many those are.
static int32_t part(const group *group, point *points) {
  int32_t low = group->first, high = group->first + group->count;
  while (low < high) {
    if (coordinate(&points[low].place, group->axis) < group->cut) {
      low++;
    } else {
      high--;
      const point swapped = points[low];
      points[low] = points[high];
      points[high] = swapped;
    }
  }
  return low - group->first;
}

static void add_mean(palette *palette, const group *group, const point *points) {
  double weight = 0, sum[3] = {0};
  for (int32_t index = group->first; index < group->first + group->count; index++) {
    const sums *cell = palette->counted + points[index].cell;
    weight += points[index].weight;
    const double share = (double)points[index].weight / (double)cell->count;
    sum[0] += share * (double)cell->red;
    sum[1] += share * (double)cell->green;
    sum[2] += share * (double)cell->blue;
  }
  for (int channel = 0; channel < 3; channel++)
    palette->colours[palette->size][channel] = (uint8_t)(sum[channel] / weight + 0.5);
  palette->size += 1;
}

static void place_colours(palette *palette) {
  for (int32_t index = 0; index < palette_most; index++) {
    if (index >= palette->size) {
      // Farther than anything, so that loops need no other length.
      palette->l[index] = palette->a[index] = palette->b[index] = 1e9f;
      continue;
    }
    const uint8_t *colour = palette->colours[index];
    const lab place = lab_of(palette, colour[0], colour[1], colour[2]);
    palette->l[index] = place.l;
    palette->a[index] = place.a;
    palette->b[index] = place.b;
  }
}

static int32_t nearest(const palette *palette, lab place) {
  float distances[palette_most];
  for (int32_t index = 0; index < palette_most; index++) {
    const float l = palette->l[index] - place.l, a = palette->a[index] - place.a,
                b = palette->b[index] - place.b;
    distances[index] = l * l + a * a + b * b;
  }
  int32_t found = 0;
  for (int32_t index = 1; index < palette->size; index++)
    if (distances[index] < distances[found]) found = index;
  return found;
}

static void move_to_means(palette *palette, const point *points, int32_t count) {
  static const double none[4] = {0};
  double sum[palette_most][4];
  for (int32_t index = 0; index < palette->size; index++) memcpy(sum[index], none, sizeof none);
  for (int32_t index = 0; index < count; index++) {
    double *to = sum[nearest(palette, points[index].place)];
    const sums *cell = palette->counted + points[index].cell;
    const double share = (double)points[index].weight / (double)cell->count;
    to[0] += share * (double)cell->red;
    to[1] += share * (double)cell->green;
    to[2] += share * (double)cell->blue;
    to[3] += points[index].weight;
  }
  for (int32_t index = 0; index < palette->size; index++) {
    if (sum[index][3] <= 0) continue;
    for (int channel = 0; channel < 3; channel++)
      palette->colours[index][channel] = (uint8_t)(sum[index][channel] / sum[index][3] + 0.5);
  }
  place_colours(palette);
}

static int by_lightness(const void *one, const void *other) {
  const uint8_t *left = one, *right = other;
  const int first = 299 * left[0] + 587 * left[1] + 114 * left[2];
  const int second = 299 * right[0] + 587 * right[1] + 114 * right[2];
  return first != second ? (first > second) - (first < second) : memcmp(left, right, 3);
}

bool palette_choose(palette *palette, int32_t most) {
  int32_t count = 0;
  for (int32_t cell = 0; cell < palette_cells; cell++) count += palette->counted[cell].count > 0;
  palette->number += 1;
  palette->size = 0;
  if (count == 0) {
    memset(palette->colours[0], 0, 3);
    palette->size = 1;
    place_colours(palette);
    return true;
  }
  point *points = malloc((size_t)count * sizeof *points);
  if (!points) return false;
  int32_t filled = 0;
  for (int32_t cell = 0; cell < palette_cells; cell++) {
    const sums *of = palette->counted + cell;
    if (of->count == 0) continue;
    const double half = (double)of->count / 2;
    // A large ground takes less than its share, as it would leave no colour to what is small and bright.
    const float weight = (float)(sqrt((double)of->count) * sqrt(sqrt((double)of->count)));
    points[filled++] = (point){
        lab_of(
            palette, (int)(((double)of->red + half) / (double)of->count),
            (int)(((double)of->green + half) / (double)of->count),
            (int)(((double)of->blue + half) / (double)of->count)),
        weight, cell};
  }
  group groups[palette_most] = {{.first = 0, .count = count}};
  int32_t made = 1;
  measure(groups, points);
  while (made < most) {
    int32_t widest = 0;
    for (int32_t index = 1; index < made; index++)
      if (groups[index].deviation > groups[widest].deviation) widest = index;
    if (groups[widest].count < 2 || groups[widest].deviation <= 0) break;
    const int32_t low = part(groups + widest, points);
    if (low == 0 || low == groups[widest].count) {
      groups[widest].deviation = 0;
      continue;
    }
    groups[made] = (group){.first = groups[widest].first + low, .count = groups[widest].count - low};
    groups[widest].count = low;
    measure(groups + widest, points);
    measure(groups + made, points);
    made += 1;
  }
  for (int32_t index = 0; index < made; index++) add_mean(palette, groups + index, points);
  place_colours(palette);
  for (int round = 0; round < lloyd_rounds; round++) move_to_means(palette, points, count);
  free(points);
  qsort(palette->colours, (size_t)palette->size, sizeof palette->colours[0], by_lightness);
  place_colours(palette);
  return true;
}

int32_t palette_size(const palette *palette) { return palette->size; }

const uint8_t *palette_colour(const palette *palette, int32_t index) {
  return palette->colours[index];
}

// Finds the colours that are mixed for a cell; the palette is in the order of lightness, and so are they.
static void mix(palette *palette, int32_t cell) {
  const int mask = (1 << palette_bits) - 1, shift = 8 - palette_bits;
  const int values[3] = {cell >> (2 * palette_bits), cell >> palette_bits & mask, cell & mask};
  int wide[3];
  for (int channel = 0; channel < 3; channel++)
    wide[channel] = values[channel] << shift | values[channel] >> (palette_bits - shift);
  const lab wanted = lab_of(palette, wide[0], wide[1], wide[2]);
  uint8_t *mixed = palette->mixes[cell];
  lab error = {0, 0, 0};
  for (int found = 0; found < palette_mix; found++) {
    const lab tried = {
        wanted.l + error.l * mixed_share, wanted.a + error.a * mixed_share,
        wanted.b + error.b * mixed_share};
    const int32_t index = nearest(palette, tried);
    error.l += wanted.l - palette->l[index];
    error.a += wanted.a - palette->a[index];
    error.b += wanted.b - palette->b[index];
    int place = found;
    while (place > 0 && mixed[place - 1] > index) {
      mixed[place] = mixed[place - 1];
      place--;
    }
    mixed[place] = (uint8_t)index;
  }
  palette->known[cell] = palette->number;
}

// Bayer's mask: 0 to 63, each once.
static const uint8_t thresholds[mask_side][mask_side] = {
    {0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26},
    {12, 44, 4, 36, 14, 46, 6, 38}, {60, 28, 52, 20, 62, 30, 54, 22},
    {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
    {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};

uint8_t palette_index(palette *palette, const uint8_t *rgb, int32_t x, int32_t y) {
  const int threshold = thresholds[y % mask_side][x % mask_side];
  // The bits that a cell has not are dithered too, by another part of the mask than the colours of the cell.
  const int step = 1 << (8 - palette_bits);
  const int lift = thresholds[(y + 3) % mask_side][(x + 5) % mask_side] * step / 64;
  int lifted[3];
  for (int channel = 0; channel < 3; channel++) {
    const int value = rgb[channel] + lift;
    lifted[channel] = value > 255 ? 255 : value;
  }
  const int32_t cell = cell_of(lifted[0], lifted[1], lifted[2]);
  if (palette->known[cell] != palette->number) mix(palette, cell);
  return palette->mixes[cell][threshold * palette_mix / 64];
}
