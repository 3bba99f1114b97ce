#include "cdraco.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <new>

#include <draco/attributes/attribute_octahedron_transform.h>
#include <draco/attributes/attribute_quantization_transform.h>
#include <draco/compression/config/decoder_options.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>

struct cdraco_mesh {
  draco::Mesh mesh;
};

namespace {

struct Limits {
  uint32_t triangles;
  bool exceeded = false;
};

// A decoder that reads ahead what a mesh declares, and stops before memory is taken for it.
template <typename Base, bool is_edgebreaker>
class LimitedDecoder : public Base {
 public:
  explicit LimitedDecoder(Limits &limits) : limits_(limits) {}

 protected:
  bool DecodeConnectivity() override {
    draco::DecoderBuffer ahead = *this->buffer();
    uint32_t first = 0, second = 0;
    if (!draco::DecodeVarint(&first, &ahead) || !draco::DecodeVarint(&second, &ahead))
      return false;
    // Vertices and triangles, in an order of each method.
    const uint32_t vertices = is_edgebreaker ? first : second;
    const uint32_t triangles = is_edgebreaker ? second : first;
    if (is_edgebreaker) {
      // Each attribute with seams of its own has a table of all corners.
      uint8_t seams = 0;
      if (!ahead.Decode(&seams)) return false;
      if (seams > cdraco_max_attributes) return over();
    }
    if (triangles > limits_.triangles || vertices > uint64_t{3} * triangles) return over();
    return Base::DecodeConnectivity();
  }

  bool DecodePointAttributes() override {
    draco::DecoderBuffer ahead = *this->buffer();
    uint8_t decoders = 0;
    if (!ahead.Decode(&decoders)) return false;
    if (decoders > cdraco_max_attributes) return over();
    // What each decoder of attributes of a mesh with seams is told first.
    if (is_edgebreaker) {
      if (ahead.remaining_size() < 3 * decoders) return false;
      ahead.Advance(3 * decoders);
    }
    uint32_t attributes = 0, components = 0;
    for (int decoder = 0; decoder < decoders; ++decoder) {
      uint32_t count = 0;
      if (!draco::DecodeVarint(&count, &ahead)) return false;
      if (count > cdraco_max_attributes - attributes) return over();
      attributes += count;
      for (uint32_t i = 0; i < count; ++i) {
        // Purpose, type of the numbers, their count, whether they are normalised.
        uint8_t head[4];
        uint32_t number = 0;
        if (!ahead.Decode(head, sizeof head) || !draco::DecodeVarint(&number, &ahead)) return false;
        components += head[2];
        if (components > cdraco_max_components) return over();
      }
      // How each is packed.
      if (ahead.remaining_size() < count) return false;
      ahead.Advance(count);
    }
    return Base::DecodePointAttributes();
  }

 private:
  bool over() {
    limits_.exceeded = true;
    return false;
  }

  Limits &limits_;
};

template <typename Decoder>
bool decode(draco::DecoderBuffer &buffer, Limits &limits, draco::Mesh &mesh) {
  draco::DecoderOptions options;
  // Draco is compiled so that it rounds otherwise on other processors: it leaves the integers as they are.
  for (int i = 0; i < draco::GeometryAttribute::NAMED_ATTRIBUTES_COUNT; ++i)
    options.SetAttributeBool(
        static_cast<draco::GeometryAttribute::Type>(i), "skip_attribute_transform", true);
  Decoder decoder(limits);
  return decoder.Decode(options, &buffer, &mesh).ok();
}

bool decode(const uint8_t *packed, size_t length, Limits &limits, draco::Mesh &mesh) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char *>(packed), length);
  draco::DecoderBuffer ahead = buffer;
  draco::DracoHeader header;
  if (!draco::PointCloudDecoder::DecodeHeader(&ahead, &header).ok()) return false;
  if (header.encoder_type != draco::TRIANGULAR_MESH || header.version_major != 2
      || header.version_minor != 2)
    return false;
  switch (header.encoder_method) {
  case draco::MESH_SEQUENTIAL_ENCODING:
    return decode<LimitedDecoder<draco::MeshSequentialDecoder, false>>(buffer, limits, mesh);
  case draco::MESH_EDGEBREAKER_ENCODING:
    return decode<LimitedDecoder<draco::MeshEdgebreakerDecoder, true>>(buffer, limits, mesh);
  default: return false;
  }
}

// Whether each corner of each triangle is a vertex.
bool has_all_vertices(const draco::Mesh &mesh) {
  for (uint32_t i = 0; i < mesh.num_faces(); ++i)
    for (const draco::PointIndex &corner : mesh.face(draco::FaceIndex(i)))
      if (corner.value() >= mesh.num_points()) return false;
  return true;
}

// What the integers of an attribute stand for.
enum class Transform { none, scale, octahedron };

Transform transform(const draco::PointAttribute &attribute) {
  const draco::AttributeTransformData *data = attribute.GetAttributeTransformData();
  switch (data ? data->transform_type() : draco::ATTRIBUTE_NO_TRANSFORM) {
  case draco::ATTRIBUTE_QUANTIZATION_TRANSFORM: return Transform::scale;
  case draco::ATTRIBUTE_OCTAHEDRON_TRANSFORM: return Transform::octahedron;
  default: return Transform::none;
  }
}

// Each operation is a statement of its own, so that the compiler does not make one of two.
bool scale(const draco::PointAttribute &attribute, uint32_t vertices, float *out) {
  draco::AttributeQuantizationTransform transform;
  if (!transform.InitFromAttribute(attribute)) return false;
  const int bits = transform.quantization_bits(), count = attribute.num_components();
  if (bits < 1 || bits > 30 || transform.min_values().size() < size_t(count)) return false;
  const float step = transform.range() / static_cast<float>((1 << bits) - 1);
  for (uint32_t vertex = 0; vertex < vertices; ++vertex)
    for (int i = 0; i < count; ++i, ++out) {
      const float offset = *out * step;
      *out = offset + transform.min_value(i);
    }
  return true;
}

// Unit vectors of pairs of coordinates on an octahedron that is unfolded.
bool unfold(const draco::PointAttribute &attribute, uint32_t vertices, float *out) {
  draco::AttributeOctahedronTransform transform;
  if (!transform.InitFromAttribute(attribute)) return false;
  const int bits = transform.quantization_bits();
  if (bits < 2 || bits > 30) return false;
  const float step = 2 / static_cast<float>((1 << bits) - 2);
  // From the last one on: three numbers take the place of two.
  for (uint32_t vertex = vertices; vertex-- > 0;) {
    const float s = out[2 * vertex] * step, t = out[2 * vertex + 1] * step;
    float y = s - 1, z = t - 1;
    float x = 1 - std::abs(y);
    x -= std::abs(z);
    const float fold = x < 0 ? -x : 0;
    y += y < 0 ? fold : -fold;
    z += z < 0 ? fold : -fold;
    const float xx = x * x, yy = y * y, zz = z * z;
    float square = xx + yy;
    square += zz;
    const float scale = square < 1e-6f ? 0 : 1 / std::sqrt(square);
    out[3 * vertex] = x * scale;
    out[3 * vertex + 1] = y * scale;
    out[3 * vertex + 2] = z * scale;
  }
  return true;
}

template <typename Number>
bool values(const draco::PointAttribute &attribute, uint32_t vertices, float *out) {
  const size_t count = attribute.num_components(), size = count * sizeof(Number);
  for (uint32_t vertex = 0; vertex < vertices; ++vertex) {
    const draco::PointIndex point(vertex);
    if (!attribute.is_mapping_identity() && vertex >= attribute.indices_map_size()) return false;
    const draco::AttributeValueIndex value = attribute.mapped_index(point);
    if (value.value() >= attribute.size()) return false;
    const int64_t start = attribute.GetBytePos(value);
    if (start < 0 || start + size > attribute.buffer()->data_size()) return false;
    for (size_t i = 0; i < count; ++i) {
      Number number;
      std::memcpy(&number, attribute.buffer()->data() + start + i * sizeof number, sizeof number);
      *out++ = static_cast<float>(number);
    }
  }
  return true;
}

bool values(const draco::PointAttribute &attribute, uint32_t vertices, float *out) {
  switch (attribute.data_type()) {
  case draco::DT_INT8: return values<int8_t>(attribute, vertices, out);
  case draco::DT_UINT8:
  case draco::DT_BOOL: return values<uint8_t>(attribute, vertices, out);
  case draco::DT_INT16: return values<int16_t>(attribute, vertices, out);
  case draco::DT_UINT16: return values<uint16_t>(attribute, vertices, out);
  case draco::DT_INT32: return values<int32_t>(attribute, vertices, out);
  case draco::DT_UINT32: return values<uint32_t>(attribute, vertices, out);
  case draco::DT_FLOAT32: return values<float>(attribute, vertices, out);
  default: return false;
  }
}

}  // namespace

cdraco_mesh *cdraco_decode(
    const uint8_t *packed, size_t length, uint32_t max_triangles, cdraco_status *status) {
  try {
    auto result = std::make_unique<cdraco_mesh>();
    Limits limits{max_triangles};
    if (decode(packed, length, limits, result->mesh) && has_all_vertices(result->mesh)) {
      *status = cdraco_ok;
      return result.release();
    }
    *status = limits.exceeded ? cdraco_over_limit : cdraco_broken;
  } catch (const std::bad_alloc &) {
    *status = cdraco_no_memory;
  } catch (...) {
    // A vector that is asked for more than it can ever hold.
    *status = cdraco_broken;
  }
  return nullptr;
}

void cdraco_destroy(cdraco_mesh *mesh) { delete mesh; }

uint32_t cdraco_triangles(const cdraco_mesh *mesh) { return mesh->mesh.num_faces(); }

uint32_t cdraco_vertices(const cdraco_mesh *mesh) { return mesh->mesh.num_points(); }

void cdraco_indices(const cdraco_mesh *mesh, uint32_t *out) {
  for (uint32_t i = 0; i < mesh->mesh.num_faces(); ++i)
    for (const draco::PointIndex &corner : mesh->mesh.face(draco::FaceIndex(i)))
      *out++ = corner.value();
}

uint32_t cdraco_components(const cdraco_mesh *mesh, uint32_t attribute) {
  const draco::PointAttribute *found = mesh->mesh.GetAttributeByUniqueId(attribute);
  if (!found) return 0;
  return transform(*found) == Transform::octahedron ? 3 : found->num_components();
}

bool cdraco_values(const cdraco_mesh *mesh, uint32_t attribute, float *out) {
  const draco::PointAttribute *found = mesh->mesh.GetAttributeByUniqueId(attribute);
  const uint32_t vertices = mesh->mesh.num_points();
  try {
    // Where an octahedron has more, there is no room for it.
    if (!found || (transform(*found) == Transform::octahedron && found->num_components() != 2)) return false;
    if (!values(*found, vertices, out)) return false;
    switch (transform(*found)) {
    case Transform::none: return true;
    case Transform::scale: return scale(*found, vertices, out);
    case Transform::octahedron: return unfold(*found, vertices, out);
    }
  } catch (...) {
    // The transforms take memory for their parameters.
  }
  return false;
}
