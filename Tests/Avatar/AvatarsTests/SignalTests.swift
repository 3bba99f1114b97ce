import Avatars
import FaceModel
import Foundation
import TestSupport
import Testing

@Suite struct SignalTests {
  /// The layer of a manifest with these members.
  private func layer(
    _ members: String, signals: SignalRegistry = .standard
  ) throws -> Layer {
    let text = Manifests.layer("\"scale\": 2, \(members)")
    let manifest = AvatarManifest(id: "x", text.utf8, signals: signals)
    return try #require(manifest.avatar?.layers.first, "\(manifest.faults)")
  }

  @Test func `a signal has a name of its own in plain letters`() {
    let names = SignalRegistry.standard.names
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[A-Za-z]\w*(\.[A-Za-z]\w*)*/) != nil })
    // MediaPipe's 52 without the remainder, the tongue that others track, and the blink.
    #expect(names.count { !$0.contains(".") } == 53)
    #expect(!names.contains("_neutral"))
  }

  @Test(arguments: SignalRegistry.standard.names)
  func `a signal is named by "signal" as by its synonym "blendshape"`(name: String) throws {
    func members(_ key: String) -> String {
      """
      "when": [{"\(key)": "\(name)", "above": 0.6, "below": 0.3}],
      "drive": [{"\(key)": "\(name)", "property": "rotation", "from": [0, 0.5], "to": [0, 9]}]
      """
    }
    let layer = try layer(members("signal"))
    #expect(try layer == self.layer(members("blendshape")))
    #expect(layer.when.map(\.signal.name) == [name])
    #expect(layer.drive.map(\.signal.name) == [name])
  }

  @Test(arguments: Blendshape.allCases.filter { $0 != .neutral })
  func `a signal of a blendshape is read from its own score`(shape: Blendshape) throws {
    let signal = try #require(SignalRegistry.standard[shape.rawValue])
    let scores = FaceScores { $0 == shape ? 0.75 : 0.25 }
    #expect(signal.strength(in: scores) == 0.75)
    #expect(signal.strength(in: FaceScores { _ in .nan }) == 0)
  }

  /// A recording's moment that knows of a hand, as a source of gestures would see it.
  private struct Moment: SignalState {
    var palm: Double
    func score(_ shape: Blendshape) -> Double { 0 }
  }

  @Test func `a signal of a new source needs nothing but the source`() throws {
    let gestures = SignalSource(
      group: "Gestures",
      signals: [
        Signal("gesture.Open_Palm", range: -1...1, meaning: "an open hand is shown") {
          ($0 as? Moment)?.palm ?? 0
        }
      ])
    let registry = SignalRegistry([gestures] + SignalRegistry.standard.sources)
    let layer = try layer(
      """
      "when": {"signal": "gesture.Open_Palm", "above": -0.5},
      "drive": [{"signal": "gesture.Open_Palm", "property": "rotation", "from": [-1, 1], "to": [0, 8]}]
      """, signals: registry)
    var states = TriggerStates()
    var shown: [Bool] = []
    for palm in [-1, -0.4, .nan, -0.6] {
      states.observe(face: 1, layers: [layer], state: Moment(palm: palm))
      shown.append(states.shows(layer: 0, of: [layer], face: 1))
    }
    #expect(shown == [false, true, true, false])
    #expect(layer.driven(by: Moment(palm: 0.5)).rotation == 6)
    // Its range and its name are part of what a manifest is checked against.
    let faulty = AvatarManifest(
      id: "x",
      Manifests.layer(
        "\"scale\": 2, \"when\": [{\"signal\": \"gesture.Open_Plam\", \"above\": 0},"
          + " {\"signal\": \"gesture.Open_Palm\", \"above\": -2}]"
      ).utf8, signals: registry)
    #expect(
      faulty.faults.map { "\($0.kind)" } == [
        "\"gesture.Open_Plam\" is not a known signal; did you mean \"gesture.Open_Palm\"?",
        "-2 found, a number from -1 to 1 expected",
      ])
  }

  @Test func `a signal stands in the documentation's table with its source, range and meaning`()
    throws
  {
    let rows = SignalRegistry.standard.sources.flatMap { source in
      source.signals.map { signal in
        let range =
          "\(signal.range.lowerBound.formatted()) to \(signal.range.upperBound.formatted())"
        return "| `\(signal.name)` | \(source.group) | \(range) | \(signal.meaning) |\n"
      }
    }
    let table =
      "| signal | group | range | what it follows |\n|---|---|---|---|\n" + rows.joined()
    let part = MadePart("signals", of: "Documentation/avatar-format.md")
    #expect(try part.text(recording: table) == table)
  }
}
