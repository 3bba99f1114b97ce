/// How a text looks and how much room it may take.
package struct TextStyle: Hashable, Sendable {
  /// Where lines stand in their box; the start of Arabic is at the right.
  package enum Alignment: String, Hashable, Sendable, CaseIterable {
    case start, middle, end
  }

  /// Font families, the first that has a character draws it.
  package var families: [String]
  /// The weight, 100 (thin) to 1000; 400 is regular, 700 bold.
  package var weight = 400
  /// The size in pixels of the em square.
  package var size: Double
  /// The size down to which a text that does not fit is made smaller; nil for the size itself.
  package var minimumSize: Double?
  /// The most lines; what does not fit into them ends in an ellipsis.
  package var maximumLines = 1
  /// The distance from line to line, in parts of what the font says.
  package var lineHeight = 1.0
  /// What is added between letters, in parts of the size.
  package var letterSpacing = 0.0
  package var alignment = Alignment.start
  package var colour = Colour(0)
  /// The language that chooses between the shapes which Chinese, Japanese and Korean write.
  package var language = "zh-cn"

  /// Makes a style with defaults for the rest.
  package init(families: [String], size: Double) {
    (self.families, self.size) = (families, size)
  }
}
