public import Imaging

/// How much a card's layout and its fields may hold.
public enum ShareCardLimits {
  /// The longest `card.json`, in bytes; the cards that come with the program take 6 kB.
  public static let layoutBytes = 256 << 10
  /// The most elements of a layout.
  public static let elements = 64
  /// The most boxes of one ratio, containers included.
  public static let boxes = 128
  /// The most layouts of one ratio.
  public static let layouts = 4
  /// How deep rows and columns may be nested.
  public static let depth = 12
  /// The most ornaments of a layout.
  public static let ornaments = 128
  /// The largest artwork, in pixels of a side.
  public static let artwork = ImageLimits(width: 2160, height: 2160)
  /// The pixels of all of a layout's artwork together: as much as three cards.
  public static let artworkPixels = 8 << 20
  /// The longest text of a field, in Unicode scalars: ten lines.
  public static let textLength = 1000
  /// The longest link, in bytes of UTF-8: a QR code of version 10 with error correction M, whose
  /// modules are 3 pixels wide where the code has 195 pixels.
  public static let linkBytes = 213
  /// The largest logo, in pixels of a side.
  public static let logo = ImageLimits(width: 4096, height: 4096)
}
