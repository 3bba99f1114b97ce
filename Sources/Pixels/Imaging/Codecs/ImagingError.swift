public import Files
public import Problems

/// Why a picture could not be read or a file not be written.
public enum ImagingError: Error, Hashable, Sendable {
  /// The bytes do not begin with PNG's eight signature bytes.
  case notAPNG(firstBytes: [UInt8])
  /// The file ends before its picture does.
  case truncated(byteCount: Int)
  /// The file breaks PNG's rules; the reason, and near which byte.
  case damaged(reason: String, offset: Int)
  /// The bytes begin as no picture of a format that is read.
  case notAPicture(firstBytes: [UInt8])
  /// The bytes do not begin as a JPEG or a WebP does.
  case notA(PictureFormat, firstBytes: [UInt8])
  /// A JPEG or a WebP ends before its picture does.
  case cutOff(PictureFormat, byteCount: Int)
  /// A JPEG or a WebP breaks its format's rules; the reason.
  case broken(PictureFormat, reason: String)
  /// A picture of a kind that is not read; the reason.
  case unsupported(PictureFormat, reason: String)
  /// A JPEG comes in more scans than allowed; nothing was decoded.
  case tooManyScans(Int, limit: Int)
  /// A lossless WebP names more groups of prefix codes than allowed for its size; nothing was decoded.
  case tooManyPrefixGroups(Int, limit: Int)
  /// A HEIF is put together of more pictures, or larger ones, than allowed; nothing was decoded.
  case tooManyParts(Int, limit: Int)
  /// An animation has more frames than are put together in memory.
  case tooManyFrames(AnimationFormat, limit: Int)
  /// The library that reads a format is not there.
  case noReader(PictureFormat, library: String, package: String, reason: String)
  /// The library that writes a format is not there, or lacks the encoder.
  case noWriter(PictureFormat, library: String, package: String, reason: String)
  /// The header names more pixels than allowed; nothing was decoded.
  case tooLarge(width: Int, height: Int, limits: ImageLimits)
  /// Decoding takes more of the processor's time than a picture of this size may.
  case tooSlow(width: Int, height: Int, limits: ImageLimits)
  /// There is no memory for a picture of this size.
  case outOfMemory(width: Int, height: Int)
  /// The file to read cannot be opened or read.
  case unreadable(reason: String)
  /// The file to read has more bytes than a picture within the limits could need.
  case fileTooLarge(byteCount: Int, limit: Int)
  /// The file to write is there already, and replacing it was not asked for.
  case outputExists
  /// The folder of the file to write does not exist.
  case folderMissing(String)
  case diskFull
  /// The file grows beyond the length that a file may have.
  case outputTooLarge
  /// The file cannot be written, for another reason.
  case unwritable(reason: String)
  /// One of the above, which befell this file.
  indirect case file(path: String, ImagingError)
}

extension ImagingError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .notAPNG(let bytes) where bytes.isEmpty:
      "the file is empty; expected a PNG picture"
    case .notAPNG(let bytes):
      FileKind(beginning: bytes).map { "not a PNG picture: \($0)" }
        ?? "not a PNG picture: it begins with \(Self.hex(bytes.prefix(8))), expected"
        + " 89 50 4e 47 0d 0a 1a 0a"
    case .truncated(let byteCount):
      "the PNG is cut off: it ends after \(byteCount) bytes, before its picture is complete"
    case .damaged(let reason, let offset):
      "the PNG is damaged near byte \(offset): \(reason)"
    case .notAPicture(let bytes) where bytes.isEmpty:
      "it is empty; expected a PNG, JPEG, WebP, HEIC or AVIF picture"
    case .notAPicture(let bytes):
      "not a picture that can be read: "
        + (FileKind(beginning: bytes).map { "\($0)" }
          ?? "it begins with \(Self.hex(bytes.prefix(12)))")
        + "; expected a PNG, JPEG, WebP, HEIC or AVIF"
    case .notA(let format, let bytes) where bytes.isEmpty:
      "it is empty; expected a \(format.name) picture"
    case .notA(let format, let bytes):
      "not a \(format.name) picture: it begins with \(Self.hex(bytes))"
    case .cutOff(let format, let byteCount):
      "the \(format.name) is cut off: it ends after \(byteCount) bytes, before its picture is complete"
    case .broken(let format, let reason):
      "the \(format.name) is damaged: \(reason)"
    case .unsupported(let format, let reason):
      "the \(format.name) cannot be read: \(reason)"
    case .tooManyScans(let count, let limit):
      "the JPEG has \(count) scans; at most \(limit) are allowed"
    case .tooManyPrefixGroups(let count, let limit):
      "the WebP's pixels are coded by \(count) groups of prefix codes; at most \(limit) are allowed for"
        + " its size"
    case .tooManyParts(let count, let limit):
      "the HEIF consists of \(count) pictures; at most \(limit) are allowed, and twice the pixels of"
        + " the largest picture"
    case .tooManyFrames(let format, let limit):
      "the \(format.name) has more than \(limit) frames, which is over the limit; write a clip, such as .mp4,"
        + " or a part of it by --start and --end"
    case .noReader(let format, let library, let package, let reason):
      "it is \(format.name), and \(library), which reads it, cannot be loaded (\(reason)); install"
        + " \(package), or save the picture as JPEG or PNG"
    case .noWriter(let format, let library, let package, let reason):
      "\(format.name) is written by \(library), which cannot be used (\(reason)); install \(package), or write"
        + " a .webp or .jpg"
    case .tooLarge(let width, let height, let limits):
      "the picture is \(width) x \(height) pixels; at most \(limits) are allowed"
    case .tooSlow(let width, let height, let limits):
      "decoding the picture of \(width) x \(height) pixels takes more than"
        + " \(limits.cpuSeconds(width: width, height: height)) s of the processor's time; save it anew"
    case .outOfMemory(let width, let height):
      "out of memory for a picture of \(width) x \(height) pixels"
    case .unreadable(let reason):
      "cannot be read: \(reason)"
    case .fileTooLarge(let byteCount, let limit):
      "the file has \(byteCount) bytes; at most \(limit) are allowed"
    case .outputExists:
      "exists already; --overwrite replaces it"
    case .folderMissing(let folder):
      "\(FileFault.Reason.folderMissing(folder))"
    case .diskFull:
      "there is no space left on the disk"
    case .outputTooLarge:
      "the file exceeds the allowed file size"
    case .unwritable(let reason):
      "cannot be written: \(reason)"
    case .file(let path, let error):
      "\(path): \(error)"
    }
  }

  private static func hex(_ bytes: some Collection<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}

extension ImagingError {
  /// What is wrong with a file that is to be artwork, and what to make in its place.
  package var ofArtwork: String {
    guard case .notAPNG(let bytes) = self, let kind = FileKind(beginning: bytes),
      kind.advice == nil
    else { return "\(self)" }
    return "\(self); export a PNG with transparency"
  }
}

extension ImagingError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .notAPNG, .truncated, .damaged, .notAPicture, .notA, .cutOff, .broken, .unsupported:
      .badPicture
    case .tooLarge, .fileTooLarge: .pictureTooLarge
    case .tooManyScans, .tooManyPrefixGroups, .tooManyParts, .tooManyFrames, .tooSlow:
      .overLimit
    case .noReader, .noWriter: .notInstalled
    case .outOfMemory: .outOfMemory
    case .unreadable: .inputNotFound
    case .outputExists: .outputExists
    case .folderMissing, .unwritable: .cannotWrite
    case .diskFull: .diskFull
    case .outputTooLarge: .outputTooLarge
    case .file(_, let inner): inner.problemCode
    }
  }
}

extension ImagingError {
  /// A file that could not be written.
  public init(_ fault: FileFault) {
    let reason: ImagingError =
      switch fault.reason {
      case .exists: .outputExists
      case .isFolder: .unwritable(reason: "it is a folder")
      case .folderMissing(let folder): .folderMissing(folder)
      case .diskFull: .diskFull
      case .tooLarge: .outputTooLarge
      case .failed(let reason): .unwritable(reason: reason)
      }
    self = .file(path: fault.path, reason)
  }

  /// Does something with a file that is written, whose fault is one of these errors.
  public static func ofFile<Result: ~Copyable>(
    _ body: () throws(FileFault) -> Result
  ) throws(ImagingError) -> Result {
    do {
      return try body()
    } catch {
      throw ImagingError(error)
    }
  }
}
