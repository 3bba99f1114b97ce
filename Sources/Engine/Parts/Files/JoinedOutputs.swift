internal import ClipReading
internal import ClipWriting
internal import Files
internal import Foundation
internal import Frames
internal import Imaging
internal import Isolation
internal import Recipe
internal import Recordings
internal import Reels
internal import Rendering
internal import Sound

/// The lines of all parts in one file.
struct JoinedLines: ~Copyable {
  private let file: AtomicFile

  private static let pieceBytes = 1 << 20

  init(_ path: String, overwrites: Bool) throws {
    do throws(FileFault) {
      file = try AtomicFile(path: path, replacing: overwrites)
    } catch {
      throw ImagingError(error)
    }
  }

  func append(contentsOf path: String) throws {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw PartFileReader.Unreadable()
    }
    defer { try? handle.close() }
    while true {
      let piece: Data?
      do {
        piece = try handle.read(upToCount: Self.pieceBytes)
      } catch {
        throw PartFileReader.Unreadable()
      }
      guard let piece, !piece.isEmpty else { return }
      do throws(FileFault) {
        try file.append([UInt8](piece))
      } catch {
        throw ImagingError(error)
      }
    }
  }

  consuming func finish() throws {
    do throws(FileFault) {
      try file.commit()
    } catch {
      throw ImagingError(error)
    }
  }
}

/// The pictures of all parts as files.
final class JoinedPictures {
  private let files: PictureFiles
  private let path: String
  private let numbered: NumberedPath?

  init(_ output: OutputSettings) {
    files = PictureFiles(compression: .fast, overwrites: output.overwrites)
    path = output.path
    numbered = NumberedPath(path)
  }

  /// Adds the pictures of a part.
  ///
  /// - Parameter part: what the plan says of it.
  func add(_ path: String, _ receipt: PartReceipt, _ part: RenderPlan.Part) throws {
    let reader = try PartFileReader(path: path)
    var last = part.frames.lowerBound - 1
    var count = 0
    while let record = try reader.next() {
      guard case .picture(let number, let file) = record else {
        throw PartFileReader.Damage(reason: "it has packets of a clip")
      }
      guard number > last, number <= part.frames.upperBound, file.starts(with: Self.signature)
      else {
        throw PartFileReader.Damage(reason: "what it has as picture \(number) is none of its own")
      }
      (last, count) = (number, count + 1)
      try files.write(encoded: file, to: numbered?.path(number) ?? self.path)
    }
    guard count == receipt.frames else {
      throw PartFileReader.Damage(reason: "\(count) pictures found, \(receipt.frames) expected")
    }
  }

  /// How every PNG file begins.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  func keep() throws { try files.keep() }
}

/// The packets of all parts in one clip.
final class JoinedClip {
  private let plan: RenderPlan
  private let work: PlannedWork
  private let partCount: Int
  private let cancellation: Cancellation
  private let delay: Int
  private var joiner: ClipJoiner?
  /// What is known of the whole, beside what the joiner tells: of its inputs and its sound, and what it shows.
  private var notesBefore, notesAfter: [String]
  private var lastTick: Int64?
  private var endTick: Int64?

  init(
    _ plan: RenderPlan, _ work: PlannedWork, _ receipts: [PartReceipt],
    _ cancellation: Cancellation
  ) {
    self.cancellation = cancellation
    (self.plan, self.work, partCount) = (plan, work, receipts.count)
    delay = receipts.map(\.delay).max() ?? 0
    (notesBefore, notesAfter) = ([], [])
  }

  /// Adds a part; they come in their order.
  func add(_ path: String, _ receipt: PartReceipt) throws {
    let ticks = try PartFileReader.ticks(path: path)
    guard zip(ticks, ticks.dropFirst()).allSatisfy({ $0 < $1 }),
      lastTick.map({ last in ticks.first.map { last < $0 } ?? true }) ?? true
    else { throw PartsError.unfit("part \(receipt.part) has times of another one") }
    lastTick = ticks.last ?? lastTick
    guard ticks.count == receipt.frames,
      receipt.damage != nil
        || RenderPlan.hash(ofTicks: ticks) == plan.parts[receipt.part].times
    else { throw PartFileReader.Damage(reason: "its packets are not the frames of the plan") }
    let reader = try PartFileReader(path: path)
    guard let stream = reader.stream else {
      throw PartFileReader.Damage(reason: "it has pictures and no packets")
    }
    guard reader.streamHash == receipt.stream,
      [Int(stream.timeBase.numerator), Int(stream.timeBase.denominator)]
        == plan.output.timeBase
    else { throw PartFileReader.Damage(reason: "its packets are of another encoder") }
    let joiner = try self.joiner ?? open(stream)
    self.joiner = joiner
    joiner.begin(times: ticks)
    var (keys, isLastKey) = (0, false)
    while let record = try reader.next() {
      guard case .packet(let packet) = record else {
        throw PartFileReader.Damage(reason: "it has pictures among its packets")
      }
      isLastKey = packet.isKey
      if packet.isKey { keys += 1 }
      try joiner.write(packet)
    }
    // Key pictures of H.264 are numbered 0 and 1 in turn, by each encoder from 0 on, and two with one number
    // must not follow each other.
    if stream.codec == .h264, isLastKey, keys % 2 == 1, receipt.part + 1 < partCount {
      throw PartsError.unfit(
        "part \(receipt.part) ends with a key picture, as the clip is damaged there: the next part's"
          + " first one could not be told from it; make a plan with other --part-seconds")
    }
    endTick = receipt.endTick.map { Int64($0) } ?? endTick
  }

  private func open(_ stream: PictureStream) throws -> ClipJoiner {
    switch work {
    case .recording(let settings): try open(stream, settings)
    case .reel(let settings): try open(stream, settings)
    }
  }

  private func open(_ stream: PictureStream, _ settings: ReelSettings) throws -> ClipJoiner {
    // What is heard follows from all recordings together.
    let whole = try ReelPlan(settings, cancellation)
    guard whole.schedule == plan.reel?.schedule else {
      throw PartsError.unfit("the reel has other segments than in the plan; make the plan anew")
    }
    notesBefore = try whole.notesOfWhole()
    notesAfter = [whole.description]
    return try ClipJoiner(
      path: settings.output.path, stream: stream, overwrites: settings.output.overwrites,
      xmp: settings.output.xmp,
      sound: whole.sound(cancellation), delay: delay)
  }

  private func open(_ stream: PictureStream, _ settings: RenderSettings) throws -> ClipJoiner {
    let output = settings.output
    var options = ReadingOptions()
    options.threads = 1
    options.allowsDamagedStill = settings.allowsDamagedStill
    let clip = try settings.recording.open(settings.part, options)
    let sound = try settings.passes.overlayOnly ? nil : self.sound(settings)
    let speed = try output.playbackSpeed(of: clip)
    notesBefore =
      (sound?.allNotes ?? [])
      + [try output.slowMotionNote(of: clip, at: output.rate(of: clip), speed: speed)].compactMap(
        \.self)
    return try ClipJoiner(
      path: output.path, stream: stream, overwrites: output.overwrites,
      keepsMetadata: output.keepsMetadata, xmp: output.xmp, following: clip,
      sound: sound?.use, origin: Int64(plan.output.origin), speed: speed,
      isPart: plan.output.isPart, delay: delay)
  }

  /// What becomes of the clip's sound, found of the whole; packages are looked into only where some are heard.
  private func sound(_ settings: RenderSettings) throws -> RecordingSound {
    let choice = settings.sound
    let namesSounds = plan.packages.contains { $0.role == .scene || $0.isHeard }
    guard choice.isKept,
      namesSounds || choice.voice != .keep || choice.playsSession || choice.greeting != nil
        || choice.music != nil
    else { return RecordingSound(choice.isKept ? .copied : .none) }
    // The plan's maker and those of the parts held the tracking against the clip's pictures.
    let recording = try OpenRecording(
      settings.trustingTracking, for: settings.clipPurpose, checksPictures: false)
    try plan.check(recording.packages)
    return try recording.sound(cancellation)
  }

  func finish() throws {
    guard let joiner else { throw PartsError.unfit("there are no parts") }
    try joiner.finish(endTick: plan.output.isPart ? endTick : nil)
  }

  var notes: [String] { notesBefore + (joiner?.notes ?? []) + notesAfter }
  var lostSound: [String] {
    let lost = joiner?.lostSound ?? []
    if case .reel = work { return lost }
    return lost.map { "\(work.name): \($0)" }
  }
}
