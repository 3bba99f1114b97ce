/// The files of a package, of an avatar or a scene, in a folder or in an archive.
package protocol PackageFiles {
  /// The package's own name: that of its folder.
  var id: String { get }
  /// The name by which people find it: that of its folder, or of its archive, whatever a folder in that is called.
  var outerName: String { get }
  /// The paths of all files inside, sorted; folders and hidden files are left out.
  var paths: [String] { get }
  /// Entries whose paths lead out of the package, and why.
  var strayPaths: [(path: String, reason: String)] { get }

  /// Reads a file of at most `limit` bytes.
  ///
  /// - Parameter narrowed: a limit that the file's first bytes may set lower.
  func read(
    _ path: String, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(PackageFileError) -> [UInt8]
}

extension PackageFiles {
  package var outerName: String { id }

  /// Reads a file of at most `limit` bytes.
  package func read(_ path: String, limit: Int) throws(PackageFileError) -> [UInt8] {
    try read(path, limit: limit) { _ in limit }
  }
}

/// Why a file of a package cannot be read.
package enum PackageFileError: Error {
  /// There is no such file.
  case missing
  /// The path is a link, or passes through one, that leads out of the package.
  case leadsOut(reason: String)
  /// The file has more bytes than allowed.
  case tooLong(limit: Int)
  /// The package as a whole is over a limit.
  case overLimit(reason: String)
  /// Another reason.
  case unreadable(reason: String)
}

/// How much a package may hold.
package enum PackageLimits {
  /// The longest archive, in bytes.
  ///
  /// Its directory is read into memory as a whole.
  package static let archiveBytes = 64 << 20
  /// The most files and folders.
  ///
  /// 64 layers with their sources and spares stay far below.
  package static let entries = 1024
  /// The longest picture file, in bytes: more than a package's pixels may take decoded, so that
  /// what a PNG of incompressible noise adds to its pixels still passes.
  package static let pictureFileBytes = 65 << 20
  /// The bytes of all the pictures that a package's layers use, as they stand in their files.
  package static let fileBytes = 128 << 20
  /// The JSON of all the Lottie animations that a package shows, and what is written of it for the library that
  /// draws: what reading them takes, in bytes.
  package static let lottieBytes = 32 << 20
  /// The decoded pixels of all the pictures that a package's layers use, in bytes.
  package static let decodedBytes = 64 << 20
  /// The frames of a picture that moves by itself, as many as a sheet may have.
  package static let frames = 256
}
