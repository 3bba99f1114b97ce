import Avatars
import ClipReading
import ClipWriting
import Filters
package import Frames
package import Geometry
import Imaging
package import Isolation
import Passes
import Recordings
package import Rendering
import SceneFiles
import Snapshots
import Sound

/// When what of a reel is seen and heard: known before its first frame.
package struct ReelPlan: Sendable {
  /// What is seen of a recording.
  struct Cell: Sendable {
    enum Source: Sendable {
      case clip(RenderSettings, numbers: ClosedRange<Int>)
      case picture(SnapshotSettings)
    }

    var source: Source
    /// Where it lies in the frame.
    var column, row: Int
    var size: PixelSize<OutputSpace>
    /// Its first frame's time on its clip's timeline, in milliseconds.
    var startMs = 0.0
    var sound = ClipSoundUse.none
    /// What it shows in words.
    var words = "a picture"
    /// The day of the recording; nil where it is unknown.
    var date: RecordingDate?

    init(_ settings: RenderSettings, _ numbers: ClosedRange<Int>, at place: Place) {
      source = .clip(settings.trustingTracking, numbers: numbers)
      (column, row, size) = place
    }

    init(_ settings: SnapshotSettings, at place: Place) {
      source = .picture(settings)
      (column, row, size) = place
    }
  }

  /// Where a recording lies in the frame.
  typealias Place = (column: Int, row: Int, size: PixelSize<OutputSpace>)

  struct Segment: Sendable {
    var cells: [Cell]
    var title: Reel.Title?
    var transition: Reel.Transition
    /// The number of its first frame in the reel, how many it has, and how many of them it shares with the one before.
    var start, count, lead: Int

    /// The number of the frame after its last.
    var end: Int { start + count }
  }

  var segments: [Segment] = []
  package let rate: FrameRate
  package let size: PixelSize<OutputSpace>
  /// How all frames are encoded: as the first recording's are, if that is a clip of SDR.
  let encoding: YUVEncoding
  /// The music, decoded; nil for none.
  let music: StereoSound?
  /// What a person should know, a line each.
  private(set) var notes: [String] = []
  /// The packages that are shown, each once; none where the reel is not planned for parts.
  package private(set) var packages: [PackageIdentity] = []
  private let identifies: Bool

  /// What notes about a segment begin with.
  package static func prefix(ofSegment index: Int) -> String { "segment \(index + 1): " }

  /// Frames there are.
  package var frameCount: Int { segments.last?.end ?? 0 }

  /// The rates that a reel may have, in frames a second.
  static let rates = 1.0...120.0
  /// The highest that is taken of a recording.
  private static let usualRate = 60.0
  /// What a side may have, in pixels.
  static let sides = 16...4096
  /// The longest reel, in seconds.
  static let mostSeconds = 14_400.0

  /// Plans a reel: each recording is opened, and closed again.
  ///
  /// - Parameters:
  ///   - schedule: when segments are seen, where that is known: no recording is opened then but the first one.
  ///   - identifies: whether the packages are told, and the days of recordings.
  package init(
    _ settings: ReelSettings, on schedule: ReelSchedule? = nil, identifies: Bool = false,
    _ cancellation: Cancellation
  ) throws {
    guard let first = settings.segments.first?.cells.first else { throw ReelError.empty }
    let opened = try first.render.recording.open(.whole, ReadingOptions())
    let own = opened.info.sceneSize
    size =
      settings.size
      ?? PixelSize(clamping: max(16, own.width & ~1), max(16, own.height & ~1))
    guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
      throw ReelError.tooLarge(
        "\(size) pixels", limit: "\(Self.sides.lowerBound) to \(Self.sides.upperBound) a side")
    }
    let stated =
      settings.framesPerSecond
      ?? min(opened.isOfStills ? 30 : opened.info.averageFrameRate?.value ?? 30, Self.usualRate)
    guard let rate = FrameRate(min(max(stated, Self.rates.lowerBound), Self.rates.upperBound))
    else { throw ReelError.empty }
    (self.rate, self.identifies) = (rate, identifies)
    if settings.framesPerSecond == nil, let own = opened.info.averageFrameRate?.value,
      !opened.isOfStills, own > Self.usualRate + 0.01
    {
      notes.append(
        "the reel has \(rate); the first recording has \((own * 100).rounded() / 100), which --fps keeps"
      )
    }
    let tags = opened.info.colourTags
    encoding =
      tags.isHighDynamicRange || opened.isOfStills
      ? ColourTags().encoding(width: 1920, height: 1080)
      : tags.encoding(width: size.width, height: size.height)
    if let schedule {
      music = nil
      try add(settings, schedule)
      return
    }
    music = try settings.music.map {
      try SoundFile.read(path: $0, seconds: SoundLimits.musicSeconds)
    }
    for segment in settings.segments { try add(segment, cancellation) }
    if settings.endsOnBeats, let music { endOnBeats(of: music) }
    if let music, music.milliseconds < Double(frameCount) * rate.periodMs - 1 {
      notes.append(
        "the music lasts \(Self.seconds(music.milliseconds / 1000)), the reel"
          + " \(Self.seconds(Double(frameCount) * rate.periodMs / 1000)): it begins anew")
    }
  }

  /// Takes over when segments are seen.
  private mutating func add(_ settings: ReelSettings, _ schedule: ReelSchedule) throws {
    guard schedule.segments.count == settings.segments.count else { throw ReelError.otherSchedule }
    for (segment, stated) in zip(settings.segments, schedule.segments) {
      guard stated.cells.count == segment.cells.count else { throw ReelError.otherSchedule }
      let places = Self.places(segment.cells.count, segment.layout, in: size)
      let cells = zip(segment.cells.indices, places).map { index, place in
        segment.cells[index].planned(stated.cells[index], at: place)
      }
      segments.append(
        Segment(
          cells: cells, title: segment.title, transition: segment.transition,
          start: stated.start, count: stated.count, lead: stated.lead))
    }
  }

  /// Notes what a recording depends on beside its files, where that is asked for.
  private mutating func identify(_ cell: inout Cell, _ recording: OpenRecording) {
    guard identifies else { return }
    cell.date = recording.date
    for package in recording.packages where !packages.contains(package) {
      packages.append(package)
    }
  }

  private mutating func add(_ segment: ReelSettings.Segment, _ cancellation: Cancellation) throws {
    let places = Self.places(segment.cells.count, segment.layout, in: size)
    var cells: [Cell] = []
    var counts: [Int] = []
    for (cell, place) in zip(segment.cells, places) {
      try cancellation.check()
      let (planned, count) = try plan(cell, at: place, seconds: segment.seconds, cancellation)
      cells.append(planned)
      counts.append(count)
    }
    let count = counts.min() ?? 1
    if let longest = counts.max(), longest > count {
      notes.append(
        "segment \(segments.count + 1) ends with the shorter of its recordings, after"
          + " \(Self.seconds(Double(count) * rate.periodMs / 1000)); the other goes on for"
          + " \(Self.seconds(Double(longest - count) * rate.periodMs / 1000))")
    }
    let before = segments.last
    let wanted = Int((Double(segment.transition.milliseconds) / rate.periodMs).rounded())
    // A segment is seen alone for a frame at least.
    let lead = before.map { max(0, min(wanted, count - 1, $0.count - $0.lead - 1)) } ?? 0
    segments.append(
      Segment(
        cells: cells, title: segment.title, transition: segment.transition,
        start: (before?.end ?? 0) - lead, count: count, lead: lead))
    guard Double(frameCount) * rate.periodMs / 1000 <= Self.mostSeconds else {
      throw ReelError.tooLarge(
        "more than \(Int(Self.mostSeconds)) seconds", limit: "\(Int(Self.mostSeconds)) seconds")
    }
  }

  private mutating func plan(
    _ cell: ReelSettings.Cell, at place: Place, seconds: Double?, _ cancellation: Cancellation
  ) throws -> (Cell, count: Int) {
    func frames(_ seconds: Double) -> Int {
      max(1, Int((seconds * 1000 / rate.periodMs).rounded()))
    }
    switch cell.source {
    case .picture(let settings):
      var planned = Cell(settings, at: place)
      if identifies { try identify(&planned, OpenRecording(settings.render, for: .pictures)) }
      return (planned, frames(seconds ?? Reel.pictureSeconds))
    case .clip(var settings):
      if let best = cell.bestSeconds { try Self.take(best, of: &settings, cancellation) }
      settings.output = Self.output(settings, in: place.size)
      let recording = try OpenRecording(settings, for: .opaqueClip)
      if recording.clip.isOfStills, recording.clip.info.frameCount ?? 1 == 1 {
        var planned = Cell(SnapshotSettings(settings), at: place)
        identify(&planned, recording)
        return (planned, frames(seconds ?? Reel.pictureSeconds))
      }
      guard let even = try recording.clip.frameTable().even(of: recording.clip, at: rate) else {
        throw VideoError.emptyRange(
          path: recording.clip.path, asked: "\(recording.clip.part) at \(rate)",
          available: "none at those times")
      }
      let all = even.numbers
      let count = min(all.count, seconds.map(frames) ?? all.count)
      let numbers = all.lowerBound...(all.lowerBound + count - 1)
      var planned = Cell(settings, numbers, at: place)
      planned.startMs = even.timeMs(of: numbers.lowerBound)
      identify(&planned, recording)
      let sound = try recording.sound(cancellation)
      planned.sound = sound.use
      notes += (recording.trackingDoubts + sound.notes).map {
        Self.prefix(ofSegment: segments.count) + $0
      }
      if case .copied = planned.sound, !recording.clip.isHeard { planned.sound = .none }
      planned.words = Self.words(recording)
      return (planned, count)
    }
  }

  /// Narrows a recording down to the seconds about its best moment.
  private static func take(
    _ seconds: Double, of settings: inout RenderSettings, _ cancellation: Cancellation
  ) throws {
    let found = try BestFrame(settings).find(cancellation: cancellation)
    let middle = found.best.timestampMs / 1000
    let span = try settings.recording.open(.whole, ReadingOptions()).span()
    let (low, high) = (span.startMs / 1000, span.endMs / 1000)
    let start = max(low, min(middle - seconds / 2, high - seconds))
    settings.part = .seconds(start: start, end: start + seconds)
  }

  /// A length in words.
  private static func seconds(_ seconds: Double) -> String {
    "\((seconds * 100).rounded() / 100) s"
  }

  /// Shortens segments so that the next ones take over on beats.
  private mutating func endOnBeats(of music: StereoSound) {
    guard let beats = Beats(music) else {
      notes.append("no beat was found in the music: segments end where they do without")
      return
    }
    var cut = 0
    for index in segments.indices.dropLast() {
      let lead = segments[index + 1].lead
      segments[index].start = cut - segments[index].lead
      // The middle of the transition is where the next one takes over.
      let middle = Double(segments[index].end) - Double(lead) / 2
      let beatMs = beats.last(atOrBeforeMs: middle * rate.periodMs)
      let frame = Int((beatMs / rate.periodMs + Double(lead) / 2).rounded())
      let shortest = segments[index].start + max(segments[index].lead, 1) + lead + 1
      if frame >= shortest, frame < segments[index].end {
        segments[index].count = frame - segments[index].start
      }
      cut = segments[index].end
    }
    if let last = segments.indices.last { segments[last].start = cut - segments[last].lead }
  }
}
