package import Session

/// What the HUD says at a moment, as text.
package struct SpokenWords: Sendable {
  private let strings: HudStrings
  private let hintMs: Double

  /// The words of a language, and how long hints stay.
  package init(_ options: HudOptions) throws(HudError) {
    strings = try HudStrings(options.language)
    hintMs = try options.theme.load().times.hintMs
  }

  /// The language, as BCP 47 names it.
  package var language: String { strings.language.rawValue }

  /// What is asked or told, and the hint below it; empty for nothing.
  package func said(_ moment: SessionMoment) -> (line: String, hint: String) {
    let (line, phase) = (strings.line(of: moment).text, moment.phase)
    guard phase.outcome == nil, let hint = moment.hint, moment.age(hint.atMs) < hintMs else {
      return (line, "")
    }
    return (line, strings.hint(hint.value))
  }
}

extension HudStrings {
  /// What is asked or told at a moment, and since when.
  func line(of moment: SessionMoment) -> (text: String, sinceMs: Double?) {
    guard moment.phase.outcome == nil, let quadrant = moment.quadrant,
      moment.quadrants.indices.contains(quadrant.value)
    else { return (prompt(moment.phase), moment.sinceMs) }
    return (self.quadrant(moment.quadrants[quadrant.value].name), quadrant.atMs)
  }
}
