import AvatarFiles
import Explaining
import Geometry
import Imaging
import MediaComparison
import Placement
import TestSupport
import Testing

/// Changes of a layer that are no motion, with the number of the manifest that was changed.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct RerenderingKindsTests {
  private let stage: RerenderingStage
  private let a: RerenderingStage.Frame

  init() throws {
    stage = try RerenderingStage("portrait-still", frame: 0, avatar: "ox")
    a = try stage.render()
  }

  /// What is told after a change of the manifest.
  private func told(_ edit: (inout [[String: Any]]) -> Void) throws -> [String] {
    try stage.change(edit)
    return try stage.explain(a, try stage.render(changed: true).picture).explanation
  }

  private static func place(_ name: String, in layers: [[String: Any]]) -> Int? {
    layers.firstIndex { $0["name"] as? String == name }
  }

  @Test func `a layer that was faded is named with its opacity`() throws {
    let told = try told { layers in
      if let place = Self.place("muzzle", in: layers) { layers[place]["opacity"] = 0.6 }
    }
    let line = told.first { $0.hasPrefix("muzzle: opacity 1 -> ") }
    let opacity = line.flatMap { Double($0.split(separator: " ").last ?? "") }
    #expect(opacity.map { abs($0 - 0.6) < 0.01 } == true, "\(told)")
  }

  @Test func `a layer that is not shown is named`() throws {
    let told = try told { layers in layers.removeAll { $0["name"] as? String == "horns" } }
    #expect(told.contains("horns: not shown (opacity 0, or \"when\")"), "\(told)")
    #expect(told.contains { $0.hasPrefix("layer horns: not there") }, "\(told)")
  }

  @Test func `a layer that is too faint to be seen is not shown`() throws {
    let told = try told { layers in
      if let place = Self.place("horns", in: layers) { layers[place]["opacity"] = 0.007 }
    }
    #expect(told.contains("horns: not shown (opacity 0, or \"when\")"), "\(told)")
  }

  @Test func `a layer in another place of the order is named with both places`() throws {
    let told = try told { layers in
      if let ear = Self.place("ear-right", in: layers), let side = Self.place("side", in: layers) {
        layers.insert(layers.remove(at: ear), at: side)
      }
    }
    // The two are neighbours, so that either may have passed the other.
    let either = ["ear-right: place in \"layers\" 3 -> 2", "side: place in \"layers\" 2 -> 3"]
    #expect(told.contains { either.contains($0) }, "\(told)")
  }

  @Test func `a layer in another place of the order is named beside one that turned`() throws {
    let told = try told { layers in
      if let jaw = Self.place("jaw", in: layers), let mask = Self.place("mask", in: layers) {
        layers.insert(layers.remove(at: jaw), at: mask)
      }
      if let place = Self.place("horns", in: layers) { layers[place]["rotation"] = 4 }
    }
    #expect(told.contains("horns: rotation 0 -> 4"), "\(told)")
    // Either may have passed the other.
    let either = ["jaw: place in \"layers\" 5 -> ", "mask: place in \"layers\" 8 -> "]
    #expect(told.contains { line in either.contains { line.hasPrefix($0) } }, "\(told)")
  }

  @Test func `a layer that went far is named beside one that grew`() throws {
    let told = try told { layers in
      if let place = Self.place("muzzle", in: layers) {
        layers[place]["scale"] = 1.08 * (layers[place]["scale"] as? Double ?? 1)
      }
      if let place = Self.place("ear-right", in: layers),
        var offset = layers[place]["offset"] as? [String: Double]
      {
        offset["x", default: 0] += 0.45
        layers[place]["offset"] = offset
      }
    }
    #expect(told.contains { $0.hasPrefix("ear-right: offset.x ") }, "\(told)")
    #expect(told.contains { $0.hasPrefix("muzzle: scale ") }, "\(told)")
  }

  @Test func `a layer whose picture was flipped is named`() throws {
    try stage.change { _ in }
    let name = "ear-right"
    let width = try PNG.read(
      path: stage.scratch.path("changed/ox/\(name).png"), limits: .artwork
    ).width
    try stage.repaint(name) { bytes in
      let old = bytes
      for i in 0..<bytes.count / 4 {
        let other = i - i % width + (width - 1 - i % width)
        for c in 0..<4 { bytes[4 * i + c] = old[4 * other + c] }
      }
    }
    let told = try stage.explain(a, try stage.render(changed: true).picture).explanation
    #expect(told.contains("ear-right: ear-right.png flipped left to right"), "\(told)")
  }

  @Test func `a Lottie animation is drawn as it was at the frame, and named`() throws {
    let stage = try RerenderingStage("winks", frame: 37, avatar: "ox")
    var a = try stage.render()
    let ring = try #require(a.placements.placements.firstIndex { $0.layer == "ring" })
    let shown = try #require(a.placements.placements[ring].artworkFrame)
    #expect(shown > 0)
    try stage.change { layers in
      if let place = Self.place("horns", in: layers) { layers[place]["rotation"] = 4 }
    }
    let turned = try stage.render(changed: true).picture
    #expect(try stage.explain(a, turned).explanation.contains("horns: rotation 0 -> 4"))
    try stage.change { layers in
      guard let place = Self.place("ring", in: layers) else { return }
      layers[place]["scale"] = 1.2 * (layers[place]["scale"] as? Double ?? 1)
    }
    let grown = try stage.explain(a, try stage.render(changed: true).picture).explanation
    #expect(grown.contains { $0.hasPrefix("ring: scale 1.018 -> 1.22") }, "\(grown)")
    #expect(!grown.contains { $0.contains("->") && !$0.hasPrefix("ring: ") }, "\(grown)")
    // A sidecar that does not say which frame was shown leaves the composition unknown.
    a.placements.placements[ring].artworkFrame = nil
    let unknown = try stage.explain(a, turned).explanation
    #expect(!unknown.isEmpty && !unknown.contains { $0.contains("->") }, "\(unknown)")
  }

  @Test func `numbers are named beside the places of two sidecars`() throws {
    try stage.change { layers in
      if let place = Self.place("horns", in: layers) { layers[place]["rotation"] = 4 }
    }
    let b = try stage.render(changed: true)
    var context = PictureJudge.Context()
    (context.expectedPlacements, context.actualPlacements) = (a.placements, b.placements)
    context.artwork = KnownArtwork([try RerenderingStage.library.load("ox")])
    func told() -> [String] {
      PictureJudge().judge(expected: a.picture, actual: b.picture, context).explanation
    }
    #expect(
      told().contains { $0.hasPrefix("layer horns: ") && $0.contains("deg clockwise") }, "\(told())"
    )
    #expect(told().contains("horns: rotation 0 -> 4"), "\(told())")
    // A second sidecar that says otherwise is believed, and the numbers are not.
    context.actualPlacements?.placements[0].opacity = 0.5
    #expect(!told().contains { $0.contains("->") }, "\(told())")
  }

  @Test(arguments: [(40, true), (41, false)])
  func `forty layers are drawn anew, and no more`(count: Int, isNamed: Bool) throws {
    func crowded(_ layers: inout [[String: Any]]) {
      guard var copy = layers.last else { return }
      copy["scale"] = 0.05
      for index in 0..<count - a.placements.placements.count {
        copy["name"] = "dot\(index)"
        layers.append(copy)
      }
    }
    try stage.change { crowded(&$0) }
    let first = try stage.render(changed: true)
    #expect(first.placements.placements.count == count)
    let library = AvatarLibrary(folder: stage.scratch.path("changed"))
    var context = PictureJudge.Context()
    context.expectedPlacements = first.placements
    context.artwork = KnownArtwork([try library.load("ox")])
    try stage.change { layers in
      if let place = Self.place("horns", in: layers) { layers[place]["rotation"] = 4 }
      crowded(&layers)
    }
    let second = try stage.render(changed: true).picture
    let told = PictureJudge().judge(expected: first.picture, actual: second, context).explanation
    #expect(told.contains { $0.hasPrefix("horns: rotation 0 -> ") } == isNamed, "\(told)")
  }

  @Test(arguments: Thorough.cases([(9_300_000.0, false), (8_700_000, true)], sample: 1))
  func `nine million pixels are drawn anew, and no more`(area: Double, isNamed: Bool) throws {
    // The part of the picture in which layers lie, with a twentieth around them.
    let corners = a.placements.placements.flatMap(\.corners.corners)
    let sides = [(corners.map(\.x), a.picture.width), (corners.map(\.y), a.picture.height)].map {
      values, side in
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      let margin = 0.06 * (high - low)
      return (min(high + margin, Double(side)) - max(low - margin, 0)) / Double(side)
    }
    let side = Int((area / (sides[0] * sides[1])).squareRoot())
    let size = try #require(PixelSize<OutputSpace>(width: side, height: side))
    let first = try stage.render(size: size)
    try stage.change { layers in
      if let place = Self.place("horns", in: layers) { layers[place]["rotation"] = 4 }
    }
    let second = try stage.render(changed: true, size: size).picture
    let told = try stage.explain(first, second).explanation
    #expect(told.contains { $0.hasPrefix("horns: rotation 0 -> ") } == isNamed, "\(told)")
    #expect(told.contains { $0.hasPrefix("layer horns: ") }, "\(told)")
  }
}
