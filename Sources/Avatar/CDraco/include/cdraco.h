#pragma once
// Meshes that KHR_draco_mesh_compression packed, by Draco.
//
// Draco is C++; nothing of it, and none of its exceptions, gets past this header. The counts that a mesh declares
// are checked before Draco takes memory for them.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Limits. glTF's own attributes need 26 numbers a vertex.
enum {
  cdraco_max_attributes = 16,
  cdraco_max_components = 64,  // of all attributes
};

typedef enum {
  cdraco_ok = 0,
  cdraco_broken = 1,      // no mesh of Draco 2.2, or a damaged one
  cdraco_over_limit = 2,  // more triangles or attributes than allowed
  cdraco_no_memory = 3,
} cdraco_status;

typedef struct cdraco_mesh cdraco_mesh;

// Unpacks a mesh of at most `max_triangles`; null unless the status is cdraco_ok.
cdraco_mesh *cdraco_decode(
    const uint8_t *packed, size_t length, uint32_t max_triangles, cdraco_status *status);
void cdraco_destroy(cdraco_mesh *mesh);

uint32_t cdraco_triangles(const cdraco_mesh *mesh);
uint32_t cdraco_vertices(const cdraco_mesh *mesh);

// Writes three indices a triangle.
void cdraco_indices(const cdraco_mesh *mesh, uint32_t *out);

// The numbers of a vertex of an attribute, by its unique number; 0 where there is no such attribute.
uint32_t cdraco_components(const cdraco_mesh *mesh, uint32_t attribute);

// Writes the numbers of all vertices as they are stored, not normalised; false where there is no such attribute.
bool cdraco_values(const cdraco_mesh *mesh, uint32_t attribute, float *out);

#ifdef __cplusplus
}
#endif
