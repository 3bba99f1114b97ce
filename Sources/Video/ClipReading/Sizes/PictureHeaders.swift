internal import CFFmpeg
internal import Containers
internal import Frames
internal import Geometry

/// Reads the sizes of pictures from their packets: by FFmpeg's parsers, and where those do not tell it, by
/// the headers themselves.
@safe struct PictureHeaders: ~Copyable {
  /// What a picture says of itself.
  struct Header {
    var width, height: Int
    var orientation: DisplayOrientation?
  }

  private let codec: AVCodecID
  private var parser: UnsafeMutablePointer<AVCodecParserContext>?
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var units: ParameterUnits
  private var vp9 = VP9Sizes()

  private static let parsed: Set<AVCodecID> = [
    AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1, AV_CODEC_ID_MPEG1VIDEO,
    AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4,
  ]

  /// Whether the size of a codec's pictures can be told; those of others are taken for steady.
  static func know(_ codec: AVCodecID) -> Bool {
    parsed.contains(codec)
      || [AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_MJPEG].contains(codec)
  }

  init(_ stream: UnsafeMutablePointer<AVStream>) {
    codec = unsafe stream.pointee.codecpar.pointee.codec_id
    units = unsafe ParameterUnits(stream.pointee.codecpar)
    unsafe parser = nil
    unsafe context = nil
    guard Self.parsed.contains(codec) else { return }
    unsafe context = unsafe avcodec_alloc_context3(nil)
    if let context = unsafe context {
      _ = unsafe avcodec_parameters_to_context(context, stream.pointee.codecpar)
    }
    openParser()
  }

  deinit {
    if let parser = unsafe parser { unsafe av_parser_close(parser) }
    var context = unsafe context
    unsafe avcodec_free_context(&context)
  }

  private mutating func openParser() {
    if let parser = unsafe parser { unsafe av_parser_close(parser) }
    unsafe parser = unsafe av_parser_init(Int32(bitPattern: codec.rawValue))
    unsafe parser?.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
  }

  /// What a packet says; nil where it says nothing of a size.
  mutating func read(_ packet: UnsafeMutablePointer<AVPacket>) -> Header? {
    guard let data = unsafe packet.pointee.data, unsafe packet.pointee.size > 0 else { return nil }
    let isKey = unsafe packet.pointee.flags & AV_PKT_FLAG_KEY != 0
    let bytes = unsafe UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
    switch codec {
    case AV_CODEC_ID_VP8:
      guard isKey else { return nil }
      return unsafe Self.vp8(bytes)
    case AV_CODEC_ID_VP9:
      return unsafe vp9.read(bytes).map { Header(width: $0.width, height: $0.height) }
    case AV_CODEC_ID_MJPEG: return unsafe Self.jpeg(bytes)
    default:
      guard isKey else { return nil }
      return unsafe parse(packet, bytes)
    }
  }

  private mutating func parse(
    _ packet: UnsafeMutablePointer<AVPacket>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Header? {
    guard let context = unsafe context else { return nil }
    unsafe takeNewParameters(of: packet, context)
    guard let parser = unsafe parser else { return nil }
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    _ = unsafe av_parser_parse2(
      parser, context, &output, &size, packet.pointee.data, packet.pointee.size,
      packet.pointee.pts, packet.pointee.dts, packet.pointee.pos)
    var (width, height) = unsafe (Int(parser.pointee.width), Int(parser.pointee.height))
    if width <= 0 || height <= 0 {
      (width, height) = unsafe (Int(context.pointee.width), Int(context.pointee.height))
    }
    guard width > 0, height > 0 else { return nil }
    let head = unsafe Array(bytes.prefix(ParameterUnits.longestHead))
    return Header(width: width, height: height, orientation: units.orientation(in: head))
  }

  /// An MP4's packet may bring another description of its pictures.
  private mutating func takeNewParameters(
    of packet: UnsafeMutablePointer<AVPacket>, _ context: UnsafeMutablePointer<AVCodecContext>
  ) {
    var size = 0
    guard
      let data = unsafe av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, &size),
      size > 0, size < 1 << 20,
      let copy = unsafe av_mallocz(size + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else { return }
    unsafe copy.copyMemory(from: data, byteCount: size)
    unsafe av_free(context.pointee.extradata)
    unsafe context.pointee.extradata = unsafe copy.assumingMemoryBound(to: UInt8.self)
    unsafe context.pointee.extradata_size = Int32(size)
    openParser()
  }

  /// RFC 6386, 9.1: three bytes, a start code, and twice 14 bits.
  private static func vp8(_ bytes: UnsafeBufferPointer<UInt8>) -> Header? {
    guard bytes.count >= 10, unsafe bytes[0] & 1 == 0,
      unsafe (bytes[3], bytes[4], bytes[5]) == (0x9D, 0x01, 0x2A)
    else { return nil }
    let width = unsafe (Int(bytes[6]) | Int(bytes[7]) << 8) & 0x3FFF
    let height = unsafe (Int(bytes[8]) | Int(bytes[9]) << 8) & 0x3FFF
    return width > 0 && height > 0 ? Header(width: width, height: height) : nil
  }

  /// ITU-T T.81, B.2.2: the header of the frame.
  private static func jpeg(_ bytes: UnsafeBufferPointer<UInt8>) -> Header? {
    var place = 2
    while place + 9 <= bytes.count, unsafe bytes[place] == 0xFF {
      let marker = unsafe bytes[place + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        let height = unsafe Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
        let width = unsafe Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
        return width > 0 && height > 0 ? Header(width: width, height: height) : nil
      }
      guard marker != 0xDA else { return nil }
      place += 2 + (unsafe Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
    }
    return nil
  }
}

/// The units of H.264 and HEVC at the start of a picture that say how large it is and how it is turned.
struct ParameterUnits {
  private let codec: AVCodecID
  /// The bytes of a unit's length; nil where units follow start codes.
  private let lengthBytes: Int?

  /// Bytes of a picture in which its parameters are looked for.
  static let longestHead = 4096

  init(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    codec = unsafe parameters.pointee.codec_id
    let place = codec == AV_CODEC_ID_H264 ? 4 : codec == AV_CODEC_ID_HEVC ? 21 : -1
    if place >= 0, unsafe Int(parameters.pointee.extradata_size) > place,
      let extra = unsafe parameters.pointee.extradata, unsafe extra[0] == 1
    {
      lengthBytes = unsafe Int(extra[place] & 3) + 1
    } else {
      lengthBytes = nil
    }
  }

  private enum Kind { case parameters, information, other }

  private func kind(_ first: UInt8) -> Kind {
    if codec == AV_CODEC_ID_H264 {
      // ITU-T H.264 table 7-1.
      return first & 31 == 7 ? .parameters : first & 31 == 6 ? .information : .other
    }
    // ITU-T H.265 table 7-1.
    let type = first >> 1 & 63
    return type == 33 ? .parameters : type == 39 ? .information : .other
  }

  /// What of a picture's start changes with its size or turn; the same for all of a steady clip.
  func signature(of head: [UInt8]) -> [UInt8] {
    switch codec {
    case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC:
      let sets = units(in: head).filter { kind($0.first ?? 0) == .parameters }.flatMap { $0 }
      let turn = orientation(in: head)
      return sets + [turn.map { UInt8($0.turn.rawValue / 90) + ($0.mirrored ? 8 : 1) } ?? 0]
    case AV_CODEC_ID_VP8: return Array(head.dropFirst(6).prefix(4))
    // The sizes of others lie at bits that differ; a pass over the packets tells them.
    default: return head
    }
  }

  /// How the picture is to be shown, by its information of display orientation (H.264, D.2.26); nil where
  /// there is none.
  func orientation(in head: [UInt8]) -> DisplayOrientation? {
    guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC else { return nil }
    let header = codec == AV_CODEC_ID_H264 ? 1 : 2
    for unit in units(in: head) where kind(unit.first ?? 0) == .information {
      var place = header
      let bytes = Self.unescaped(unit)
      while place + 2 < bytes.count {
        var (type, size) = (0, 0)
        while place < bytes.count, bytes[place] == 0xFF { (type, place) = (type + 255, place + 1) }
        guard place < bytes.count else { break }
        (type, place) = (type + Int(bytes[place]), place + 1)
        while place < bytes.count, bytes[place] == 0xFF { (size, place) = (size + 255, place + 1) }
        guard place < bytes.count else { break }
        (size, place) = (size + Int(bytes[place]), place + 1)
        if type == 47, place + 3 <= bytes.count {
          return Self.orientation(bytes[place], bytes[place + 1], bytes[place + 2])
        }
        place += size
      }
    }
    return nil
  }

  /// A bit for "none", two for the flips, and 16 for the turn counterclockwise, in 1/65536.
  private static func orientation(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> DisplayOrientation? {
    let bits = UInt32(a) << 16 | UInt32(b) << 8 | UInt32(c)
    guard bits >> 23 & 1 == 0 else { return nil }
    let (flipsX, flipsY) = (bits >> 22 & 1 == 1, bits >> 21 & 1 == 1)
    let quarters = Int((bits >> 5 & 0xFFFF) + 0x2000) >> 14 & 3
    // Flips come first; one from top to bottom is half a turn and one from left to right.
    let clockwise = ((4 - quarters) % 4 + (flipsY ? 2 : 0)) % 4
    guard let turn = QuarterTurn(rawValue: clockwise * 90) else { return nil }
    return DisplayOrientation(turn: turn, mirrored: flipsX != flipsY)
  }

  /// Without the bytes that keep start codes from occurring.
  private static func unescaped(_ unit: [UInt8]) -> [UInt8] {
    var (bytes, zeros) = ([UInt8](), 0)
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// The units at the start of a picture, the last perhaps cut off.
  private func units(in head: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    if let lengthBytes {
      var place = 0
      while place + lengthBytes < head.count {
        let length = head[place..<place + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
        place += lengthBytes
        guard length > 0 else { break }
        found.append(Array(head[place..<min(place + length, head.count)]))
        place += min(length, head.count)
      }
      return found
    }
    var start: Int?
    var place = 0
    while place + 3 <= head.count {
      if head[place] == 0, head[place + 1] == 0, head[place + 2] == 1 {
        if let start { found.append(Array(head[start..<place])) }
        start = place + 3
        place += 3
      } else {
        place += 1
      }
    }
    if let start { found.append(Array(head[start...])) }
    return found
  }
}
