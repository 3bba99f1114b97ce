internal import Imaging
internal import JSON

/// What options say of the picture that is asked for, as far as the estimate of its cost goes by it.
///
/// Read as JSON and not searched: the same options cost the same, however they are written. What is wrong says
/// nothing; the request is refused then.
struct EstimatedOptions {
  /// Columns and rows of the picture; nil for what follows from the other, or from the picture that is sent.
  private(set) var width: Int?
  private(set) var height: Int?
  /// The format.
  private(set) var format: PictureFormat?

  init(_ json: [UInt8]) {
    guard let node = try? JSONReader.read(json), case .object(let members) = node.value else {
      return
    }
    for member in members {
      guard case .string(let text) = member.value.value else { continue }
      switch member.name {
      case "size": (width, height) = Self.sides(text)
      case "format": format = PictureFormat(rawValue: text)
      default: break
      }
    }
  }

  /// The sides of `1280x720`, `1280x` or `x720`.
  private static func sides(_ text: String) -> (Int?, Int?) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2 else { return (nil, nil) }
    return (sides[0].map(limited), sides[1].map(limited))
  }

  /// The longest side that is estimated; what is longer is refused.
  private static func limited(_ side: Int) -> Int { min(max(side, 1), 16_384) }

  /// Both sides of the picture that is made of one; nil where they are those of that one.
  ///
  /// - Parameter picture: its size; nil where that is not known, which counts as a square.
  func size(from picture: (width: Int, height: Int)?) -> (width: Int, height: Int)? {
    let (columns, rows) = (max(picture?.width ?? 1, 1), max(picture?.height ?? 1, 1))
    switch (width, height) {
    case (nil, nil): return nil
    case (let width?, let height?): return (width, height)
    case (let width?, nil): return (width, Self.limited(width * rows / columns))
    case (nil, let height?): return (Self.limited(height * columns / rows), height)
    }
  }
}
