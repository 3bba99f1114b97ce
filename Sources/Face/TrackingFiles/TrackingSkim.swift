internal import CSimdjson
public import Tracking

/// When the samples of a whole tracking file were taken, what is in them, and how large their numbers
/// are: found in one pass that makes no sample, and reports none that is bad.
///
/// It is for callers that need the whole of a file before its samples are read: to judge whether it
/// belongs to a clip, or how often the tracker looked.
public struct TrackingSkim: Sendable {
  /// What a sample shows.
  public struct Contents: OptionSet, Hashable, Sendable {
    /// A bit for each of the kinds below.
    public let rawValue: UInt8

    /// Makes a set of kinds.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// At least one face.
    public static let face = Contents(rawValue: 1 << 0)
    /// At least one hand.
    public static let hand = Contents(rawValue: 1 << 1)
    /// A known picture.
    public static let image = Contents(rawValue: 1 << 2)
    /// That the tracker gave no answer.
    public static let failed = Contents(rawValue: 1 << 3)
  }

  /// How large the coordinates of faces, hands and known pictures are, as the file has them: of each its
  /// largest x or y of a few, without its sign.
  public struct Sizes: Hashable, Sendable {
    /// Faces, hands and pictures that have coordinates.
    public internal(set) var count = 0
    /// Those that lie farther from the picture than parts of it can be meant to, beyond
    /// `farthestPart`.
    public internal(set) var beyondParts = 0
    /// The median of the sizes, of the first 65,536 of them; 0 where there is none.
    public internal(set) var median = 0.0
    /// The largest of all.
    public internal(set) var largest = 0.0

    /// A face of which a coordinate is beyond this, as a part of the picture, lies so far beside it that
    /// no tracker sees it.
    public static let farthestPart = 4.0

    /// The share of them that is beyond `farthestPart`.
    public var shareBeyondParts: Double { count == 0 ? 0 : Double(beyondParts) / Double(count) }
  }

  /// The file, as the caller named it.
  public let path: String
  /// The format that was recognised.
  public let dialect: TrackingDialect
  /// What the file says about all samples, with the options' overrides; `timeOffsetMs` is what has to be
  /// added to `milliseconds(of:)`.
  public let header: TrackingHeader
  /// What `times` count.
  public let timeUnit: TimeUnit
  /// Whether they are written as dates, and so are of a wall clock.
  public let timesAreDates: Bool
  /// What the numbers behind `sizes` count, by the file's word or the options'.
  public let coordinates: Coordinates
  /// When the samples were taken, as the file says it, in its own unit and order; those that do not say
  /// it are left out.
  public let times: [Double]
  /// What each of them shows.
  public let contents: [Contents]
  /// How large their numbers are.
  public let sizes: Sizes
  /// What the translations of its face matrices count, by the file's word or the options'.
  public let matrixUnit: MatrixUnit
  /// How far its face matrices put faces.
  public let depths: Depths
  /// The identities that the file gives printed pictures, the first 4,096 of them.
  public let imageIdentities: Set<Int>
  /// The names of the printed pictures, the first 4,096 of them.
  public let imageNames: Set<String>
  /// All samples that say when they were taken, also those beyond `TrackingLimits.skimmedSamples`, which
  /// are not in `times`.
  public let count: Int
  /// Whether there are more of them than are kept.
  public var isCut: Bool { count > times.count }

  private let clock: SampleClock

  /// Passes over a file.
  ///
  /// - Throws: the fault of the file as a whole, as `TrackingReader` has it: when it is opened, or at its
  ///   end, for a key that is misspelt in all samples; none of a sample's.
  public init(path: String, options: TrackingFileOptions = .init()) throws(TrackingFault) {
    try self.init(path: path, options: options) { () throws(SourceError) in
      try ByteSource(path: path)
    }
  }

  /// Passes over a file that lies in memory.
  public init(
    bytes: [UInt8], name: String = "tracking", options: TrackingFileOptions = .init()
  ) throws(TrackingFault) {
    try self.init(path: name, options: options) { () throws(SourceError) in
      try ByteSource(bytes: bytes)
    }
  }

  private init(
    path: String, options: TrackingFileOptions, open: () throws(SourceError) -> ByteSource
  ) throws(TrackingFault) {
    let opened = try OpenedTracking(path: path, options: options, skims: true, open)
    let outcome = opened.outcome
    var tally = SkimTally(
      outcome,
      countsSamples: opened.firstSample != nil && outcome.timeKey == csj_time_none
        && outcome.timeUnit == .frames)
    var keys = KeyTally(outcome.dialect)
    if let first = opened.firstSample {
      keys.add(opened.parser, first)
      unsafe tally.add(opened.parser.document)
    }
    let dialect = outcome.dialect.keys
    // What cannot be read any further ends the pass; the reader will say why.
    reading: while true {
      do {
        guard let document = try opened.splitter.next() else { break reading }
        unsafe opened.parser.read(document.bytes, dialect: dialect)
        keys.add(opened.parser, document)
        unsafe tally.add(opened.parser.document)
      } catch {
        continue
      }
    }
    if let fault = keys.fault(in: path) { throw fault }
    self.path = path
    self.dialect = outcome.dialect
    timeUnit = outcome.timeUnit
    coordinates = outcome.coordinates
    clock = opened.clock
    (times, contents, count) = (tally.times, tally.contents, tally.count)
    sizes = tally.finishedSizes()
    (matrixUnit, depths) = (outcome.matrixUnit, tally.depths.finished)
    (imageIdentities, imageNames) = (tally.imageIdentities, tally.imageNames)
    var header = outcome.header
    timesAreDates = outcome.timeKey == csj_time_date
    if outcome.beginsOnFirstFrame, let first = times.first {
      header.timeOffsetMs = outcome.offset(ofFirst: clock.milliseconds(first), options)
    }
    self.header = header
  }

  /// One of the times in milliseconds on the tracker's own clock, as a sample's `timestampMs` has it;
  /// `header.timeOffsetMs` added, it is the clip's.
  public func milliseconds(of time: Double) -> Double { clock.milliseconds(time) }

  /// The median of the times between two samples that follow each other, in milliseconds: how often the
  /// tracker looked; nil where there are fewer than two.
  public var medianIntervalMs: Double? {
    var steps: [Double] = []
    steps.reserveCapacity(times.count)
    var last: Double?
    for time in times {
      let ms = milliseconds(of: time)
      // A time that goes back is a bad sample's.
      if let last, ms > last { steps.append(ms - last) }
      last = max(last ?? ms, ms)
    }
    guard !steps.isEmpty else { return nil }
    steps.sort()
    return steps[steps.count / 2]
  }
}

/// What a pass has found so far.
private struct SkimTally {
  private(set) var times: [Double] = []
  private(set) var contents: [TrackingSkim.Contents] = []
  private(set) var count = 0
  private(set) var imageIdentities: Set<Int> = []
  private(set) var imageNames: Set<String> = []
  private var sizes = TrackingSkim.Sizes()
  private var kept: [Float] = []
  private let timeKey: csj_time_key
  private let countsSamples: Bool
  private var place = 0
  private(set) var depths: DepthTally

  /// Makes an empty one.
  ///
  /// - Parameter countsSamples: whether a sample's time is its place.
  init(_ outcome: HeaderReader.Outcome, countsSamples: Bool) {
    (timeKey, self.countsSamples) = (outcome.timeKey, countsSamples)
    depths = DepthTally(outcome)
  }

  mutating func add(_ document: csj_document) {
    for index in unsafe 0..<document.issue_count
    where unsafe document.issues[index].kind == csj_issue_not_json { return }
    let time = unsafe countsSamples ? Double(place) : document.timestamp_ms
    let key = unsafe document.time_key
    let isTimed = countsSamples || key == timeKey || timeKey == csj_time_none && key == csj_time_ms
    place += 1
    guard isTimed, time.isFinite else { return }
    count += 1
    if times.count < TrackingLimits.skimmedSamples {
      times.append(time)
      unsafe contents.append(Self.contents(document))
    }
    unsafe depths.add(document)
    for index in unsafe 0..<document.face_count {
      unsafe add(document.faces[index].landmarks, of: document.numbers, dimensions: 3)
    }
    for index in unsafe 0..<document.hand_count {
      unsafe add(document.hands[index].landmarks, of: document.numbers, dimensions: 3)
    }
    for index in unsafe 0..<document.image_count {
      unsafe add(document.images[index].corners, of: document.numbers, dimensions: 2)
      if imageNames.count < TrackingLimits.imageIdentities {
        imageNames.insert(unsafe text(document.images[index].name))
      }
      guard imageIdentities.count < TrackingLimits.imageIdentities else { continue }
      if unsafe document.images[index].has_id {
        imageIdentities.insert(unsafe Int(document.images[index].id))
      }
    }
  }

  private static func contents(_ document: csj_document) -> TrackingSkim.Contents {
    var contents: TrackingSkim.Contents = []
    let isSeen = unsafe (0..<document.face_count).contains { unsafe !document.faces[$0].is_lost }
    if unsafe isSeen || document.matrix_count > 0 { contents.insert(.face) }
    if unsafe document.hand_count > 0 { contents.insert(.hand) }
    if unsafe document.image_count > 0 { contents.insert(.image) }
    if unsafe document.seen & UInt32(csj_seen_failed) != 0 { contents.insert(.failed) }
    return contents
  }

  private mutating func add(
    _ list: csj_points, of numbers: UnsafePointer<Double>?, dimensions: Int
  ) {
    guard let numbers = unsafe numbers, list.count > 0 else { return }
    var size = 0.0
    for point in 0..<min(list.count, Int(csj_skimmed_points)) {
      let start = list.start + dimensions * point
      let (x, y) = unsafe (abs(numbers[start]), abs(numbers[start + 1]))
      // A number that is not finite passes no comparison, or is left out below.
      if x > size { size = x }
      if y > size { size = y }
    }
    guard size.isFinite else { return }
    sizes.count += 1
    sizes.beyondParts += size > TrackingSkim.Sizes.farthestPart ? 1 : 0
    sizes.largest = max(sizes.largest, size)
    if kept.count < TrackingLimits.skimmedSizes { kept.append(Float(size)) }
  }

  func finishedSizes() -> TrackingSkim.Sizes {
    var finished = sizes
    let sorted = kept.sorted()
    if !sorted.isEmpty { finished.median = Double(sorted[sorted.count / 2]) }
    return finished
  }
}
