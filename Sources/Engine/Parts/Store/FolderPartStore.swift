internal import Files
internal import Foundation
internal import Problems

/// Parts in a folder, of this machine or shared by many (NFS).
///
/// What is killed leaves a hidden file; `removeAll` removes those too.
public struct FolderPartStore: PartStore {
  /// The folder.
  public let place: String

  private let isMade: Bool

  /// Makes a store in a folder.
  ///
  /// - Parameter isMade: whether the folder is made where it is needed. That of many machines must be there: one
  ///   that lacks the share would keep its parts for itself.
  public init(folder: String, isMade: Bool = false) { (place, self.isMade) = (folder, isMade) }

  private func folder(_ fingerprint: String) -> String { "\(place)/\(fingerprint)" }

  private func path(_ name: PartFileName) -> String {
    "\(folder(name.fingerprint))/\(name.text)"
  }

  /// The place of the file itself.
  public func localPath(of name: PartFileName) throws(PartsError) -> String {
    try checkPlace()
    try checkLinks(name)
    do {
      try FileManager.default.createDirectory(
        atPath: folder(name.fingerprint), withIntermediateDirectories: true)
    } catch {
      throw .storeUnavailable(place: place, reason: Self.reason(of: error, "cannot be made"))
    }
    return path(name)
  }

  /// Nothing more is to be done.
  public func publish(_ name: PartFileName) throws(PartsError) {}

  /// The bytes of a file.
  public func bytes(of name: PartFileName, upTo limit: Int) throws(PartsError) -> [UInt8]? {
    guard try isThere(name) else { return nil }
    do {
      // No link is followed, whatever was put there since.
      return try OpenFolder(path: place).folder(name.fingerprint)
        .bytes(of: name.text, limit: limit + 1)
    } catch {
      throw .storeUnavailable(place: place, reason: "\(name.text) cannot be read: \(error)")
    }
  }

  /// The file itself.
  public func readablePath(of name: PartFileName) throws(PartsError) -> String? {
    try isThere(name) ? path(name) : nil
  }

  /// Nothing is to be done.
  public func release(_ name: PartFileName) {}

  /// Removes the folder of a plan, and a store's that was made for it where nothing else is in it.
  public func removeAll(of fingerprint: String) throws(PartsError) {
    do {
      if FileManager.default.fileExists(atPath: folder(fingerprint)) {
        try FileManager.default.removeItem(atPath: folder(fingerprint))
      }
    } catch {
      throw .storeUnavailable(place: place, reason: Self.reason(of: error, "cannot be emptied"))
    }
    if isMade { _ = unsafe rmdir(place) }
  }

  /// Removes what there is of all plans but one.
  public func removeOthers(than fingerprint: String) throws(PartsError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name != fingerprint && name.utf8.count == fingerprint.utf8.count {
      try removeAll(of: name)
    }
  }

  /// Throws where the folder must be there and is not.
  private func checkPlace() throws(PartsError) {
    var status = stat()
    guard !isMade, unsafe stat(place, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
      return
    }
    throw .storeUnavailable(
      place: place, reason: "there is no such folder; make it first, or mount what is shared")
  }

  /// Throws where a link stands in the place of a plan's folder or of a part: whoever may write into the store could
  /// have parts written elsewhere.
  private func checkLinks(_ name: PartFileName) throws(PartsError) {
    guard let folder = try? OpenFolder(path: place) else { return }
    let inner = try? folder.folder(name.fingerprint)
    for (holder, text) in [(folder, name.fingerprint), (inner, name.text)] {
      guard let target = holder?.link(text) else { continue }
      throw .storeUnavailable(
        place: place,
        reason:
          "\(text) is a link to \(target), and none is followed in a store of parts; remove it")
    }
  }

  /// Whether there is a file.
  private func isThere(_ name: PartFileName) throws(PartsError) -> Bool {
    try checkPlace()
    try checkLinks(name)
    var status = stat()
    if unsafe stat(path(name), &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .storeUnavailable(place: place, reason: "\(name.text) is no file")
      }
      return true
    }
    guard errno == ENOENT else {
      let reason = unsafe String(cString: strerror(errno))
      throw .storeUnavailable(place: place, reason: reason)
    }
    return false
  }

  private static func reason(of error: any Error, _ what: String) -> String {
    "\(what): \(SystemReason.words(of: error))"
  }
}
