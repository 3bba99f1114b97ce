internal import CKernels
internal import Imaging

/// A picture on models at all sizes, each half of the one before.
@safe final class ShadedLevels: @unchecked Sendable {
  /// What the numbers of a picture are.
  enum Kind {
    /// Red, green and blue as sRGB has them.
    case colour
    /// The same, of which alpha tells how much they count.
    case seenThrough
    /// Linear.
    case data
  }

  // The texels of the first size: the picture's bytes, or the light of colours.
  private let bytes: KernelArray<UInt8>?
  private let lights: KernelArray<Int16>?
  /// Those of smaller ones, and what is known of each.
  private let texels: KernelArray<UInt8>
  /// The texture with its levels.
  @unsafe let texture: ck_shade_texture

  init(_ picture: StraightRGBA8, _ kind: Kind) {
    var sizes = [(width: picture.width, height: picture.height)]
    while let last = sizes.last, max(last.width, last.height) > 1,
      sizes.count < Int(CK_SHADE_LEVELS)
    {
      sizes.append((max(1, last.width / 2), max(1, last.height / 2)))
    }
    // Behind the texels of smaller sizes lie what those of a size differ by, and their least and most alpha.
    let hasAlphas = kind == .seenThrough
    let starts = sizes.reduce(into: [0]) { starts, size in
      let each = starts.count == 1 ? 1 : hasAlphas ? 7 : 5
      starts.append(starts[starts.count - 1] + each * size.width * size.height)
    }
    texels = KernelArray([], count: starts[sizes.count])
    let bytes = KernelArray(picture.bytes)
    var texture = unsafe ck_shade_texture()
    if kind != .data {
      unsafe texture.lights = MeshSignals.bytes.base
      unsafe texture.light_of_signal = MeshSignals.lights.base
      unsafe texture.signal_of_light = MeshSignals.signals.base
    }
    unsafe texture.levels.0 = ck_shade_level(
      lights: nil, texels: bytes.base, spreads: nil, alphas: nil, width: Int32(picture.width),
      height: Int32(picture.height))
    unsafe texture.level_count = 1
    let first = unsafe texels.first
    unsafe ck_shade_spread(&texture, first)
    for (size, start) in zip(sizes, starts).dropFirst() {
      let (level, count) = (unsafe first + start, size.width * size.height)
      unsafe ck_shade_halve(&texture, level, hasAlphas)
      unsafe ck_shade_spread(&texture, level + 4 * count)
      if hasAlphas { unsafe ck_shade_bound(&texture, level + 5 * count) }
    }
    if kind == .data {
      (self.bytes, lights) = (bytes, nil)
    } else {
      let lights = KernelArray<Int16>([], count: 4 * picture.width * picture.height)
      unsafe ck_shade_lighten(&texture, lights.first)
      (self.bytes, self.lights) = (nil, lights)
    }
    unsafe self.texture = unsafe texture
  }
}
