internal import Digests

/// The bytes that a model's accessors and pictures lie in.
final class GLTFBuffers {
  let limits: ModelLimits
  private let container: GLTFContainer
  private let files: GLTFFiles
  private let buffers, views: [GLTFValue]
  private var loaded: [Int: [UInt8]] = [:]
  private var decompressed: [Int: [UInt8]] = [:]
  private(set) var taken = 0
  /// The hashes of the files beside the model, by path.
  private(set) var hashes: [String: String] = [:]

  init(
    _ container: GLTFContainer, _ files: GLTFFiles, _ limits: ModelLimits
  ) throws(ModelFault) {
    (self.container, self.files, self.limits) = (container, files, limits)
    buffers = try container.root.list("buffers")
    views = try container.root.list("bufferViews")
  }

  /// Counts bytes that are about to be taken.
  func take(_ bytes: Int, at value: GLTFValue) throws(ModelFault) {
    taken += bytes
    guard taken <= limits.dataBytes else {
      throw value.fault(
        .overLimit(
          what: "bytes of the model's data", found: "\(taken)", limit: "\(limits.dataBytes)"))
    }
  }

  /// The bytes of a file that a value names.
  func file(_ uri: GLTFValue) throws(ModelFault) -> [UInt8] {
    let (bytes, path) = try files.bytes(of: uri, limits: limits)
    try take(bytes.count, at: uri)
    if let path { hashes[path] = SHA256.hex(of: bytes) }
    return bytes
  }

  /// A part of a buffer.
  private func part(
    of buffer: Int, offset: Int, length: Int, at value: GLTFValue
  ) throws(ModelFault) -> GLTFView {
    let whole = try bytes(of: buffer)
    let beyond = offset + length - whole.range.count
    guard beyond <= 0 else {
      throw value.fault("it reaches \(beyond) bytes beyond buffer \(buffer)")
    }
    let start = whole.range.lowerBound + offset
    return GLTFView(bytes: whole.bytes, range: start..<(start + length))
  }

  private func bytes(of number: Int) throws(ModelFault) -> GLTFView {
    let buffer = buffers[number]
    let length = try buffer.required("byteLength").integer(in: 1...GLTFValue.mostBytes)
    let whole: GLTFView
    if let known = loaded[number] {
      whole = GLTFView(bytes: known, range: known.indices)
    } else if let uri = try buffer["uri"] {
      let bytes = try file(uri)
      loaded[number] = bytes
      whole = GLTFView(bytes: bytes, range: bytes.indices)
    } else if number == 0, let binary = container.binary {
      whole = GLTFView(bytes: container.bytes, range: binary)
    } else {
      throw buffer.fault("it names no file, and the model has no binary part for it")
    }
    guard length <= whole.range.count else {
      throw buffer.fault(
        .truncated(what: "buffer \(number)", expected: length, found: whole.range.count))
    }
    let start = whole.range.lowerBound
    return GLTFView(bytes: whole.bytes, range: start..<(start + length))
  }

  /// The buffer view that a value names.
  func view(_ reference: GLTFValue) throws(ModelFault) -> GLTFView {
    let number = try reference.reference(to: "bufferView", of: views.count)
    let value = views[number]
    let length = try value.required("byteLength").integer(in: 1...GLTFValue.mostBytes)
    var view: GLTFView
    if let packed = try value.extension(MeshoptView.extensionName) {
      let bytes =
        if let known = decompressed[number] { known } else { try unpacked(packed, length) }
      decompressed[number] = bytes
      view = GLTFView(bytes: bytes, range: bytes.indices)
    } else {
      view = try part(of: value, length: length)
    }
    view.number = number
    view.stride = try value["byteStride"]?.integer(in: 1...256)
    return view
  }

  private func part(of value: GLTFValue, length: Int) throws(ModelFault) -> GLTFView {
    let buffer = try value.required("buffer").reference(to: "buffer", of: buffers.count)
    let offset = try value["byteOffset"]?.integer(in: 0...GLTFValue.mostBytes) ?? 0
    return try part(of: buffer, offset: offset, length: length, at: value)
  }

  private func unpacked(_ packed: GLTFValue, _ length: Int) throws(ModelFault) -> [UInt8] {
    let source = try part(
      of: packed,
      length: packed.required("byteLength").integer(in: 1...GLTFValue.mostBytes))
    let view = try MeshoptView(packed, length: length)
    try take(length, at: packed)
    return try view.unpacked(source)
  }
}

/// Bytes of a buffer.
struct GLTFView {
  let bytes: [UInt8]
  var range: Range<Int>
  var number = 0
  /// From one element to the next, where it is stated.
  var stride: Int?

  init(bytes: [UInt8], range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

  var content: ArraySlice<UInt8> { bytes[range] }
}
