package import Avatars

/// Files of sound in packages, as far as they are looked at before they are decoded.
package enum PackageSound {
  /// The first bytes of the kinds of sound files that there are: WAV, FLAC, Ogg, MP3, AIFF.
  private static let marks: [[UInt8]] = [
    Array("RIFF".utf8), Array("fLaC".utf8), Array("OggS".utf8), Array("ID3".utf8),
    Array("FORM".utf8), [0xFF, 0xFB], [0xFF, 0xF3], [0xFF, 0xF2], [0xFF, 0xF1], [0xFF, 0xF9],
  ]
  private static let endings: Set = ["wav", "flac", "ogg", "opus", "mp3", "m4a", "aif", "aiff"]

  /// Reads a file of a package.
  ///
  /// - Parameter fileBytes: the bytes of all files that were read, to which it is added.
  /// - Returns: the bytes, and what is wrong with them; no bytes where they are over the package's limit.
  package static func read(
    _ file: String, of files: any PackageFiles, fileBytes: inout Int
  ) throws -> (bytes: [UInt8]?, fault: AvatarFault.Kind?) {
    let bytes = try files.read(file, limit: PackageLimits.pictureFileBytes)
    fileBytes += bytes.count
    guard fileBytes <= PackageLimits.fileBytes else {
      return (nil, .overLimit(together: "all files together", PackageLimits.fileBytes))
    }
    let isSound =
      marks.contains { bytes.starts(with: $0) }
      || bytes.dropFirst(4).starts(with: Array("ftyp".utf8))
    return (
      bytes,
      isSound
        ? nil
        : .unreadableFile(
          reason: "\"\(file)\" is no sound file; expected WAV, FLAC, Ogg, MP3, M4A or AIFF")
    )
  }

  /// Whether a file is one of sound by its name.
  package static func isNamed(_ file: String) -> Bool {
    endings.contains(file.lowercased().split(separator: ".").last.map(String.init) ?? "")
  }
}
