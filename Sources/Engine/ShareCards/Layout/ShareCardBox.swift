/// A box of a card: an element, or boxes in a row or a column.
struct ShareCardBox: Sendable {
  enum Content: Sendable {
    case element(String)
    case row([ShareCardBox])
    case column([ShareCardBox])
  }

  /// Where a box lies across its row or column.
  enum Alignment: String, CaseIterable, Sendable {
    case start, middle, end, stretch
  }

  /// Where boxes lie along a row or column that has room left.
  enum Justification: String, CaseIterable, Sendable {
    case start, middle, end, between
  }

  struct Padding: Sendable {
    var top = 0.0, right = 0.0, bottom = 0.0, left = 0.0
  }

  var content: Content
  /// The distance between neighbours.
  var gap = 0.0
  var padding = Padding()
  /// How the boxes inside lie across; nil for the middle of a row, and all of a column.
  var align: Alignment?
  /// How this box lies across, where it differs from the others.
  var alignSelf: Alignment?
  var justify = Justification.start
  /// The share of the room left that this box takes; nil for 1 for the picture, 0 for others.
  var grow: Double?
  var width: Double?
  var height: Double?
  var plate: ShareCardPlate?
  /// Of an outermost box, how many times as large all but the picture is.
  var scale = 1.0
  /// Turned about its middle, in degrees clockwise.
  var rotation = 0.0

  init(_ content: Content) { self.content = content }
}
