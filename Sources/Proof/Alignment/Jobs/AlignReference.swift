internal import Foundation
internal import Geometry
internal import Placement
internal import Tracking
internal import TrackingFiles

/// Where the faces of a recording really are, frame by frame: hand annotations, or the landmarks of
/// a tracking file.
final class AlignReference {
  /// An annotation belongs to a frame whose time it has to within this, in milliseconds: times that
  /// people copy are rounded to whole milliseconds.
  static let toleranceMs = 5.0

  private enum Source {
    case annotations(AlignAnnotations)
    case tracking(TrackingReader, SceneMapping)
  }

  private let path: String
  private let source: Source
  private var waiting: AlignAnnotations.Entry?
  private var isAtEnd = false
  private(set) var matched = 0
  private(set) var unmatched = 0
  private var firstMoment: String?
  private var lastMoment = ""

  /// Opens a reference; which of the two it is, its first line says.
  init(
    path: String, options: TrackingFileOptions, scene: PixelSize<SceneSpace>
  ) throws {
    self.path = path
    if try Self.isAnnotations(path) {
      source = .annotations(try AlignAnnotations(path: path, scene: scene))
    } else {
      // The options are of the recording's own tracking; only the fallback fits any dump.
      let reader = try TrackingReader(path: path, options: options)
      let mapping = SceneMapping(header: reader.header, scene: scene)
      let seen = reader.header.size.turned(by: reader.header.rotation, into: SceneSpace.self)
      guard AlignAnnotations.isCopy(seen.width, seen.height, of: scene) else {
        throw AlignError.otherPicture(
          reference: path, found: "\(seen)", expected: "\(scene)")
      }
      source = .tracking(reader, mapping)
    }
  }

  private static func isAnnotations(_ path: String) throws(TrackingFault) -> Bool {
    let lines = try JSONLines(path: path, expected: "annotations or a tracking file")
    guard let (bytes, _) = try lines.next() else { return false }
    return String(decoding: bytes.prefix(4096), as: UTF8.self).contains("avatar-annotations/")
  }

  /// The faces of a frame; nil where the reference says nothing of it.
  ///
  /// Frames are to be asked for in order.
  func faces(frame: Int, atMs time: Double) throws -> [ReferenceFace]? {
    while let entry = try peek() {
      switch relation(of: entry.moment, frame, time) {
      case .before:
        unmatched += 1
        waiting = nil
      case .same:
        matched += 1
        waiting = nil
        return entry.faces
      case .after: return nil
      }
    }
    return nil
  }

  /// Reads what is left, and refuses a reference of which nothing fits.
  func finish(frames: Int, lastMs: Double) throws {
    while try peek() != nil {
      unmatched += 1
      waiting = nil
    }
    guard matched == 0 else { return }
    let found = firstMoment.map { "\($0) to \(lastMoment)" } ?? "no annotation"
    throw AlignError.otherTimes(
      reference: path, found: found,
      expected: "frames 0 to \(frames - 1), times 0 to \(Self.text(lastMs)) ms")
  }

  private enum Relation { case before, same, after }

  private func relation(
    of moment: AlignAnnotations.Entry.Moment, _ frame: Int, _ time: Double
  ) -> Relation {
    switch moment {
    case .frame(let number):
      number < frame ? .before : number == frame ? .same : .after
    case .time(let ms):
      ms < time - Self.toleranceMs ? .before : ms <= time + Self.toleranceMs ? .same : .after
    }
  }

  private func peek() throws -> AlignAnnotations.Entry? {
    if waiting == nil, !isAtEnd {
      waiting = try read()
      isAtEnd = waiting == nil
      if let waiting {
        lastMoment =
          switch waiting.moment {
          case .frame(let number): "frame \(number)"
          case .time(let ms): "\(Self.text(ms)) ms"
          }
        firstMoment = firstMoment ?? lastMoment
      }
    }
    return waiting
  }

  private func read() throws -> AlignAnnotations.Entry? {
    switch source {
    case .annotations(let reader): return try reader.next()
    case .tracking(let reader, let mapping):
      guard let sample = try reader.next() else { return nil }
      let faces = sample.faces.compactMap { face -> ReferenceFace? in
        guard let shape = FaceShape(face, through: mapping) else { return nil }
        let points = Dictionary(uniqueKeysWithValues: shape.points.enumerated().map { ($0, $1) })
        return ReferenceFace(id: face.id, points: points)
      }
      return AlignAnnotations.Entry(
        moment: .time(sample.timestampMs + reader.header.timeOffsetMs), faces: faces)
    }
  }

  private static func text(_ ms: Double) -> String { String(format: "%.1f", ms) }
}
