package import Geometry

/// The frame that shows two pictures of a size side by side, and a line of text below them.
package enum SideBySideFrame {
  /// The height of the line, in pixels.
  ///
  /// It is a 14th of theirs and at least 24, unless the longest line would not fit into half of the
  /// width then. That has 50 letters, each about half as wide as it is high.
  package static func lineHeight(below half: PixelSize<OutputSpace>) -> Double {
    min(max(Double(half.height / 14), 24), 1.5 * Double(half.width) / 26)
  }

  /// The size of the frame; its sides are even, as 4:2:0 needs.
  package static func size(of half: PixelSize<OutputSpace>) -> PixelSize<OutputSpace> {
    let height = half.height + Int(lineHeight(below: half).rounded(.up))
    return PixelSize(clamping: 2 * half.width, height + height % 2)
  }
}
