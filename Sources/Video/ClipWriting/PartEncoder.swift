package import ClipReading
internal import Foundation
package import Frames
package import Geometry

/// Compresses some frames in a row of a clip, whose other frames other encoders compress: `ClipJoiner` puts them
/// together.
///
/// Calls may come from any thread, one after the other. The same frames with the same settings give the same
/// packets.
@safe package final class PartEncoder: @unchecked Sendable {
  /// What the packets of all encoders of the clip are.
  package let stream: PictureStream
  /// What a person should know of the pixels' format; nil for nothing.
  package let note: String?
  private let encoder: PictureEncoder
  private let origin: Int64
  private let lastFollowed: Int64?
  private let lock = NSLock()

  /// Opens the encoder.
  ///
  /// - Parameters:
  ///   - reader: the clip that the frames come from.
  ///   - isOverlay: whether they are overlays in place of the clip's frames.
  ///   - origin: the tick of the frames that is 0 in the output.
  ///   - lastFollowed: the tick of the last frame, where the frames of another encoder come after it.
  /// - Throws: `VideoError.noTransparency` for overlays in a codec that keeps none.
  package convenience init(
    settings: EncoderSettings, of reader: ClipReader, isOverlay: Bool,
    size: PixelSize<OutputSpace>, rate: FrameRate?, speed: PlaybackSpeed = .own,
    hasSquarePixels: Bool, origin: Int64, lastFollowed: Int64?
  ) throws(VideoError) {
    var video = VideoParameters(
      reader.info, size: size, rate: rate, speed: speed, hasSquarePixels: hasSquarePixels)
    if isOverlay { try video.becomeOverlay(of: reader.info, in: settings.codec) }
    try self.init(settings: settings, video: video, origin: origin, lastFollowed: lastFollowed)
  }

  /// The same for frames that are put together of several clips.
  package init(
    settings: EncoderSettings, video: VideoParameters, origin: Int64, lastFollowed: Int64?
  ) throws(VideoError) {
    encoder = try PictureEncoder(settings: settings, video: video)
    (stream, note) = (encoder.stream, encoder.note)
    (self.origin, self.lastFollowed) = (origin, lastFollowed)
  }

  /// Compresses a frame; frames come in the order of their times.
  ///
  /// - Returns: the packets that are finished, in the order in which they are decoded, with the times of the
  ///   output.
  package func encode(_ frame: consuming VideoFrame) throws(VideoError) -> [EncodedPicture] {
    lock.lock()
    defer { lock.unlock() }
    let isFollowed = frame.pts == lastFollowed
    frame.pts -= origin
    var packets: [EncodedPicture] = []
    try encoder.encode(frame, isFollowed: isFollowed) { packets.append($0) }
    return packets
  }

  /// The packets that are still inside the encoder; no more frames can come.
  package func finish() throws(VideoError) -> [EncodedPicture] {
    lock.lock()
    defer { lock.unlock() }
    var packets: [EncodedPicture] = []
    try encoder.finish { packets.append($0) }
    return packets
  }

  /// The tick of the output at which the last frame ends.
  package var endTick: Int64 { lock.withLock { encoder.endPts } }
}

extension VideoParameters {
  /// Describes overlays in the place of a clip's frames.
  ///
  /// - Throws: `VideoError.noTransparency` for a codec that keeps none.
  mutating func becomeOverlay(
    of info: ClipInfo, in codec: EncoderSettings.Codec
  ) throws(VideoError) {
    guard codec.keepsTransparency else {
      let fitting = EncoderSettings.Codec.allCases.filter(\.keepsTransparency)
      throw .noTransparency(
        codec: codec.rawValue, fitting: fitting.map(\.rawValue).joined(separator: ", "))
    }
    pixelFormat = info.colourTags.isWideOrHigh ? "rgba64le" : "rgba"
  }
}
