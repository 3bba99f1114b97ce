import Foundation
import Geometry
import Imaging
import Placement
import Registration
import TestSupport
import Testing

/// A change of one number of a layer, as a person makes it who tries an avatar on.
enum NumberChange: String, CaseIterable {
  case offset, rotation, scale

  func apply(to layer: inout [String: Any], by random: inout SplitMix64) {
    let sign = Bool.random(using: &random) ? 1.0 : -1
    switch self {
    case .offset:
      var offset = layer["offset"] as? [String: Double] ?? [:]
      let axis = Bool.random(using: &random) ? "x" : "y"
      offset[axis, default: 0] += sign * random.number(0.02...0.09)
      layer["offset"] = offset
    case .rotation:
      layer["rotation"] = (layer["rotation"] as? Double ?? 0) + sign * random.number(1...6)
    case .scale:
      layer["scale"] = (layer["scale"] as? Double ?? 1) * (1 + sign * random.number(0.02...0.08))
    }
  }
}

/// Something else than a number that makes a picture another one.
enum Disturbance: String, CaseIterable {
  case noise, hand, face, artwork, recoloured, blurred

  func apply(
    to stage: RerenderingStage, _ a: RerenderingStage.Frame, by random: inout SplitMix64
  ) throws -> StraightRGBA8 {
    let layer = try #require(a.placements.placements.randomElement(using: &random))
    switch self {
    case .noise: return try Self.noisy(a.picture, &random)
    case .hand: return try Self.covered(a.picture, layer.corners, &random)
    case .blurred: return try Self.blurred(a.picture)
    case .face:
      let later = stage.recording == "portrait-still" ? 0 : 4
      return try RerenderingStage(
        stage.recording, frame: stage.frame + later, avatar: stage.avatar
      ).render().picture
    case .artwork:
      let others = RerenderingTests.avatars.filter { $0 != stage.avatar }
      return try RerenderingStage(
        stage.recording, frame: stage.frame,
        avatar: try #require(others.randomElement(using: &random))
      ).render().picture
    case .recoloured:
      try stage.change { _ in }
      try stage.repaint(layer.layer) { bytes in
        for i in stride(from: 0, to: bytes.count, by: 4) {
          (bytes[i], bytes[i + 1], bytes[i + 2]) = (bytes[i + 2], bytes[i], bytes[i + 1])
        }
      }
      return try stage.render(changed: true).picture
    }
  }

  private static func noisy(
    _ picture: StraightRGBA8, _ random: inout SplitMix64
  ) throws -> StraightRGBA8 {
    var bytes = picture.bytes
    for i in bytes.indices where i % 4 != 3 {
      bytes[i] = UInt8(min(255, max(0, Double(bytes[i]) + random.number(-14...14))))
    }
    return try #require(
      StraightRGBA8(width: picture.width, height: picture.height, bytes: bytes))
  }

  /// A hand of one shaded colour, over a part of a layer.
  private static func covered(
    _ picture: StraightRGBA8, _ quad: Quad<OutputSpace>, _ random: inout SplitMix64
  ) throws -> StraightRGBA8 {
    var bytes = picture.bytes
    let size = quad.topLeft.distance(to: quad.bottomRight)
    let middle = try #require(Point2.mean(of: quad.corners))
    let cx = middle.x + random.number(-0.2...0.2) * size
    let cy = middle.y + random.number(-0.2...0.2) * size
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (dx, dy) = ((Double(x) - cx) / (0.14 * size), (Double(y) - cy) / (0.22 * size))
        guard dx * dx + dy * dy < 1 else { continue }
        let i = 4 * (y * picture.width + x)
        for (c, level) in [205.0, 150, 125].enumerated() { bytes[i + c] = UInt8(level + 20 * dx) }
      }
    }
    return try #require(
      StraightRGBA8(width: picture.width, height: picture.height, bytes: bytes))
  }

  private static func blurred(_ picture: StraightRGBA8) throws -> StraightRGBA8 {
    var bytes = picture.bytes
    for y in 1..<picture.height - 1 {
      for x in 1..<picture.width - 1 {
        for c in 0..<3 {
          let sum = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].reduce(0) { sum, d in
            sum + Int(picture.bytes[4 * ((y + d.1) * picture.width + x + d.0) + c])
          }
          bytes[4 * (y * picture.width + x) + c] = UInt8(sum / 5)
        }
      }
    }
    return try #require(
      StraightRGBA8(width: picture.width, height: picture.height, bytes: bytes))
  }
}

/// Whether what is told of layers is what their sidecars say: within 0.25 px, 0.4 degrees and 0.5 %.
struct ToldMotion {
  /// Every layer is told as it moved.
  var isRight = true
  /// Something is told of a layer that is not so.
  var isFalse = false
  private(set) var worst = (px: 0.0, degrees: 0.0, scale: 0.0)

  init(_ changes: [String: RegionChange], _ a: PlacementRecord, _ b: PlacementRecord) {
    let several = Set(a.placements.map(\.face)).count > 1
    var told = changes.filter { ![.different, .same, .recoloured].contains($0.value.kind) }
    for entry in a.placements {
      let key = several ? "face \(entry.face), layer \(entry.layer)" : entry.layer
      let other = b.placements.first { $0.face == entry.face && $0.layer == entry.layer }
      let truth = other.flatMap { GeometryChange(from: entry.corners, to: $0.corners) }
      let change = told.removeValue(forKey: key)
      guard let truth else {
        if change?.kind != .notThere { isRight = false }
        continue
      }
      guard let motion = change?.motion else {
        if change != nil { isFalse = true }
        if !truth.motion.isNegligible { isRight = false }
        continue
      }
      let px = hypot(motion.dx - truth.motion.dx, motion.dy - truth.motion.dy)
      let degrees = abs(motion.rotationDegrees - truth.motion.rotationDegrees)
      let scale = abs(motion.scale / truth.motion.scale - 1)
      if px > 0.25 || degrees > 0.4 || scale > 0.005 { isFalse = true }
      worst = (max(worst.px, px), max(worst.degrees, degrees), max(worst.scale, scale))
    }
    if !told.isEmpty { isFalse = true }
    if isFalse { isRight = false }
  }

  /// What is told where nothing of the kind happened.
  init(nothing changes: [String: RegionChange]) {
    // A layer that stayed is told of only for its opacity or its place in the order.
    isFalse = changes.contains { layer, change in
      change.kind == .same ? !layer.isEmpty : ![.different, .recoloured].contains(change.kind)
    }
    isRight = !isFalse
  }
}
