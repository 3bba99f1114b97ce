import Comparison
import Files
import JSON
import Requests

/// What a `golden.json` says, as far as it can be understood.
struct SuiteManifest {
  private(set) var title: String?
  private(set) var avatars: String?
  private(set) var cases: [GoldenCase] = []
  private(set) var patterns: [GivenPattern] = []
  /// The environments whose variants are taken, in the order in which they are tried.
  private(set) var environments: [String] = []
  /// The golden store; nil where goldens lie in Git.
  private(set) var store: String?
  /// The golden store as the file names it.
  private(set) var namedStore: String?
  /// Goldens of more bytes than this lie in the store.
  private(set) var storeAbove = 0
  private(set) var faults: [SuiteFault] = []

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - file: the file's name, for messages.
  ///   - folder: what paths in it are relative to.
  init(_ bytes: [UInt8], file: String, folder: String) {
    let log = JSONFaultLog<SuiteFault.Kind>()
    SuiteField.root(
      of: bytes, limit: SuiteLimits.manifestBytes, what: "the suite's size",
      expecting: FileKind.suite, log: log
    ).map { read($0, folder) }
    for index in cases.indices { cases[index].judging.regions.setFile(file) }
    for index in patterns.indices { patterns[index].judging.regions.setFile(file) }
    faults = log.inFileOrder.map { SuiteFault($0, file: file, place: $1, path: $2) }
  }

  private mutating func read(_ root: SuiteField, _ folder: String) {
    let keys = [
      "format", "title", "avatars", "environments", "goldenStore", "storeAbove", "defaults",
      "cases",
    ]
    guard let object = root.object(keys: keys) else { return }
    object.required("format")?.checkFormat()
    title = object["title"]?.text()
    environments = object["environments"]?.environments() ?? []
    avatars = object["avatars"]?.filePath().map { SuitePath.joined(folder, $0) }
    namedStore = object["goldenStore"]?.filePath()
    store = namedStore.map { SuitePath.joined(folder, $0) }
    storeAbove = object["storeAbove"]?.integer(in: 0...SuiteLimits.contentBytes) ?? 0
    if object["goldenStore"] == nil {
      object["storeAbove"]?.report(
        .contradiction("\"storeAbove\" needs \"goldenStore\", which is missing"))
    }
    let defaults = object["defaults"]?
      .object(keys: CaseFields.sceneKeys + CaseFields.judgingKeys).map { CaseFields($0) }
    guard let list = object.required("cases")?.list() else { return }
    // Of nothing all would be well.
    if list.isEmpty { object["cases"]?.report(.empty("the list of cases")) }
    if list.count > SuiteLimits.cases {
      object["cases"]?.report(
        .overLimit(what: "cases", found: "\(list.count)", limit: "\(SuiteLimits.cases)"))
    }
    var names = TakenNames()
    var frames = 0
    for field in list.prefix(SuiteLimits.cases) {
      guard let entry = field.entry(defaults, in: folder) else { continue }
      names.take(entry.name, path: field.path, isStill: entry.isStill, at: field)
      if case .single(let single) = entry, single.judging.clip != nil {
        names.take(
          "\(single.name).clip", path: field.path, isStill: true, at: field)
      }
      switch entry {
      case .pattern(let pattern): patterns.append(pattern)
      case .single(let single):
        cases.append(single)
        if case .rendered(let scene) = single.source { frames += scene.frames.count }
      }
    }
    if frames > SuiteLimits.frames {
      object["cases"]?.report(
        .overLimit(what: "frames of all cases", found: "\(frames)", limit: "\(SuiteLimits.frames)")
      )
    }
  }
}

/// One entry of the list of cases.
private enum Entry {
  case single(GoldenCase)
  case pattern(GivenPattern)

  var name: String {
    switch self {
    case .single(let single): single.name
    case .pattern(let pattern): pattern.names.description
    }
  }

  var isStill: Bool {
    switch self {
    case .single(let single): single.isStill
    case .pattern: true
    }
  }
}

/// The names that are taken, with the cases that have them.
private struct TakenNames {
  /// By the name in small letters: some file systems take capitals for the same.
  private var taken: [String: (name: String, path: String)] = [:]
  /// Names of cases whose goldens are numbered files in a folder.
  private var folders: [String: String] = [:]

  mutating func take(_ name: String, path: String, isStill: Bool, at field: SuiteField) {
    let key = name.lowercased()
    if let first = taken[key] {
      field.report(
        first.name == name
          ? .duplicateName(name, first: first.path) : .takenName(name, by: first.name))
      return
    }
    taken[key] = (name, path)
    if !isStill { folders[key] = name }
    // `head/00012` as a still, and `head` with a frame 12.
    if isStill, let numbered = GoldenPaths.folderOfNumbered(key), let other = folders[numbered] {
      field.report(.takenName(name, by: other))
    }
    if !isStill,
      let other = taken.first(where: { GoldenPaths.folderOfNumbered($0.key) == key })
    {
      field.report(.takenName(name, by: other.value.name))
    }
  }
}

extension SuiteObject {
  /// Reports what cannot be said of a clip.
  fileprivate func checkClip(_ frames: FrameChoice, _ judging: Judging) {
    switch frames {
    case .range, .whole: break
    case .moment, .frame, .moments:
      (self["at"] ?? self["frame"] ?? field).report(
        .contradiction(
          "a \"clip\" is all frames or a range of them; give \"frames\", or leave \"at\" and"
            + " \"frame\" out"))
    }
    if judging.outsideThresholds != nil {
      (self["outsideThresholds"] ?? field).report(
        .contradiction("\"outsideThresholds\" has no effect on a \"clip\"; leave it out"))
    }
  }
}

extension RegionSelection {
  /// Puts the file's name before the places of all regions.
  fileprivate mutating func setFile(_ file: String) {
    for index in ignored.indices { ignored[index].place = "\(file):\(ignored[index].place)" }
    for index in compared.indices { compared[index].place = "\(file):\(compared[index].place)" }
  }
}

extension SuiteField {
  /// The names of environments, each once.
  fileprivate func environments() -> [String]? {
    guard let list = list() else { return nil }
    if list.count > SuiteLimits.environments {
      report(
        .overLimit(
          what: "environments", found: "\(list.count)", limit: "\(SuiteLimits.environments)"))
      return nil
    }
    var names: [String] = []
    for field in list {
      guard let name = field.text() else { continue }
      if let reason = GoldenName.fault(ofEnvironment: name) {
        field.report(.badName(name, reason: reason))
      } else if names.contains(where: { $0.lowercased() == name.lowercased() }) {
        field.report(.contradiction("the environment \"\(name)\" is listed twice"))
      } else {
        names.append(name)
      }
    }
    return names
  }

  fileprivate func checkFormat() {
    guard let format = text() else { return }
    if format != GoldenSuite.formatName { report(.unsupportedFormat(found: format)) }
  }

  fileprivate func entry(_ defaults: CaseFields?, in folder: String) -> Entry? {
    let own = ["name", "given", "skip"]
    guard let object = object(keys: own + CaseFields.sceneKeys + CaseFields.judgingKeys) else {
      return nil
    }
    let isGiven = object["given"]?.truth() ?? false
    let name = object.required("name")?.caseName(allowsPattern: isGiven)
    let skip = object["skip"]?.text()
    let fields = CaseFields(object)
    let judging = fields.judging(defaults)
    if isGiven {
      for key in CaseFields.sceneKeys + ["clip"] {
        object[key]?.report(
          .contradiction(
            "a given case is not rendered; \"\(key)\" has no effect on it; leave it out"))
      }
      guard let name else { return nil }
      let pattern = NamePattern(name)
      return pattern.isPattern
        ? .pattern(GivenPattern(names: pattern, judging: judging, skip: skip))
        : .single(GoldenCase(name: name, source: .given, judging: judging, skip: skip))
    }
    let scene = fields.scene(defaults, in: folder)
    object.check(judging.regions.ignored, leaveSomethingOf: scene.crop)
    if scene.request.recording == nil, object["recording"] == nil {
      report(.missingKey("recording"))
    }
    if scene.request.avatars.isEmpty, object["avatar"] == nil, object["avatars"] == nil {
      report(.missingKey("avatar"))
    }
    if judging.clip != nil { object.checkClip(scene.frames, judging) }
    for contradiction in scene.request.contradictions(in: .suite) {
      report(.contradiction(contradiction.message { "\"\($0)\"" }))
    }
    guard let name else { return nil }
    return .single(
      GoldenCase(name: name, source: .rendered(scene), judging: judging, skip: skip))
  }

  private func caseName(allowsPattern: Bool) -> String? {
    guard let name = text() else { return nil }
    // A pattern is a name with other characters in some places.
    let plain =
      allowsPattern ? name.replacing("**", with: "x").replacing(/[*?]/, with: "x") : name
    if let reason = GoldenName.fault(of: plain) {
      report(.badName(name, reason: reason))
      return nil
    }
    return name
  }
}
