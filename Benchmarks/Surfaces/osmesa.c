// Draws a mask with relief by OSMesa's llvmpipe, frame by frame in a slow turn. `Meshes/main.swift` has the same
// formulas and draws by our meshes.
//
// usage: osmesa FRAMES PICTURE FRAME [SCALE]
//
// Prints the CPU ms a frame, and writes one frame as PPM over grey. With a scale the picture is drawn so many times as
// large and averaged: what both programs approximate. That is not timed.

#define GL_GLEXT_PROTOTYPES
#include <GL/osmesa.h>
#include <GL/glext.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

// MARK: The scene; `Meshes/main.swift` has the same

enum { width = 416, height = 288, columns = 64, rows = 48, side = 1024, frames_a_turn = 120, ground = 128 };
// A part of a cylinder of radius 1, its axis so far from the camera; facing it, 330 px across without the relief.
static const double half_angle = 0.8, half_height = 0.538, distance = 4, focal_length = 759.6, most_turned = 0.6;

typedef struct vertex {
  float x, y, z, u, v;
} vertex;

static vertex vertex_at(double s, double t) {
  const double a = (2 * s - 1) * half_angle, across = s - 0.5, down = t - 0.55;
  const double radius = 1 + 0.22 * exp(-across * across / 0.006 - down * down / 0.03) +
                        0.03 * cos(6 * M_PI * s) * sin(4 * M_PI * t);
  return (vertex){(float)(radius * sin(a)), (float)((2 * t - 1) * half_height), (float)(-radius * cos(a)),
                  (float)(s * side), (float)(t * side)};
}

static double turn_of(int frame) { return most_turned * sin(2 * M_PI * frame / frames_a_turn); }

/// Rings, squares and ramps, two holes for eyes, and a round outline; premultiplied.
static void make_texture(uint8_t *rgba) {
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++, rgba += 4) {
      const double right = (x - 512) / 512.0, down = (y - 512) / 512.0, eye_down = (y - 400) / 60.0;
      const double eye = (x < 512 ? x - 340 : x - 684) / 110.0;
      const double outline = right * right * right * right + down * down * down * down;
      if (outline > 1 || eye * eye + eye_down * eye_down < 1) {
        memset(rgba, 0, 4);
        continue;
      }
      rgba[0] = (uint8_t)(90 + x / 9 + ((x / 16 + y / 16) & 1) * 40);
      rgba[1] = (uint8_t)(60 + y / 7);
      rgba[2] = (uint8_t)((((x * x + y * y) / 4096) & 31) * 7);
      rgba[3] = 255;
    }
  }
}

// MARK: Drawing

static void require(bool is_met, const char *what) {
  if (is_met) return;
  fprintf(stderr, "osmesa: %s\n", what);
  exit(1);
}

static void load_mesh(void) {
  static vertex vertices[(columns + 1) * (rows + 1)];
  static uint16_t numbers[6 * columns * rows];
  for (int row = 0; row <= rows; row++) {
    for (int column = 0; column <= columns; column++) {
      vertices[row * (columns + 1) + column] = vertex_at((double)column / columns, (double)row / rows);
    }
  }
  uint16_t *next = numbers;
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      const uint16_t a = (uint16_t)(row * (columns + 1) + column), c = (uint16_t)(a + columns + 2);
      const uint16_t six[6] = {a, (uint16_t)(a + 1), c, a, c, (uint16_t)(c - 1)};
      memcpy(next, six, sizeof six);
      next += 6;
    }
  }
  GLuint buffers[2];
  glGenBuffers(2, buffers);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof numbers, numbers, GL_STATIC_DRAW);
  glEnableClientState(GL_VERTEX_ARRAY);
  glEnableClientState(GL_TEXTURE_COORD_ARRAY);
  glVertexPointer(3, GL_FLOAT, sizeof(vertex), (void *)0);
  glTexCoordPointer(2, GL_FLOAT, sizeof(vertex), (void *)offsetof(vertex, u));
  glMatrixMode(GL_TEXTURE);
  glScaled(1.0 / side, 1.0 / side, 1);
}

static void load_texture(void) {
  uint8_t *rgba = malloc((size_t)side * side * 4);
  require(rgba, "no memory");
  make_texture(rgba);
  GLuint texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  const char *anisotropy = getenv("ANISOTROPY");
  if (anisotropy) glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, (float)atof(anisotropy));
  glEnable(GL_TEXTURE_2D);
  glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
  free(rgba);
}

static void load_state(void) {
  // Depths of 2 to 6 become -1 to 1; the picture's rows run down.
  const double near = 2, far = 6;
  const double matrix[16] = {2 * focal_length / width, 0, 0, 0, 0, -2 * focal_length / height, 0, 0,
                             0, 0, (far + near) / (far - near), 1, 0, 0, -2 * far * near / (far - near), 0};
  glMatrixMode(GL_PROJECTION);
  glLoadMatrixd(matrix);
  glMatrixMode(GL_MODELVIEW);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glClearColor(0, 0, 0, 0);
}

static int across, down;
static GLuint framebuffer;

/// A framebuffer of so many samples, since OSMesa's own has one.
static void make_framebuffer(int samples) {
  GLuint buffers[2];
  glGenFramebuffers(1, &framebuffer);
  glGenRenderbuffers(2, buffers);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, across, down);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
  glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, across, down);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
  require(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "no framebuffer of that many samples");
}

/// Draws a frame into the memory that OSMesa was lent.
static void draw(int frame) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glLoadIdentity();
  glTranslated(0, 0, distance);
  glRotated(turn_of(frame) * 180 / M_PI, 0, 1, 0);
  glDrawElements(GL_TRIANGLES, 6 * columns * rows, GL_UNSIGNED_SHORT, (void *)0);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, across, down, 0, 0, across, down, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glFinish();
}

static double milliseconds(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3 +
         (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3;
}

static void write_picture(const char *path, const uint8_t *rgba, int scale) {
  FILE *file = fopen(path, "wb");
  require(file, "the picture cannot be written");
  fprintf(file, "P6\n%d %d\n255\n", width, height);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      for (int channel = 0; channel < 3; channel++) {
        double sum = 0;
        for (int i = 0; i < scale * scale; i++) {
          const uint8_t *pixel = rgba + 4 * ((size_t)(y * scale + i / scale) * across + x * scale + i % scale);
          sum += pixel[channel] + (255 - pixel[3]) * (ground / 255.0);
        }
        fputc((int)(sum / (scale * scale) + 0.5), file);
      }
    }
  }
  fclose(file);
}

int main(int count, char **arguments) {
  require(count == 4 || count == 5, "usage: osmesa FRAMES PICTURE FRAME [SCALE]");
  const int frames = atoi(arguments[1]), scale = count > 4 ? atoi(arguments[4]) : 1;
  require(frames > 0 && scale > 0, "frames and scale have to be 1 or more");
  across = width * scale;
  down = height * scale;
  OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 0, 0, NULL);
  uint8_t *rgba = malloc((size_t)across * down * 4);
  require(context && rgba && OSMesaMakeCurrent(context, rgba, GL_UNSIGNED_BYTE, across, down), "no context");
  OSMesaPixelStore(OSMESA_Y_UP, 0);
  GLint samples = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &samples);
  samples = samples < 4 ? samples : 4;
  require(samples == 4, "no 4x multisampling");
  glViewport(0, 0, across, down);
  load_texture();
  load_mesh();
  load_state();
  make_framebuffer(samples);
  // The first frames also compile shaders.
  for (int frame = 0; frame < 20 && frame < frames; frame++) draw(frame);
  const double start = milliseconds();
  for (int frame = 0; frame < frames; frame++) draw(frame);
  const double spent = milliseconds() - start;
  draw(atoi(arguments[3]));
  require(glGetError() == GL_NO_ERROR, "OpenGL reports an error");
  printf(
      "%.4f\t%s, %s, %d samples a pixel\n", spent / frames, glGetString(GL_RENDERER), glGetString(GL_VERSION), samples);
  write_picture(arguments[2], rgba, scale);
  free(rgba);
  OSMesaDestroyContext(context);
}
