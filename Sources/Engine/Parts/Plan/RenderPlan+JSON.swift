internal import Foundation
internal import Frames
internal import JSON
internal import Problems
internal import Recordings
internal import Reels
internal import Rendering
internal import Requests
internal import Text

extension RenderPlan {
  /// The plan as a value.
  ///
  /// - Parameter fingerprint: what it says of itself; nil to leave that out.
  func value(withFingerprint fingerprint: String?) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("format", .string(Self.format)), ("version", .integer(Self.version)),
    ]
    if let fingerprint { members.append(("fingerprint", .string(fingerprint))) }
    members += [
      (
        "renderer",
        .object([
          ("version", .string(renderer.version)), ("build", .string(renderer.build)),
          ("libraries", .string(renderer.libraries)),
        ])
      ),
      ("folder", .string(folder)), ("request", request.value),
    ]
    if let reel { members.append(("reel", reel.value)) }
    members += [
      ("inputs", .array(inputs.map(\.value))),
      (
        "packages",
        .array(
          packages.map {
            .object(
              [
                ("role", .string($0.role.rawValue)), ("name", .string($0.name)),
                ("sha256", .string($0.sha256)),
              ] + ($0.isHeard ? [("sounds", .bool(true))] : []))
          })
      ),
    ]
    if let cover { members.append(("cover", cover.value)) }
    members += [
      ("output", output.value), ("threads", .integer(threads)),
      ("parts", .array(parts.map(\.value))),
    ]
    if !provenance.isEmpty { members.append(("recording", provenance.value)) }
    return .object(members)
  }

  /// Reads a plan.
  ///
  /// - Parameter path: where it is, for messages.
  /// - Throws: `PartsError` for what is no plan, for one of another version, and for one that was changed.
  public init(json bytes: [UInt8], path: String) throws {
    guard bytes.count <= Self.maximumBytes else {
      throw PartsError.overLimit(
        what: "\(path): bytes of a plan", found: bytes.count, limit: Self.maximumBytes)
    }
    let log = JSONFaultLog<PlanFault>()
    let root = JSONField.root(of: bytes, log: log)
    let head = root?.object(keys: nil)
    let format = head?.required("format")?.text()
    if log.faults.isEmpty, format != Self.format {
      throw PartsError.badPlan(
        path: path,
        reason: "its format is \"\(Shown.text(format ?? ""))\", expected \"\(Self.format)\"")
    }
    // Of another version nothing else is known.
    if let version = head?["version"]?.integer(in: 0...1_000_000), version != Self.version {
      throw PartsError.planVersion(path: path, found: version)
    }
    let plan = root?.object(keys: [
      "format", "version", "fingerprint", "renderer", "folder", "request", "reel", "inputs",
      "packages", "cover", "output", "threads", "parts", "recording",
    ]).flatMap { Self.read($0) }
    if let fault = log.faults.first {
      let place = fault.path.isEmpty ? "" : "\(fault.path): "
      throw PartsError.badPlan(path: "\(path):\(fault.place)", reason: place + fault.kind.reason)
    }
    guard let plan else { throw PartsError.badPlan(path: path, reason: "something is missing") }
    self = plan.plan
    guard plan.fingerprint == fingerprint else { throw PartsError.editedPlan(path: path) }
    try check(path)
  }

  /// Reads the plan of a file.
  public init(path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw PartsError.planNotFound(path: path)
    }
    let bytes: [UInt8]
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      bytes = [UInt8](try handle.read(upToCount: Self.maximumBytes + 1) ?? Data())
    } catch {
      throw PartsError.unreadablePlan(path: path, reason: SystemReason.words(of: error))
    }
    try self.init(json: bytes, path: path)
  }

  /// Throws where the plan contradicts itself.
  private func check(_ path: String) throws(PartsError) {
    var next = output.frames.lowerBound
    for part in parts {
      guard part.frames.lowerBound == next else {
        throw .badPlan(path: path, reason: "its parts are not the frames in a row")
      }
      next = part.frames.upperBound + 1
    }
    guard !parts.isEmpty, next == output.frames.upperBound + 1 else {
      throw .badPlan(path: path, reason: "its parts are not all of the frames")
    }
    if let reel, reel.schedule.segments.last?.frames.upperBound != output.frames.upperBound {
      throw .badPlan(path: path, reason: "its segments are not all of the frames")
    }
  }

  private typealias Field = JSONField<PlanFault>
  private typealias Object = JSONObject<PlanFault>

  private static func read(_ object: Object) -> (plan: RenderPlan, fingerprint: String)? {
    let fingerprint = digest(object.required("fingerprint"))
    let renderer = object.required("renderer")?.object(keys: ["version", "build", "libraries"])
    let version = renderer?.required("version")?.text()
    let build = renderer?.required("build")?.text()
    let libraries = renderer?.required("libraries")?.text()
    let folder = object.required("folder")?.text()
    let request = object.required("request").flatMap(request)
    let reel = object["reel"].map(PlannedReel.init)
    let inputs = list(object.required("inputs"), upTo: 10_000, Input.init)
    let packages = list(object.required("packages"), upTo: 1000, package)
    let output = object.required("output").flatMap(Output.init)
    let threads = object.required("threads")?.integer(in: 1...64)
    let parts = list(object.required("parts"), upTo: maximumParts, Part.init)
    var cover: FrameCover?
    if let field = object["cover"] {
      cover = FrameCover(field)
      if cover == nil {
        field.report(PlanFault(reason: "it says of no frame, or not of all, what is covered"))
        return nil
      }
    }
    let provenance = object["recording"]?.object(keys: RecordingProvenance.keys)
      .map { RecordingProvenance($0) }
    guard let fingerprint, let version, let build, let libraries, let folder, let request,
      let inputs, let packages, let output, let threads, let parts, reel.map({ $0 != nil }) ?? true
    else { return nil }
    return (
      RenderPlan(
        renderer: Renderer(version: version, build: build, libraries: libraries),
        folder: folder, request: request, reel: reel ?? nil, inputs: inputs, packages: packages,
        cover: cover, output: output, threads: threads, parts: parts,
        provenance: provenance ?? RecordingProvenance()),
      fingerprint
    )
  }

  private static func request(_ field: Field) -> RenderRequest? {
    do throws(RequestError) {
      return try RenderRequest(json: field.node.jsonValue.bytes, in: .render)
    } catch {
      field.report(PlanFault(reason: "\(error)"))
      return nil
    }
  }

  private static func package(_ field: Field) -> PackageIdentity? {
    guard let object = field.object(keys: ["role", "name", "sha256", "sounds"]),
      let role: PackageIdentity.Role = object.required("role")?.choice(of: "role"),
      let name = object.required("name")?.text(), let sha256 = digest(object.required("sha256"))
    else { return nil }
    return PackageIdentity(
      role, name: name, sha256: sha256, isHeard: object["sounds"]?.truth() ?? false)
  }

  private static func list<Element>(
    _ field: Field?, upTo limit: Int, _ read: (Field) -> Element?
  ) -> [Element]? {
    guard let field, let elements = field.list() else { return nil }
    guard elements.count <= limit else {
      field.report(
        PlanFault(reason: "\(elements.count) elements found, at most \(limit) allowed"))
      return nil
    }
    return elements.compactMap(read)
  }

  /// A SHA-256 in 64 digits.
  static func digest(_ field: JSONField<PlanFault>?) -> String? {
    guard let text = field?.text() else { return nil }
    guard text.utf8.count == 64,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else {
      field?.report(PlanFault(reason: "\"\(Shown.text(text))\" found, a SHA-256 expected"))
      return nil
    }
    return text
  }
}

/// What is wrong with a text of a plan, or of a part's receipt.
struct PlanFault: Error, ProvenanceFaultKind {
  var reason: String

  static func json(_ fault: JSONFault) -> Self { Self(reason: fault.description) }

  static func unreadable(_ found: String, expected: String) -> Self {
    Self(reason: "expected \(expected), found \"\(found)\"")
  }
}
