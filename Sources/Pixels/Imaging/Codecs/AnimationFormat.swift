/// The formats of pictures that move by themselves, as they are written.
public enum AnimationFormat: String, Hashable, Sendable, CaseIterable {
  /// Palettes of 256 colours, times in 1/100 s, transparency of all or nothing.
  case gif
  /// Lossy in colour and lossless in alpha, times in milliseconds.
  case webp

  /// The format that a path's extension names, in whatever case; nil for others.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// The name as people write it.
  public var name: String { self == .gif ? "GIF" : "animated WebP" }

  /// The quality where none is asked for, of 1 to 100.
  public var usualQuality: Int { self == .gif ? 90 : 75 }

  /// Milliseconds of a tick of its times.
  package var tickMs: Int { self == .gif ? 10 : 1 }

  /// The fewest ticks that a frame is shown for: players show a GIF's frames of 1/100 s for a tenth.
  package var shortestTicks: Int { self == .gif ? 2 : 1 }

  /// The most pixels of a side.
  package var sideLimit: Int { self == .gif ? 65_535 : WebP.sideLimit }

  /// The most frames; nil where the file is written frame by frame.
  ///
  /// An animated WebP is put together in memory, of which a frame of 640 x 480 takes some 20 KB.
  public var mostFrames: Int? { self == .gif ? nil : 18_000 }
}

/// How an animation is compressed.
public struct AnimationQuality: Hashable, Sendable {
  /// Entries of a GIF's palettes, that of transparency included.
  public let colours: Int
  /// Levels that a channel may change by from frame to frame before a GIF stores the pixel anew.
  public let tolerance: Int
  /// The quality of a lossy WebP.
  public let lossy: Int

  /// Makes it of a quality from 1 to 100; values beyond are taken for the nearest.
  public init(_ quality: Int) {
    lossy = min(max(quality, 1), 100)
    colours = lossy >= 60 ? 256 : lossy >= 40 ? 128 : lossy >= 20 ? 64 : 32
    tolerance = (100 - lossy) * 3 / 10
  }
}
