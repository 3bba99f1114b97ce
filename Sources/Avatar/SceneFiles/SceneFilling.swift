internal import AvatarFiles
internal import Avatars
internal import Imaging
internal import JSON
internal import Scenes

/// What a scene's fields are filled with, and the voice that is heard with it.
public struct SceneFilling: Sendable {
  /// A file that goes into the package, and what faults call it.
  public struct File: Sendable {
    /// Its path or name.
    public var name: String
    /// Its bytes.
    public var bytes: [UInt8]

    /// Makes a file.
    public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  /// Texts by field.
  public var texts: [String: String] = [:]
  /// Photos by field.
  public var photos: [String: File] = [:]
  /// The spoken greeting.
  public var greeting: File?

  /// The longest file of a spoken greeting, in bytes.
  public static let greetingBytes = 16 << 20

  /// Makes one that fills nothing.
  public init() {}

  /// The files of a package with the fields filled.
  func filled(_ files: any PackageFiles, _ manifest: JSONValue) throws(ImagingError)
    -> EditedPackage
  {
    var edited: [String: [UInt8]] = [:]
    /// Adds a file under a name that the package does not have.
    func add(_ name: String, _ file: File) -> String {
      let ending = Self.ending(of: file)
      func path(_ number: Int) -> String { "\(name)-\(number).\(ending)" }
      let taken = Set(files.paths).union(edited.keys)
      let number = (1...).first { !taken.contains(path($0)) } ?? 1
      edited[path(number)] = file.bytes
      return path(number)
    }
    var images: [String: String] = [:]
    for (field, photo) in photos.sorted(by: { $0.key < $1.key }) {
      do {
        _ = try SceneFile(name: photo.name, bytes: photo.bytes)
      } catch {
        throw .file(path: photo.name, error)
      }
      images[field] = add("photo", photo)
    }
    var filled = manifest
    filled["items"] = filled["items"]?.elements { item in
      var item = item
      guard case .string(let field)? = item["field"], case .string(let type)? = item["type"] else {
        return item
      }
      if type == "text", let text = texts[field] { item["text"] = .string(text) }
      if type == "photo", let image = images[field] { item["image"] = .string(image) }
      return item
    }
    if let greeting { filled["greeting"] = .string(add("greeting", greeting)) }
    edited[SceneManifest.fileName] = Array("\(filled.lines)\n".utf8)
    return EditedPackage(files: files, edited: edited)
  }

  /// How the name of a file's copy ends: as its own, where that is short and plain.
  private static func ending(of file: File) -> String {
    let name = file.name.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    let isPlain = ending.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
    }
    return (1...5).contains(ending.utf8.count) && isPlain ? ending : "bin"
  }
}

extension ScenePackage {
  /// The zip archive of a package with its fields filled: a gift, which is used as any package.
  ///
  /// It has the files that its manifest names, each as it is, in a folder of the package's name. The same inputs give the
  /// same bytes.
  ///
  /// - Throws: `ScenePackageError`, also for what the fields are filled with where that makes no good package; an
  ///   `ImagingError` for a photo that is too large.
  public static func gift(of path: String, _ filling: SceneFilling) throws -> [UInt8] {
    let files = try files(at: path)
    let source = SceneContents(of: files, decodes: false)
    guard source.faults.isEmpty, let root = try? JSONReader.read(source.manifestBytes) else {
      throw ScenePackageError.faulty(path: path, SceneFaults(source.faults))
    }
    let filled = try filling.filled(files, root.jsonValue)
    let contents = SceneContents(of: filled, decodes: true)
    guard contents.faults.isEmpty else {
      throw ScenePackageError.faulty(path: path, SceneFaults(contents.faults))
    }
    let used = Set(contents.manifest.files.map(\.file))
      .union(contents.models.values.flatMap(\.files.keys)).union([SceneManifest.fileName])
    let folder = files.id
    if let reason = PackagePath.fault(of: "\(folder)/\(SceneManifest.fileName)") {
      throw ScenePackageError.notAPackage(path: path, reason: "its name \(reason)")
    }
    let archive = ZipWriter.archive(
      of: try used.sorted().map { file in
        ("\(folder)/\(file)", try filled.read(file, limit: PackageLimits.archiveBytes))
      })
    guard archive.count <= PackageLimits.archiveBytes else {
      throw ScenePackageError.tooLarge(
        path: path,
        reason:
          "the gift has \(archive.count) bytes, at most \(PackageLimits.archiveBytes) are allowed; use a smaller"
          + " photo")
    }
    return archive
  }
}

extension JSONValue {
  /// A member of an object, of several with a name the first.
  fileprivate subscript(name: String) -> JSONValue? {
    get {
      guard case .members(let members) = self else { return nil }
      return members.first { $0.name == name }?.value
    }
    set {
      guard case .members(var members) = self, let newValue else { return }
      let member = Member(name: name, value: newValue)
      if let place = members.firstIndex(where: { $0.name == name }) {
        members[place] = member
      } else {
        members.append(member)
      }
      self = .members(members)
    }
  }

  /// A list with something else in the place of each element.
  fileprivate func elements(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    if case .array(let values) = self { .array(values.map(change)) } else { self }
  }
}
