#pragma once

#include "kernels.h"

// CIEDE2000 of opaque sRGB pixels in single precision, without trigonometric functions: hues are
// unit vectors, a mean hue is the direction of their sum, and the cosines of its multiples are
// polynomials. By G. Sharma, W. Wu, E. N. Dalal, Color Research and Application 30 (2005).

typedef struct lab {
  v8f l, a, b;
} lab;

/// CIE's lightness curve: the cube root, with a straight line near black.
CC_INLINE v8f lightness_curve(v8f t) {
  // A third of the exponent, and two steps of Halley's method.
  v8f third = __builtin_convertvector((v8i)t, v8f) * (1.0f / 3);
  v8f y = (v8f)(__builtin_convertvector(third, v8i) + 709921077);
  for (int step = 0; step < 2; step++) {
    v8f cube = y * y * y;
    y = y * (cube + t + t) / (cube + cube + t);
  }
  v8f line = t * (841.0f / 108) + 4.0f / 29;
  return choose((v8i)(t > 216.0f / 24389), y, line);
}

/// From linear light; greys have no chroma at all, because each difference from green is exactly 0.
CC_INLINE lab lab_of(v8f r, v8f g, v8f b) {
  v8f red = r - g, blue = b - g;
  v8f x = g + (0.4124f / 0.9505f) * red + (0.1805f / 0.9505f) * blue;
  v8f y = g + 0.2126f * red + 0.0722f * blue;
  v8f z = g + (0.0193f / 1.0890f) * red + (0.9505f / 1.0890f) * blue;
  v8f fx = lightness_curve(x), fy = lightness_curve(y), fz = lightness_curve(z);
  return (lab){.l = 116 * fy - 16, .a = 500 * (fx - fy), .b = 200 * (fy - fz)};
}

/// sqrt(c^7 / (c^7 + 25^7)).
CC_INLINE v8f high_chroma(v8f c) {
  v8f c2 = c * c;
  v8f c7 = c2 * c2 * c2 * c;
  return root(c7 / (c7 + 6103515625.0f));
}

/// sin(60 degrees * exp(-((h - 275 degrees) / 25 degrees)^2)), of the hue as a unit vector.
CC_INLINE v8f blue_rotation(v8f cosine, v8f sine) {
  // 1 - cos of the angle from 275 degrees; beyond 100 degrees nothing is left.
  v8f t = 1 - (0.0871557427f * cosine - 0.996194698f * sine);
  t = __builtin_elementwise_min(__builtin_elementwise_max(t, (v8f){0}), (v8f){0} + 1.2f);
  // The exponent of 2: the square of the angle as a polynomial, fitted to 7e-6.
  v8f p = 0.0695389767f * t - 0.177459435f;
  p = p * t + 0.264852432f;
  p = p * t - 0.0739576079f;
  p = p * t + 0.26699498f;
  p = p * t + 0.665472838f;
  p = p * t + 2.52640203f;
  p = p * t + 15.1554782f;
  v8f exponent = p * t;
  // 2^-exponent: the whole part, rounded up, goes into the number's exponent, the rest is a
  // polynomial, fitted to 3e-9.
  v8i whole = __builtin_convertvector(exponent, v8i) + 1;
  v8f f = __builtin_convertvector(whole, v8f) - exponent;
  v8f power = 0.000218775048f * f + 0.00123878215f;
  power = power * f + 0.00968458045f;
  power = power * f + 0.0554804263f;
  power = power * f + 0.240230502f;
  power = power * f + 0.693146929f;
  power = power * f + 1;
  v8f angle = power * (v8f)((127 - whole) << 23);
  angle *= 1.04719755f;
  // The sine's series; the next term is below 4e-8.
  v8f square = angle * angle;
  v8f series = square * (1.0f / 362880) - 1.0f / 5040;
  series = series * square + 1.0f / 120;
  series = series * square - 1.0f / 6;
  return angle + angle * (series * square);
}

/// What the hue's cosines add up to: T.
CC_INLINE v8f hue_weight(v8f c, v8f s) {
  v8f c2 = c * c - s * s, s2 = 2 * c * s;
  v8f c3 = c * c2 - s * s2, s3 = s * c2 + c * s2;
  v8f c4 = c2 * c2 - s2 * s2, s4 = 2 * c2 * s2;
  v8f t = 1 - 0.17f * (0.866025404f * c + 0.5f * s);
  t = t + 0.24f * c2;
  t = t + 0.32f * (0.994521895f * c3 - 0.104528463f * s3);
  return t - 0.20f * (0.453990500f * c4 + 0.891006524f * s4);
}

CC_INLINE v8f inverse_or_0(v8f x) {
  return choose((v8i)(x > 0), 1 / x, (v8f){0});
}

CC_INLINE v8f ciede2000(lab p, lab q) {
  v8f chroma = 0.5f * (root(p.a * p.a + p.b * p.b) + root(q.a * q.a + q.b * q.b));
  v8f stretch = 1 + 0.5f * (1 - high_chroma(chroma));
  v8f a1 = stretch * p.a, a2 = stretch * q.a;
  v8f c1 = root(a1 * a1 + p.b * p.b), c2 = root(a2 * a2 + q.b * q.b);
  v8f inverse1 = inverse_or_0(c1), inverse2 = inverse_or_0(c2);
  v8f x1 = a1 * inverse1, y1 = p.b * inverse1, x2 = a2 * inverse2, y2 = q.b * inverse2;

  v8f dl = q.l - p.l, dc = c2 - c1;
  // Twice the sine of half the angle between two unit vectors is the distance of their ends.
  v8f dx = x2 - x1, dy = y2 - y1;
  v8f dh = root(c1 * c2) * root(dx * dx + dy * dy);
  dh = choose((v8i)(x1 * y2 - y1 * x2 < 0), -dh, dh);

  // The mean hue is the direction of the sum; of nearly opposite hues, of which little is left to
  // add up, that across their difference, on the sum's side.
  v8f mx = x1 + x2, my = y1 + y2;
  v8i is_wide = (v8i)(mx * mx + my * my < 1);
  v8i is_behind = (v8i)(dy * mx - dx * my < 0);
  v8i is_coloured = (v8i)(c1 * c2 > 0);
  is_wide &= is_coloured;
  mx = choose(is_wide, choose(is_behind, -dy, dy), mx);
  my = choose(is_wide, choose(is_behind, dx, -dx), my);
  v8f inverse = inverse_or_0(root(mx * mx + my * my));
  v8f cosine = mx * inverse, sine = my * inverse;
  v8f c = 0.5f * (c1 + c2), l = 0.5f * (p.l + q.l) - 50;
  v8f l2 = l * l;
  v8f sl = 1 + 0.015f * l2 / root(20 + l2);
  v8f sc = 1 + 0.045f * c;
  v8f sh = 1 + 0.015f * c * hue_weight(cosine, sine);
  v8f rotation = -2 * high_chroma(c) * blue_rotation(cosine, sine);
  v8f tl = dl / sl, tc = dc / sc, th = dh / sh;
  v8f squares = tl * tl + tc * tc + th * th + rotation * tc * th;
  return root(__builtin_elementwise_max(squares, (v8f){0}));
}

static int64_t colour_differences(
    const float *linear, const uint8_t *a, const uint8_t *b, const uint8_t *levels,
    int64_t count, float *differences) {
  enum { chunk = 1024 };
  int32_t different[chunk + 8];
  int64_t found = 0;
  for (int64_t start = 0; start < count; start += chunk) {
    int32_t length = count - start < chunk ? (int32_t)(count - start) : chunk;
    int32_t n = 0;
    for (int32_t i = 0; i < length; i++) {
      different[n] = i;
      n += levels[start + i] != 0;
    }
    for (int32_t i = n; i < n + 8 && n > 0; i++) {
      different[i] = different[n - 1];
    }
    for (int32_t i = 0; i < n; i += 8) {
      v8f light[6];
      for (int lane = 0; lane < 8; lane++) {
        const uint8_t *p = a + 4 * (start + different[i + lane]);
        const uint8_t *q = b + 4 * (start + different[i + lane]);
        for (int c = 0; c < 3; c++) {
          light[c][lane] = linear[p[c]];
          light[3 + c][lane] = linear[q[c]];
        }
      }
      store(
          differences + found + i,
          ciede2000(
              lab_of(light[0], light[1], light[2]), lab_of(light[3], light[4], light[5])));
    }
    found += n;
  }
  return found;
}

static double total(const float *samples, int64_t count) {
  v8d sums = {0};
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    sums += widened(load(samples + i));
  }
  double sum = sum_of(sums);
  for (; i < count; i++) {
    sum += samples[i];
  }
  return sum;
}
