/// What a picture of a HEIF file has to do with others: a box of `iref` (ISO/IEC 14496-12, 8.11.12).
struct HEIFReference: Equatable {
  /// `dimg`: it is put together of them; `auxl`: it is their transparency, gain or depth; `thmb`: it is small;
  /// `cdsc`: it describes them, as EXIF does.
  var name: String
  var from: Int
  var to: [Int]
}

extension HEIFBoxes {
  /// The file, in which what belongs to its main picture belongs to no other.
  ///
  /// Files of iOS 18 name one gain map, transparency, thumbnail or EXIF for two pictures: the main one, and what a screen
  /// of high dynamic range shows (`tmap` of ISO 21496-1). libheif before 1.18 refuses them, though it decodes the
  /// main picture alone. Whatever the file holds keeps its place; the boxes that name it follow anew at the end.
  func ofMainPicture() -> [UInt8] {
    let own = members(of: primary)
    let kept = references.compactMap { reference in
      guard ["auxl", "thmb", "cdsc"].contains(reference.name) else {
        return reference.name.utf8.count == 4 ? reference : nil
      }
      let to = reference.to.filter(own.contains)
      return to.isEmpty ? nil : HEIFReference(name: reference.name, from: reference.from, to: to)
    }
    guard kept != references, let meta else { return bytes }
    var reader = HEIFBoxes(bytes)
    var file = bytes
    for box in reader.boxes(in: 0..<bytes.count)
    where bytes[box.whole.prefix(4)].allSatisfy({ $0 == 0 }) {
      // It would go on to the end of the file, wherever that is.
      file.replaceSubrange(box.whole.prefix(4), with: Self.bytes(of: box.whole.count, count: 4))
    }
    file.replaceSubrange(meta.whole.dropFirst(4).prefix(4), with: "free".utf8)
    var content = Array(bytes[meta.content.prefix(4)])
    for box in reader.boxes(in: meta.content.dropFirst(4)) {
      content += box.name == "iref" ? iref(kept, like: box) : Array(bytes[box.whole])
    }
    return file + Self.box("meta", content)
  }

  /// A picture with those that it is put together of.
  private func members(of picture: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = [picture]
    while let next = open.popLast() {
      if found.insert(next).inserted { open += parts[next] ?? [] }
    }
    return found
  }

  /// The box of these references, with version and flags of another one.
  private func iref(_ references: [HEIFReference], like box: Box) -> [UInt8] {
    let boxes = references.flatMap { reference in
      Self.box(
        reference.name,
        Self.bytes(of: reference.from, count: numberBytes)
          + Self.bytes(of: reference.to.count, count: 2)
          + reference.to.flatMap { Self.bytes(of: $0, count: numberBytes) })
    }
    return Self.box("iref", Array(bytes[box.content.prefix(4)]) + boxes)
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    bytes(of: content.count + 8, count: 4) + Array(name.utf8) + content
  }

  /// A number of the most significant byte first.
  private static func bytes(of number: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
