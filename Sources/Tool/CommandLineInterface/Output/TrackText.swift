import Terminal
import Tracker

/// What is said of a run of the tracker.
enum TrackText {
  /// What a person should know, a line each.
  static func closing(_ summary: TrackSummary) -> [String] {
    var lines: [String] = []
    if summary.resumed > 0 {
      lines.append("note: \(Count.of(summary.resumed, "sample")) of an earlier run were kept")
    }
    if summary.failed > 0, let reason = summary.firstFailure {
      lines.append(
        "note: the tracker gave no answer for \(Count.of(summary.failed, "frame")): \(reason)")
    }
    if let most = summary.askedFaces, most > 1, summary.samplesWithAllFaces > 0 {
      lines.append(
        "note: \(Count.of(summary.samplesWithAllFaces, "frame")) show all \(most) faces that were"
          + " asked for; there may be more, see --num-faces")
    }
    if let note = summary.smallFacesNote { lines.append("note: \(note)") }
    if summary.cutLooks > 0 {
      lines.append(
        "note: \(Count.of(summary.cutLooks, "place")) where a face is missing had no second look, or"
          + " not all of it: key frames are so rare in the clip that too much would have to be"
          + " decoded again")
    }
    if summary.hasImages, summary.images == 0 {
      lines.append("note: no printed pictures were found")
    }
    if summary.askedFaces != nil, summary.faces == 0, summary.resumed == 0 {
      lines.append("note: no faces were found")
    }
    return lines
  }

  /// The counts, and how they came about.
  static func counts(_ summary: TrackSummary) -> String {
    var parts = ["\(Count.of(summary.tracked, "frame")) of \(summary.frames) tracked"]
    if summary.askedFaces != nil || !summary.hasImages { parts += seen(summary) }
    if summary.hasImages {
      let names = summary.imageNames.sorted { $0.key < $1.key }.map { "\($0.key) in \($0.value)" }
      parts.append(
        names.isEmpty ? "no printed pictures" : "printed pictures: " + names.joined(separator: ", ")
      )
    }
    if summary.gestures > 0 { parts.append(Count.of(summary.gestures, "gesture")) }
    if summary.dropped > 0 { parts.append("\(summary.dropped) dropped") }
    parts.append("\(summary.failed) failed")
    return parts.joined(separator: ", ") + "; \(summary.trackerText)"
  }

  /// The faces and hands.
  private static func seen(_ summary: TrackSummary) -> [String] {
    var parts = [
      summary.samplesWithFaces == 0
        ? "no faces"
        : "faces in \(summary.samplesWithFaces) (at most \(summary.mostFaces) at once)",
      summary.samplesWithHands == 0 ? "no hands" : "hands in \(summary.samplesWithHands)",
    ]
    if summary.secondLook > 0 {
      parts.insert("\(Count.of(summary.secondLook, "sample")) found at a second look", at: 1)
    }
    if summary.closeUps > 0 {
      parts.insert("\(Count.of(summary.closeUps, "small face")) tracked in close-ups", at: 1)
    }
    return parts
  }
}
