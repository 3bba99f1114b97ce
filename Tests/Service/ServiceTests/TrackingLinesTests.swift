import ServiceEndpoints
import Testing

@Suite struct TrackingLinesTests {
  private func notes(_ lines: [String]) -> [String] {
    var taken = TrackingLines()
    for line in lines { taken.take(line) }
    return taken.notes
  }

  @Test func `notes of the tracking are kept, and not those of the picture`() {
    #expect(
      notes([
        "isolation: limits", "tracking clip.mp4, which has no tracking file", "note: one",
        "note: two", "tracked: 3 frames of 3 tracked", "note: of the picture", "tracked: again",
      ]) == ["one", "two"])
    // A verb that was given tracking tells of none.
    #expect(notes(["note: of the picture", "note: another"]).isEmpty)
  }

  @Test func `no more than twenty are kept`() {
    for count in [20, 21] {
      #expect(notes((0..<count).map { "note: \($0)" } + ["tracked: all"]).count == 20)
    }
  }
}
