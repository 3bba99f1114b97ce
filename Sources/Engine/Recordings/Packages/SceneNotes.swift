import Text
package import Timelines

/// What a person should know of the cards of a recording and of what was drawn on them.
package enum SceneNotes {
  /// The notes, a line each.
  ///
  /// - Parameters:
  ///   - selection: the scenes that were asked for.
  ///   - isPlanned: whether there is a scene at all.
  ///   - showsImages: whether the tracking has cards.
  ///   - seen: what came up while the frames were drawn.
  ///   - cues: how many cues for cards there are.
  package static func of(
    _ selection: SceneSelection, isPlanned: Bool, showsImages: Bool, seen: SceneTally, cues: Int
  ) -> [RenderNote] {
    var notes: [RenderNote] = []
    func note(_ kind: RenderNote.Kind, _ line: String) { notes.append(RenderNote(kind, line)) }
    if !isPlanned, selection.isAsked {
      note(
        .finding,
        showsImages
          ? "no scenes were drawn: there is none in \(selection.folders)"
          : "no scenes were drawn: the tracking has no printed cards")
    }
    if !seen.unknownPictures.isEmpty {
      let names = seen.unknownPictures.sorted().prefix(4).map { "\"\(Shown.text($0))\"" }
      note(
        .finding, "no scene for \(names.joined(separator: ", ")): nothing is drawn there")
    }
    let missed = isPlanned ? seen.missedCues : cues
    if missed > 0 {
      note(
        .total, "\(missed) of \(cues) cues reached no card: none was there at their times")
    }
    return notes
  }
}
