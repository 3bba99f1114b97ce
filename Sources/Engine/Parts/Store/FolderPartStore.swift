internal import Files
internal import Foundation
internal import Problems

/// Parts in a folder, of this machine or shared by many (NFS).
///
/// No link in it is followed: a user with write access to the store could have parts read or written elsewhere. What
/// lies in the place of a part's file and is no file is removed when the part is made anew.
public struct FolderPartStore: PartStore {
  /// The folder's path.
  public let place: String

  private let isOfOnePlan: Bool

  /// Makes a store in a folder, which is made with the first part where the folder above it is there.
  ///
  /// - Parameter isOfOnePlan: whether the folder goes with the parts of its plan.
  public init(folder: String, isOfOnePlan: Bool = false) {
    (place, self.isOfOnePlan) = (folder, isOfOnePlan)
  }

  private func path(_ name: PartFileName) -> String { "\(place)/\(name.fingerprint)/\(name.text)" }

  /// The place of the file itself, with nothing there but a file.
  public func localPath(of name: PartFileName) throws(PartsError) -> String {
    try make()
    do throws(FolderFault) {
      let root = try OpenFolder(path: place)
      if root.kind(name.fingerprint) == nil {
        try root.makeFolder(name.fingerprint, permissions: 0o777)
      }
    } catch {
      throw fault(error)
    }
    guard let folder = try folder(name.fingerprint) else {
      throw .storeUnavailable(place: place, reason: "\(name.fingerprint) was removed meanwhile")
    }
    do throws(FolderFault) {
      switch folder.kind(name.text) {
      case nil, .file: break
      case .link, .other: try folder.remove(name.text)
      case .folder: try folder.removeFolder(name.text)
      }
    } catch {
      guard !error.isTaken else {
        throw .unfitStore(
          place: place,
          reason: "\(name.text) is a folder with something in it, in the place of a file; remove it"
        )
      }
      throw fault(error)
    }
    guard unsafe faccessat(folder.descriptor, ".", W_OK | X_OK, 0) == 0 else {
      throw fault(FolderFault(path: folder.path, number: errno))
    }
    return path(name)
  }

  /// Nothing more is to be done.
  public func publish(_ name: PartFileName) throws(PartsError) {}

  /// The bytes of a file.
  public func bytes(of name: PartFileName, upTo limit: Int) throws(PartsError) -> [UInt8]? {
    guard let folder = try holder(of: name) else { return nil }
    do throws(BeneathFault) {
      return try folder.bytes(of: name.text, limit: limit + 1)
    } catch {
      guard case .folder(let fault) = error, !fault.isRefusal else {
        throw spoiled(name, "it cannot be read: \(error.reason)")
      }
      throw .storeUnavailable(place: place, reason: "\(name.text) cannot be read: \(error.reason)")
    }
  }

  /// The file itself.
  public func readablePath(of name: PartFileName) throws(PartsError) -> String? {
    guard let folder = try holder(of: name) else { return nil }
    do throws(FolderFault) {
      close(try folder.open(name.text))
    } catch {
      guard !error.isRefusal else { throw spoiled(name, "it cannot be read: \(error.reason)") }
      throw fault(error)
    }
    return path(name)
  }

  /// Nothing is to be done.
  public func release(_ name: PartFileName) {}

  /// Removes the folder of a plan, and a store's that was made for it where nothing else is in it.
  public func removeAll(of fingerprint: String) throws(PartsError) {
    let folder = "\(place)/\(fingerprint)"
    do {
      if FileManager.default.fileExists(atPath: folder) {
        try FileManager.default.removeItem(atPath: folder)
      }
    } catch {
      throw .storeUnavailable(
        place: place, reason: "cannot be emptied: \(SystemReason.words(of: error))")
    }
    if isOfOnePlan { _ = unsafe rmdir(place) }
  }

  /// Removes what there is of all plans but one.
  public func removeOthers(than fingerprint: String) throws(PartsError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name != fingerprint && name.utf8.count == fingerprint.utf8.count {
      try removeAll(of: name)
    }
  }

  /// Makes the store's folder where it is not there.
  private func make() throws(PartsError) {
    guard unsafe mkdir(place, 0o777) != 0, errno != EEXIST else { return }
    let number = errno
    // Of a folder that is there a file system may say first that it cannot be written to.
    guard !FilePath.isThere(place) else { return }
    throw number == ENOENT ? noPlace : fault(FolderFault(path: place, number: number))
  }

  /// The folder of a plan; nil where there is none yet.
  private func folder(_ fingerprint: String) throws(PartsError) -> OpenFolder? {
    let root: OpenFolder
    do throws(FolderFault) {
      root = try OpenFolder(path: place)
    } catch {
      guard error.isAbsent else { throw fault(error) }
      // A share that is not mounted lacks more than the store itself.
      guard (try? OpenFolder(path: FilePath.split(place).folder)) != nil else { throw noPlace }
      return nil
    }
    do throws(FolderFault) {
      return try root.folder(fingerprint)
    } catch {
      if error.isAbsent { return nil }
      guard let target = root.link(fingerprint) else { throw fault(error) }
      throw .unfitStore(
        place: place,
        reason:
          "\(fingerprint) is a link to \(target), and none is followed in a store of parts; remove it"
      )
    }
  }

  /// The folder that has a file; nil where there is none.
  private func holder(of name: PartFileName) throws(PartsError) -> OpenFolder? {
    guard let folder = try folder(name.fingerprint) else { return nil }
    switch folder.kind(name.text) {
    case nil: return nil
    case .file: return folder
    case .link: throw spoiled(name, "it is a link to \(folder.link(name.text) ?? "another place")")
    case .folder: throw spoiled(name, "it is a folder")
    case .other: throw spoiled(name, "it is a pipe, a socket or a device")
    }
  }

  private func spoiled(_ name: PartFileName, _ reason: String) -> PartsError {
    .spoiled(place: place, name: name.text, reason: reason)
  }

  private var noPlace: PartsError {
    .storeUnavailable(
      place: place,
      reason: "neither it nor the folder above it is there; make that, or mount what is shared")
  }

  /// What may go another time is told apart from what stays until the operator changes it.
  private func fault(_ fault: FolderFault) -> PartsError {
    let reason = fault.path == place ? fault.reason : "\(fault)"
    return fault.isRefusal
      ? .unfitStore(place: place, reason: reason) : .storeUnavailable(place: place, reason: reason)
  }
}

extension FolderFault {
  /// Whether rights, or what lies in the place of a folder, are in the way: no other attempt does better.
  fileprivate var isRefusal: Bool {
    [EACCES, EPERM, EROFS, ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL].contains(number)
  }
}
