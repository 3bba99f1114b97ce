/// A place in a text file.
public struct TextPlace: Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int
  /// The character of the line, counted from 1.
  public var column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  /// The place as editors take it: `12:7`.
  public var description: String { "\(line):\(column)" }
}
