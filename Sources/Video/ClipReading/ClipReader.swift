internal import CFFmpeg
internal import Containers
internal import Foundation
public import Frames
internal import Geometry
internal import Imaging

/// Reads a clip: upright frames in presentation order, each with its exact time.
///
/// A picture that needs no turn and no conversion is the decoder's own, not a copy. Calls may come
/// from any thread, one after the other.
public final class ClipReader: @unchecked Sendable {
  /// What the clip is.
  public let info: ClipInfo
  /// The file.
  public let path: String
  /// The part that is read.
  public let part: ClipPart

  let options: ReadingOptions
  package var limits: VideoLimits { options.limits }
  /// The picture's place among the container's streams; nil for stills, which are no container.
  var pictureStream: Int? { source?.streamIndex }
  /// The container; nil for stills.
  package var demuxer: Demuxer? { source?.demuxer }
  /// Whether something of its pictures is hidden.
  package var isCovered: Bool { options.cover != nil }
  /// Whether it is one picture, or numbered ones, not a clip.
  package var isOfStills: Bool { source == nil }
  let plan: FramePlan
  /// How pictures of other sizes than the largest are fitted into the frames; nil where all are alike.
  let fitting: PictureFitting?
  private let memory = FrameMemory()
  private let lock = NSLock()
  /// The clip's pictures; nil for stills.
  private var source: WholePictures?
  /// The stills that follow each other; nil for a clip, and for a single one.
  private let pictures: NumberedPictures?
  private var stillDamage: DamageReport
  private var clock: FrameClock
  private var selection: PartSelection
  private var placesByTime: FrameIndex?
  private var firstPicture: FrameHandle?
  private var nextIndex = 0
  private var isDone = false
  private var handedOutAny = false
  /// Where the last frame ends that was decoded.
  private var readEndMs: Double?
  /// The time of a frame that was decoded and lies after the part.
  private var timeAfterMs: Double?

  /// Opens a clip and decodes its first frame, which completes `info`.
  public convenience init(
    path: String, part: ClipPart = .whole, options: ReadingOptions = ReadingOptions()
  ) throws(VideoError) {
    if let pictures = try NumberedPictures(finding: path, rate: options.picturesRate),
      let first = try pictures.still(
        0, limits: options.limits, allowsDamage: options.allowsDamagedStill)
    {
      try self.init(first, of: pictures, path: path, part: part, options: options)
      try selectPart(of: pictures)
      return
    }
    if let still = try StillFile.read(
      path: path, limits: options.limits, allowsDamage: options.allowsDamagedStill)
    {
      try self.init(still, of: nil, path: path, part: part, options: options)
      return
    }
    if let lone = LoneFrame.decode(path: path, part: part, options: options) {
      let source = WholePictures(
        SteadyPictures(lone.source, path: path, options: options), path: path, options: options)
      let clock = unsafe FrameClock(stream: source.stream)
      let (place, firstPts) = (lone.place, lone.firstPts)
      try self.init(
        path: path, part: part, options: options, source: source, clock: clock,
        picture: lone.picture, firstPts: firstPts)
      placesByTime = place?.index
      if let number = place?.number { selection = .places(number...number) }
      return
    }
    let source = try WholePictures(path: path, options: options)
    guard let first = try source.next() else {
      throw .nothingDecodable(path: path, reason: source.damage.message ?? "no frame in it")
    }
    var clock = unsafe FrameClock(stream: source.stream)
    let firstPts = clock.next(for: first)
    clock.restart()
    try self.init(
      path: path, part: part, options: options, source: source, clock: clock, picture: first,
      firstPts: firstPts)
    try selectPart()
  }

  /// Makes a reader that holds one decoded picture and goes on from there.
  private init(
    path: String, part: ClipPart, options: ReadingOptions, source: WholePictures, clock: FrameClock,
    picture: consuming FrameHandle, firstPts: Int64
  ) throws(VideoError) {
    let changes = try Self.changes(path: path, source, options)
    let largest = changes?.largest
    let stated =
      unsafe TIFFFile.orientation(path: path, stream: source.stream)
      ?? ClipInfo.orientation(stream: source.stream, frame: picture)
    // The container's word holds for all pictures.
    let turnsAlike = unsafe ClipInfo.hasMatrix(source.stream) || changes?.areTurned != true
    let orientation = turnsAlike ? stated : largest?.orientation ?? .upright
    let size = (
      width: largest?.width ?? picture.width, height: largest?.height ?? picture.height
    )
    let stored = try unsafe FramePlan(
      first: picture, of: source.stream, path: path, size: size, turn: orientation.turn,
      options: options)
    let plan = options.becomesStandard ? stored.inStandard() : stored
    let info = unsafe try ClipInfo(
      demuxer: source.demuxer, stream: source.stream, firstFrame: picture, firstPts: firstPts,
      plan: plan, orientation: orientation, stored: size, hasFields: source.hasFields,
      options: options)
    let perField: Int64 = options.reading.deinterlacing == .fields ? 2 : 1
    fitting = changes.map {
      PictureFitting(
        $0, into: info, orientation: turnsAlike ? orientation : nil, ticksPerTick: perField)
    }
    (self.path, self.part, self.options, self.info) = (path, part, options, info)
    self.source = source
    pictures = nil
    stillDamage = DamageReport()
    (self.clock, self.plan) = (clock, plan)
    selection = PartSelection(part)
    firstPicture = consume picture
  }

  /// Makes a reader of a still, which was decoded already: the only one, or the first of several.
  private init(
    _ still: StillFile, of pictures: NumberedPictures?, path: String, part: ClipPart,
    options: ReadingOptions
  ) throws(VideoError) {
    _ = LibAV.ready
    var options = options
    if still.decoded.picture.isOpaque { options.keepsTransparency = false }
    fitting = nil
    plan = try FramePlan(
      still: ColourTags(of: still.format), width: still.decoded.picture.width,
      height: still.decoded.picture.height, path: path, options: options)
    info = try ClipInfo(still, of: pictures, path: path, plan: plan)
    (self.path, self.part, self.options, self.pictures) = (path, part, options, pictures)
    stillDamage = DamageReport(of: still.decoded.damage)
    clock = FrameClock(usualDuration: pictures == nil ? 1 : FrameRate.ticksPerFrame)
    selection = PartSelection(part)
    firstPicture = try still.handle(pts: 0, duration: clock.usualDuration, memory: memory)
  }

  /// What could not be read so far.
  public var damage: DamageReport {
    lock.lock()
    defer { lock.unlock() }
    return source?.damage ?? stillDamage
  }

  /// Where the clip's times started again so far.
  var seams: [TimeSeam] {
    lock.lock()
    defer { lock.unlock() }
    return source?.demuxer.seams ?? []
  }

  /// What is said of frames that are made of two fields; nil where there were none so far.
  var fieldNote: String? {
    lock.lock()
    defer { lock.unlock() }
    return source?.note
  }

  /// What decoding one picture comes to.
  public enum Step: ~Copyable {
    /// A picture before the part, on which others depend.
    case before
    /// The next frame of the part.
    case frame(VideoFrame)
    /// There is none any more.
    case end
  }

  /// The next frame of the part; nil at its end.
  public func nextFrame() throws(VideoError) -> VideoFrame? {
    while true {
      switch try step() {
      case .before: continue
      case .frame(let frame): return frame
      case .end: return nil
      }
    }
  }

  /// Decodes one picture, for a caller that does not wait until all before the part are decoded.
  public func step() throws(VideoError) -> Step {
    lock.lock()
    defer { lock.unlock() }
    guard !isDone, let picture = try nextPicture() else { return try end() }
    try checkSize(of: picture)
    let pts = clock.next(for: picture)
    let index = placesByTime?.place(ofPts: pts) ?? nextIndex
    nextIndex = index + 1
    let timestampMs = info.milliseconds(atPts: pts)
    try checkTime(pts, timestampMs, frame: index)
    readEndMs = timestampMs + usualFrameMs
    switch selection.verdict(index: index, timestampMs: timestampMs) {
    case .before: return .before
    case .after:
      timeAfterMs = timestampMs
      return try end()
    case .inside(let isLast):
      isDone = isLast
      handedOutAny = true
      var frame = VideoFrame(
        picture, memory: memory, index: index, pts: pts, timestampMs: timestampMs)
      frame.duration = unsafe Ticks.duration(avo_duration(frame.handle.raw))
      frame.isDamaged = frame.handle.isDamaged
      // Stills were turned by their reader.
      let orientation = fitting?.orientation(at: pts) ?? info.orientation
      let upright = try plan.prepare(frame, orientation: source == nil ? .upright : orientation)
      var shown = if let fitting { try fitting.fit(upright) } else { upright }
      // What is hidden never leaves the reader.
      if let cover = options.cover { try shown.hide(cover, of: path) }
      return .frame(shown)
    }
  }

  private func end() throws(VideoError) -> Step {
    isDone = true
    if handedOutAny { return .end }
    // Not all of it was read, where a frame comes after the part.
    let isRead = timeAfterMs == nil
    throw emptyPart(
      frames: isRead ? nextIndex : try countFrames(), endMs: isRead ? readEndMs : nil)
  }

  /// When the first frame after the part is shown, in milliseconds, once the part was read; nil where the
  /// clip ends with it.
  func timeAfterPart() throws(VideoError) -> Double? {
    lock.lock()
    defer { lock.unlock() }
    if timeAfterMs == nil, isDone, part != .whole {
      if let times = placesByTime?.times {
        timeAfterMs =
          times.indices.contains(nextIndex) ? info.milliseconds(atPts: times[nextIndex]) : nil
      } else if let picture = try nextPicture() {
        timeAfterMs = info.milliseconds(atPts: clock.next(for: picture))
      }
    }
    return timeAfterMs
  }

  private func nextPicture() throws(VideoError) -> FrameHandle? {
    if let held = firstPicture.take() { return held }
    return pictures == nil ? try source?.next() : try nextStill()
  }

  /// The next one of the numbered pictures, which is as large as the first.
  private func nextStill() throws(VideoError) -> FrameHandle? {
    guard
      let still = try pictures?.still(
        nextIndex, limits: limits, allowsDamage: options.allowsDamagedStill)
    else { return nil }
    let (picture, size) = (still.decoded.picture, info.uprightSize)
    let pts = NumberedPictures.pts(nextIndex)
    guard (picture.width, picture.height) == (size.width, size.height) else {
      isDone = true
      throw .pictureSizeChanged(
        path: path, from: "\(size)", to: "\(picture.width) x \(picture.height)",
        atMs: info.milliseconds(atPts: pts))
    }
    if let damage = still.decoded.damage {
      stillDamage.add(damage, atMs: info.milliseconds(atPts: pts))
    }
    return try still.handle(pts: pts, duration: clock.usualDuration, memory: memory)
  }

  /// The encoder's picture has one size, and so has the scene that the tracking speaks of.
  private func checkSize(of picture: borrowing FrameHandle) throws(VideoError) {
    guard source != nil, fitting == nil,
      picture.width != info.storedWidth || picture.height != info.storedHeight
    else { return }
    // As its time would be if it had the first one's size: raw streams state none.
    var clock = clock
    let ticks = clock.next(for: picture)
    isDone = true
    throw .pictureSizeChanged(
      path: path, from: "\(info.storedWidth) x \(info.storedHeight)",
      to: "\(picture.width) x \(picture.height)", atMs: info.milliseconds(atPts: ticks))
  }

  /// Refuses a time that no clip has; sums and waits that follow from it would be as absurd.
  private func checkTime(_ pts: Int64, _ timestampMs: Double, frame: Int) throws(VideoError) {
    // Times at the ends were brought there, and may have been later.
    guard abs(timestampMs) > limits.latestSeconds * 1000 || abs(pts) >= Ticks.latest else { return }
    isDone = true
    let latest = min(limits.latestSeconds, Double(Ticks.latest) * info.timeBase.value)
    throw .unbelievableTime(
      path: path, frame: frame, maximumYears: Int(latest / VideoLimits.year))
  }

  // MARK: Parts

  /// Finds out which frames to hand out, and goes to the key frame before the first of them.
  private func selectPart() throws(VideoError) {
    let firstMs = info.milliseconds(atPts: info.startPts)
    guard let source, let wanted = PartSelection.wanted(part, firstMs: firstMs) else { return }
    guard let index = try frameIndex(ofStream: source.streamIndex), index.canSeek else {
      // Frames can only be counted by decoding them; `selection` drops those before the part.
      if case .moment(let second) = part {
        let place = try decodedPlace(atMs: second * 1000)
        selection = .places(place...place)
      }
      return
    }
    let times = index.times.map(info.milliseconds(atPts:))
    let place = index.place(of: wanted, times: times)
    if case .lastAt(let ms) = wanted {
      let endMs = times[times.count - 1] + usualFrameMs
      selection = .places(place...place)
      if ms > endMs + timeToleranceMs { throw emptyPart(frames: times.count) }
    }
    // A picture that is made of fields needs the one before it.
    let first = source.needsNeighbours ? max(place - 1, 0) : place
    guard times.indices.contains(place), let entry = index.entry(before: first) else {
      throw emptyPart(frames: times.count)
    }
    guard entry.pts > info.startPts else { return }
    // The picture decoded for `info` lies before the part.
    _ = firstPicture.take()
    if try goOn(from: entry, toPts: index.times[place]) {
      placesByTime = index
    } else {
      self.source = try WholePictures(path: path, options: options)
    }
  }

  /// Goes to the first of the numbered pictures that lies in the part.
  private func selectPart(of pictures: NumberedPictures) throws(VideoError) {
    guard let wanted = PartSelection.wanted(part, firstMs: 0) else { return }
    let index = FrameIndex(of: pictures)
    let times = index.times.map(info.milliseconds(atPts:))
    let place = index.place(of: wanted, times: times)
    if case .lastAt(let ms) = wanted {
      selection = .places(place...place)
      if ms > times[times.count - 1] + usualFrameMs + timeToleranceMs {
        throw emptyPart(frames: times.count)
      }
    }
    guard place < pictures.count else { throw emptyPart(frames: times.count) }
    // The first picture lies before the part, and so does its damage.
    _ = firstPicture.take()
    stillDamage = DamageReport()
    nextIndex = place
  }

  /// Goes to a key packet and takes the first picture from there on; false where the frame at `pts`
  /// is not reached so.
  ///
  /// H.264 that is refreshed stripe by stripe has recovery points for key frames: from one of them
  /// on, a decoder shows nothing until the whole picture is refreshed.
  private func goOn(
    from entry: (pts: Int64, dts: Int64), toPts pts: Int64
  ) throws(VideoError) -> Bool {
    guard let source,
      source.seek(toDecodingTime: entry.dts, showingFrom: entry.pts, wanted: pts),
      let picture = try source.next(),
      unsafe picture.raw.pointee.best_effort_timestamp <= pts
    else { return false }
    firstPicture = consume picture
    return true
  }

  /// How long a frame is shown as a rule, in milliseconds.
  package var usualFrameMs: Double {
    Double(clock.usualDuration) * 1000 * info.timeBase.value
  }
}
