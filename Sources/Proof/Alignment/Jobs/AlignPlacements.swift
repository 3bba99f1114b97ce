internal import Avatars
internal import Geometry
internal import Placement
internal import Recordings

/// Where the overlay's layers went in the frames of a recording, in scene pixels.
struct AlignPlacements {
  /// What is known of the overlay in one frame.
  struct Frame {
    var quads: [AlignedQuad] = []
    /// The faces on which a layer shows.
    var covered = Set<Int>()
    /// The snap residuals, in scene pixels.
    var residuals: [(face: Int, px: Double)] = []
  }

  private let scene: PixelSize<SceneSpace>
  private let mirrored: Bool

  init(scene: PixelSize<SceneSpace>, mirrored: Bool) {
    (self.scene, self.mirrored) = (scene, mirrored)
  }

  /// A record's content, in the scene.
  func frame(_ record: PlacementRecord) -> Frame {
    let (sx, sy) = (
      Double(scene.width) / Double(record.width), Double(scene.height) / Double(record.height)
    )
    var frame = Frame()
    // A layer that only begins to fade in has its place.
    for entry in record.placements {
      func inScene(_ point: Point2<OutputSpace>) -> [Double] {
        let x = mirrored ? Double(record.width) - point.x : point.x
        return [Self.rounded(x * sx), Self.rounded(point.y * sy)]
      }
      frame.quads.append(
        AlignedQuad(
          face: entry.face, layer: entry.layer, corners: entry.corners.corners.map(inScene),
          // The nodes of a model are not the same in every frame.
          points: entry.points.isEmpty || !entry.nodes.isEmpty
            ? nil : entry.points.map(inScene)))
      frame.covered.insert(entry.face)
      if let px = entry.residualPx { frame.residuals.append((entry.face, px)) }
    }
    return frame
  }

  /// As many decimals as the sidecar has, so that a saved run and a computed one compare.
  private static func rounded(_ x: Double) -> Double { (x * 1000).rounded() / 1000 }
}

/// A sidecar's records by the frames of a clip.
final class AlignSidecar {
  private let reader: PlacementsReader
  private let fits: [(width: Int, height: Int)]
  private var waiting: PlacementRecord?
  private var isAtEnd = false
  private(set) var matched = 0
  private(set) var unmatched = 0

  /// Times of the same frame differ by no more than the sidecar's rounding, and a container's.
  static let toleranceMs = 1.0

  /// Opens a sidecar; `shapes` are the pictures that its frames may be copies of.
  init(path: String, shapes: [(width: Int, height: Int)]) throws {
    reader = try PlacementsReader(path: path)
    fits = shapes
  }

  /// The record of a frame; nil where there is none.
  ///
  /// Frames are to be asked for in order.
  func record(frame: Int, atMs time: Double) throws -> PlacementRecord? {
    while let record = try peek(), record.frame <= frame {
      waiting = nil
      guard record.frame == frame else {
        unmatched += 1
        continue
      }
      guard abs(record.timestampMs - time) <= Self.toleranceMs else {
        throw AlignError.otherPlacements(
          path: reader.path, found: "frame \(frame) at \(record.timestampMs) ms",
          expected: "it at \((time * 1000).rounded() / 1000) ms")
      }
      matched += 1
      return record
    }
    return nil
  }

  /// Refuses placements of which nothing fits.
  func finish(frames: Int) throws {
    while try peek() != nil {
      waiting = nil
      unmatched += 1
    }
    guard matched == 0 else { return }
    throw AlignError.otherPlacements(
      path: reader.path, found: "\(unmatched) records of other frames",
      expected: "frames 0 to \(frames - 1)")
  }

  private func peek() throws -> PlacementRecord? {
    if waiting == nil, !isAtEnd {
      waiting = try reader.next()
      isAtEnd = waiting == nil
      if let waiting { try check(waiting) }
    }
    return waiting
  }

  /// An output of another size is a scaled copy of the picture; of another shape it is none.
  private func check(_ record: PlacementRecord) throws {
    let isCopy = fits.contains { shape in
      let (sx, sy) = (
        Double(record.width) / Double(shape.width), Double(record.height) / Double(shape.height)
      )
      return abs(sx / sy - 1) <= 0.02
    }
    guard isCopy else {
      throw AlignError.otherPlacements(
        path: reader.path, found: "frames of \(record.width) x \(record.height)",
        expected: fits.first.map { "the shape of \($0.width) x \($0.height)" } ?? "the clip's")
    }
  }
}
