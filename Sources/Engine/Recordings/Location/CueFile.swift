import Avatars
import Files
import Imaging
import JSON
import Placement
package import Recipe
import Text

/// Reads what users did while a clip was taken: JSON Lines, in any order.
///
///     {"timestampMs": 1200, "cue": "tap", "at": [0.4, 0.6]}
///     {"timestampMs": 3000, "cue": "tap", "image": 1}
///     {"timestampMs": 4000, "avatar": "dragon", "face": 1, "scale": 1.2, "offset": [0, 0.1]}
package struct CueFile {
  package private(set) var cards: [SceneCue] = []
  /// What was done to avatars, without which.
  private(set) var avatars: [(cue: AvatarCue, avatar: String?)] = []

  static let byteLimit = 4 << 20
  static let lineLimit = 10_000

  /// Reads a file.
  ///
  /// Times are as they stand there; `move` adds what is added to those of samples.
  package init(path: String) throws {
    let bytes: [UInt8]
    do throws(ImagingError) {
      bytes = try FileBytes.read(path: path, limit: Self.byteLimit)
    } catch {
      throw ImagingError.file(path: path, error)
    }
    try self.init(bytes, path: path)
  }

  /// Reads the bytes of a file, which faults call by a path.
  package init(_ bytes: [UInt8], path: String) throws {
    guard bytes.count <= Self.byteLimit else {
      throw RenderingError.badCues(
        path: path, "\(bytes.count) bytes found, at most \(Self.byteLimit) allowed")
    }
    if let kind = FileKind(beginning: bytes), kind.family != .json {
      throw RenderingError.badCues(path: path, "1:1: \(JSONFault.notJSON(reason: "\(kind)"))")
    }
    for (index, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() where line.contains(where: { $0 > 0x20 }) {
      guard cards.count + avatars.count < Self.lineLimit else {
        throw RenderingError.tooManyCues(path: path, limit: Self.lineLimit)
      }
      let log = JSONFaultLog<CueFault>()
      let root = JSONField<CueFault>.root(of: line, log: log)
      let isOfAvatar = root?.isOfAvatar == true
      let card = isOfAvatar ? nil : root?.cue()
      let avatar = isOfAvatar ? root?.avatarCue() : nil
      if let fault = log.faults.first {
        let value = fault.path.isEmpty ? "" : "\(fault.path): "
        throw RenderingError.badCues(
          path: path, "\(index + 1):\(fault.place.column): \(value)\(fault.kind.fault)")
      }
      if let card { cards.append(card) }
      if let avatar { avatars.append(avatar) }
    }
  }
}

extension CueFile {
  package var avatarNames: Set<String> { Set(avatars.compactMap(\.avatar)) }

  /// Whether nothing was done to avatars.
  package var isOfCards: Bool { avatars.isEmpty }

  /// Moves all cues in time, in milliseconds.
  package mutating func move(byMs offsetMs: Double) {
    for index in cards.indices { cards[index].timeMs += offsetMs }
    for index in avatars.indices { avatars[index].cue.timeMs += offsetMs }
  }
}

/// What can be wrong with a value of a cue.
struct CueFault: JSONFaultKind {
  var fault: JSONFault

  static func json(_ fault: JSONFault) -> CueFault { CueFault(fault: fault) }
}

extension JSONField where Kind == CueFault {
  /// Whether a line is about an avatar rather than a card.
  fileprivate var isOfAvatar: Bool {
    guard case .object(let members) = node.value else { return false }
    let names = members.map(\.name)
    return !names.contains("cue")
      && names.contains { ["avatar", "face", "scale", "offset"].contains($0) }
  }

  /// A line about an avatar.
  fileprivate func avatarCue() -> (cue: AvatarCue, avatar: String?)? {
    guard let object = object(keys: ["timestampMs", "avatar", "face", "scale", "offset"]) else {
      return nil
    }
    let time = object.required("timestampMs")?.number("a finite number") { abs($0) <= 1e15 }
    let avatar = object["avatar"]?.text()
    let face = object["face"]?.integer(in: 0...(1 << 53))
    let scale = object["scale"]?.number("a number above 0 and at most 100") {
      $0 > 0 && $0 <= 100
    }
    let offset = object["offset"]?.offset(in: -100...100)
    guard let time else { return nil }
    return (
      AvatarCue(timeMs: time, face: face, scale: scale, offset: offset), avatar
    )
  }

  /// A line about cards.
  fileprivate func cue() -> SceneCue? {
    guard let object = object(keys: ["timestampMs", "cue", "image", "at"]) else { return nil }
    let time = object.required("timestampMs")?.number("a finite number") { abs($0) <= 1e15 }
    let cue = object.required("cue")?.text()
    let image = object["image"]?.integer(in: 0...(1 << 53))
    let place = object["at"]?.place()
    if object["image"] != nil, let at = object["at"] {
      at.report(
        .json(
          .wrongType(
            expected: "one of \"image\" and \"at\"", found: "both")))
    }
    guard let time, let cue else { return nil }
    let target: SceneCue.Target =
      image.map { .card($0) } ?? place.map { .place(x: $0.x, y: $0.y) } ?? .all
    return SceneCue(timeMs: time, cue: cue, target: target)
  }

  /// A place in parts of the picture.
  private func place() -> SIMD2<Double>? {
    guard let list = list() else { return nil }
    guard list.count == 2 else {
      report(.json(.wrongType(expected: "a list of two numbers", found: "a list of \(list.count)")))
      return nil
    }
    let numbers = list.compactMap { $0.number(in: -100...100) }
    return numbers.count == 2 ? SIMD2(numbers[0], numbers[1]) : nil
  }
}
