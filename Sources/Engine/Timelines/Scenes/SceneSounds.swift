import Placement
import Recipe
import Scenes
import Tracking

/// When the sounds of scenes are heard in a recording, and when greetings appear in them.
package struct SceneSounds: Sendable {
  /// What is heard.
  package enum Source: Hashable, Sendable {
    /// A sound of a scene, both by their places.
    case sound(scene: Int, Int)
    /// What is spoken with a text of the field `greeting` of a scene, by its place.
    case greeting(scene: Int)
  }

  /// Something that is heard once.
  package struct Heard: Hashable, Sendable {
    package var source: Source
    /// When it begins, in milliseconds on the clip's timeline.
    package var startMs: Double
    /// When the scene of its card ends; nil where the clip ends before.
    package var endMs: Double?
  }

  /// Why the greeting of a scene is not heard.
  package enum Absence: Hashable, Sendable {
    /// Its text appears after the last frame.
    case afterEnd(atMs: Double)
    /// Its card has left before its text appears.
    case afterCard(leftMs: Double, atMs: Double)
    /// Another greeting is spoken until then.
    case afterVoice(untilMs: Double)
  }

  /// The field of the text that a greeting is spoken with.
  package static let greetingField = "greeting"

  /// By rising time.
  package private(set) var heard: [Heard] = []
  /// Why what appears of greetings is not heard, the first reason of each scene, by its place.
  package private(set) var absences: [Int: Absence] = [:]

  /// A card of a recording.
  struct Card {
    let name: String
    /// When its first sample is.
    let firstMs: Double
  }

  /// Finds what is heard.
  ///
  /// - Parameters:
  ///   - happened: what happened to a card.
  ///   - most: nothing more is looked for where there is more than so much.
  init(
    _ plan: ScenePlan, _ runs: CardRuns, cards: [Int: Card], isLive: Bool, endMs: Double,
    most: Int, happened: (Int) -> [ItemStart: [Double]]
  ) {
    let clocks = plan.scenes.map { SceneClock($0.scene) }
    let ofCard = Dictionary(grouping: runs.runs, by: \.identity)
    for (identity, card) in cards.sorted(by: { $0.key < $1.key }) {
      guard let place = plan.byPicture[card.name], let own = ofCard[identity] else { continue }
      let scene = plan.scenes[place].scene
      let spans = own.map { run in
        (run.run.firstMs, runs.sceneEnd(of: run.run, scene.vanish, isLive: isLive))
      }
      let events = SceneClock.Events(seenMs: card.firstMs, times: happened(identity))
      func add(
        _ source: Source, _ begins: [Double], missed: (Absence) -> Void = { _ in }
      ) {
        for startMs in begins where heard.count <= most {
          guard startMs < endMs else {
            missed(.afterEnd(atMs: startMs))
            continue
          }
          let span = spans.last { $0.0 <= startMs + FaceTimeline.exactMs }
          guard let span else { continue }
          if let leftMs = span.1, startMs >= leftMs {
            missed(.afterCard(leftMs: leftMs, atMs: startMs))
          } else {
            heard.append(Heard(source: source, startMs: startMs, endMs: span.1))
          }
        }
      }
      for (index, sound) in scene.sounds.enumerated() {
        add(.sound(scene: place, index), clocks[place].begins(of: sound.start, events))
      }
      for (index, item) in scene.items.enumerated() {
        guard case .text(let text) = item.content, text.field == Self.greetingField else {
          continue
        }
        add(.greeting(scene: place), clocks[place].appearances(of: index, events)) {
          absences[place] = absences[place] ?? $0
        }
      }
    }
    heard = heard.enumerated().sorted {
      ($0.element.startMs, $0.offset) < ($1.element.startMs, $1.offset)
    }.map(\.element)
  }
}
