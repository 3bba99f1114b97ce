import Foundation
import Imaging
import Passes
import Recipe
import Rendering
import TestSupport
import Testing

/// Cards before and behind the faces that wear avatars.
@Suite struct CardOrderTests {
  private static let renderer = FrameRenderer(library: Stage.shipped)
  private static let folder = SharedData.packageRoot.appending(
    path: "Golden/recordings/speaking-head")
  /// The card's sides in millimetres, and the margin that it hides beyond them.
  private static let (width, height, margin) = (60.0, 30.0, 0.03 * 60)

  private let picture: StraightRGBA8

  init() throws {
    picture = try PNG.decode([UInt8](Data(contentsOf: Self.folder.appending(path: "picture.png"))))
  }

  /// Pixels to a millimetre of a card that stands upright so many centimetres away, and its middle.
  private func scale(_ distance: Double) -> Double {
    Double(picture.height) / (2 * tan(31.5 * .pi / 180)) / (10 * distance)
  }

  /// The still's tracking, with an upright card some millimetres right of the camera's axis.
  ///
  /// - Parameter flipped: tells all of it as a tracker does that sees the picture flipped.
  private func tracking(
    cardAt distance: Double, right: Double = 0, flipped: Bool = false
  ) throws -> [UInt8] {
    let text = try String(
      contentsOf: Self.folder.appending(path: "tracking.jsonl"), encoding: .utf8)
    var lines = text.split(separator: "\n").map(String.init)
    var sample = try #require(
      JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
    let scale = scale(distance)
    let (x, y) = (
      Self.width / 2 * scale / Double(picture.width),
      Self.height / 2 * scale / Double(picture.height)
    )
    let middle = 0.5 + right * scale / Double(picture.width)
    sample["images"] = [
      [
        "name": "card", "id": 1, "score": 0.9, "widthMm": Self.width,
        "corners": [
          [middle - x, 0.5 - y], [middle + x, 0.5 - y], [middle + x, 0.5 + y],
          [middle - x, 0.5 + y],
        ].map { [flipped ? 1 - $0[0] : $0[0], $0[1]] },
        "matrix": [
          0.1, 0, 0, (flipped ? -0.1 : 0.1) * right, 0, 0.1, 0, 0, 0, 0, 0.1, -distance, 0, 0, 0, 1,
        ],
      ] as [String: Any]
    ]
    if flipped {
      lines[0] = lines[0].replacing("\"mirrored\":false", with: "\"mirrored\":true")
      let faces = try #require(sample["faces"] as? [[String: Any]])
      sample["faces"] = try faces.map { face in
        var face = face
        let landmarks = try #require(face["landmarks"] as? [[Double]])
        face["landmarks"] = landmarks.map { [1 - $0[0]] + $0.dropFirst() }
        var matrix = try #require(face["matrix"] as? [Double])
        for index in [1, 2, 3, 4, 8] { matrix[index] *= -1 }
        face["matrix"] = matrix
        return face
      }
    }
    lines[1] = String(
      decoding: try JSONSerialization.data(withJSONObject: sample), as: UTF8.self)
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func drawn(
    cardAt distance: Double, right: Double = 0, flipped: Bool = false, _ avatar: String = "dragon",
    _ change: (inout PassOptions) -> Void = { _ in }
  ) throws -> StraightRGBA8 {
    var request = FrameRequest(
      picture: try PNG.encode(picture),
      tracking: try tracking(cardAt: distance, right: right, flipped: flipped), avatars: [avatar])
    change(&request.passes)
    return try PNG.decode(Self.renderer.render(request).bytes)
  }

  /// The face is 46 cm away.
  @Test(arguments: [12, 40])
  func `a card before a face hides what the face wears`(distance: Double) throws {
    let bare = try drawn(cardAt: distance, "none")
    let masked = try drawn(cardAt: distance) { $0.occluders = [] }
    let cut = try drawn(cardAt: distance)
    let scale = scale(distance)
    let (right, down) = (
      (Self.width / 2 + Self.margin) * scale, (Self.height / 2 + Self.margin) * scale
    )
    var hidden = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (dx, dy) = (
          abs(Double(x) + 0.5 - Double(picture.width) / 2) - right,
          abs(Double(y) + 0.5 - Double(picture.height) / 2) - down
        )
        if max(dx, dy) < -1 {
          #expect(cut[x, y] == bare[x, y], "\(x), \(y)")
          if masked[x, y] != bare[x, y] { hidden += 1 }
        } else if max(dx, dy) > 1 {
          #expect(cut[x, y] == masked[x, y], "\(x), \(y)")
        }
      }
    }
    #expect(hidden > 50, "\(hidden)")
  }

  @Test(arguments: [52, 500])
  func `a card behind a face hides nothing of it`(distance: Double) throws {
    #expect(try drawn(cardAt: distance) == drawn(cardAt: distance) { $0.occluders = [] })
  }

  @Test func `the cut is flipped with the picture, and made in avatars alone`() throws {
    for right in [-45.0, 0, 45] {
      let plain = try drawn(cardAt: 12, right: right)
      #expect(plain != (try drawn(cardAt: 12, right: right) { $0.occluders = [] }), "\(right)")
      let mirrored = try drawn(cardAt: 12, right: right) { $0.mirrored = true }
      #expect(mirrored == plain.flippedHorizontally(), "\(right)")
      // The same as told by a tracker that sees the picture flipped, whose 1 - x rounds: up to a level at edges.
      let told = try drawn(cardAt: 12, right: right, flipped: true)
      let apart = zip(plain.bytes, told.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(apart <= 1, "\(right): \(apart)")
    }
    let alone = try drawn(cardAt: 12) { $0.overlayOnly = true }
    let middle = 4 * (picture.height / 2 * picture.width + picture.width / 2)
    #expect(alone.bytes[middle + 3] == 0)
    #expect(try drawn(cardAt: 500) { $0.overlayOnly = true } != alone)
  }
}
