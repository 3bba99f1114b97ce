internal import Files
internal import Foundation

/// One side of a comparison: what lies at a path.
struct ComparisonInput {
  /// What can be compared with its like.
  enum Kind: String, Codable, Sendable {
    case picture
    case folder
    case clip

    var words: String {
      switch self {
      case .picture: "a PNG picture"
      case .folder: "a folder"
      case .clip: "a clip"
      }
    }
  }

  /// The path, as the caller named it.
  let path: String
  /// What is there.
  let kind: Kind

  /// Pictures that a folder may hold; a clip of an hour has 108,000 frames.
  static let mostPictures = 200_000

  /// Looks at a path: folders hold pictures, what is called .png or begins as a PNG is one, anything
  /// else is a clip.
  init(_ path: String) throws(ComparisonError) {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .notFound(path)
    }
    self.path = path
    if isFolder.boolValue {
      kind = .folder
    } else {
      kind = Self.isPNG(path) ? .picture : .clip
    }
  }

  private static func isPNG(_ path: String) -> Bool {
    if path.lowercased().hasSuffix(".png") { return true }
    // Only a regular file is opened here: a pipe without a writer would never answer.
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let handle = FileHandle(forReadingAtPath: path)
    else { return false }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: 8)) == Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
  }

  /// The PNG files of a folder and of the folders in it, as paths from there; numbers in names count
  /// as numbers, so that `9.png` comes before `10.png`.
  ///
  /// Hidden files are left out, and links to folders are not followed.
  static func pictures(in folder: String) throws(ComparisonError) -> [String] {
    // Said of the folder itself; what cannot be read further down is left to the reader of files.
    let opened: OpenFolder
    do throws(FolderFault) {
      opened = try OpenFolder(path: folder)
    } catch {
      throw .unreadableFolder(folder, reason: error.reason)
    }
    var names: [String] = []
    var unnamed: String?
    opened.walk(unnamed: { unnamed = unnamed ?? $0 }) { entry in
      guard names.count <= mostPictures, !entry.name.hasPrefix(".") else { return false }
      if entry.information.kind != .folder, entry.path.lowercased().hasSuffix(".png") {
        names.append(entry.path)
      }
      return true
    }
    if names.count > mostPictures { throw .tooManyPictures(folder, limit: mostPictures) }
    // What was left out in silence would be taken for equal.
    if let unnamed { throw .badName(folder, name: unnamed) }
    guard !names.isEmpty else { throw .noPictures(folder) }
    return names.sorted(by: inNumericOrder)
  }

  /// The order of names, with the plain order where numbers are the same (`1.png`, `01.png`).
  static func inNumericOrder(_ a: String, _ b: String) -> Bool {
    switch a.compare(b, options: .numeric) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: a < b
    }
  }
}
