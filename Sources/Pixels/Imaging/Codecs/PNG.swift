/// Portable Network Graphics, read and written.
///
/// Every PNG becomes 8-bit straight RGBA: 1 to 16 bits a sample, palette, grey, `tRNS`, interlaced; of
/// an animated PNG its still picture. Gamma, chromaticities and ICC profiles are ignored, so the
/// samples are taken for sRGB, as CSS takes an untagged picture; so are physical sizes: a pixel is
/// square.
///
/// A file is read within what it is: no chunk is longer than the bytes that are there, what does not
/// reach the pixels is stepped over, and unpacking stops a row after what the header's size takes.
public enum PNG {
  /// The eight bytes that every PNG begins with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// What is tried to make a file smaller.
  public enum Compression: Sendable {
    /// The "up" filter, and runs of one byte.
    case fastest
    /// The "up" filter and a little search: slower, a little smaller.
    case fast
    /// All filters and much search: many times as slow, about a tenth smaller.
    case small
  }
}
