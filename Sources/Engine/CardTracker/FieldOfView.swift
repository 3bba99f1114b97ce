internal import Foundation
internal import Geometry

/// The camera's field of view, from how cards were seen in a whole clip.
///
/// The two directions of a print stand at right angles and have one scale, so each view gives two equations
/// for the focal length f: with the homography's columns a and b about the picture's middle,
/// (a.x b.x + a.y b.y) / f^2 + a.z b.z = 0 and (|a.xy|^2 - |b.xy|^2) / f^2 + a.z^2 - b.z^2 = 0
/// (Z. Zhang, "A flexible new technique for camera calibration", 2000). A card that is not tilted says
/// nothing, so views count by their evidence.
struct FieldOfView {
  private var views: [(inverse: Double, weight: Double)] = []
  private let width, height: Double

  /// Evidence below which nothing is said: that of a card a third of the picture's height wide, tilted by 10
  /// degrees for a tenth of a second.
  private static let leastEvidence = 5e-5

  init(width: Int, height: Int) { (self.width, self.height) = (Double(width), Double(height)) }

  /// Takes a view.
  mutating func add(_ map: Homography<PrintSpace, TrackerSpace>) {
    // In units of the picture's height, about its middle.
    func row(_ h: Double, _ w: Double, _ middle: Double) -> Double { (h - middle * w) / height }
    let a = SIMD3(row(map.h0, map.h6, width / 2), row(map.h3, map.h6, height / 2), map.h6)
    let b = SIMD3(row(map.h1, map.h7, width / 2), row(map.h4, map.h7, height / 2), map.h7)
    let scale = max(a.x * a.x + a.y * a.y, b.x * b.x + b.y * b.y)
    guard scale > 0, scale.isFinite else { return }
    let first = (slope: (a.x * b.x + a.y * b.y) / scale, right: -a.z * b.z / scale)
    let second = (
      slope: (a.x * a.x + a.y * a.y - b.x * b.x - b.y * b.y) / scale / 2,
      right: (b.z * b.z - a.z * a.z) / scale / 2
    )
    let evidence = first.slope * first.slope + second.slope * second.slope
    guard evidence > 1e-6 else { return }
    let inverse = (first.slope * first.right + second.slope * second.right) / evidence
    // The smaller the card, the less exact its perspective.
    views.append((inverse, evidence * scale))
  }

  /// The vertical field of view in degrees; nil where there is too little evidence.
  var degrees: Double? {
    let total = views.reduce(0) { $0 + $1.weight }
    guard total > Self.leastEvidence else { return nil }
    var sum = 0.0
    for view in views.sorted(by: { $0.inverse < $1.inverse }) {
      sum += view.weight
      guard sum >= total / 2 else { continue }
      guard view.inverse > 0 else { return nil }
      let degrees = 2 * atan(view.inverse.squareRoot() / 2) * 180 / .pi
      return CardSettings.fieldOfViewRange.contains(degrees) ? degrees : nil
    }
    return nil
  }
}
