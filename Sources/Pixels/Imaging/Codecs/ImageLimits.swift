/// How large a picture may be before its pixels are decoded, and how long decoding may take.
///
/// A PNG of a few hundred bytes can claim 2^31 pixels a side; the header is checked against these
/// limits before any memory is taken for pixels. The work is bounded by the size as well (what is
/// unpacked, the number of scans), so that the time is a last resort: what ordinary pictures take is a
/// tenth of it.
public struct ImageLimits: Hashable, Sendable {
  /// The largest width in pixels.
  public var width: Int
  /// The largest height in pixels.
  public var height: Int
  /// What decoding may take of the processor's time, in seconds, however small the picture is.
  public var cpuSecondsAPicture = 2.0
  /// And what more for every million of pixels.
  public var cpuSecondsAMegapixel = 0.1

  /// Makes limits.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  /// An avatar's pictures: 4096 x 4096.
  public static let artwork = ImageLimits(width: 4096, height: 4096)

  /// Single pictures to draw on: 8192 x 8192, room for every phone's camera.
  public static let still = ImageLimits(width: 8192, height: 8192)

  /// Whether a picture of this size may be decoded.
  public func allow(width: Int, height: Int) -> Bool {
    width <= self.width && height <= self.height
  }

  /// What decoding a picture of this size may take of the processor's time, in seconds.
  public func cpuSeconds(width: Int, height: Int) -> Double {
    cpuSecondsAPicture + cpuSecondsAMegapixel * Double(width) * Double(height) / 1e6
  }

  /// More bytes than a file within the limits needs: incompressible RGBA of 16 bit, and as much again
  /// for metadata.
  package var fileBytes: Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow || pixels > 1 << 40 ? 1 << 44 : 16 * pixels + (1 << 20)
  }
}

extension ImageLimits: CustomStringConvertible {
  /// The limits as people write them: `4096 x 4096`.
  public var description: String { "\(width) x \(height)" }
}
