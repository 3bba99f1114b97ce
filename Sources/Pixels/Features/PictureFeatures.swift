internal import CFeatures
internal import Foundation
internal import RandomNumbers

/// The corners of a picture at several scales, and descriptions of their surroundings that stay alike when
/// the picture is turned, scaled and lit otherwise.
///
/// After ORB (Rublee and others, "ORB: an efficient alternative to SIFT or SURF", 2011), with the corners
/// of Shi and Tomasi, and 512 comparisons drawn at random.
package struct PictureFeatures: Sendable {
  package struct Corner: Sendable {
    /// Its place in the picture itself.
    package var x, y: Double
    /// Pixels of the picture to one of the scale where it was found.
    package var scale: Double
    /// The direction of its surroundings, in radians.
    package var direction: Double
  }

  package private(set) var corners: [Corner] = []
  /// The halves of their descriptions, `half` words each.
  private var firstHalves: [UInt64] = []
  private var secondHalves: [UInt64] = []

  private static let half = Int(CF_HALF)
  /// The step between scales.
  private static let step = 1.2
  private static let scales = 8

  /// Finds the strongest corners of a picture, most of them at small scales.
  ///
  /// - Parameters:
  ///   - most: how many at most.
  ///   - scale: pixels of the coordinates that corners are given in to one of this picture.
  package init(_ picture: GreyPicture, most: Int, scale: Double = 1) {
    var level = picture
    var left = most
    // A scale has as many as its area asks for: a geometric row.
    let ratio = 1 / (Self.step * Self.step)
    var share = Double(most) * (1 - ratio) / (1 - pow(ratio, Double(Self.scales)))
    for index in 0..<Self.scales {
      let factor = pow(Self.step, Double(index))
      if index > 0 {
        let size = (
          Int((Double(picture.width) / factor).rounded()),
          Int((Double(picture.height) / factor).rounded())
        )
        guard min(size.0, size.1) > 2 * Int(CF_REACH) else { break }
        level = level.stretched(width: size.0, height: size.1)
      }
      let wanted = index == Self.scales - 1 ? left : min(left, Int(share.rounded()))
      let scales = (
        Double(picture.width) / Double(level.width) * scale,
        Double(picture.height) / Double(level.height) * scale
      )
      left -= add(level, wanted, scales)
      share *= ratio
    }
  }

  /// Adds the strongest corners of a scale, and gives how many.
  private mutating func add(
    _ level: GreyPicture, _ wanted: Int, _ scales: (x: Double, y: Double)
  ) -> Int {
    let found = Self.strongest(wanted, of: ShiTomasi.corners(of: level, border: Int(CF_REACH)))
    guard !found.isEmpty else { return 0 }
    unsafe level.withKernel { grey in
      let count = level.width * level.height
      var memory = [UInt16](repeating: 0, count: count)
      var blurred = [UInt8](repeating: 0, count: count)
      unsafe cf_blurred(grey, &memory, &blurred)
      unsafe blurred.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let smooth = unsafe cf_grey(bytes: base, width: grey.width, height: grey.height)
        var first = [UInt64](repeating: 0, count: Self.half)
        var second = first
        for corner in found {
          let direction = unsafe cf_direction(grey, corner.x, corner.y)
          unsafe cf_describe(smooth, corner.x, corner.y, direction, Self.pairs, &first, &second)
          firstHalves.append(contentsOf: first)
          secondHalves.append(contentsOf: second)
          corners.append(
            Corner(
              x: Double(corner.x) * scales.x, y: Double(corner.y) * scales.y, scale: scales.x,
              direction: Double(direction)))
        }
      }
    }
    return found.count
  }

  /// Does something with the descriptions as the kernels take them; there is at least one.
  func withKernel<Result>(_ body: (cf_descriptors) -> Result) -> Result? {
    unsafe firstHalves.withUnsafeBufferPointer { first in
      unsafe secondHalves.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else {
          return nil
        }
        return unsafe body(
          cf_descriptors(first: first, second: second, count: Int32(corners.count)))
      }
    }
  }

  private static func strongest(_ count: Int, of corners: [ShiTomasi.Corner]) -> ArraySlice<
    ShiTomasi.Corner
  > {
    // Equal ones stay in scan order, so that the same picture has the same corners anywhere.
    corners.enumerated().sorted {
      ($1.element.strength, $0.offset) < ($0.element.strength, $1.offset)
    }.map(\.element).prefix(count)
  }

  /// The pairs of points that are compared, within a radius of 14 pixels: x, y of the first and of the
  /// second, drawn from a normal distribution (Calonder and others, "BRIEF", 2010).
  private static let pairs: [Float] = {
    var random = SplitMix64(seed: 20)
    func normal() -> Float {
      let (a, b) = (1 - random.unit(), random.unit())
      return Float(6 * (-2 * log(a)).squareRoot() * cos(2 * .pi * b))
    }
    var pairs: [Float] = []
    while pairs.count < 4 * Int(CF_COMPARISONS) {
      let pair = [normal(), normal(), normal(), normal()]
      guard hypot(pair[0], pair[1]) < 14, hypot(pair[2], pair[3]) < 14,
        hypot(pair[0] - pair[2], pair[1] - pair[3]) > 2
      else { continue }
      pairs += pair
    }
    return pairs
  }()
}

/// Corners of Shi and Tomasi ("Good features to track", 1994).
package enum ShiTomasi {
  /// A corner: its place, and the smaller eigenvalue of its gradients' products.
  package struct Corner: Sendable {
    /// Its place in the picture.
    package var x, y: Float
    /// How strong it is.
    package var strength: Float
  }

  /// The corners that are stronger than all within two pixels, in scan order.
  package static func corners(
    of picture: GreyPicture, border: Int, leastStrength: Float = 150
  ) -> [Corner] {
    // No two are nearer than three pixels in a row of three.
    let most = (picture.width / 2 + 1) * (picture.height / 2 + 1)
    let found = unsafe [cf_corner](unsafeUninitializedCapacity: most) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      var memory = [Float](repeating: 0, count: Int(CF_CORNER_ROWS) * picture.width)
      count = unsafe picture.withKernel {
        unsafe Int(cf_corners($0, leastStrength, Int32(border), Int32(most), &memory, base))
      }
    }
    return found.map { Corner(x: $0.x, y: $0.y, strength: $0.strength) }
  }
}
