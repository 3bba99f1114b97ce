internal import CQRCode
import Drawing
import Geometry

/// A QR code (ISO/IEC 18004) of a text, with error correction M: an eighth of it may be covered.
struct QRCode {
  /// Modules a side, without the quiet zone.
  let side: Int
  /// Row by row, whether a module is dark.
  let dark: [Bool]
  /// The light modules that the standard wants around the code.
  static let quietZone = 4
  /// Cameras read modules of three pixels even from a JPEG.
  static let smallestModule = 3

  /// Encodes a text of 1 to `ShareCardLimits.linkBytes` bytes.
  init(_ text: String) throws(ShareCardError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw .unfitField(field: "link", reason: "is empty") }
    guard bytes.count <= ShareCardLimits.linkBytes else {
      throw .overLimit(
        field: "link", found: bytes.count, limit: ShareCardLimits.linkBytes, unit: "bytes")
    }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw .unfitField(field: "link", reason: "has a control character in it")
    }
    guard
      let code = unsafe QRcode_encodeData(
        Int32(truncatingIfNeeded: bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { throw .unfitField(field: "link", reason: "cannot be made into a QR code") }
    defer { unsafe QRcode_free(code) }
    let side = unsafe Int(code.pointee.width)
    // The lowest bit of a module says whether it is dark.
    dark = (0..<side * side).map { unsafe code.pointee.data[$0] & 1 == 1 }
    self.side = side
  }

  /// Modules a side with the quiet zone.
  var fullSide: Int { side + 2 * Self.quietZone }

  /// The code's side in whole pixels a module: the largest that fits, and never too small to read.
  func pixels(fitting wanted: Double) -> Double {
    Double(fullSide * max(Self.smallestModule, Int(wanted) / fullSide))
  }

  /// Draws the code at whole pixels, its quiet zone too.
  func draw(
    on canvas: borrowing Canvas, at corner: PicturePoint, side pixels: Double, dark ink: Colour,
    light: Colour, radius: Double
  ) {
    let origin = PicturePoint(corner.x.rounded(), corner.y.rounded())
    canvas.fill(.rounded(origin, width: pixels, height: pixels, radius: radius), light)
    let module = pixels / Double(fullSide)
    var path = Path()
    for row in 0..<side {
      var column = 0
      while column < side {
        guard dark[row * side + column] else {
          column += 1
          continue
        }
        var end = column
        while end < side, dark[row * side + end] { end += 1 }
        let quiet = Double(Self.quietZone)
        path.append(
          .rectangle(
            PicturePoint(
              origin.x + (Double(column) + quiet) * module,
              origin.y + (Double(row) + quiet) * module),
            width: Double(end - column) * module, height: module))
        column = end
      }
    }
    canvas.fill(path, ink)
  }
}
