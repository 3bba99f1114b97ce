import JSON

/// A glTF model of triangles in one file (GLB): a node and a mesh for each part.
///
/// Numbers are rounded to millionths, so that the last bit of a sine does not change the bytes.
struct GLBFile {
  struct Part {
    var name: String
    /// In metres, y up, z to the front.
    var points: [SIMD3<Double>]
    /// One for each point; empty for flat triangles.
    var normals: [SIMD3<Double>] = []
    /// Where the points lie in a picture, v down; empty for none.
    var coordinates: [SIMD2<Double>] = []
    /// Anticlockwise seen from the front, of at most 65,536 points.
    var triangles: [SIMD3<Int32>]
    var material: Material
    /// A morph target, with what it adds to the points.
    var target: (name: String, moves: [SIMD3<Double>])?
  }

  struct Material {
    var name: String
    /// Linear.
    var colour: SIMD3<Double>
    var (metallic, roughness): (Double, Double)
  }

  private var binary: [UInt8] = []
  private var views: [JSONValue] = []
  private var accessors: [JSONValue] = []

  /// The file of some parts.
  static func bytes(of parts: [Part]) -> [UInt8] {
    var file = GLBFile()
    let meshes = parts.enumerated().map { file.mesh($1, material: $0) }
    let numbers = JSONValue.array(parts.indices.map { .integer($0) })
    let text = JSONValue.object([
      ("asset", .object([("version", .string("2.0")), ("generator", .string("avatar-overlay"))])),
      ("scene", .integer(0)), ("scenes", .array([.object([("nodes", numbers)])])),
      (
        "nodes",
        .array(
          parts.enumerated().map {
            .object([("name", .string($1.name)), ("mesh", .integer($0))])
          })
      ),
      ("meshes", .array(meshes)),
      ("materials", .array(parts.map { json($0.material) })),
      ("accessors", .array(file.accessors)), ("bufferViews", .array(file.views)),
      ("buffers", .array([.object([("byteLength", .integer(file.binary.count))])])),
    ]).bytes
    let chunks = chunk("JSON", text, fill: UInt8(ascii: " ")) + chunk("BIN\0", file.binary, fill: 0)
    return Array("glTF".utf8) + bytes(2) + bytes(UInt32(12 + chunks.count)) + chunks
  }

  private static func json(_ material: Material) -> JSONValue {
    let (colour, metallic) = (material.colour, JSONValue.number(material.metallic))
    return .object([
      ("name", .string(material.name)),
      (
        "pbrMetallicRoughness",
        .object([
          (
            "baseColorFactor",
            .array([colour.x, colour.y, colour.z, 1].map { .number($0) })
          ), ("metallicFactor", metallic), ("roughnessFactor", .number(material.roughness)),
        ])
      ),
    ])
  }

  private mutating func mesh(_ part: Part, material: Int) -> JSONValue {
    var attributes = [("POSITION", points(part.points))]
    if !part.normals.isEmpty {
      attributes.append(("NORMAL", list(part.normals.flatMap { [$0.x, $0.y, $0.z] }, by: 3)))
    }
    if !part.coordinates.isEmpty {
      attributes.append(("TEXCOORD_0", list(part.coordinates.flatMap { [$0.x, $0.y] }, by: 2)))
    }
    var primitive: [(String, JSONValue)] = [
      ("attributes", .object(attributes)), ("indices", indices(part.triangles)),
      ("material", .integer(material)),
    ]
    guard let (name, moves) = part.target else {
      return .object([("primitives", .array([.object(primitive)]))])
    }
    primitive.append(("targets", .array([.object([("POSITION", points(moves))])])))
    return .object([
      ("primitives", .array([.object(primitive)])), ("weights", .array([.integer(0)])),
      ("extras", .object([("targetNames", .array([.string(name)]))])),
    ])
  }

  private mutating func points(_ points: [SIMD3<Double>]) -> JSONValue {
    list(points.flatMap { [$0.x, $0.y, $0.z] }, by: 3, hasRange: true)
  }

  private mutating func list(
    _ numbers: [Double], by width: Int, hasRange: Bool = false
  ) -> JSONValue {
    // Zero is added so that none is negative.
    let numbers = numbers.map { Float(($0 * 1e6).rounded() / 1e6 + 0) }
    var range: [(String, JSONValue)] = []
    if hasRange {
      let axes = (0..<width).map { axis in
        stride(from: axis, to: numbers.count, by: width).map { Double(numbers[$0]) }
      }
      range = [
        ("min", .array(axes.map { .number($0.min() ?? 0) })),
        ("max", .array(axes.map { .number($0.max() ?? 0) })),
      ]
    }
    return accessor(
      numbers.flatMap { Self.bytes($0.bitPattern) }, target: 34_962, component: 5126,
      "VEC\(width)", count: numbers.count / width, range)
  }

  private mutating func indices(_ triangles: [SIMD3<Int32>]) -> JSONValue {
    let numbers = triangles.flatMap { [$0.x, $0.y, $0.z] }
    return accessor(
      numbers.flatMap { Self.bytes(UInt32($0)).prefix(2) }, target: 34_963, component: 5123,
      "SCALAR", count: numbers.count)
  }

  private mutating func accessor(
    _ bytes: [UInt8], target: Int, component: Int, _ type: String, count: Int,
    _ range: [(String, JSONValue)] = []
  ) -> JSONValue {
    views.append(
      .object([
        ("buffer", .integer(0)), ("byteOffset", .integer(binary.count)),
        ("byteLength", .integer(bytes.count)), ("target", .integer(target)),
      ]))
    binary += Self.padded(bytes, fill: 0)
    accessors.append(
      .object(
        [
          ("bufferView", .integer(views.count - 1)), ("componentType", .integer(component)),
          ("count", .integer(count)), ("type", .string(type)),
        ] + range))
    return .integer(accessors.count - 1)
  }

  private static func chunk(_ type: String, _ content: [UInt8], fill: UInt8) -> [UInt8] {
    let content = padded(content, fill: fill)
    return bytes(UInt32(content.count)) + Array(type.utf8) + content
  }

  private static func padded(_ bytes: [UInt8], fill: UInt8) -> [UInt8] {
    bytes + Array(repeating: fill, count: -bytes.count & 3)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
