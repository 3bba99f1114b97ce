internal import CFFmpeg
internal import Containers
internal import Frames
internal import Imaging

/// What FFmpeg does not tell of a TIFF file.
enum TIFFFile {
  /// How the file says that its picture is to be turned; nil for a clip that is no such file.
  static func orientation(
    path: String, stream: UnsafeMutablePointer<AVStream>
  ) -> DisplayOrientation? {
    guard unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_TIFF,
      let file = ContainerFile(path: path)
    else { return nil }
    let stated = EXIFOrientation(tiff: { place, count in
      UInt64(exactly: place).map { file.bytes(at: $0, count: count) } ?? []
    })
    // A TIFF within another container begins otherwise, and says nothing.
    return stated == .upright ? nil : DisplayOrientation(stated)
  }
}
