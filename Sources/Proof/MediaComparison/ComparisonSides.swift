internal import ClipReading
internal import Foundation
internal import Imaging

/// The two sides of a comparison and the background, open for reading.
final class ComparisonSides {
  let kind: ComparisonInput.Kind
  let pairing: FramePairing
  let ground: BackgroundFrames?
  /// Names that only one of two folders has.
  private(set) var onlyInFirst: [String] = []
  private(set) var onlyInSecond: [String] = []
  /// The clips that are read, for what they say at their end.
  private(set) var clips: [ClipReader] = []
  private var pictures: [PictureSequence] = []
  private(set) var sidecars: [PlacementsCursor] = []
  private var threads: [ThreadedSource] = []
  private let pictureCount: Int

  init(_ settings: CompareSettings) throws {
    let (a, b) = (try ComparisonInput(settings.first), try ComparisonInput(settings.second))
    guard a.kind == b.kind else {
      throw ComparisonError.kindsDiffer(
        a.path, b.path, kinds: "the first is \(a.kind.words), the second \(b.kind.words)")
    }
    kind = a.kind
    if kind == .picture, settings.part != .whole {
      throw ComparisonError.unfitRequest(
        reason: "\(a.path): --frames chooses frames of clips or folders; a picture is one frame")
    }
    // What is opened before something fails is closed with it.
    var opened = Opened(settings: settings)
    do {
      let names: [String]
      (names, onlyInFirst, onlyInSecond) =
        kind == .folder ? try Self.names(a, b, settings.part) : ([], [], [])
      pictureCount = kind == .folder ? names.count : 1
      let sidecars = try (
        settings.placements.map(PlacementsCursor.init(path:)),
        settings.secondPlacements.map(PlacementsCursor.init(path:))
      )
      self.sidecars = [sidecars.0, sidecars.1].compactMap(\.self)
      pairing = FramePairing(
        first: FrameSequence(try opened.source(of: a, names), placements: sidecars.0),
        second: FrameSequence(try opened.source(of: b, names), placements: sidecars.1),
        rule: kind == .clip ? .byTime : .byOrder)
      ground = try settings.ground.map { try opened.ground($0, for: a, names) }
    } catch {
      opened.close()
      throw error
    }
    (threads, clips, pictures) = (opened.threads, opened.clips, opened.pictures)
  }

  /// What could not be read, a line each; to be asked once the sides are closed.
  var damage: [String] {
    pictures.flatMap(\.damage)
      + clips.compactMap { clip in
        let damage = clip.damage
        let what = damage.picture == nil ? "clip" : "picture"
        return damage.isClean ? nil : "\(clip.path): the \(what) is damaged: \(damage)"
      }
  }

  /// How many pairs there will be, as far as is known.
  var expectedFrames: Int? {
    clips.isEmpty ? pictureCount : clips.first?.part == .whole ? clips.first?.info.frameCount : nil
  }

  /// Stops the threads that read; once it returns, nothing is read any more.
  func close() {
    for thread in threads { thread.stop() }
    threads = []
  }

  /// The names that both folders have, within the part, and those that only one has.
  private static func names(
    _ a: ComparisonInput, _ b: ComparisonInput, _ part: ClipPart
  ) throws(ComparisonError) -> (both: [String], first: [String], second: [String]) {
    let first = try ComparisonInput.pictures(in: a.path)
    let second = Set(try ComparisonInput.pictures(in: b.path))
    let all = Set(first)
    var both = first.filter(second.contains)
    let onlyInFirst = first.filter { !second.contains($0) }
    let onlyInSecond = second.filter { !all.contains($0) }
      .sorted(by: ComparisonInput.inNumericOrder)
    guard case .frames(let range) = part else { return (both, onlyInFirst, onlyInSecond) }
    guard range.lowerBound < both.count else {
      throw .noSuchPart(
        a.path,
        reason: "no picture in \(part); both folders have \(both.count) of the same name")
    }
    both = Array(both[range.clamped(to: 0...(both.count - 1))])
    return (both, [], [])
  }
}

/// What has been opened of the sides so far.
private struct Opened {
  let settings: CompareSettings
  var threads: [ThreadedSource] = []
  var clips: [ClipReader] = []
  var pictures: [PictureSequence] = []

  mutating func source(
    of input: ComparisonInput, _ names: [String]
  ) throws -> any FrameSource {
    switch input.kind {
    case .picture:
      return sequence([(input.path, nil, 0)])
    case .folder:
      let first = if case .frames(let range) = settings.part { range.lowerBound } else { 0 }
      return threaded(
        sequence(
          names.enumerated().map { ("\(input.path)/\($1)", $1, first + $0) }))
    case .clip:
      let frames = try ClipFrames(
        path: input.path, part: settings.part, threads: settings.threads,
        allowsDamagedStill: settings.allowsDamagedStill)
      clips.append(frames.clip)
      return threaded(frames)
    }
  }

  /// The pictures without overlay.
  mutating func ground(
    _ path: String, for first: ComparisonInput, _ names: [String]
  ) throws -> BackgroundFrames {
    let input = try ComparisonInput(path)
    if input.kind == .picture {
      return .still(SourceFrame(try PNG.read(path: path, limits: .still)))
    }
    guard input.kind == first.kind else {
      throw ComparisonError.unfitRequest(
        reason: "\(path): the ground of \(first.kind.words) is a PNG picture or"
          + " \(first.kind.words); found \(input.kind.words)")
    }
    return .moving(
      FrameSequence(try source(of: input, names), placements: nil),
      first.kind == .clip ? .byTime : .byOrder)
  }

  private mutating func sequence(
    _ paths: [(path: String, name: String?, index: Int)]
  ) -> PictureSequence {
    let sequence = PictureSequence(paths, allowsDamage: settings.allowsDamagedStill)
    pictures.append(sequence)
    return sequence
  }

  private mutating func threaded(_ source: some FrameSource) -> ThreadedSource {
    let thread = ThreadedSource(source)
    threads.append(thread)
    return thread
  }

  func close() {
    for thread in threads { thread.stop() }
  }
}
