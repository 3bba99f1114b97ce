internal import Blobs
internal import Foundation

/// The files of a local folder.
enum RegularFiles {
  /// The paths of all regular files of a folder and of those in it, below it, in the order of their bytes.
  ///
  /// - Throws: `BlobError.unusable` for links, pipes and devices, and for a folder that cannot be read.
  static func names(in folder: String) throws(BlobError) -> [String] {
    var (names, open) = ([String](), [""])
    while let below = open.popLast() {
      let path = below.isEmpty ? folder : "\(folder)/\(below)"
      let entries: [String]
      do {
        entries = try FileManager.default.contentsOfDirectory(atPath: path)
      } catch {
        throw .unusable(place: path, reason: "the folder cannot be read")
      }
      for entry in entries {
        let name = below.isEmpty ? entry : "\(below)/\(entry)"
        let path = "\(folder)/\(name)"
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
          throw unsafe .unusable(place: path, reason: String(cString: strerror(errno)))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: names.append(name)
        case S_IFDIR: open.append(name)
        default: throw .unusable(place: path, reason: "only regular files are kept")
        }
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
