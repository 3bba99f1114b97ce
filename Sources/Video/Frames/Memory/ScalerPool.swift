internal import CFFmpeg
internal import Imaging
internal import Synchronization

/// swscale contexts that are used again; setting up their filters costs more than a small picture.
///
/// Every conversion takes the accurate path: bicubic filters, full chroma, exact rounding, and
/// the same bytes on every instruction set (`SWS_BITEXACT`); but for those that are asked to be quick.
@safe final class ScalerPool: Sendable {
  /// One side of a conversion.
  struct Picture: Hashable {
    var format: AVPixelFormat
    var width: Int
    var height: Int
    var encoding: YUVEncoding
    var chromaLocation: AVChromaLocation
  }

  private struct ScalerKey: Hashable {
    var source: Picture
    var target: Picture
    var isQuick: Bool
  }

  @safe private struct Context: @unchecked Sendable { var raw: OpaquePointer }

  private let idle = Mutex<[ScalerKey: [Context]]>([:])

  init() {}

  deinit {
    idle.withLock { idle in
      for context in idle.values.joined() { unsafe sws_freeContext(context.raw) }
    }
  }

  /// Fills the pixels of `target` from those of `source`.
  ///
  /// - Parameter isQuick: whether swscale's usual path is taken, as most programs take it: chroma is
  ///   not interpolated, and levels may be off by some. Whole vectors are written, so each row of
  ///   `target` needs room for eight pixels that begin within it.
  func convert(
    _ source: borrowing FrameHandle, as sourcePicture: Picture,
    into target: borrowing FrameHandle, as targetPicture: Picture, isQuick: Bool = false
  ) throws(VideoError) {
    let key = ScalerKey(source: sourcePicture, target: targetPicture, isQuick: isQuick)
    let context = try take(key)
    let rows = unsafe sws_scale_frame(context.raw, target.raw, source.raw)
    idle.withLock { $0[key, default: []].append(context) }
    if rows < 0 { throw LibAV.failure("sws_scale_frame", rows) }
  }

  private func take(_ key: ScalerKey) throws(VideoError) -> Context {
    if let context = idle.withLock({ $0[key]?.popLast() }) {
      return context
    }
    guard let raw = unsafe sws_alloc_context() else { throw LibAV.outOfMemory("sws_alloc_context") }
    let object = unsafe UnsafeMutableRawPointer(raw)
    let careful = SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
    let flags = SWS_BICUBIC | SWS_BITEXACT | (key.isQuick ? 0 : careful)
    var options: [(String, Int)] = [
      ("srcw", key.source.width), ("srch", key.source.height),
      ("src_format", Int(PixelFamily.of(key.source.format).plainFormat.rawValue)),
      ("dstw", key.target.width), ("dsth", key.target.height),
      ("dst_format", Int(PixelFamily.of(key.target.format).plainFormat.rawValue)),
      ("sws_flags", Int(flags)),
    ]
    options += Self.chromaOptions(key.source, prefix: "src")
    options += Self.chromaOptions(key.target, prefix: "dst")
    for (name, value) in options {
      unsafe av_opt_set_int(object, name, Int64(value), 0)
    }
    // The ranges and matrices come before the filters are chosen, and again after it: the first
    // call to `sws_init_context` resets them.
    _ = unsafe sws_setColorspaceDetails(
      raw, Self.coefficients(key.source), key.source.encoding.fullRange ? 1 : 0,
      Self.coefficients(key.target), key.target.encoding.fullRange ? 1 : 0, 0, 1 << 16,
      1 << 16)
    let code = unsafe sws_init_context(raw, nil, nil)
    if code < 0 {
      unsafe sws_freeContext(raw)
      throw LibAV.failure("sws_init_context", code)
    }
    _ = unsafe sws_setColorspaceDetails(
      raw, Self.coefficients(key.source), key.source.encoding.fullRange ? 1 : 0,
      Self.coefficients(key.target), key.target.encoding.fullRange ? 1 : 0, 0, 1 << 16,
      1 << 16)
    return unsafe Context(raw: raw)
  }

  private static func coefficients(_ picture: Picture) -> UnsafePointer<Int32>? {
    let space =
      switch picture.encoding.matrix {
      case .bt601: SWS_CS_ITU601
      case .bt709: SWS_CS_ITU709
      case .bt2020: SWS_CS_BT2020
      case .smpte240m: SWS_CS_SMPTE240M
      case .fcc: SWS_CS_FCC
      }
    return unsafe sws_getCoefficients(space)
  }

  /// Where chroma samples lie, in 1/256 of a luma pixel; left is the rule of MPEG-2 and later.
  private static func chromaOptions(_ picture: Picture, prefix: String) -> [(String, Int)] {
    guard let layout = PixelLayout(picture.format), layout.planes.count >= 2 else { return [] }
    var x = Int32(0)
    var y = Int32(0)
    let location =
      picture.chromaLocation == AVCHROMA_LOC_UNSPECIFIED
      ? AVCHROMA_LOC_LEFT
      : picture.chromaLocation
    switch location {
    case AVCHROMA_LOC_CENTER: (x, y) = (128, 128)
    case AVCHROMA_LOC_TOPLEFT: (x, y) = (0, 0)
    case AVCHROMA_LOC_TOP: (x, y) = (128, 0)
    case AVCHROMA_LOC_BOTTOMLEFT: (x, y) = (0, 256)
    case AVCHROMA_LOC_BOTTOM: (x, y) = (128, 256)
    default: (x, y) = (0, 128)
    }
    var options: [(String, Int)] = []
    if layout.planes[1].shiftX == 1 { options.append(("\(prefix)_h_chr_pos", Int(x))) }
    if layout.planes[1].shiftY == 1 { options.append(("\(prefix)_v_chr_pos", Int(y))) }
    return options
  }
}

extension AVPixelFormat: @retroactive Hashable {}
