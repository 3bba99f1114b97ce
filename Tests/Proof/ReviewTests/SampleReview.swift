import Comparison
import Foundation
import Imaging
import Review
import TestSupport

/// A review of every kind of case, with its pictures: what the page's tests look at.
///
/// The scene is a gradient with a "mask" (a bright square with a dark notch at its top left), so
/// that what moved is known to the pixel.
struct SampleReview {
  /// The pictures' size.
  var width = 320, height = 180
  /// The side of the mask and where it lies in the golden.
  let side = 60, x = 100, y = 50
  /// How far the failing still's mask moved.
  let shift = 7

  /// A name and a sentence that would break out of a page that does not escape.
  static let hostile =
    "</script><img src=x onerror=\"window.broken=1\"> ' \" & \u{202E}kcats <!-- 😀 {{index}}"

  /// The scene with the mask at a place.
  func picture(maskX: Int, maskY: Int, tint: UInt8 = 0) -> StraightRGBA8? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for py in 0..<height {
      for px in 0..<width {
        let (u, v) = (px - maskX, py - maskY)
        let isMask = (0..<side).contains(u) && (0..<side).contains(v)
        let isNotch = isMask && u < side / 3 && v < side / 3
        if isNotch {
          bytes += [30, 30, 60, 255]
        } else if isMask {
          bytes += [240, 200 &- tint, 80, 255]
        } else {
          bytes += [UInt8(40 + px * 120 / width), UInt8(60 + py * 90 / height), 110, 255]
        }
      }
    }
    return StraightRGBA8(width: width, height: height, bytes: bytes)
  }

  private func corners(_ x: Int, _ y: Int) -> [[Double]] {
    let (l, t, r, b) = (Double(x), Double(y), Double(x + side), Double(y + side))
    return [[l, t], [r, t], [r, b], [l, b]]
  }

  private func measures(changed: Int, largest: Int) -> PictureMeasures {
    var measures = PictureMeasures(width: width, height: height, comparedPixels: width * height)
    (measures.changedPixels, measures.differingPixels) = (changed, changed)
    measures.largestChannelDifference = largest
    measures.densestWindow = .init(x: x - 4, y: y, width: 32, height: 32, share: 0.75)
    (measures.meanColourDifference, measures.highColourDifference) = (1.25, 42.5)
    measures.structuralSimilarity = 0.913
    return measures
  }

  private func write(_ picture: StraightRGBA8?, _ name: String, in folder: ScratchFolder) throws {
    guard let picture else { return }
    try folder.write(PNG.encode(picture), to: name)
  }

  /// A still whose mask moved right: quads, landmarks, a window.
  func failingStill(_ name: String, in folder: ScratchFolder) throws -> ReviewCase {
    try write(picture(maskX: x, maskY: y), "\(name)/expected.png", in: folder)
    try write(picture(maskX: x + shift, maskY: y), "\(name)/actual.png", in: folder)
    let frame = ReviewFrame(
      frame: 0, timestampMs: 0, verdict: .failed,
      explanation: ["layer mask: \(shift).0 px right"],
      measures: measures(changed: 1234, largest: 181), expected: "\(name)/expected.png",
      actual: "\(name)/actual.png",
      quads: [
        ReviewQuad(layer: "mask", side: .expected, corners: corners(x, y)),
        ReviewQuad(layer: "mask", side: .actual, corners: corners(x + shift, y)),
      ],
      landmarks: (0..<40).map { i in
        [Double(x + 30) + 24 * cos(Double(i)), Double(y + 30) + 24 * sin(Double(i))]
      })
    return ReviewCase(
      name: name, verdict: .failed,
      explanation: [
        "layer mask: \(shift).0 px right", "Nothing outside of the overlay changed.",
      ],
      rungs: [
        RungVerdict(rung: "maxChannelDifference", found: 181, allowed: 0, passed: false),
        RungVerdict(rung: "maxChangedShare", found: 0.0214, allowed: 0.001, passed: false),
        RungVerdict(rung: "minStructuralSimilarity", found: 0.913, allowed: 0.9, passed: true),
        RungVerdict(rung: "maxMeanColourDifference", found: 1.25, allowed: nil, passed: true),
      ],
      frames: [frame])
  }

  /// A clip of which some frames fail.
  func failingClip(
    _ name: String, frames: Int = 12, failing: Set<Int> = [4, 5, 9], in folder: ScratchFolder
  ) throws -> ReviewCase {
    var all: [ReviewFrame] = []
    for index in 0..<frames {
      let moved = failing.contains(index) ? index : 0
      try write(picture(maskX: x + 2 * index, maskY: y), "\(name)/e\(index).png", in: folder)
      var frame = ReviewFrame(
        frame: 100 + index, timestampMs: Double(index) * 40,
        verdict: moved > 0 ? .failed : .passed,
        measures: measures(changed: 10 * moved, largest: moved),
        expected: "\(name)/e\(index).png")
      if moved > 0 {
        try write(
          picture(maskX: x + 2 * index, maskY: y + moved), "\(name)/a\(index).png", in: folder)
        frame.actual = "\(name)/a\(index).png"
        frame.explanation = ["layer mask: \(moved).0 px down"]
      }
      all.append(frame)
    }
    return ReviewCase(
      name: name, verdict: .failed, explanation: ["3 of \(frames) frames: layer mask moved down"],
      rungs: [RungVerdict(rung: "maxChannelDifference", found: 9, allowed: 2, passed: false)],
      frames: all,
      curves: [
        ReviewCurve(
          name: "largest channel difference",
          values: (0..<frames).map { failing.contains($0) ? Double($0) : 0.5 }, allowed: 2,
          rung: "maxChannelDifference"),
        ReviewCurve(
          name: "structural similarity",
          values: (0..<frames).map { $0 == 7 ? nil : 1 - Double($0) / 100 }, allowed: 0.9,
          rung: "minStructuralSimilarity"),
      ])
  }

  /// A case of each kind.
  func review(in folder: ScratchFolder) throws -> ReviewDocument {
    try write(picture(maskX: x, maskY: y), "same.png", in: folder)
    try write(picture(maskX: x, maskY: y, tint: 40), "large.png", in: folder)
    var smaller = self
    (smaller.width, smaller.height) = (240, 160)
    try write(smaller.picture(maskX: x, maskY: y), "small.png", in: folder)
    try folder.write("not a picture", to: "broken.png")
    func still(
      _ name: String, _ verdict: ReviewCase.Verdict, _ words: [String], expected: String?,
      actual: String?
    ) -> ReviewCase {
      ReviewCase(
        name: name, verdict: verdict, explanation: words,
        frames: [
          ReviewFrame(
            frame: 0, timestampMs: 0, verdict: verdict, explanation: words, expected: expected,
            actual: actual)
        ])
    }
    return ReviewDocument(
      title: "golden <suite> & more", createdAt: "2026-11-21T19:25:00Z",
      rendererVersion: "0.2.0 (kernels: avx2)",
      cases: [
        still("alpha/passed", .passed, [], expected: "same.png", actual: nil),
        still(
          "alpha/within", .passed, ["within the thresholds"], expected: "same.png",
          actual: "large.png"),
        try failingStill("dragon/yaw", in: folder),
        try failingClip("dragon/clip", in: folder),
        still("dragon/new", .missing, ["there is no golden"], expected: nil, actual: "same.png"),
        still(
          "sizes", .mismatch, ["240 x 160 found, 320 x 180 expected"], expected: "same.png",
          actual: "small.png"),
        still(
          "broken", .error, ["broken.png: not a PNG picture"], expected: "same.png",
          actual: "broken.png"),
        ReviewCase(name: "nothing", verdict: .error, explanation: ["the recording was not found"]),
        still(
          Self.hostile, .failed, [Self.hostile, String(repeating: "long ", count: 2000)],
          expected: "same.png", actual: "large.png"),
      ],
      obsolete: ["old/\(Self.hostile)", "old/gone"])
  }
}
