internal import Foundation
internal import Geometry
internal import Video

/// The frames that are tracked: of a clip, of a still, or of pictures that are numbered.
protocol TrackedFrames: AnyObject, Sendable {
  /// The upright picture in square pixels.
  var size: PixelSize<SceneSpace> { get }
  /// Whether it is one picture by itself.
  var isStill: Bool { get }
  /// How many frames there are, as far as that is known.
  var expectedFrames: Int? { get }
  /// What could not be read so far, in one line.
  var damage: String? { get }
  /// The next frame; nil at the end.
  func next() throws -> VideoFrame?
  /// What decoding the next picture comes to.
  func step() throws -> ClipReader.Step
  /// The frames from a time to another one, both included, which are read by themselves.
  func part(fromMs: Double, throughMs: Double) throws -> any TrackedFrames
}

/// A clip or a still.
final class TrackedClip: TrackedFrames {
  private let clip: ClipReader
  private let options: ClipReader.Options

  convenience init(path: String, allowsDamagedStill: Bool) throws(VideoError) {
    var options = ClipReader.Options()
    options.threads = 1
    options.index = KeptIndex()
    options.allowsDamagedStill = allowsDamagedStill
    // The tracker takes RGB, so what is RGB already stays as it is.
    options.nativeFormats.formUnion(["rgb24", "rgba"])
    try self.init(path, .whole, options)
  }

  private init(
    _ path: String, _ part: ClipPart, _ options: ClipReader.Options
  ) throws(VideoError) {
    self.options = options
    clip = try ClipReader(path: path, part: part, options: options)
  }

  var size: PixelSize<SceneSpace> { clip.info.sceneSize }
  var isStill: Bool { clip.info.duration == nil && (expectedFrames ?? 1) <= 1 }
  var damage: String? {
    clip.damage.isClean ? nil : "\(clip.path): the clip is damaged: \(clip.damage)"
  }

  var expectedFrames: Int? {
    let info = clip.info
    if let count = info.frameCount { return count }
    guard let rate = info.averageFrameRate?.value, let duration = info.duration else { return nil }
    // Containers may state any length; a count that makes no sense is no count.
    return Int(exactly: (max(0, duration) * rate).rounded())
  }

  func next() throws -> VideoFrame? { try clip.nextFrame() }
  func step() throws -> ClipReader.Step { try clip.step() }

  func part(fromMs: Double, throughMs: Double) throws -> any TrackedFrames {
    // The end of a part is not in it; a millisecond later is another frame, or none.
    let part = ClipPart.seconds(start: fromMs / 1000, end: (throughMs + 1) / 1000)
    return try TrackedClip(clip.path, part, options)
  }
}

/// Pictures whose names are numbered, as frames of one rate: `frames/%05d.png`.
final class TrackedPictures: TrackedFrames, @unchecked Sendable {
  let size: PixelSize<SceneSpace>
  let isStill = false
  let expectedFrames: Int?
  let damage: String? = nil
  private let pattern: NumberedName
  private let rate: Double
  private let first: Int
  private var number: Int

  /// Opens the pictures; the first is the one of the lowest number, the last the one before the first
  /// number that is missing.
  ///
  /// - Parameter rate: frames a second.
  init(_ pattern: NumberedName, rate: Double) throws {
    let numbers = pattern.numbers
    guard let first = numbers.min() else {
      throw VideoError.inputNotFound(path: pattern.text)
    }
    (self.pattern, self.rate, self.first) = (pattern, rate, first)
    number = first
    let known = Set(numbers)
    var count = 0
    while known.contains(first + count) { count += 1 }
    expectedFrames = count
    size = try TrackedClip(path: pattern.path(first), allowsDamagedStill: false).size
  }

  func next() throws -> VideoFrame? {
    let path = pattern.path(number)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let picture = try TrackedClip(path: path, allowsDamagedStill: false)
    guard picture.size == size else {
      throw VideoError.pictureSizeChanged(
        path: path, from: "\(size)", to: "\(picture.size)", atMs: time)
    }
    guard var frame = try picture.next() else { return nil }
    frame.index = number - first
    frame.timestampMs = time
    number += 1
    return frame
  }

  func step() throws -> ClipReader.Step {
    guard let frame = try next() else { return .end }
    return .frame(frame)
  }

  func part(fromMs: Double, throughMs: Double) throws -> any TrackedFrames {
    let part = try TrackedPictures(pattern, rate: rate)
    // The last one lies a hundredth of a millisecond before it at most.
    part.number = first + max(0, Int(((fromMs - 0.01) * rate / 1000).rounded(.up)))
    return part
  }

  private var time: Double { Double(number - first) * 1000 / rate }
}

/// A path with one number in its name, as `%d` or `%05d`.
struct NumberedName {
  let text: String
  private let folder, prefix, suffix: String
  private let digits: Int

  /// Reads a pattern; nil for a path without a number, or with a number in its folder.
  init?(_ text: String) {
    let name = (text as NSString).lastPathComponent
    guard let percent = name.firstIndex(of: "%"),
      let letter = name[percent...].firstIndex(of: "d")
    else { return nil }
    let width = name[name.index(after: percent)..<letter]
    guard width.allSatisfy({ $0.isASCII && $0.isNumber }), width.count <= 2,
      width.isEmpty || width.hasPrefix("0") || width.count == 1
    else { return nil }
    self.text = text
    let above = (text as NSString).deletingLastPathComponent
    folder = above.isEmpty ? "." : above
    prefix = String(name[..<percent])
    suffix = String(name[name.index(after: letter)...])
    digits = Int(width) ?? 0
  }

  func path(_ number: Int) -> String {
    let plain = String(number)
    let zeros = String(repeating: "0", count: max(0, digits - plain.count))
    return "\(folder)/\(prefix)\(zeros)\(plain)\(suffix)"
  }

  /// The numbers that there are files of.
  var numbers: [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix),
        name.utf8.count > prefix.utf8.count + suffix.utf8.count
      else { return nil }
      let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
      guard middle.utf8.count <= 9, middle.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(middle), path(number).hasSuffix("/" + name)
      else { return nil }
      return number
    }
  }
}
