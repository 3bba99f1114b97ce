internal import Foundation
public import Placement
internal import Registration

/// Consecutive frames in which a layer is not where it was expected, in one way.
public struct LayerSpan: Hashable, Sendable {
  /// The layer, or layers that did the same: `layer mask`, `face 1, layer mask`.
  public var layers: String
  /// The first and the last frame, by their numbers in the clip.
  public var frames: ClosedRange<Int>
  /// The frame in which the layer is farthest from its place.
  public var worstFrame: Int
  /// What happened: `12.0 px up`, `not there`.
  public var words: String
  /// Whether the layer was gone, was there or was elsewhere so shortly that it is seen as flicker.
  public var isFlicker: Bool

  /// The most frames of a flicker: 80 ms at 25 frames a second.
  public static let flickerFrames = 2
  /// The least shift that is seen as flicker, in pixels.
  public static let leastFlicker = 1.0

  /// The span in one sentence: `frames 49 to 57: layer mask 12.0 px up`.
  public var sentence: String {
    let (first, last) = (frames.lowerBound, frames.upperBound)
    return (first == last ? "frame \(first)" : "frames \(first) to \(last)")
      + ": \(layers) \(words)"
      + (isFlicker ? " (flicker)" : "")
  }
}

/// Finds the spans of a clip by where its layers were expected and where they went.
public enum LayerSpans {
  /// The spans, by their first frames.
  ///
  /// - Parameters:
  ///   - expected: a record a frame.
  ///   - actual: the same of the frames that were rendered, in their order.
  ///   - isTold: whether a layer is looked at.
  public static func find(
    expected: [PlacementRecord], actual: [PlacementRecord],
    where isTold: (PlacementRecord.Entry) -> Bool = { _ in true }
  ) -> [LayerSpan] {
    let partners = Dictionary(expected.map { ($0.frame, $0) }) { first, _ in first }
    var changes: [LayerKey: [(place: Int, change: LayerChange)]] = [:]
    var faces: Set<Int> = []
    for (place, record) in actual.enumerated() {
      guard let partner = partners[record.frame] else { continue }
      let first = LayerKey.entries(of: partner, where: isTold)
      let second = LayerKey.entries(of: record, where: isTold)
      for key in Set(first.keys).union(second.keys) {
        faces.insert(key.face)
        guard let change = LayerChange(from: first[key], to: second[key]), !change.isNothing
        else { continue }
        changes[key, default: []].append((place, change))
      }
    }
    let spans = changes.flatMap { key, changes in
      runs(changes).map { run in
        span(run, frames: actual.map(\.frame), isOneFace: faces.count <= 1)
      }
    }
    return merged(spans)
  }

  /// Changes of one layer that follow each other and are of one kind and direction.
  private static func runs(
    _ changes: [(place: Int, change: LayerChange)]
  ) -> [[(place: Int, change: LayerChange)]] {
    var runs: [[(place: Int, change: LayerChange)]] = []
    for one in changes {
      if let last = runs.last?.last, let first = runs.last?.first, last.place + 1 == one.place,
        first.change.goesOn(one.change)
      {
        runs[runs.count - 1].append(one)
      } else {
        runs.append([one])
      }
    }
    return runs
  }

  private static func span(
    _ run: [(place: Int, change: LayerChange)], frames: [Int], isOneFace: Bool
  ) -> LayerSpan {
    let worst = run.max { $0.change.distance < $1.change.distance } ?? run[0]
    let (first, last) = (run[0].place, run[run.count - 1].place)
    // What holds to either end of the clip may be the rest of something longer.
    let isWithin = first > 0 && last < frames.count - 1
    let least = run.map(\.change.distance).min() ?? 0
    let varies = worst.change.distance - least > max(0.5, 0.2 * worst.change.distance)
    return LayerSpan(
      layers: worst.change.name(isOneFace: isOneFace), frames: frames[first]...frames[last],
      worstFrame: frames[worst.place], words: (varies ? "up to " : "") + worst.change.words,
      isFlicker: isWithin && run.count <= LayerSpan.flickerFrames && worst.change.isSeenShortly)
  }

  /// The most layers that are named in a sentence.
  private static let namedLayers = 4

  /// Spans of several layers that say the same, as one.
  private static func merged(_ spans: [LayerSpan]) -> [LayerSpan] {
    let sorted = spans.sorted {
      ($0.frames.lowerBound, $0.frames.upperBound, $0.layers)
        < ($1.frames.lowerBound, $1.frames.upperBound, $1.layers)
    }
    var merged: [(span: LayerSpan, names: [String])] = []
    for span in sorted {
      let index = merged.firstIndex {
        $0.span.frames == span.frames && $0.span.words == span.words
      }
      if let index {
        merged[index].names.append(span.layers)
      } else {
        merged.append((span, [span.layers]))
      }
    }
    return merged.map { span, names in
      var span = span
      span.layers =
        names.count > namedLayers
        ? "\(names.count) layers" : names.joined(separator: ", ")
      return span
    }
  }
}

/// A layer of a face among those of a frame.
private struct LayerKey: Hashable {
  var subject: Subject.Kind
  var face: Int
  var layer: String

  /// The visible layers of a frame.
  static func entries(
    of record: PlacementRecord, where isTold: (PlacementRecord.Entry) -> Bool
  ) -> [LayerKey: PlacementRecord.Entry] {
    Dictionary(
      record.placements.filter { $0.opacity >= LayerPlacement.leastOpacity && isTold($0) }.map {
        entry in
        (LayerKey(subject: entry.subject, face: entry.face, layer: entry.layer), entry)
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension LayerChange {
  /// The change of a layer from one frame to another; nil where it is in neither.
  fileprivate init?(from expected: PlacementRecord.Entry?, to actual: PlacementRecord.Entry?) {
    if let expected {
      self.init(ofPlace: expected, to: actual)
    } else if let actual {
      self.init(
        face: actual.face, layer: actual.layer, change: RegionChange(kind: .appeared))
    } else {
      return nil
    }
  }

  /// How far the layer is from its place, in pixels.
  fileprivate var distance: Double {
    change.motion.map { ($0.dx * $0.dx + $0.dy * $0.dy).squareRoot() } ?? 0
  }

  /// Whether the change is seen where it lasts for a moment.
  fileprivate var isSeenShortly: Bool {
    switch change.kind {
    case .same: false
    case .moved: distance >= LayerSpan.leastFlicker
    default: true
    }
  }

  /// Whether another frame's change is the same one going on: of its kind, and not the other way.
  fileprivate func goesOn(_ next: LayerChange) -> Bool {
    guard change.kind == next.change.kind else { return false }
    guard let a = change.motion, let b = next.change.motion else { return true }
    return a.dx * b.dx + a.dy * b.dy >= 0
  }
}
