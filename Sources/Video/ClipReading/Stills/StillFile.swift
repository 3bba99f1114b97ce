internal import Foundation
internal import Frames
internal import Geometry
internal import Imaging

/// A file that is one picture and no clip: a PNG, JPEG, WebP, HEIC or AVIF.
///
/// It is read as artwork and the service's pictures are, by `Imaging`, so that the same file has the same
/// pixels everywhere. FFmpeg reads the pictures of all other formats, and files that hold several:
/// animated PNG, and JPEGs one behind the other.
struct StillFile {
  let decoded: DecodedPicture
  let format: PictureFormat
  /// How the stored picture was turned to stand upright.
  let orientation: EXIFOrientation

  /// Reads a still; nil for a file that is none, or cannot be opened.
  ///
  /// - Parameter allowsDamage: whether what is left of a damaged picture will do.
  static func read(
    path: String, limits: VideoLimits, allowsDamage: Bool
  ) throws(VideoError) -> StillFile? {
    guard let (format, longest) = start(ofFileAt: path) else { return nil }
    do throws(ImagingError) {
      let sides = ImageLimits(width: limits.maximumSide, height: limits.maximumSide)
      let bytes = try FileBytes.read(path: path, limit: longest)
      if isSequence(bytes, format) { return nil }
      let size = try PictureFormat.size(of: bytes, limits: sides)
      guard size.width * size.height <= limits.maximumPixels else {
        throw .tooLarge(width: size.width, height: size.height, limits: sides)
      }
      return StillFile(
        decoded: allowsDamage
          ? try PictureFormat.salvage(bytes, limits: sides)
          : DecodedPicture(picture: try PictureFormat.decode(bytes, limits: sides)),
        format: format, orientation: PictureFormat.orientation(of: bytes))
    } catch {
      if case .tooLarge(let width, let height, _) = error {
        let picture = "\(width) x \(height)"
        throw .pictureTooLarge(path: path, picture: picture, limit: limits.limit(of: picture))
      }
      throw .unreadablePicture(path: path, error)
    }
  }

  /// What begins as a JPEG and is longer than this is a sequence; 8192 x 8192 pixels take a fifth.
  private static let longestJPEG = 128 << 20

  /// The format by the file's first bytes, and the most bytes that such a file may have; nil where it is
  /// no regular file, too.
  private static func start(ofFileAt path: String) -> (PictureFormat, longest: Int)? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path)
    else { return nil }
    defer { try? file.close() }
    let bytes = [UInt8]((try? file.read(upToCount: 64)) ?? Data())
    guard let format = PictureFormat(magic: bytes) else { return nil }
    if format == .jpeg, status.st_size > longestJPEG { return nil }
    let longest = format == .png ? PNG.fileBytes(beginning: bytes) : Int.max
    return (format, min(longest, ImageLimits.still.fileBytes))
  }

  /// Whether a file that begins as a picture is a sequence of them.
  private static func isSequence(_ bytes: [UInt8], _ format: PictureFormat) -> Bool {
    switch format {
    case .png: isAnimated(bytes)
    case .jpeg:
      // An end with a start behind it, as FFmpeg and cameras write MJPEG; phones too write a second
      // picture behind the first (a smaller one, a map of brightness), and say so (CIPA DC-007).
      JPEG.isFollowedByAnother(bytes)
        && !contains(Array(bytes.prefix(1 << 17)), Array("MPF\0".utf8))
    case .webp, .heif, .avif, .jxl: false
    }
  }

  /// Whether a PNG is an animation (PNG, third edition, 11.3.6): of several frames, or of one that is not the
  /// picture that other readers show, as its control chunk comes behind that.
  private static func isAnimated(_ bytes: [UInt8]) -> Bool {
    var place = 8
    var hasControl = false
    while place + 8 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = bytes[place + 4..<place + 8]
      if type.elementsEqual("acTL".utf8) {
        if !bytes[(place + 8)...].prefix(4).elementsEqual([0, 0, 0, 1]) { return true }
        hasControl = true
      }
      if type.elementsEqual("fcTL".utf8) { return false }
      if type.elementsEqual("IDAT".utf8) { return hasControl }
      place += 12 + length
    }
    return false
  }

  /// `memchr` finds the first byte of what is wanted much faster than a loop.
  private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let first = wanted.first else { return false }
      var place = 0
      while let found = unsafe memchr(base + place, Int32(first), bytes.count - place) {
        place = unsafe UnsafeRawPointer(found) - base
        guard place + wanted.count <= bytes.count else { return false }
        if unsafe memcmp(base + place, wanted, wanted.count) == 0 { return true }
        place += 1
      }
      return false
    }
  }
}
