/// A package of another kind than avatars that lies in a zip archive, under the same rules and limits.
package struct ZippedPackage {
  /// Why an archive, or a file in it, cannot be read.
  package struct Fault: Error {
    /// The reason, as part of a sentence.
    package let reason: String
  }

  /// The package's own name: that of its folder, or of the archive.
  package var id: String { files.id }
  private let files: ZipFiles

  /// Opens an archive.
  ///
  /// - Parameter manifest: the file that every package of the kind has, beside which its others lie.
  package init(path: String, manifest: String) throws(Fault) {
    do throws(PackageFileError) {
      files = try ZipFiles(path: path, manifest: manifest, kind: "packages")
    } catch {
      throw Fault(reason: error.explanation)
    }
    if let stray = files.strayPaths.first {
      throw Fault(reason: "the path \"\(stray.path)\" in it \(stray.reason)")
    }
  }

  /// Reads a file of the package of at most so many bytes.
  package func read(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
    do {
      return try files.read(path, limit: limit)
    } catch {
      throw Fault(reason: error.explanation)
    }
  }
}
