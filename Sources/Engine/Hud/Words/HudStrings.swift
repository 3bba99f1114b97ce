import Drawing
import JSON
import Session

/// What the HUD says in a language.
package struct HudStrings: Hashable, Sendable {
  package let language: HudLanguage
  private let words: [String: String]

  /// Every key: the states, the outcomes, the hints and the game's quadrants; `completed` is both a state
  /// and an outcome.
  package static let keys =
    SessionState.allCases.filter { $0 != .completed }.map(\.rawValue)
    + SessionOutcome.allCases.map(\.rawValue) + SessionHint.allCases.map(\.rawValue)
    + SessionSettings().full.quadrants

  /// Reads the strings of a language, a file each.
  package init(_ language: HudLanguage) throws(HudError) {
    do {
      try self.init(json: HudFile.strings(language).bytes, language)
    } catch {
      throw .faulty(path: "\(language.rawValue).json", error)
    }
  }

  /// Reads strings: every key, and no other.
  package init(json bytes: some Sequence<UInt8>, _ language: HudLanguage) throws(HudFaults) {
    let log = JSONFaultLog<HudFault.Kind>()
    var words: [String: String] = [:]
    if let object = HudField.root(of: bytes, log: log)?.object(keys: Self.keys) {
      for key in Self.keys { words[key] = object.required(key)?.text() }
    }
    guard log.faults.isEmpty else { throw HudFaults(log) }
    (self.language, self.words) = (language, words)
  }

  /// Everything that it may say.
  package var all: [String] { Self.keys.compactMap { words[$0] } }

  func prompt(_ phase: SessionMoment.Phase) -> String {
    words[phase.outcome?.rawValue ?? phase.state.rawValue] ?? ""
  }

  func hint(_ hint: SessionHint) -> String { words[hint.rawValue] ?? "" }

  /// What is asked for a quadrant; one with a name of a session file's own has that name.
  func quadrant(_ name: String) -> String {
    words[name] ?? PlainText.cleaned(name).replacing("\n", with: " ")
  }
}
