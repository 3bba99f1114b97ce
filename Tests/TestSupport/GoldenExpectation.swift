import Foundation
import Imaging
import Testing

/// Expects a picture to equal `Golden/<suite>/<case>.png`, byte for byte.
///
/// To record it: `AVATAR_OVERLAY_RECORD=<suite>/<case> swift test`, look at it, run again.
public func expectGolden(
  _ picture: StraightRGBA8, suite: String, case name: String,
  in store: GoldenStore = .standard, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let verdict = try store.check(picture, suite: suite, case: name)
  if let complaint = verdict.complaint(about: "\(suite)/\(name)") {
    Issue.record(Comment(rawValue: complaint), sourceLocation: sourceLocation)
  }
}

extension GoldenStore.Verdict {
  /// What to tell whoever ran the test; nil where all is well.
  public func complaint(about name: String) -> String? {
    switch self {
    case .matches:
      nil
    case .missing(let path):
      "there is no golden \(path); to record it, AVATAR_OVERLAY_RECORD=\(name)"
    case .recorded(let path):
      "recorded \(path): look at it, run again"
    case .differs(let pixels, let largest, let report):
      """
      \(name): \(pixels) pixels differ from the golden, by up to \(largest) levels; \
      expected | difference | actual: \(report)
      """
    case .otherSize(let expected, let actual, let report):
      "\(name) is \(actual), its golden \(expected); expected | difference | actual: \(report)"
    }
  }
}

extension StraightRGBA8 {
  /// The largest difference of a channel, for each pixel that both pictures have.
  func differences(from other: StraightRGBA8) -> [Int] {
    var differences: [Int] = []
    for y in 0..<min(height, other.height) {
      for x in 0..<min(width, other.width) {
        let (a, b) = (self[x, y], other[x, y])
        differences.append(
          zip(
            [a.red, a.green, a.blue, a.alpha], [b.red, b.green, b.blue, b.alpha]
          ).map { abs(Int($0) - Int($1)) }.max() ?? 0)
      }
    }
    return differences
  }

  /// This picture, the difference, and another picture, side by side on grey.
  ///
  /// Equal pixels are black in the difference; unequal ones are red, from a brightness that can
  /// be seen on.
  func comparison(with other: StraightRGBA8) -> StraightRGBA8 {
    let shared = (width: min(width, other.width), height: min(height, other.height))
    let red = differences(from: other).map { $0 == 0 ? UInt8(0) : UInt8(min(255, 95 + $0 * 4)) }
    let pixels = red.flatMap { [$0, 0, 0, 255] as [UInt8] }
    let difference = StraightRGBA8(width: shared.width, height: shared.height, bytes: pixels)
    let ground = RGBA8(128, 128, 128)
    let parts = [flattened(on: ground), difference, other.flattened(on: ground)].compactMap { $0 }
    return ContactSheet(columns: 3).picture(of: parts) ?? self
  }
}
