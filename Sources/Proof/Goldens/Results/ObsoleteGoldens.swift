internal import Files
internal import Requests
internal import Review

/// What a suite's folder holds that no case asks for.
public struct ObsoleteGoldens: Hashable, Sendable {
  /// Goldens that were recorded for a case or frame that is no more, relative to the suite's folder;
  /// some of them may be records without a file.
  public var recorded: [String] = []
  /// Pictures and sidecars that were not recorded, relative to the suite's folder.
  public var strays: [String] = []

  /// Makes an empty list.
  public init() {}

  /// All of them, sorted.
  public var all: [String] { (recorded + strays).sorted() }

  /// The most files that are looked at.
  private static let fileLimit = 100_000

  /// Looks through a suite's folder.
  ///
  /// Folders of recordings and avatars that lie in it are theirs.
  init(of suite: GoldenSuite, results: SuiteResults) {
    let provenance = (try? ProvenanceFile(of: suite)) ?? ProvenanceFile()
    let records = provenance.records
    let wanted = Wanted(suite, results, provenance)
    let files = Self.files(in: suite.folder, apartFrom: results)
    recorded = Set(records.keys).filter { !wanted.includes($0) }.sorted()
    // A sidecar goes with its golden.
    let sidecars = files.filter {
      let file = $0
      guard let ending = GoldenPaths.textEndings.first(where: file.hasSuffix),
        !wanted.includes(file)
      else { return false }
      let name = file.dropLast(ending.count)
      return records.keys.contains {
        $0 == "\(name).png" || $0 == "\(name)\(GoldenPaths.clipEnding)" || $0.hasPrefix("\(name)/")
      }
    }
    recorded += sidecars
    strays = files.filter { !wanted.includes($0) && !recorded.contains($0) }.sorted()
  }

  /// The files that cases ask for.
  private struct Wanted {
    private var files: Set<String> = []
    private var folders: Set<String> = []
    private let patterns: [NamePattern]
    private let environments: [String]
    private let provenance: ProvenanceFile

    init(_ suite: GoldenSuite, _ results: SuiteResults, _ provenance: ProvenanceFile) {
      (environments, self.provenance) = (suite.environments, provenance)
      patterns = suite.patterns.map(\.names)
      for single in suite.cases {
        files.insert(suite.paths.placements(of: single.name))
        if case .rendered(let scene) = single.source {
          if scene.holds.events { files.insert(suite.paths.events(of: single.name)) }
          if scene.holds.signals { files.insert(suite.paths.signals(of: single.name)) }
          // A picture that is a recording itself.
          let start = suite.folder == "." ? "" : suite.folder + "/"
          if let recording = scene.request.recording, recording.hasPrefix(start) {
            files.insert(String(recording.dropFirst(start.count)))
          }
        }
        if single.judging.clip != nil {
          files.formUnion([suite.paths.clip(of: single.name), suite.paths.frames(of: single.name)])
          continue
        }
        if single.isStill {
          files.insert(suite.paths.golden(of: single.name, frame: nil))
          continue
        }
        // Which frames times and ranges mean, the last run found out; where it did not, all may be.
        guard let result = results.result(of: single.name), result.review.verdict != .error else {
          folders.insert(single.name)
          continue
        }
        for frame in result.review.frames {
          files.insert(suite.paths.golden(of: single.name, frame: frame.frame))
        }
      }
    }

    func includes(_ file: String) -> Bool {
      if files.contains(file) { return true }
      if let (golden, environment) = GoldenPaths.variant(file) {
        return environments.contains(environment) && includes(golden)
          && !provenance.isUnused(variant: file, of: golden)
      }
      for ending in [GoldenPaths.placementsEnding, ".png"] where file.hasSuffix(ending) {
        let name = String(file.dropLast(ending.count))
        if patterns.contains(where: { $0.matches(name) }) { return true }
        if GoldenPaths.folderOfNumbered(name).map(folders.contains) == true { return true }
      }
      return false
    }
  }

  /// The pictures and sidecars of a folder.
  static func files(in folder: String, apartFrom results: SuiteResults) -> [String] {
    var found: [String] = []
    guard let root = try? OpenFolder(path: folder) else { return found }
    root.walk(limit: fileLimit) { entry in
      let isHidden = entry.name.hasPrefix(".")
      if entry.information.kind == .folder {
        return !isHidden && SuitePath.joined(folder, entry.path) != results.path
          && !["recording.json", "avatar.json"].contains {
            SuitePlace("\(entry.path)/\($0)", in: folder).exists
          }
      }
      if !isHidden, (GoldenPaths.textEndings + [".png"]).contains(where: entry.path.hasSuffix) {
        found.append(entry.path)
      }
      return false
    }
    return found
  }
}
