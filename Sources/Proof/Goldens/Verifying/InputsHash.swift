import AvatarFiles
import Avatars
import Digests
import Files
import Foundation
import Hud
import Placement
import Recipe
import Recordings
import Requests
import Synchronization
import Tracking
import TrackingFiles

/// The SHA-256 of all that a case is rendered from, wherever it lies.
///
/// Recordings and avatars are shared by many cases; each file is read once.
final class InputsHash: Sendable {
  private let library: AvatarLibrary
  private let known = Mutex<[String: String]>([:])

  init(library: AvatarLibrary) {
    self.library = library
  }

  /// The hash of a scene's options and files; nil where one of them cannot be read.
  func hash(of scene: RenderedScene) -> String? {
    guard let recording = try? scene.recordingLocation(),
      let media = file(recording.media)
    else { return nil }
    var parts = [Self.options(of: scene), media]
    if let tracking = recording.tracking {
      guard let hash = file(tracking) else { return nil }
      parts.append(hash)
    }
    if let blendshapes = scene.request.tracking.blendshapesFile {
      guard let hash = file(blendshapes) else { return nil }
      parts.append("blendshapes \(hash)")
    }
    if let session = scene.request.session.settings {
      guard let hash = file(session) else { return nil }
      parts.append("session \(hash)")
    }
    for name in scene.request.avatars + scene.request.swipeAvatars {
      guard let hash = name == AvatarSelection.none ? "none" : avatar(name) else { return nil }
      parts.append(hash)
    }
    if let cues = scene.request.cues {
      guard let hash = file(cues) else { return nil }
      parts.append("cues \(hash)")
    }
    if let profile = scene.request.fitProfile {
      guard let hash = file(profile) else { return nil }
      parts.append("fit profile \(hash)")
    }
    for path in scene.request.passes.filterFiles {
      guard let hash = file(path) else { return nil }
      parts.append("lut \(hash)")
    }
    if let path = scene.request.passes.background?.file {
      guard let hash = file(path) else { return nil }
      parts.append("background \(hash)")
    }
    if scene.request.passes.takesDate, let date = recording.date {
      parts.append("date \(date)")
    }
    if let tracking = recording.tracking {
      guard let scenes = scenes(scene.request, shownIn: tracking) else { return nil }
      parts += scenes
    }
    switch scene.request.passes.hud.theme {
    case .game: break
    case .plain: parts.append("plain theme")
    case .file(let path):
      guard let hash = file(path) else { return nil }
      parts.append(hash)
    }
    return SHA256.hex(of: Array(parts.joined(separator: "\n").utf8))
  }

  private func file(_ path: String) -> String? {
    if let hash = known.withLock({ $0[path] }) { return hash }
    guard let hash = try? SHA256.hex(ofFile: path) else { return nil }
    known.withLock { $0[path] = hash }
    return hash
  }

  /// The files of a package that a render can depend on, by name.
  private func avatar(_ name: String) -> String? {
    guard let path = try? library.path(of: name) else { return nil }
    // All but the vector sources and the scripts: a model may name files of any ending.
    let sources = [".svg", ".py", ".md"]
    return package(path) { name in
      !name.hasPrefix(".") && !sources.contains(where: name.lowercased().hasSuffix)
    }
  }

  /// The scenes of the printed pictures that a tracking file shows, and the photos in them; empty where
  /// it shows none, nil where something cannot be read.
  private func scenes(_ request: RenderRequest, shownIn tracking: String) -> [String]? {
    guard let names = try? TrackingSkim(path: tracking, options: request.tracking).imageNames,
      !names.isEmpty,
      let selection = try? request.scenes.selection(beside: library)
    else { return [] }
    guard let scenes = try? selection.paths(showing: names) else { return nil }
    var parts: [String] = []
    for (name, path) in scenes {
      guard let hash = package(path, of: { !$0.hasPrefix(".") }) else { return nil }
      parts.append("scene of \(name) \(hash)")
    }
    for photo in selection.photos {
      guard case .file(let path) = photo.value, let hash = file(path) else { return nil }
      parts.append("photo \(photo.scene ?? "") \(photo.field) \(hash)")
    }
    return parts
  }

  /// Those files of a package, by name, that a picture can depend on.
  private func package(_ path: String, of isPart: (String) -> Bool) -> String? {
    guard FilePath.isFolder(path) else { return file(path) }
    if let hash = known.withLock({ $0[path] }) { return hash }
    let walk = FileManager.default.enumerator(atPath: path)
    var names: [String] = []
    while let entry = walk?.nextObject() as? String {
      if isPart(entry), !FilePath.isFolder("\(path)/\(entry)") { names.append(entry) }
    }
    var parts: [String] = []
    for name in names.sorted() {
      guard let hash = try? SHA256.hex(ofFile: "\(path)/\(name)") else { return nil }
      parts += [name, hash]
    }
    let hash = SHA256.hex(of: Array(parts.joined(separator: "\n").utf8))
    known.withLock { $0[path] = hash }
    return hash
  }

  /// The options in one text, which is the same for the same picture.
  ///
  /// The first words are those of the hashes that stand beside goldens; members that came later are
  /// added where they are not the default, so that goldens without them keep their hash.
  private static func options(of scene: RenderedScene) -> String {
    let request = scene.request
    let tracking = request.tracking
    var words: [String] = [
      "\(scene.frames)", "\(request.placement.mode) \(request.placement.snap)",
      "\(request.smoothing.strategy) \(request.smoothing.milliseconds.map { "\($0)" } ?? "-")",
      "\(request.gaps.policy)", "\(tracking.size.map { "\($0)" } ?? "-")",
      "\(tracking.rotation.map { "\($0)" } ?? "-")",
      "\(tracking.mirrored.map { "\($0)" } ?? "-")", tracking.skipsBadSamples ? "skip" : "stop",
      "\(request.output.size.map { "\($0)" } ?? "-")",
      "\(request.passes.mirrored) \(request.passes.overlayOnly)",
      scene.crop.map { "\($0.x) \($0.y) \($0.width) \($0.height)" } ?? "-",
    ]
    if scene.holds.holdsAny { words.append("\(scene.holds.events) \(scene.holds.signals)") }
    let later = request.words(besides: hashedAbove)
    if !later.isEmpty { words.append(later) }
    return words.joined(separator: "; ")
  }

  /// Members that have words of their own above, or are hashed as the files that they name.
  private static let hashedAbove: Set<String> = [
    "placement", "snap", "smoothing", "smoothingMs", "lostFaces", "tracking.size",
    "tracking.rotationDegrees", "tracking.mirrored", "tracking.skipBadSamples", "size", "mirror",
    "overlayOnly", "recording", "tracking.file", "avatars", "allowDamaged", "session", "theme",
    "scenes.folder", "scenes.named", "scenes.photos", "cues", "fitProfile",
  ]
}
