internal import Geometry
internal import Imaging
internal import Models

extension GLTFReader {
  /// The pictures that materials of drawn nodes show, and the bytes that they take.
  ///
  /// - Parameter decodes: whether they are decoded; their sizes are checked before that in any case.
  func images(
    of tree: ModelTree, decodes: Bool
  ) throws(ModelFault) -> (images: [StraightRGBA8?], bytes: Int) {
    let values = try root.list("images")
    var files: [(value: GLTFValue, number: Int, bytes: [UInt8])] = []
    var total = 0
    for number in tree.shownImages {
      let value = values[number]
      let bytes = try picture(value)
      let size = try Self.imaging(value) { () throws(ImagingError) in
        try PictureFormat.size(of: bytes, limits: .artwork)
      }
      total += 4 * size.width * size.height
      guard total <= limits.decodedImageBytes else {
        throw value.fault(
          .overLimit(
            what: "bytes of all decoded pictures", found: "\(total)",
            limit: "\(limits.decodedImageBytes)"))
      }
      files.append((value, number, bytes))
    }
    var images = [StraightRGBA8?](repeating: nil, count: values.count)
    for (value, number, bytes) in decodes ? files : [] {
      images[number] = try Self.imaging(value) { () throws(ImagingError) in
        try PictureFormat.decode(bytes, limits: .artwork)
      }
    }
    return (images, total)
  }

  /// The bytes of a picture's file.
  private func picture(_ value: GLTFValue) throws(ModelFault) -> [UInt8] {
    let bytes: [UInt8]
    if let uri = try value["uri"] {
      bytes = try buffers.file(uri)
    } else {
      let view = try buffers.view(value.required("bufferView"))
      try buffers.take(view.range.count, at: value)
      bytes = Array(view.content)
    }
    guard let format = PictureFormat(magic: bytes), format != .heif else {
      throw value.fault(.picture("it is no PNG, JPEG or WebP; convert it to one of them"))
    }
    return bytes
  }

  private static func imaging<Result>(
    _ value: GLTFValue, _ body: () throws(ImagingError) -> Result
  ) throws(ModelFault) -> Result {
    do throws(ImagingError) {
      return try body()
    } catch {
      throw value.fault(.picture("\(error)"))
    }
  }
}

extension ModelTree {
  /// The pictures of the materials of drawn nodes, in the order of their numbers.
  fileprivate var shownImages: [Int] {
    var shown: Set<Int> = []
    for node in drawnNodes {
      for primitive in nodes[node].mesh.map({ meshes[$0].primitives }) ?? [] {
        guard let material = primitive.material.map({ materials[$0] }) else { continue }
        let textures = [
          material.baseTexture, material.metallicRoughnessTexture, material.normalTexture,
          material.occlusionTexture, material.emissiveTexture,
        ]
        shown.formUnion(textures.compactMap { $0?.image })
      }
    }
    return shown.sorted()
  }
}
