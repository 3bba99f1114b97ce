internal import Files
internal import Foundation
import Imaging

/// Where a file of a suite lies: a folder that the user named, and a path in it.
///
/// A suite may be of an untrusted author, so a link in it is followed only where it leads to a place inside of
/// the folder; one that leads out is refused, for reading and for writing. How the folder itself was named,
/// through links or not, is the user's choice.
struct SuitePlace: Hashable, Sendable {
  /// The folder that nothing may lead out of; nil for a file that was named itself.
  let root: String?
  /// The path in it, or the whole path.
  let relative: String

  /// Makes the place of a file in a folder.
  init(_ relative: String, in root: String) { (self.root, self.relative) = (root, relative) }

  /// Makes the place of a file that the user named, through whatever links.
  init(named path: String) { (root, relative) = (nil, path) }

  /// The whole path, for messages.
  var path: String { root.map { SuitePath.joined($0, relative) } ?? relative }

  /// A place beside or beneath it.
  func appending(_ name: String) -> SuitePlace {
    root.map { SuitePlace(relative.isEmpty ? name : "\(relative)/\(name)", in: $0) }
      ?? SuitePlace(named: "\(relative)/\(name)")
  }

  /// The folder that holds it; nil for the named folder and for what lies in that itself.
  var outer: SuitePlace? {
    guard let root, let slash = relative.lastIndex(of: "/") else { return nil }
    return SuitePlace(String(relative[..<slash]), in: root)
  }

  /// The folder that holds it, opened, and the name in that.
  ///
  /// - Parameters:
  ///   - keepsLast: whether a link of the last name is given itself.
  ///   - makesFolders: whether folders on the way, the named one too, are made where they are missing.
  /// - Throws: `BeneathFault`.
  func located(
    keepsLast: Bool = false, makesFolders: Bool = false
  ) throws(BeneathFault) -> (folder: OpenFolder, name: String) {
    let (folder, name) = root.map { ($0, relative) } ?? FilePath.split(relative)
    if makesFolders { SuitePath.makeFolder(folder) }
    let opened: OpenFolder
    do throws(FolderFault) {
      opened = try OpenFolder(path: folder)
    } catch {
      throw .folder(error)
    }
    if root == nil { return (opened, name) }
    return try opened.place(of: name, keepsLast: keepsLast, makesFolders: makesFolders)
  }

  func folder() throws(BeneathFault) -> OpenFolder {
    let opened: OpenFolder
    do throws(FolderFault) {
      opened = try OpenFolder(path: root ?? relative)
    } catch {
      throw .folder(error)
    }
    return root == nil || relative.isEmpty ? opened : try opened.folder(at: relative)
  }

  /// Whether there is anything, be it a link that leads out: reading it tells.
  var exists: Bool {
    guard root != nil else { return SuitePath.exists(relative) }
    do throws(BeneathFault) {
      let (folder, name) = try located()
      return folder.kind(name) != nil
    } catch {
      switch error {
      case .leadsOut: return true
      // What may not be looked at: reading it tells that too.
      case .folder(let fault): return !fault.isMissing
      case .notAFile: return false
      }
    }
  }

  /// The bytes of a plain file; more than `limit` of them are cut off.
  func read(limit: Int) throws(GoldenError) -> [UInt8] {
    do throws(BeneathFault) {
      guard root != nil else { return try OpenFolder.bytes(ofFile: relative, limit: limit) }
      let (folder, name) = try located()
      return try folder.bytes(of: name, limit: limit)
    } catch {
      throw GoldenError(reading: path, error)
    }
  }

  /// Opens a file for reading; gives a descriptor, which is the caller's.
  func open() throws(GoldenError) -> Int32 {
    do throws(BeneathFault) {
      let (folder, name) = try located()
      do throws(FolderFault) {
        return try folder.open(name)
      } catch {
        throw .folder(error)
      }
    } catch {
      throw GoldenError(reading: path, error)
    }
  }

  func picture() throws(GoldenError) -> StraightRGBA8 {
    // One byte more than allowed tells that it is too long.
    let limit = ImageLimits.still.fileBytes
    let bytes = try read(limit: limit + 1)
    do throws(ImagingError) {
      guard bytes.count <= limit else {
        throw .fileTooLarge(byteCount: bytes.count, limit: limit)
      }
      return try PNG.decode(bytes, limits: .still)
    } catch {
      throw .file(.file(path: path, error))
    }
  }

  /// Writes a file, whole or not at all; a link that leads elsewhere inside is replaced itself.
  func write(_ bytes: [UInt8]) throws(GoldenError) {
    let (folder, name) = try place(makesFolders: true)
    do throws(FileFault) {
      try AtomicFile.write(bytes, to: name, in: folder, replacing: true)
    } catch {
      throw .file(ImagingError(FileFault(path: path, error.reason)))
    }
  }

  /// The folder and name of a file that is to be written or removed, and no link that leads out.
  func place(makesFolders: Bool = false) throws(GoldenError) -> (folder: OpenFolder, name: String) {
    do throws(BeneathFault) {
      let place = try located(keepsLast: true, makesFolders: makesFolders)
      if root != nil, place.folder.kind(place.name) == .link { _ = try located() }
      return place
    } catch {
      throw GoldenError(writing: path, error)
    }
  }

  /// Removes a file or a link; what is not there, or lies beyond a link that leads out, stays as it is.
  func remove() {
    guard let (folder, name) = try? located(keepsLast: true) else { return }
    try? folder.remove(name)
  }
}

extension SuitePath {
  /// Makes a folder that the user named, and those on the way to it; opening it tells where that failed.
  fileprivate static func makeFolder(_ path: String) {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
}

extension GoldenError {
  /// Why a file of a suite cannot be read.
  init(reading path: String, _ fault: BeneathFault) {
    switch fault {
    case .leadsOut(let link): self = .leadsOut("\(link)")
    case .folder(let fault): self = .unreadable(path, reason: fault.reason)
    case .notAFile: self = .unreadable(path, reason: "not a plain file")
    }
  }

  /// Why a file of a suite cannot be written.
  init(writing path: String, _ fault: BeneathFault) {
    switch fault {
    case .leadsOut(let link): self = .leadsOut("\(link)")
    case .folder(let fault):
      self = .file(ImagingError(FileFault(FolderFault(path: path, number: fault.number))))
    case .notAFile: self = .file(.file(path: path, .unwritable(reason: "not a plain file")))
    }
  }

  /// Whether it is a link that leads out of what was named, which nothing may go on after.
  var isLeadingOut: Bool { if case .leadsOut = self { true } else { false } }
}
