internal import Foundation
internal import HTTPMessages
internal import Imaging
internal import Problems
internal import Recipe
internal import Recordings
internal import Requests
internal import ServiceInterface
internal import Text

/// The parts of a request that scenes are made from: `cues`, `scene` (of a frame), and `photo:FIELD` or
/// `photo:SCENE:FIELD`, one for each field.
enum ScenePart {
  /// The part with what users did while the clip was taken, as the command line's file has it.
  static let cues = "cues"
  /// The parts with sound: what is spoken when a greeting appears, and music.
  static let greeting = "greeting"
  static let music = "music"
  /// The part with a manifest that an editor tries out.
  static let scene = "scene"
  /// What the names of the parts with photos begin with.
  static let photo = "photo:"
  /// The longest name of a field with its scene, in characters.
  private static let maximumNameLength = 200
  /// The most photos of a request.
  static let mostPhotos = 16

  /// The files that came.
  struct Given {
    /// The file of the cues.
    var cues: String?
    /// The files of photos, by the field, with its scene where one is named.
    var photos: [(field: String, path: String)] = []
    /// The files of sound, by the names of their parts.
    var sounds: [(name: String, path: String)] = []

    /// All of them, by the names of their parts.
    var all: [(name: String, path: String)] {
      (cues.map { [(ScenePart.cues, $0)] } ?? [])
        + photos.map { (ScenePart.photo + $0.field, $0.path) } + sounds
    }

    /// Refuses sounds for a render that has no sound.
    func checkIsHeard(_ options: RenderOptions) throws(ServiceProblem) {
      let request = options.request
      let silencing = [
        ("sound", !request.sound.isKept), ("overlayOnly", request.appearance.passes.overlayOnly),
        ("container", options.container.isAnimation),
      ]
      guard let sound = sounds.first, let (option, _) = silencing.first(where: \.1) else { return }
      throw ServiceProblem(
        .invalidOptions,
        "the part \(sound.name) is heard in a clip with sound, which is not made by \(option); change one of them",
        faults: [.init(pointer: "/\(option)", detail: "makes no sound")])
    }

    /// Moves the files into the folder of a job, and names them in its request.
    ///
    /// - Parameter avatar: what the worker calls an avatar that a cue names; throws where there is none.
    func keep(
      in folder: String, for request: inout RenderRequest, avatar: (String) throws -> String
    ) throws {
      if let cues {
        try ScenePart.renameAvatars(of: cues, avatar)
        try FileManager.default.moveItem(atPath: cues, toPath: "\(folder)/\(ScenePart.cues)")
        request.cues = ScenePart.cues
      }
      for (name, path) in sounds {
        try FileManager.default.moveItem(atPath: path, toPath: "\(folder)/\(name)")
        if name == ScenePart.greeting {
          request.sound.greeting = name
        } else {
          request.sound.music = name
        }
      }
      for (number, photo) in photos.enumerated() {
        let file = "photo-\(number + 1)"
        try FileManager.default.moveItem(atPath: photo.path, toPath: "\(folder)/\(file)")
        request.scenes.photos.append("\(photo.field)=\(file)")
      }
    }
  }

  /// The files of a request's parts; photos are looked at before any of their pixels is decoded.
  static func files(_ parts: RequestParts, _ checks: PictureChecks) throws -> Given {
    var given = Given()
    given.cues = try parts[cues]?.filePath()
    for name in [greeting, music] {
      if let path = try parts[name]?.filePath() { given.sounds.append((name, path)) }
    }
    for (field, part) in try photos(parts, checks) {
      given.photos.append((field, try part.filePath()))
    }
    return given
  }

  /// Puts what the worker calls avatars in the place of the names in a file of cues, which is read first.
  private static func renameAvatars(
    of file: String, _ renamed: (String) throws -> String
  ) throws {
    let names: Set<String>
    do {
      names = try CueFile(path: file).avatarNames
    } catch {
      throw ServiceProblem(
        .invalidOptions, "\(error)", faults: [.init(pointer: cues, detail: "\(error)")])
    }
    var others: [String: String] = [:]
    for name in names {
      let other = try renamed(name)
      if other != name { others[name] = other }
    }
    guard !others.isEmpty else { return }
    let lines = try String(contentsOfFile: file, encoding: .utf8)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let changed = try lines.map { line in
      guard
        var cue = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let name = cue["avatar"] as? String, let other = others[name]
      else { return String(line) }
      cue["avatar"] = other
      return String(decoding: try JSONSerialization.data(withJSONObject: cue), as: UTF8.self)
    }
    try changed.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
  }

  /// The cues of a frame, which are for cards alone; nil where there is no such part.
  static func cuesInMemory(_ parts: RequestParts) throws -> [UInt8]? {
    guard let bytes = try parts.bytes(cues) else { return nil }
    do {
      guard try CueFile(bytes, path: cues).isOfCards else {
        throw ServiceProblem(
          .invalidOptions,
          "the part \"cues\" of a frame is for cards; a line about an avatar found",
          faults: [.init(pointer: cues, detail: "expected cues alone")])
      }
    } catch let error as RenderingError {
      throw ServiceProblem(
        .invalidOptions, "\(error)", faults: [.init(pointer: cues, detail: "\(error)")])
    }
    return bytes
  }

  /// The photos of a request whose parts are in memory.
  static func photosInMemory(
    _ parts: RequestParts, _ checks: PictureChecks
  ) throws -> [SceneSelection.Field<SceneSelection.Photo>] {
    try photos(parts, checks).map { field, part in
      SceneSelection.Field(
        named: field, value: .bytes(try part.bytes(limit: .max), name: part.name))
    }
  }

  /// The parts with photos, by the field, with its scene where one is named.
  private static func photos(
    _ parts: RequestParts, _ checks: PictureChecks
  ) throws -> [(field: String, part: HTTPPart)] {
    let photos = parts.all(beginning: photo)
    guard photos.count <= mostPhotos else {
      throw ServiceProblem(
        .overLimit, "\(photos.count) parts with photos found, at most \(mostPhotos) allowed")
    }
    return try photos.map { part in
      let field = String(part.name.dropFirst(photo.count))
      guard !field.isEmpty, field.count <= maximumNameLength, !field.contains("="),
        !field.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else {
        throw ServiceProblem(
          .unknownPart,
          "the part \"\(Shown.text(part.name))\": expected photo:FIELD or photo:SCENE:FIELD",
          faults: [.init(pointer: Shown.text(part.name), detail: "no name of a field")])
      }
      _ = try checks.format(of: part.bytes(limit: ImageLimits.still.fileBytes), part: part.name)
      return (field, part)
    }
  }
}
