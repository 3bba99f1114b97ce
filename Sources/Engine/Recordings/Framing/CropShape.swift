public import Geometry

/// The shape that a picture is cut to.
public enum CropShape: Hashable, Sendable {
  /// Width to height, such as 4 to 5.
  case ratio(AspectRatio)
  /// The shape of a size, to which the crop is then scaled.
  case size(PixelSize<OutputSpace>)

  /// The shape's width to its height.
  public var ratio: AspectRatio {
    switch self {
    case .ratio(let ratio): ratio
    case .size(let size): AspectRatio(clamping: size.width, size.height)
    }
  }
}

extension CropShape: CustomStringConvertible {
  /// As people write it: `16:9` or `1080x1350`.
  public var description: String {
    switch self {
    case .ratio(let ratio): ratio.description
    case .size(let size): "\(size.width)x\(size.height)"
    }
  }
}

/// A width to a height, in lowest terms.
public struct AspectRatio: Hashable, Sendable {
  /// The terms, at least 1 each and without a common divisor.
  public let width, height: Int

  /// The largest term of a ratio that people write; a size may have larger ones.
  public static let largestTerm = 64

  /// Reads `16:9`; nil for anything but two whole numbers from 1 to `largestTerm`.
  public init?(_ text: String) {
    let terms = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard terms.count == 2, let width = terms[0], let height = terms[1],
      (1...Self.largestTerm).contains(width), (1...Self.largestTerm).contains(height)
    else { return nil }
    self.init(clamping: width, height)
  }

  init(clamping width: Int, _ height: Int) {
    let (width, height) = (max(1, width), max(1, height))
    var (divisor, rest) = (width, height)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    (self.width, self.height) = (width / divisor, height / divisor)
  }

  /// Whether every size of this shape is a whole multiple of the terms.
  ///
  /// The terms of a size such as 1079 x 1351 are so large that hardly a picture has a multiple of
  /// them; there the shorter side is rounded to the nearest pixel instead.
  private var isExact: Bool { max(width, height) <= Self.largestTerm }

  /// A size of this shape, larger with every step; both sides are at least 1.
  func size(_ step: Int) -> (width: Int, height: Int) {
    if isExact { return (width * step, height * step) }
    let (long, short) = (max(width, height), min(width, height))
    let other = max(1, (2 * step * short + long) / (2 * long))
    return width >= height ? (step, other) : (other, step)
  }

  /// The largest step whose size lies within these sides; 0 where none does.
  func largestStep(within width: Int, _ height: Int) -> Int {
    if isExact { return min(width / self.width, height / self.height) }
    var step = self.width >= self.height ? width : height
    let (long, short) = (max(self.width, self.height), min(self.width, self.height))
    let other = self.width >= self.height ? height : width
    step = min(step, (other + 1) * long / short)
    while step > 0 {
      let found = size(step)
      if found.width <= width, found.height <= height { break }
      step -= 1
    }
    return step
  }

  /// The smallest step whose size has room for these sides.
  func smallestStep(holding width: Int, _ height: Int) -> Int {
    if isExact {
      return max(
        1, (width + self.width - 1) / self.width, (height + self.height - 1) / self.height)
    }
    let (long, short) = (max(self.width, self.height), min(self.width, self.height))
    let (same, other) = self.width >= self.height ? (width, height) : (height, width)
    var step = max(1, same, (other - 1) * long / short)
    while true {
      let found = size(step)
      if found.width >= width, found.height >= height { return step }
      step += 1
    }
  }
}

extension AspectRatio: CustomStringConvertible {
  /// As people write it: `16:9`.
  public var description: String { "\(width):\(height)" }
}
