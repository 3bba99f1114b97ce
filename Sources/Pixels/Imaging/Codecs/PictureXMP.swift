import Geometry

/// Puts a packet of XMP (ISO 16684-1) into the bytes of a picture that is encoded, by XMP's specification, part 3.
enum PictureXMP {
  /// The longest packet, in bytes: what a segment of a JPEG holds.
  static let mostBytes = 65_000

  /// The same file with the packet.
  ///
  /// - Throws: `ImagingError.unwritable` for a format whose place for it is not written, and for one too long.
  static func adding(
    _ xmp: String, to file: [UInt8], _ format: PictureFormat
  ) throws(ImagingError) -> [UInt8] {
    let packet = Array(xmp.utf8)
    guard packet.count <= mostBytes else {
      throw .unwritable(reason: "\(packet.count) bytes of XMP; at most \(mostBytes) fit")
    }
    switch format {
    case .png: return png(file, packet)
    case .jpeg: return jpeg(file, packet)
    case .webp: return try webP(file, packet)
    case .avif, .jxl, .heif:
      throw .unwritable(reason: "\(format.name) is written without XMP; write a PNG, JPEG or WebP")
    }
  }

  /// An iTXt chunk behind the header: keyword, two zero bytes for "not compressed", empty language and keyword.
  private static func png(_ file: [UInt8], _ packet: [UInt8]) -> [UInt8] {
    let header = PNG.signature.count + 12 + 13
    var chunk = PNGChunkWriter()
    chunk.append("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + packet)
    return Array(file.prefix(header)) + chunk.bytes.dropFirst(PNG.signature.count)
      + file.dropFirst(header)
  }

  /// An APP1 segment, behind the JFIF segment where there is one.
  private static func jpeg(_ file: [UInt8], _ packet: [UInt8]) -> [UInt8] {
    let content = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + packet
    let hasJFIF = file.count > 6 && file[2] == 0xFF && file[3] == 0xE0
    let start = hasJFIF ? 4 + (Int(file[4]) << 8 | Int(file[5])) : 2
    return Array(file.prefix(start)) + [0xFF, 0xE1] + word(content.count + 2).suffix(2) + content
      + file.dropFirst(start)
  }

  /// A chunk `XMP ` behind all others, which the header of the extended format tells of.
  private static func webP(
    _ file: [UInt8], _ packet: [UInt8]
  ) throws(ImagingError) -> [UInt8] {
    guard file.count > 30 else { throw .unwritable(reason: "a WebP of \(file.count) bytes") }
    var body = Array(file.dropFirst(12))
    if body.prefix(4).elementsEqual("VP8X".utf8) {
      body[8] |= 4
    } else {
      let size = try WebP.size(of: file, limits: .still)
      let isLossless = body.prefix(4).elementsEqual("VP8L".utf8)
      // Bit 4 of a lossless header's last byte says whether alpha is used.
      let hasAlpha = isLossless && body[12] & 0x10 != 0
      body =
        Array("VP8X".utf8) + little(10) + [4 | (hasAlpha ? 0x10 : 0), 0, 0, 0]
        + little(size.width - 1).prefix(3) + little(size.height - 1).prefix(3) + body
    }
    body += Array("XMP ".utf8) + little(packet.count) + packet + (packet.count % 2 == 1 ? [0] : [])
    return Array("RIFF".utf8) + little(body.count + 4) + Array("WEBP".utf8) + body
  }

  /// Four bytes, the highest first.
  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func little(_ value: Int) -> [UInt8] { word(value).reversed() }
}
