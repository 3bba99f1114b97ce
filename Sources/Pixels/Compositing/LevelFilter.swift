internal import CKernels

/// A filter that makes a level of another for pixels that are a little larger than its texels: one
/// bilinear sample of what it makes is near the mean over the pixel.
///
/// A bilinear sample blurs by a sixth of a texel squared in the mean (its variance), but by nothing
/// where it meets a texel's middle: that unevenness is what one sample of shrunk artwork aliases by.
/// The filter first takes the mean over the pixel, b(x), then adds what the sample will blur too much:
/// b - (b(x - t) - 2 b(x) + b(x + t)) / 12, t being the distance of the texels that are made: with t of
/// four fifths of a texel that leaves half of the aliasing that t of a whole one does.
struct LevelFilter: Sendable {
  let weights: ck_filter
  /// The distance of the texels that are made, in those that are read.
  let pitch: Double

  /// Texels in front of the first whole one, and behind the last: as far as the filters reach.
  static let margin = 2

  /// For 1.25 to 1.5 texels a pixel: five texels of four, by the formula for 1.31 texels a pixel.
  ///
  /// One sample, against the mean over the pixel, on four masks: 49.9 dB at 1.25, 51.1 at 1.35, 50.2 at
  /// 1.5, at the worst 47.1; as many texels as before have 47.8, 48.1 and 47.2, at the worst 44.4, and
  /// the level itself 40.7, 39.7 and 38.4, at the worst 35.4.
  static let fiveOfFour = LevelFilter(
    reading: 4,
    making: [
      (-2, [-3, 51, 187, 22, -1, 0]), (-1, [-5, 90, 167, 4, 0, 0]), (-1, [0, -5, 133, 133, -5, 0]),
      (-1, [0, 0, 4, 167, 90, -5]), (0, [0, -1, 22, 187, 51, -3]),
    ])

  /// For 1.7 to 1.9 texels a pixel: two texels of three.
  static let twoOfThree = LevelFilter(
    reading: 3, making: [(-2, [-8, 24, 152, 98, -8, -2]), (-1, [-2, -8, 98, 152, 24, -8])])

  /// Makes a filter of the weights of each texel that is made, and the first texel that they belong to.
  private init(reading: Int, making texels: [(first: Int32, weights: [Int16])]) {
    var filter = ck_filter()
    (filter.texels_read, filter.texels_made) = (Int32(reading), Int32(texels.count))
    unsafe withUnsafeMutableBytes(of: &filter.weights) { bytes in
      unsafe bytes.copyBytes(from: texels.flatMap(\.weights).flatMap(Self.bytes))
    }
    unsafe withUnsafeMutableBytes(of: &filter.first) { bytes in
      unsafe bytes.copyBytes(from: texels.map(\.first).flatMap(Self.bytes))
    }
    weights = filter
    pitch = Double(reading) / Double(texels.count)
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
  }

  /// How many texels of a side become, without the border.
  private func size(_ texels: Int) -> Int {
    Int((Double(texels) / pitch).rounded(.up)) + 2 * Self.margin
  }

  /// Whether a side of so many texels becomes one that the kernels can draw.
  func fits(_ texels: Int) -> Bool { size(texels) + Pyramid.Level.border <= CK_MAX_SIDE }

  /// How many texels a level of so many columns and rows becomes, border included.
  func texelCount(_ width: Int, _ height: Int) -> Int {
    Pyramid.Level.texelCount(size(width), size(height))
  }

  func level(of fine: Pyramid.Level, channels: Int) -> Pyramid.Level {
    let made = Pyramid.Level(
      width: size(fine.width), height: size(fine.height), channels: channels,
      pitch: fine.pitch * pitch, margin: Self.margin)
    let (from, to) = (fine.extent, made.extent)
    let (start, end) = (fine.firstNumber(channels: channels), made.firstNumber(channels: channels))
    let room = 2 * Int(ck_filter_room(from.width, Int32(channels)))
    unsafe made.texels.withUnsafeMutableNumbers { written in
      unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: room) { room in
        guard let room = room.baseAddress else { return }
        unsafe withUnsafePointer(to: weights) { weights in
          unsafe ck_filter_level(
            weights, fine.texels.base + start, from, written + end, to, Int32(Self.margin),
            Int32(channels), room)
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
