public import Avatars
import Recipe
package import Recordings
public import Scenes

/// What a picture shows in words, for people who do not see it.
///
/// English, one phrase without a full stop: "a face with a dragon mask"; "two faces, one with a dragon
/// mask and one with a bear hood"; "a picture without a tracked face".
public enum AlternativeText {
  /// The longest name of an avatar that is repeated, in characters.
  public static let nameLimit = 60
  /// The longest title of a card that is repeated, in characters.
  public static let titleLimit = 120

  /// The text for a picture.
  ///
  /// - Parameters:
  ///   - faces: for each face that the picture shows, from left to right, the avatar that is drawn on
  ///     it; nil for a face that is left as it is.
  ///   - scenes: what is drawn on cards, in drawing order.
  ///   - background: what the avatars stand before, without the faces: "a transparent background"; nil for the clip.
  public static func of(
    _ faces: [Avatar?], scenes: [Scene] = [], before background: String? = nil
  ) -> String {
    let groups = grouped(faces.map { $0.map(noun) })
    let cards = scenes.map { "a card with the scene \"\(title(of: $0))\"" }
    guard !cards.isEmpty else {
      return background.map { avatars(groups, before: $0) } ?? facesWith(groups, count: faces.count)
    }
    let before =
      background != nil
      ? groups.compactMap { group in
        group.noun.map { group.count == 1 ? $0.one : "\(number(group.count)) times \($0.one)" }
      } : faces.isEmpty ? [] : [facesWith(groups, count: faces.count)]
    return listed(before + cards) + (background.map { " on \($0)" } ?? "")
  }

  /// What people call a scene, in English where it says so.
  private static func title(of scene: Scene) -> String {
    let name = scene.name["en"] ?? scene.name.sorted { $0.key < $1.key }.first?.value ?? scene.id
    return cleaned(name, upTo: nameLimit)
  }

  /// The text for a picture that was set in a share card: "a face with a dragon mask, on a card
  /// titled "Start of spring"".
  package static func of(picture: String, onCardTitled title: String?) -> String {
    let title = cleaned(title ?? "", upTo: titleLimit)
    return picture + (title.isEmpty ? ", on a card" : ", on a card titled \"\(title)\"")
  }

  /// What a clip is heard with beside its own sound, for people who do not hear it: "with the scene's sounds, a spoken
  /// greeting and music"; nil for nothing.
  package static func ofSound(_ kinds: Set<RecordingSound.Kind>) -> String? {
    let parts = RecordingSound.Kind.allCases.filter(kinds.contains).map { kind in
      switch kind {
      case .scenes: "the scene's sounds"
      case .avatars: "the avatar's sounds"
      case .session: "the session's sounds"
      case .greeting: "a spoken greeting"
      case .music: "music"
      }
    }
    return parts.isEmpty ? nil : "with \(listed(parts))"
  }

  /// Faces with the same avatar, in the order in which the first of each stands.
  private static func grouped(_ nouns: [Noun?]) -> [(noun: Noun?, count: Int)] {
    var groups: [(noun: Noun?, count: Int)] = []
    for noun in nouns {
      if let known = groups.firstIndex(where: { $0.noun == noun }) {
        groups[known].count += 1
      } else {
        groups.append((noun, 1))
      }
    }
    return groups
  }

  private static func facesWith(_ groups: [(noun: Noun?, count: Int)], count: Int) -> String {
    // A person may be in it: in a picture whose tracking is of cards alone, faces were not looked for.
    guard let first = groups.first else { return "a picture without a tracked face" }
    let faces = count == 1 ? "a face" : "\(number(count)) faces"
    if groups.count == 1 {
      guard let noun = first.noun else { return faces }
      return count == 1 ? "\(faces) with \(noun.one)" : "\(faces), each with \(noun.one)"
    }
    // Faces without an avatar come last.
    let dressed = groups.filter { $0.noun != nil } + groups.filter { $0.noun == nil }
    let parts = dressed.map { group in
      "\(number(group.count)) \(group.noun.map { "with \($0.one)" } ?? "without an avatar")"
    }
    return "\(faces), \(listed(parts))"
  }

  private static func avatars(
    _ groups: [(noun: Noun?, count: Int)], before background: String
  ) -> String {
    let parts = groups.compactMap { group in
      group.noun.map { group.count == 1 ? $0.one : "\(number(group.count)) times \($0.one)" }
    }
    return parts.isEmpty
      ? background.replacing("background", with: "picture") : "\(listed(parts)) on \(background)"
  }

  // MARK: Words

  private struct Noun: Hashable {
    var one: String
  }

  /// What people call an avatar, with its article.
  private static func noun(of avatar: Avatar) -> Noun {
    var words = cleaned(avatar.name["en"] ?? avatar.id.replacing("-", with: " "))
    if words.isEmpty { words = "avatar" }
    // A name that says not what it is, such as "Dragon" tagged as a mask.
    let own = words.lowercased().split(separator: " ").map(String.init)
    if !kinds.contains(where: own.contains), let kind = kinds.first(where: avatar.tags.contains) {
      words += " \(kind)"
    }
    words = uncapitalised(words)
    let last = words.split(separator: " ").last ?? ""
    let isPlural = last.hasSuffix("s") && !last.hasSuffix("ss")
    return Noun(one: isPlural ? words : "\(article(words)) \(words)")
  }

  /// The kinds that names and tags say, the more telling ones first.
  private static let kinds = [
    "mask", "hood", "hat", "crown", "helmet", "glasses", "ears", "wig", "beard", "headgear",
  ]

  /// A text of an untrusted author without what would break a line or a screen reader.
  private static func cleaned(_ text: String, upTo limit: Int = nameLimit) -> String {
    let printable = text.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        " "
      default: Character(scalar)
      }
    }
    let words = String(printable).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(words.prefix(limit))
  }

  /// The text as it stands within a sentence; "NASA helmet" keeps its capitals.
  private static func uncapitalised(_ text: String) -> String {
    let rest = text.dropFirst()
    let isAcronym = rest.prefix { $0 != " " }.contains(where: \.isUppercase)
    return isAcronym ? text : text.prefix(1).lowercased() + rest
  }

  private static func article(_ text: String) -> String {
    "aeiou".contains(text.first?.lowercased() ?? "") ? "an" : "a"
  }

  private static func number(_ count: Int) -> String {
    let words = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]
    return words.indices.contains(count) ? words[count] : "\(count)"
  }

  private static func listed(_ parts: [String]) -> String {
    parts.count < 2
      ? parts.joined() : "\(parts.dropLast().joined(separator: ", ")) and \(parts[parts.count - 1])"
  }
}

extension PassOptions {
  /// What the avatars stand before in place of the clip, in words; nil for the clip.
  package var backgroundInWords: String? {
    if overlayOnly { return "a transparent background" }
    switch ground {
    case .clip: return nil
    case .colour(let colour):
      return "a \(Background.names.first { $0.colour == colour }?.name ?? "plain") background"
    case .file: return "a background of its own"
    }
  }
}

extension RecordingSound {
  /// What a person should know of the sound, a line each: what it is, and what is not heard.
  package var allNotes: [String] {
    [AlternativeText.ofSound(kinds).map { "sound: \($0)" }].compactMap(\.self) + notes
  }
}
