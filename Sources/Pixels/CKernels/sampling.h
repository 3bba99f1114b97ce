// Sampling, but for the texels: the part that is the same for vectors of every width.
//
// Included by the file of an instruction set after it has defined
//   - VECTOR_BYTES, and the functions' target by a pragma;
//   - SPOT_PARTS, the words in which it notes how far a sample lies from its texel.
// The operations in which sets differ are declared here and defined after the inclusion.
//
// A run is done in two phases: first where all texels of all taps lie, each asked for as soon as that is known,
// then the texels. In one loop, the way from a coordinate to its sample is so long that the processor
// has no room to overlap the pixels enough: that took 1.2 ns a pixel instead of 0.64; with phases for eight pixels
// at a time, four taps took 0.80 ns each instead of 0.65 (Zen 5, AVX2, quads, all texels at hand).
// One phase three vectors ahead of the other in the same loop takes a tenth longer than two loops.
// Starting a phase costs 13 ns, so the rows of a block, 35 pixels on average, share theirs.
// FMA is left out on purpose: it rounds once where the reference rounds twice.
//
// Texels are asked for ahead, since between two frames an encoder fills the caches with its own, and the rows
// of texels that a tile reads are too short and too far apart for the processor to foresee. In a render of
// a clip a sample of luma takes 1.5 ns, 2.7 with nothing asked for, and 1.0 where all texels are at hand (Zen 4).
// With a tile's texels asked for at its start it took 2.3: a processor has room for some 64 lines on their way, and
// drops what is asked for beyond (64 lines asked for at once had come when they were read, of 128 half: Zen 5).
// Exactly the next block's lines, asked for before a block is sampled, won for sampling what asking cost. Where all
// texels are at hand, asking costs nothing measurable for pairs, and 5 to 8 percent for quads (Zen 5).

#include "ckernels_cells.h"
#include "kernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef float f32v __attribute__((vector_size(VECTOR_BYTES)));
typedef int32_t i32v __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t u32v __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t i16v __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t u16v __attribute__((vector_size(VECTOR_BYTES)));

enum {
  /// Pixels at a time.
  lanes = VECTOR_BYTES / 4,
  /// Samples whose places are found before the first of them is taken.
  spots_max = 512,
  /// Half a cache line, in numbers: pixels side by side whose texels, one a pixel, are as many ask for them once.
  /// Where a pixel spans up to two texels, all lines are asked for.
  fetched_numbers = 16,
};

/// Points of the texture, in its fixed point.
typedef struct points {
  i32v u, v;
} points;

/// The samples of as many pixels as there are lanes: pairs in `a`, quads in both.
typedef struct group {
  i16v a, b;
} group;

/// Where the texels around samples lie: the index of the upper left one, and how far the sample
/// lies from it, as the set likes it best.
typedef struct spots {
  _Alignas(64) int32_t index[spots_max];
  _Alignas(64) int32_t parts[SPOT_PARTS][spots_max];
} spots;

/// Texel 0 of a level, and the one below it. In a copy: of what a sampler points to, the compiler
/// must assume that storing a sample changes it.
typedef struct texel_rows {
  const int16_t *upper, *lower;
} texel_rows;

// What instruction sets differ in.

/// The larger and the smaller number; the second where either is NaN, as the reference has it.
static inline f32v larger(f32v a, f32v b);
static inline f32v smaller(f32v a, f32v b);
/// The nearest whole numbers, ties to even.
static inline i32v nearest(f32v t);
/// Notes where the texels around some points lie.
static inline void locate(const ck_sampler *s, points at, spots *to, int32_t i);
/// The bilinear samples at some noted places.
static inline group sampled(texel_rows from, const spots *at, int32_t i, bool is_quad);

static inline f32v floats(float t) { return t - (f32v){0}; }
static inline i32v ints(int32_t t) { return t + (i32v){0}; }

// Coordinates.

/// What the coordinates of a row need.
typedef struct steps {
  float ux, vx, wx;
  ck_row row;
  int32_t base_u, base_v;
  /// How far the next pixels lie from the sampler's own; exact, being small whole numbers.
  f32v dx;
} steps;

static const float lane_numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};

static inline steps steps_of(const ck_sampler *s, ck_run run) {
  f32v lanes;
  memcpy(&lanes, lane_numbers, sizeof lanes);
  return (steps){
      .ux = s->ux, .vx = s->vx, .wx = s->wx, .row = ck_row_of(s, run.y),
      .base_u = s->u, .base_v = s->v, .dx = floats((float)(run.x - s->x)) + lanes,
  };
}

static inline i32v fixed(f32v t, bool is_inside) {
  if (!is_inside) {
    t = larger(t, floats(-(float)CK_FARTHEST));
    t = smaller(t, floats((float)CK_FARTHEST));
  }
  return nearest(t);
}

// The middles of the next pixels.
static inline points next_middles(steps *step, bool is_inside) {
  f32v dx = step->dx;
  step->dx = dx + (float)lanes;
  f32v w = step->wx * dx + step->row.w;
  if (!is_inside) {
    w = larger(w, floats(ck_smallest_weight));
  }
  f32v r = 1.0f / w;
  f32v u = (step->ux * dx + step->row.u) * r;
  f32v v = (step->vx * dx + step->row.v) * r;
  return (points){fixed(u, is_inside) + step->base_u, fixed(v, is_inside) + step->base_v};
}

static inline i32v clamped(i32v t, int32_t limit) {
  return __builtin_elementwise_min(__builtin_elementwise_max(t, ints(0)), ints(limit));
}

static inline points tapped(const ck_sampler *s, points at, ck_tap tap, bool is_inside) {
  at.u += tap.u;
  at.v += tap.v;
  return is_inside ? at : (points){clamped(at.u, s->limit_u), clamped(at.v, s->limit_v)};
}

// Means of taps.

/// Sums of samples in 32 bits: of lanes as they are, and of their upper halves.
typedef struct sums {
  u32v both, upper;
} sums;

// Two samples fit in 16 bits without a sign. What the lower halves add up to is left in `both`
// until the end: half the work of taking the halves apart for every tap.
static inline sums added(sums to, u16v samples) {
  return (sums){to.both + (u32v)samples, to.upper + ((u32v)samples >> 16)};
}

static inline i32v scaled(u32v sum, float gain) {
  f32v product = __builtin_convertvector((i32v)sum, f32v) * gain;
  return __builtin_convertvector(product + 0.5f, i32v);
}

static inline i16v mean_of(sums of, float gain) {
  i32v lower = scaled(of.both - (of.upper << 16), gain), upper = scaled(of.upper, gain);
  return (i16v)(lower | upper << 16);
}

__attribute__((always_inline)) static inline group mean(
    texel_rows from, const spots *at, int32_t i, int32_t count, float gain, bool is_quad) {
  sums a = {0}, b = {0};
  int32_t t = 0;
  for (; t + 2 <= count; t += 2) {
    group one = sampled(from, at, i + lanes * t, is_quad);
    group other = sampled(from, at, i + lanes * (t + 1), is_quad);
    a = added(a, (u16v)one.a + (u16v)other.a);
    b = added(b, (u16v)one.b + (u16v)other.b);
  }
  if (t < count) {
    group one = sampled(from, at, i + lanes * t, is_quad);
    a = added(a, (u16v)one.a);
    b = added(b, (u16v)one.b);
  }
  return (group){.a = mean_of(a, gain), .b = mean_of(b, gain)};
}

// Loops.

/// The shape of a loop: a set of constants for the compiler to specialise it by.
typedef struct shape {
  bool is_quad, is_inside, is_one_tap;
} shape;

static inline void store(int16_t *to, group all, bool is_quad) {
  memcpy(to, &all, is_quad ? sizeof all : sizeof all.a);
}

/// How far, in texels, the pixels of the next row of cells lie from their own.
static inline intptr_t texels_below(const ck_sampler *s) {
  const float unit = (float)CK_CELL_SIDE / (float)(1 << CK_SUBTEXEL_BITS);
  const float most = (float)CK_MAX_SIDE;
  // Where a number is none, a comparison fails, and what is asked for is of no use.
  float u = s->uy * unit, v = s->vy * unit;
  u = u > -most && u < most ? u : 0;
  v = v > -most && v < most ? v : 0;
  return (intptr_t)u + (intptr_t)v * s->stride;
}

/// Asks for the texels of some pixels, and for those that the pixels of the next row of cells will read: a
/// run by itself is over before the last of them have come.
///
/// Here the lower row of texels is enough, since the upper one is the lower one of pixels further up, or was asked for
/// by the row of cells above. There one tap needs both: artwork that is shrunk has rows that are no pixel's lower one.
///
/// - first: the number of the pixels' first upper left texel.
static inline void fetch_texels(texel_rows from, intptr_t first, intptr_t below, bool is_one_tap) {
  const uintptr_t bytes = sizeof *from.lower, row = (uintptr_t)(from.lower - from.upper) * bytes;
  // Not an address of the level, where the next row lies outside; asking for it does no harm.
  const uintptr_t here = (uintptr_t)from.lower + (uintptr_t)first * bytes, there = here + (uintptr_t)below * bytes;
  __builtin_prefetch((const void *)here);
  __builtin_prefetch((const void *)there);
  if (is_one_tap) {
    __builtin_prefetch((const void *)(there - row));
  }
}

// Samples as many pixels as there is room for spots.
__attribute__((always_inline)) static inline void sample_part(
    const ck_sampler *s, ck_run part, int16_t *samples, shape is) {
  const int32_t taps = is.is_one_tap ? 1 : s->tap_count, components = is.is_quad ? 4 : 2;
  const texel_rows from = {s->texels, s->texels + components * (intptr_t)s->stride};
  const intptr_t below = components * texels_below(s);
  const float gain = s->gain;
  spots spot;
  int32_t count = 0;
  for (int32_t row = 0; row < part.rows; row++, part.y++) {
    steps step = steps_of(s, part);
    for (int32_t i = 0; i < part.count; i += lanes, count += lanes) {
      points at = next_middles(&step, is.is_inside);
      for (int32_t t = 0; t < taps; t++) {
        const int32_t place = count * taps + lanes * t;
        locate(s, tapped(s, at, s->taps[t], is.is_inside), &spot, place);
        for (int32_t lane = 0; lane < lanes; lane += fetched_numbers / components) {
          fetch_texels(from, components * (intptr_t)spot.index[place + lane], below, is.is_one_tap);
        }
      }
    }
  }
  for (int32_t i = 0; i < count; i += lanes) {
    group all = is.is_one_tap ? sampled(from, &spot, i, is.is_quad)
                              : mean(from, &spot, i * taps, taps, gain, is.is_quad);
    store(samples + components * i, all, is.is_quad);
  }
}

__attribute__((always_inline)) static inline void sample_run(
    const ck_sampler *s, ck_run run, int16_t *samples, shape is) {
  const int32_t most = is.is_one_tap ? spots_max : spots_max / (lanes * s->tap_count) * lanes;
  // Several rows, or a part of one.
  const int32_t rows = run.count < most ? most / run.count : 1;
  for (int32_t row = 0; row < run.rows; row += rows) {
    for (int32_t i = 0; i < run.count; i += most) {
      ck_run part = run;
      part.x += i;
      part.y += row;
      part.count = run.count - i < most ? run.count - i : most;
      part.rows = run.rows - row < rows ? run.rows - row : rows;
      int32_t done = row * run.count + i;
      sample_part(s, part, samples + (is.is_quad ? 4 : 2) * (intptr_t)done, is);
    }
  }
}

// One loop for each shape: what is decided for a run is not asked again for a pixel.
__attribute__((always_inline)) static inline void sample_any(
    const ck_sampler *s, ck_run run, int16_t *samples, bool is_quad) {
  if (s->gain == 1.0f) {
    if (run.is_inside) {
      sample_run(s, run, samples, (shape){is_quad, true, true});
    } else {
      sample_run(s, run, samples, (shape){is_quad, false, true});
    }
  } else if (run.is_inside) {
    sample_run(s, run, samples, (shape){is_quad, true, false});
  } else {
    sample_run(s, run, samples, (shape){is_quad, false, false});
  }
}
