internal import CFFmpeg
internal import Foundation
internal import Frames
internal import Imaging

/// Pictures whose names are numbered, as the frames of a clip of one rate: `frames/%05d.png`.
///
/// The first is the one of the lowest number, whichever that is, and each is read as a still is.
struct NumberedPictures {
  let count: Int
  /// Frames a second.
  let rate: FrameRate
  private let name: NumberedPath
  private let first: Int

  /// Finds the pictures; nil where the path is that of a file, or has no place for a number.
  ///
  /// - Throws: `VideoError`, also where a number is missing between two others.
  init?(finding path: String, rate: FrameRate?) throws(VideoError) {
    guard NumberedPath.isSequence(path), let name = NumberedPath(path) else { return nil }
    let numbers = name.numbersOfFiles()
    guard let first = numbers.first, let last = numbers.last else {
      throw .inputNotFound(path: path)
    }
    if let (before, after) = zip(numbers, numbers.dropFirst()).first(where: { $1 - $0 > 1 }) {
      throw .pictureMissing(path: name.path(before + 1), next: name.path(after))
    }
    guard let rate else { throw .rateUnknown(path: path) }
    (self.name, self.rate, self.first) = (name, rate, first)
    count = last - first + 1
  }

  /// Reads one of the pictures, by its place; nil past the last one.
  func still(
    _ place: Int, limits: VideoLimits, allowsDamage: Bool
  ) throws(VideoError) -> StillFile? {
    guard (0..<count).contains(place) else { return nil }
    let path = name.path(first + place)
    guard
      let still = try StillFile.read(path: path, limits: limits, allowsDamage: allowsDamage)
    else {
      throw .notAClip(path: path, reason: "expected one picture, a PNG, JPEG, WebP, HEIC or AVIF")
    }
    return still
  }

  /// A place's presentation time, in ticks of `FrameRate.timeBase`.
  static func pts(_ place: Int) -> Int64 { Int64(place) * FrameRate.ticksPerFrame }
}

/// A path with a place for a number in its last part, such as `frames/%05d.png`.
package struct NumberedPath: Hashable, Sendable {
  /// The most digits that a number may be filled up to.
  private static let maximumDigits = 12
  /// The most digits of a number that files are looked for by.
  private static let longestNumber = 9

  private let prefix: String
  private let digits: Int
  private let suffix: String

  /// Reads a pattern; nil where it has no `%d` or `%0Nd`.
  package init?(_ pattern: String) {
    guard let match = pattern.firstMatch(of: /%(?:0(\d{1,2}))?d/) else { return nil }
    let digits = match.1.flatMap { Int($0) } ?? 0
    guard digits <= Self.maximumDigits else { return nil }
    self.digits = digits
    prefix = String(pattern[..<match.range.lowerBound])
    suffix = String(pattern[match.range.upperBound...])
  }

  package func path(_ number: Int) -> String {
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// Whether a path stands for numbered pictures: no file has that very name.
  package static func isSequence(_ path: String) -> Bool {
    NumberedPath(path) != nil && !FileManager.default.fileExists(atPath: path)
  }

  /// The paths of the files that there are, by their numbers.
  package func files() -> [String] { numbersOfFiles().map(path) }

  /// The numbers of the files that there are, ascending.
  fileprivate func numbersOfFiles() -> [Int] {
    let cut = prefix.lastIndex(of: "/")
    let folder = cut.map { String(prefix[...$0]) } ?? "."
    let start = cut.map { String(prefix[prefix.index(after: $0)...]) } ?? prefix
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name -> Int? in
      guard name.hasPrefix(start), name.hasSuffix(suffix),
        name.utf8.count > start.utf8.count + suffix.utf8.count
      else { return nil }
      let middle = name.dropFirst(start.count).dropLast(suffix.count)
      guard middle.utf8.count <= max(Self.longestNumber, digits),
        middle.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(middle),
        String(number).utf8.count <= Self.longestNumber, path(number) == prefix + middle + suffix
      else { return nil }
      return number
    }.sorted()
  }
}
