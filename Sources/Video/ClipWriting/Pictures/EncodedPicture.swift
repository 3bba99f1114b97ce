internal import CFFmpeg
internal import Frames

/// A packet of a picture encoder: a compressed picture with its times, as a value that can pass from one
/// process to another.
public struct EncodedPicture: Hashable, Sendable {
  /// What a codec says beside a picture, such as the transparency of VP9.
  public struct SideData: Hashable, Sendable {
    /// FFmpeg's number of its kind.
    public var kind: UInt32
    /// What it says.
    public var bytes: [UInt8]

    /// Makes side data.
    public init(kind: UInt32, bytes: [UInt8]) {
      (self.kind, self.bytes) = (kind, bytes)
    }
  }

  /// The compressed picture.
  public var bytes: [UInt8]
  /// When it is shown, in ticks of `PictureStream.timeBase`.
  public var pts: Int64
  /// When it is decoded, in the same ticks; increasing from packet to packet.
  public var dts: Int64
  /// How long it is shown, in the same ticks.
  public var duration: Int64
  /// FFmpeg's marks of a packet.
  public var flags: Int32
  /// What the codec says beside it.
  public var sideData: [SideData]

  /// Makes a packet, such as one that an encoder of another process gave.
  public init(
    bytes: [UInt8], pts: Int64, dts: Int64, duration: Int64, flags: Int32, sideData: [SideData] = []
  ) {
    (self.bytes, self.pts, self.dts, self.duration) = (bytes, pts, dts, duration)
    (self.flags, self.sideData) = (flags, sideData)
  }

  /// Whether decoding can begin with it.
  public var isKey: Bool { flags & AV_PKT_FLAG_KEY != 0 }

  /// Copies what a packet of FFmpeg's holds.
  init(_ packet: UnsafeMutablePointer<AVPacket>) {
    let raw = unsafe packet.pointee
    unsafe self.init(
      bytes: [UInt8](UnsafeBufferPointer(start: raw.data, count: Int(raw.size))), pts: raw.pts,
      dts: raw.dts, duration: raw.duration, flags: raw.flags,
      sideData: UnsafeBufferPointer(start: raw.side_data, count: Int(raw.side_data_elems)).map {
        unsafe SideData(
          kind: $0.type.rawValue,
          bytes: [UInt8](UnsafeBufferPointer(start: $0.data, count: $0.size)))
      })
  }

  /// Fills a packet of FFmpeg's, which must be empty.
  func fill(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    guard let size = Int32(exactly: bytes.count), unsafe av_new_packet(packet, size) >= 0 else {
      throw LibAV.outOfMemory("av_new_packet")
    }
    unsafe Self.copy(bytes, to: packet.pointee.data)
    unsafe packet.pointee.pts = pts
    unsafe packet.pointee.dts = dts
    unsafe packet.pointee.duration = duration
    unsafe packet.pointee.flags = flags
    for side in sideData {
      let kind = AVPacketSideDataType(side.kind)
      guard let data = unsafe av_packet_new_side_data(packet, kind, side.bytes.count) else {
        throw LibAV.outOfMemory("av_packet_new_side_data")
      }
      unsafe Self.copy(side.bytes, to: data)
    }
  }

  private static func copy(_ bytes: [UInt8], to target: UnsafeMutablePointer<UInt8>?) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { unsafe target?.update(from: base, count: bytes.count) }
    }
  }
}
