public import Blobs
internal import Files
internal import Foundation

extension FolderBlobStore {
  /// What is known of a file.
  public func information(of key: BlobKey) throws(BlobError) -> BlobInformation? {
    guard let (folder, name) = try parent(of: key), let found = folder.information(name),
      found.kind == .file
    else { return nil }
    return Self.information(found, of: key)
  }

  private static func information(
    _ found: OpenFolder.Information, of key: BlobKey
  ) -> BlobInformation {
    BlobInformation(
      key: key, bytes: found.bytes, tag: "\(found.number)-\(found.changedAt)-\(found.bytes)",
      keptAt: found.changedAt / 1_000_000)
  }

  /// The files below a folder.
  public func list(below key: BlobKey?) throws(BlobError) -> [BlobInformation] {
    guard let folder = try folder(of: key) else { return [] }
    var found: [BlobInformation] = []
    try look(in: folder, key) { key, information throws(BlobError) in
      if information.kind == .file { found.append(Self.information(information, of: key)) }
      return true
    }
    return found.sorted { $0.key < $1.key }
  }

  /// Gives the files and names below a folder, without an order, until `take` says no; names that are no
  /// keys, such as those of unfinished files, are passed over.
  private func look(
    in folder: OpenFolder, _ key: BlobKey?,
    _ take: (BlobKey, OpenFolder.Information) throws(BlobError) -> Bool
  ) throws(BlobError) {
    let names = try reading(key) { () throws(FolderFault) in try folder.names() } ?? []
    for name in names {
      guard let below = try? key.map({ try $0.appending(name) }) ?? BlobKey(name),
        let information = folder.information(name)
      else { continue }
      switch information.kind {
      case .file: if try !take(below, information) { return }
      case .link:
        if Self.target(of: below, in: folder) != nil, try !take(below, information) { return }
      case .folder:
        let next = try reading(below) { () throws(FolderFault) in try folder.folder(name) }
        guard let next else { continue }
        var goesOn = true
        try look(in: next, below) { key, information throws(BlobError) in
          goesOn = try take(key, information)
          return goesOn
        }
        guard goesOn else { return }
      case .other: continue
      }
    }
  }

  /// The names right below a folder.
  public func names(below key: BlobKey?) throws(BlobError) -> [String] {
    guard let folder = try folder(of: key) else { return [] }
    var found: [String] = []
    let names = try reading(key) { () throws(FolderFault) in try folder.names() } ?? []
    for name in names {
      guard let below = try? key.map({ try $0.appending(name) }) ?? BlobKey(name) else { continue }
      if try isThere(below, in: folder) { found.append(name) }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a key is that of a file or a name, or has either below it.
  func isThere(_ key: BlobKey) throws(BlobError) -> Bool {
    guard let (folder, _) = try parent(of: key) else { return false }
    return try isThere(key, in: folder)
  }

  private func isThere(_ key: BlobKey, in folder: OpenFolder) throws(BlobError) -> Bool {
    switch folder.kind(key.names.last ?? "") {
    case .file: true
    case .link: Self.target(of: key, in: folder) != nil
    case .folder: try hasAny(key)
    case .other, nil: false
    }
  }

  /// Whether a file, or a name, lies below a folder.
  private func hasAny(_ key: BlobKey) throws(BlobError) -> Bool {
    guard let folder = try folder(of: key) else { return false }
    var isFound = false
    try look(in: folder, key) { _, _ throws(BlobError) in
      isFound = true
      return false
    }
    return isFound
  }

  /// A file's bytes.
  public func bytes(of key: BlobKey, in range: Range<Int64>?) throws(BlobError) -> [UInt8]? {
    guard let (folder, name) = try parent(of: key), folder.kind(name) == .file else { return nil }
    let file = try reading(key) { () throws(FolderFault) in try folder.open(name) }
    guard let file else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let whole = 0..<Int64(status.st_size)
    let range = range ?? whole
    guard range.lowerBound >= 0, range.upperBound <= whole.upperBound else {
      throw .unusable(
        place: path(of: key),
        reason: "bytes \(range.lowerBound) to \(range.upperBound) of \(whole.upperBound)")
    }
    let (bytes, failure) = DescriptorBytes.read(
      range.count, from: file, at: Int(range.lowerBound))
    guard failure == nil, bytes.count == range.count else {
      let fault = FolderFault(path: path(of: key), number: failure ?? EIO)
      throw Self.error(fault, place: path(of: key))
    }
    return bytes
  }

  /// The file itself.
  public func localFile(of key: BlobKey, scratch: String) throws(BlobError) -> String? {
    try information(of: key) == nil ? nil : path(of: key)
  }

  /// The folder itself.
  public func localFolder(below key: BlobKey, scratch: String) throws(BlobError) -> String? {
    try list(below: key).isEmpty ? nil : path(of: key)
  }
}
