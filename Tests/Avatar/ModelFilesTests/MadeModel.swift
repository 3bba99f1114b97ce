import Foundation
import ModelFiles

/// A model that a test writes, and changes value by value.
struct MadeModel {
  var json: Any
  var binary: [UInt8] = []

  /// A text of JSON with the buffer views and accessors that `add` puts into it.
  init(_ text: String) throws {
    json = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// The bytes of a `.glb`.
  var glb: [UInt8] {
    var whole = self
    if !binary.isEmpty { whole.set("buffers/0/byteLength", binary.count) }
    let text = (try? JSONSerialization.data(withJSONObject: whole.json)) ?? Data()
    return Self.glb(json: [UInt8](text), binary)
  }

  static func glb(json: [UInt8], _ binary: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) }
    }
    func part(_ type: Int, _ bytes: [UInt8], _ filler: UInt8) -> [UInt8] {
      let filled = bytes + [UInt8](repeating: filler, count: (4 - bytes.count % 4) % 4)
      return number(filled.count) + number(type) + filled
    }
    let parts =
      part(0x4E4F_534A, json, 32) + (binary.isEmpty ? [] : part(0x004E_4942, binary, 0))
    return Array("glTF".utf8) + number(2) + number(12 + parts.count) + parts
  }

  func read(_ limits: ModelLimits = .package) throws -> ModelFile {
    try ModelFile.read(glb, name: "made.glb", limits: limits)
  }

  /// Sets a value, by its path; nil takes it away.
  ///
  /// Lists grow by the value behind their last one.
  mutating func set(_ path: String, _ value: Any?) {
    json = Self.setting(json, path.split(separator: "/")[...], value) ?? json
  }

  func changed(_ path: String, _ value: Any?) -> MadeModel {
    var model = self
    model.set(path, value)
    return model
  }

  private static func setting(_ json: Any?, _ path: ArraySlice<Substring>, _ value: Any?) -> Any? {
    guard let key = path.first else { return value }
    let rest = path.dropFirst()
    if let place = Int(key) {
      var list = json as? [Any] ?? []
      let inner = setting(place < list.count ? list[place] : nil, rest, value)
      if place < list.count { list.remove(at: place) }
      if let inner { list.insert(inner, at: min(place, list.count)) }
      return list
    }
    var object = json as? [String: Any] ?? [:]
    object[String(key)] = setting(object[String(key)], rest, value)
    return object
  }

  /// The number of elements of a list.
  private func count(_ key: String) -> Int {
    ((json as? [String: Any])?[key] as? [Any])?.count ?? 0
  }

  /// Adds a buffer view.
  @discardableResult
  mutating func addView(_ bytes: [UInt8], _ more: [String: Any] = [:]) -> Int {
    binary += [UInt8](repeating: 0, count: (4 - binary.count % 4) % 4)
    let view: [String: Any] = [
      "buffer": 0, "byteOffset": binary.count, "byteLength": bytes.count,
    ]
    let number = count("bufferViews")
    set("bufferViews/\(number)", view.merging(more) { $1 })
    binary += bytes
    return number
  }

  static func bytes<Number: BitwiseCopyable>(_ numbers: [Number]) -> [UInt8] {
    numbers.withUnsafeBytes { Array($0) }
  }

  /// Adds an accessor, with a buffer view of its own.
  @discardableResult
  mutating func add<Number: BitwiseCopyable>(
    _ numbers: [Number], _ type: String, _ more: [String: Any] = [:]
  ) -> Int {
    let widths = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16]
    let codes = [
      "Int8": 5120, "UInt8": 5121, "Int16": 5122, "UInt16": 5123, "UInt32": 5125, "Float": 5126,
    ]
    let accessor: [String: Any] = [
      "bufferView": addView(Self.bytes(numbers)), "type": type,
      "componentType": codes["\(Number.self)"] ?? 0, "count": numbers.count / (widths[type] ?? 1),
    ]
    let number = count("accessors")
    set("accessors/\(number)", accessor.merging(more) { $1 })
    return number
  }

  /// A square of two triangles with all that a model may have: accessors 0 to 3 are its positions, normals, coordinates
  /// and indices, 4 a morph target, 5 and 6 joints and weights, 7 inverse binds, 8 and 9 an animation of node 1.
  static func square() throws -> MadeModel {
    var model = try MadeModel(
      """
      {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
       "nodes": [{"mesh": 0, "skin": 0, "name": "square"}, {"name": "bone", "children": [2]}, {}],
       "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "JOINTS_0": 5,
         "WEIGHTS_0": 6}, "indices": 3, "material": 0, "targets": [{"POSITION": 4}]}],
         "weights": [0.25], "extras": {"targetNames": ["jawOpen"]}}],
       "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
       "textures": [{"source": 0, "sampler": 0}], "samplers": [{"magFilter": 9728, "wrapS": 33071}],
       "images": [{"bufferView": 10, "mimeType": "image/png"}],
       "skins": [{"joints": [1, 2], "inverseBindMatrices": 7}],
       "animations": [{"name": "nod", "samplers": [{"input": 8, "output": 9}],
         "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}]}]}
      """)
    model.add([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0] as [Float], "VEC3")
    model.add([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1] as [Float], "VEC3")
    model.add([0, 1, 1, 1, 0, 0, 1, 0] as [Float], "VEC2")
    model.add([0, 1, 2, 1, 3, 2] as [UInt16], "SCALAR")
    model.add([0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0.5] as [Float], "VEC3")
    model.add([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0] as [UInt8], "VEC4")
    model.add([3, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0] as [Float], "VEC4")
    let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    model.add(identity + identity.map { 2 * $0 }, "MAT4")
    model.add([0, 0.5, 2] as [Float], "SCALAR")
    model.add([0, 0, 0, 1, 2, 3, 0, 0, 0] as [Float], "VEC3")
    model.addView(try Self.picture())
    return model
  }
}
