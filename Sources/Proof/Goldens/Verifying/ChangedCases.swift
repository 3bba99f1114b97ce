import AvatarFiles
import Foundation
import Hud
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import Requests
import TrackingFiles

/// Which cases of a suite have other inputs, another entry or other goldens than at a commit.
struct ChangedCases {
  private(set) var names: Set<String> = []
  /// What a person should know, a line each.
  private(set) var notes: [String] = []

  /// Looks at all rendered cases.
  ///
  /// - Throws: `GoldenError.git`.
  init(
    _ suite: GoldenSuite, since reference: String, library: AvatarLibrary
  ) throws(GoldenError) {
    let tree = try GitWorkTree(folder: suite.folder, since: reference)
    let before = Self.cases(of: suite, in: tree)
    if before == nil {
      notes.append(
        "\(suite.file): it cannot be read as of \(reference), so that every case counts as changed")
    }
    let inputs = CaseInputs(library: library)
    var unknown = 0
    var cache: [String: Bool?] = [:]
    func hasChanged(_ path: String) -> Bool? {
      if let known = cache[path] { return known }
      let answer = tree.hasChanged(path)
      cache[path] = .some(answer)
      return answer
    }
    for single in suite.cases {
      guard case .rendered(let scene) = single.source else { continue }
      guard let before, before[single.name] == single.withoutPlaces else {
        names.insert(single.name)
        continue
      }
      let answers = inputs.paths(of: scene)?.map(hasChanged) ?? [nil]
      if answers.contains(where: { $0 == true }) || Self.goldensChanged(single, suite, tree) {
        names.insert(single.name)
      } else if answers.contains(where: { $0 == nil }) {
        names.insert(single.name)
        unknown += 1
      }
    }
    if unknown > 0 {
      notes.append(
        "\(unknown) case\(unknown == 1 ? " has an input" : "s have inputs") that Git does not hold or"
          + " that cannot be found; counted as changed")
    }
  }

  /// The cases as they were; nil where the suite was not there, had faults, or listed other environments.
  private static func cases(of suite: GoldenSuite, in tree: GitWorkTree) -> [String: GoldenCase]? {
    guard let bytes = tree.bytes(of: suite.file) else { return nil }
    let manifest = SuiteManifest(bytes, file: suite.file, folder: suite.folder)
    guard manifest.faults.isEmpty, manifest.environments == suite.environments,
      manifest.avatars == suite.avatars
    else { return nil }
    return Dictionary(manifest.cases.map { ($0.name, $0.withoutPlaces) }) { first, _ in first }
  }

  private static func goldensChanged(
    _ single: GoldenCase, _ suite: GoldenSuite, _ tree: GitWorkTree
  ) -> Bool {
    guard let folder = tree.relative(suite.file).map(SuitePath.folder) else { return true }
    let start = folder == "." ? single.name : "\(folder)/\(single.name)"
    return tree.changed.contains { file in
      [".", "@", "/"].contains { file.hasPrefix(start + $0) }
    }
  }
}

extension GoldenCase {
  /// The case without where the suite's file names its regions.
  var withoutPlaces: GoldenCase {
    var plain = self
    plain.judging = judging.withoutPlaces
    return plain
  }
}

/// The files and folders that a case is rendered from.
struct CaseInputs {
  let library: AvatarLibrary

  /// The paths; nil where one of them cannot be found.
  func paths(of scene: RenderedScene) -> [String]? {
    let request = scene.request
    guard let recording = try? scene.recordingLocation() else { return nil }
    var paths = [recording.media] + [recording.tracking, request.recording].compactMap(\.self)
    paths += [
      request.session.settings, request.cues, request.fitProfile, request.tracking.blendshapesFile,
    ].compactMap(\.self)
    paths += request.passes.files
    if case .file(let path) = request.passes.hud.theme { paths.append(path) }
    for name in request.avatars + request.swipeAvatars where name != AvatarSelection.none {
      guard let path = try? library.path(of: name) else { return nil }
      paths.append(path)
    }
    guard let tracking = recording.tracking else { return paths }
    guard let names = try? TrackingSkim(path: tracking, options: request.tracking).imageNames,
      !names.isEmpty
    else { return paths }
    guard let selection = try? request.scenes.selection(beside: library),
      let scenes = try? selection.paths(showing: names)
    else { return nil }
    paths += scenes.map { $0.1 }
    for photo in selection.photos {
      guard case .file(let path) = photo.value else { continue }
      paths.append(path)
    }
    return paths
  }
}
