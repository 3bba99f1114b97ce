package import CFFmpeg

/// The layouts of channels that sound is converted to, by FFmpeg's names.
package enum SoundChannels {
  /// Names the channels of a frame that says only how many it has, by the usual order of so many.
  static func name(in frame: UnsafeMutablePointer<AVFrame>) {
    guard unsafe frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC else { return }
    let count = unsafe frame.pointee.ch_layout.nb_channels
    // Leaves them unnamed where there is no usual order.
    unsafe av_channel_layout_default(&frame.pointee.ch_layout, count)
  }

  /// The layouts to try for a track, from its own to those in which less can be told apart; none
  /// where the place of its channels is unknown.
  ///
  /// Encoders and players know surround sound with the speakers behind, not beside; the two differ in
  /// name only.
  package static func candidates(for parameters: UnsafePointer<AVCodecParameters>) -> [String] {
    var layout = unsafe parameters.pointee.ch_layout
    let count = unsafe layout.nb_channels
    if unsafe layout.order == AV_CHANNEL_ORDER_UNSPEC {
      unsafe av_channel_layout_default(&layout, count)
    }
    guard unsafe layout.order == AV_CHANNEL_ORDER_NATIVE else { return [] }
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe av_channel_layout_describe(&layout, &buffer, buffer.count) > 0 else { return [] }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let own = String(decoding: bytes, as: UTF8.self)
    let lesser = mixes.filter { $0.channels <= count }.map(\.name)
    return (count <= most ? [own.replacing("(side)", with: ""), own] : []) + lesser
  }

  /// The most channels of a track that players take.
  private static let most: Int32 = 8

  /// What sound is mixed down to, the fullest first.
  private static let mixes: [(name: String, channels: Int32)] = [
    ("7.1", 8), ("6.1", 7), ("5.1", 6), ("5.0", 5), ("quad", 4), ("stereo", 2), ("mono", 1),
  ]
}
