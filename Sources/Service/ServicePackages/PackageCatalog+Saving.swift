internal import AvatarFiles
internal import Files
internal import Foundation
internal import Problems
internal import Requests
package import ServiceInterface

// Packages of the folder that the service reads, as they are edited.
extension PackageCatalog {
  /// The first folder of built-in packages, which takes what is saved; nil for none.
  private var savingFolder: String? { library.folders.first }

  /// Saves a package that was sent into the folder of the built-in ones: the files that differ.
  ///
  /// - Parameters:
  ///   - admit: throws where the package of this fingerprint, nil for none, must not be changed, beside the built-in
  ///     ones of now. No other request saves anything from then on.
  /// - Returns: the paths of what was written, and whether the name is new.
  package func save(
    _ archive: String, as name: String, admit: (String?, [PackageEntry]) throws -> Void
  ) throws -> (written: [String], isNew: Bool) {
    // Packages must fit each other, as printed pictures of scenes do: one is saved at a time.
    try saving.withLock(Kind.plural) {
      let earlier = builtIn(name)
      try admit(
        try earlier.map { try fingerprint(of: $0) },
        builtIn.filter(PlainName.isFit).compactMap(self.builtIn(_:)))
      if earlier == nil, try isOwned(name) {
        throw refusal("the name \(name) is in use, and it would hide that; use another name")
      }
      guard let folder = savingFolder else { throw refusal("there is no folder of \(Kind.plural)") }
      if let earlier, FilePath.isFile(earlier.path), earlier.path.hasPrefix(folder + "/") {
        throw refusal("\(name) is an archive there; unpack it")
      }
      do {
        let files = try ZipFiles(path: archive, manifest: Kind.manifestName, kind: Kind.plural)
        let written = try PackageFolder(path: folder)
          .write(files, manifest: Kind.manifestName, as: name)
        return (written, earlier == nil)
      } catch PackageFolder.Fault.refused(let path, let reason) {
        throw refusal(path.isEmpty ? reason : "\(name)/\(path): \(reason)")
      } catch PackageFolder.Fault.unreadable(let path, let reason) {
        throw ServiceProblem(Kind.codes.bad, "\(path): \(reason)")
      } catch PackageFolder.Fault.diskFull {
        throw ServiceProblem(.diskFull, "the disk of the folder of \(Kind.plural) is full")
      } catch let error as PackageFileError {
        throw ServiceProblem(Kind.codes.bad, error.explanation)
      }
    }
  }

  /// Why nothing is saved into the folder.
  package func refusal(_ reason: String) -> ServiceProblem {
    ServiceProblem(.saveRefused, "the \(Kind.noun) cannot be saved into the folder: \(reason)")
  }
}
