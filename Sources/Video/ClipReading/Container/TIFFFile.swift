internal import CFFmpeg
internal import Containers
internal import Files
internal import Frames
internal import Imaging

/// What FFmpeg does not tell of a TIFF file, and does not read as it is meant.
struct TIFFFile {
  private let bytes: TIFFBytes
  private let directories: [TIFFBytes.Directory]

  /// Reads a file's directories; nil for a file that is no TIFF.
  init?(path: String) {
    guard let file = ContainerFile(path: path) else { return nil }
    bytes = TIFFBytes { place, count in
      UInt64(exactly: place).map { file.bytes(at: $0, count: count) } ?? []
    }
    directories = bytes.directories
    if directories.isEmpty { return nil }
  }

  /// The kind of a raw photo, of which FFmpeg would show the sensor's grid; nil for others.
  var rawPhoto: FileKind? {
    directories.contains(where: \.isRaw) ? .rawPhoto("DNG, NEF, ARW or another") : nil
  }

  /// The directory of the picture that is meant: the first, or where that is of a preview, the largest other one.
  private var shown: TIFFBytes.Directory? {
    guard let first = directories.first, first.isReduced else { return directories.first }
    return directories.filter { !$0.isReduced }.max { $0.pixels < $1.pixels } ?? first
  }

  /// Bytes that let FFmpeg, which reads the first directory, read the one that is meant.
  var patches: [BytePatch] {
    guard let shown, shown.place != bytes.start else { return [] }
    return bytes.written(shown.place).enumerated().map {
      BytePatch(offset: Int64(4 + $0.offset), byte: $0.element)
    }
  }

  /// How the file says that its picture is to be turned; nil for a clip that is no such file.
  static func orientation(
    path: String, stream: UnsafeMutablePointer<AVStream>
  ) -> DisplayOrientation? {
    guard unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_TIFF,
      let stated = TIFFFile(path: path)?.shown?.orientation
    else { return nil }
    // A TIFF within another container begins otherwise, and says nothing.
    return stated == .upright ? nil : DisplayOrientation(stated)
  }
}
