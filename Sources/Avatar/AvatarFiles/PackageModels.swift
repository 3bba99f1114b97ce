package import Avatars
package import Imaging
import JSON
package import ModelFiles
package import Models
import Synchronization
import Text

/// A model of a package, read.
package struct PackageModel: Sendable {
  /// Without the vertices and the pictures, which are read again where they are drawn.
  package let file: ModelFile
  /// The same, ready to be posed.
  package let model: Model
  /// The files that it is read from, by their paths in the package.
  package let files: [String: [UInt8]]
  private let path: String

  /// Reads a model and the files that it names.
  ///
  /// - Parameters:
  ///   - path: its path in the package.
  ///   - read: reads another file of the package.
  ///   - limits: what is left of those of the package.
  ///   - decodes: whether its pictures are decoded, to see that they can be.
  /// - Throws: `ModelFault`.
  package init(
    _ path: String, bytes: [UInt8], limits: ModelLimits, decodes: Bool,
    read: @escaping (String) throws -> [UInt8]
  ) throws {
    let folder = Self.folder(of: path)
    let files = Mutex([path: bytes])
    var file = try ModelFile.read(bytes, name: path, limits: limits, decodesImages: decodes) {
      name in
      let path = folder + name
      do {
        let found = try read(path)
        files.withLock { $0[path] = found }
        return found
      } catch PackageFileError.missing {
        return nil
      } catch let error as PackageFileError {
        throw WordedError(words: error.explanation)
      }
    }
    self.files = files.withLock { $0 }
    model = Model(file.tree, digest: file.digest)
    for mesh in file.tree.meshes.indices { file.tree.meshes[mesh].primitives = [] }
    file.images = []
    self.file = file
    self.path = path
  }

  /// The folder of a file with its slash; empty for a file of the package's own folder.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Decodes its pictures; nil for those that no material shows.
  package func images() throws -> [StraightRGBA8?] {
    let (folder, files) = (Self.folder(of: path), files)
    return try ModelFile.read(files[path] ?? [], name: path) { files[folder + $0] }.images
  }

  /// The bytes of its files.
  package var byteCount: Int { files.values.reduce(0) { $0 + $1.count } }

  /// Bytes that it takes in memory beside those of its files: 100 for each vertex, and what its parts keep.
  package var workBytes: Int { file.dataBytes + 100 * model.geometry.coordinates.count }
}

/// Why a file of a package cannot be read, in words.
private struct WordedError: Error, CustomStringConvertible {
  let words: String
  var description: String { words }
}

extension AvatarFault.Kind {
  /// A name that is not among those that there are; nil where it is.
  package static func unknown(_ name: String, of list: String, among known: [String]) -> Self? {
    guard !known.contains(name) else { return nil }
    return .json(
      .unknownName(
        name, of: list, nearest: Spelling.nearest(to: name, among: known), known: known))
  }
}

extension AvatarFault {
  /// What is wrong with a model's file.
  package init(_ fault: ModelFault, in file: String) {
    let kind: Kind =
      switch fault.kind {
      case .json(let fault): .json(fault)
      case .overLimit(let what, let found, let limit):
        .overLimit(what: what, found: found, limit: limit)
      default: .unreadableFile(reason: "\(fault.kind)")
      }
    self.init(kind, file: file, place: fault.place, path: fault.path)
  }

  /// What of a model is not drawn, or costs much.
  package static func warnings(of model: ModelFile, in file: String) -> [AvatarFault] {
    model.notes.map { note in
      AvatarFault(.ofModel(note: "\(note)"), severity: .warning, file: file)
    }
  }

  /// More triangles than all models of a package may have, those of a file again for each place that names it; nil
  /// where they are no more.
  package static func triangles(of models: [PackageModel]) -> Kind? {
    let (count, limit) = (
      models.reduce(0) { $0 + $1.file.triangleCount }, ModelLimits.package.triangles
    )
    guard count > limit else { return nil }
    return .overLimit(
      what: "the triangles of all models together", found: "\(count)", limit: "\(limit)")
  }

  /// A warning where the models of a package, each of which has few triangles, have many together.
  package static func triangleWarning(of models: [PackageModel], in file: String) -> AvatarFault? {
    let (count, advised) = (
      models.reduce(0) { $0 + $1.file.triangleCount }, ModelLimits.package.advisedTriangles
    )
    guard count > advised, models.allSatisfy({ $0.file.triangleCount <= advised }) else {
      return nil
    }
    return AvatarFault(
      .ofModel(note: "\(ModelNote.manyTriangles(count, advised: advised))"), severity: .warning,
      file: file)
  }
}

extension AvatarManifest {
  /// More triangles than the models of all layers may have.
  func tooManyTriangles(in models: [String: PackageModel]) -> [AvatarFault] {
    let kind = AvatarFault.triangles(of: pictures.compactMap { models[$0.file] })
    guard let kind, let reference = pictures.last(where: { models[$0.file] != nil }) else {
      return []
    }
    return [reference.fault(kind)]
  }

  /// Names of animations, nodes and morph targets that the models of layers do not have.
  ///
  /// - Parameter models: by their paths in the package.
  func unknownNames(in models: [String: Model]) -> [AvatarFault] {
    guard let avatar else { return [] }
    let layers = pictures.filter { !$0.isRelief && !$0.isOccluder }
    return zip(avatar.layers, layers).flatMap { layer, reference -> [AvatarFault] in
      guard let said = layer.model, let model = models[layer.image] else { return [] }
      func check(_ name: String, _ known: [String], _ what: String, _ key: String) -> AvatarFault? {
        AvatarFault.Kind.unknown(name, of: what, among: known).map { kind in
          AvatarFault(
            kind, file: AvatarManifest.fileName, place: reference.place,
            path: reference.path.replacing(".model", with: ".\(key)"))
        }
      }
      var faults: [AvatarFault?] = []
      if case .named(let name) = said.animation {
        faults.append(check(name, model.animationNames, "animation of the model", "animation"))
      }
      for case .model(let target) in layer.drive.map(\.property) {
        switch target {
        case .morph(let name):
          faults.append(check(name, model.morphNames, "morph target of the model", "drive"))
        case .rotation(let node, _), .translation(let node, _), .scale(let node):
          faults.append(check(node, model.nodeNames, "node of the model", "drive"))
        }
      }
      return faults.compactMap(\.self)
    }
  }
}
