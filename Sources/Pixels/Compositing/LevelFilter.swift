internal import CKernels

/// A filter that makes a level of another for pixels that are a little larger than its texels: one
/// bilinear sample of what it makes is near the mean over the pixel.
///
/// A bilinear sample blurs by a sixth of a texel squared in the mean (its variance), but by nothing
/// where it meets a texel's middle: that unevenness is what one sample of shrunk artwork aliases by.
/// The filter first takes the mean over the pixel, b(x), then adds what the sample will blur too much:
/// b - (b(x - t) - 2 b(x) + b(x + t)) / 12, t being the distance of the texels that are made. Of all
/// symmetric filters of five weights the first one below is within 0.3 dB of the best at 1.25 to 1.45
/// texels a pixel, and within 0.9 dB at 1.5.
struct LevelFilter: Sendable {
  let weights: ck_filter
  /// The distance of the texels that are made, in those that are read.
  let pitch: Double

  /// Texels in front of the first whole one, and behind the last: as far as the filters reach.
  static let margin = 2

  /// For 1.25 to 1.5 texels a pixel: as many texels as before.
  ///
  /// One sample, against the mean over the pixel, on the dragon's mask and the monkey's fur: 47.3 dB at
  /// 1.25, 47.7 at 1.35, 46.5 at 1.5, where one of the level itself has 39.0, 38.0 and
  /// 36.7.
  static let slight = LevelFilter(
    weights: ck_filter(
      texels_read: 1, texels_made: 1, weights: ((-5, 36, 194, 36, -5, 0), (0, 0, 0, 0, 0, 0)),
      first: (-2, 0)),
    pitch: 1)

  /// For 1.7 to 1.9 texels a pixel: two texels of three.
  static let twoOfThree = LevelFilter(
    weights: ck_filter(
      texels_read: 3, texels_made: 2,
      weights: ((-8, 24, 152, 98, -8, -2), (-2, -8, 98, 152, 24, -8)),
      first: (-2, -1)),
    pitch: 1.5)

  /// Filters a level.
  func level(of fine: Pyramid.Level, channels: Int) -> Pyramid.Level {
    func size(_ texels: Int) -> Int { Int((Double(texels) / pitch).rounded(.up)) + 2 * Self.margin }
    var made = Pyramid.Level(
      width: size(fine.width), height: size(fine.height), channels: channels,
      pitch: fine.pitch * pitch, margin: Self.margin)
    let (from, to) = (fine.extent, made.extent)
    let (start, end) = (fine.firstNumber(channels: channels), made.firstNumber(channels: channels))
    let room = 2 * Int(ck_filter_room(from.width, Int32(channels)))
    unsafe fine.texels.withUnsafeBufferPointer { read in
      unsafe made.texels.withUnsafeMutableBufferPointer { written in
        unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: room) { room in
          guard let read = read.baseAddress, let written = written.baseAddress,
            let room = room.baseAddress
          else { return }
          unsafe withUnsafePointer(to: weights) { weights in
            unsafe ck_filter_level(
              weights, read + start, from, written + end, to, Int32(Self.margin), Int32(channels),
              room)
          }
        }
      }
    }
    return made
  }
}

extension Pyramid.Level {
  fileprivate var extent: ck_extent {
    ck_extent(width: Int32(width), height: Int32(height), stride: Int32(stride))
  }

  /// Where the first component of the first texel within the border stands.
  fileprivate func firstNumber(channels: Int) -> Int { (stride + 1) * channels }
}
