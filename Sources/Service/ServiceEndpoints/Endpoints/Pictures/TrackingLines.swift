/// What a verb that tracks its recording first says of that, a line each, before it goes on.
package struct TrackingLines {
  /// The most notes that are kept.
  private static let mostNotes = 20
  /// How its last line of the tracking begins.
  private static let last = "tracked: "
  private static let note = "note: "

  private var isOver = false
  private var found: [String] = []

  /// Before the first line.
  package init() {}

  /// What a person should know of the tracking; of a verb that tracked nothing there is nothing.
  package var notes: [String] { isOver ? found : [] }

  /// Takes the verb's next line of standard error.
  package mutating func take(_ line: String) {
    guard !isOver else { return }
    if line.hasPrefix(Self.last) {
      isOver = true
    } else if line.hasPrefix(Self.note), found.count < Self.mostNotes {
      found.append(String(line.dropFirst(Self.note.count)))
    }
  }
}
