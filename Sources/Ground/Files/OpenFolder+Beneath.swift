/// Paths of several names beneath a folder, which may lead through links that stay in it, and never out.
///
/// The names are opened one by one, and a link's text is followed here and not by the kernel. So it is the same
/// on every kernel (`openat2` with `RESOLVE_BENEATH` came with Linux 5.6, and some sandboxes refuse it), and the
/// fault can say which link leads where. What is put in place of a name between the look and the opening is not
/// followed either: a link then is an error of the opening.
extension OpenFolder {
  /// The most links that one path leads through, as in the kernel.
  private static let mostLinks = 40

  /// Where a path leads: a folder, and the name in it, which is no link at this moment; `.` for this folder
  /// itself or one whose path ends in `..`.
  ///
  /// There need not be anything of the last name.
  ///
  /// - Parameters:
  ///   - path: relative to this folder.
  ///   - keepsLast: whether a link of the last name itself is given, for what removes or replaces it.
  ///   - makesFolders: whether folders on the way that are missing are made.
  /// - Throws: `BeneathFault`.
  public func place(
    of path: some StringProtocol, keepsLast: Bool = false, makesFolders: Bool = false
  ) throws(BeneathFault) -> (folder: OpenFolder, name: String) {
    var pending = Self.names(path)
    // An absolute path leads out, be it a link's or this one.
    guard !path.hasPrefix("/") else { throw leadsOut(String(path), to: String(path)) }
    var here = self
    var above: [OpenFolder] = []
    var (links, lastLink) = (0, (path: "", target: ""))
    while let name = pending.popLast() {
      if name == ".." {
        // Back over a descriptor, since the folder may have been moved meanwhile.
        guard let parent = above.popLast() else {
          throw leadsOut(
            links == 0 ? "\(self.path)/\(path)" : lastLink.path,
            to: links == 0 ? String(path) : lastLink.target)
        }
        here = parent
        continue
      }
      if pending.isEmpty, keepsLast { return (here, name) }
      if let target = here.link(name) {
        links += 1
        lastLink = ("\(here.path)/\(name)", target)
        guard links <= Self.mostLinks else {
          throw .folder(FolderFault(path: lastLink.path, number: FolderFault.tooManyLinks))
        }
        guard !target.hasPrefix("/") else { throw leadsOut(lastLink.path, to: target) }
        pending += Self.names(target)
        continue
      }
      if pending.isEmpty { return (here, name) }
      above.append(here)
      do throws(FolderFault) {
        if makesFolders, here.kind(name) == nil { try here.makeFolder(name, permissions: 0o777) }
        here = try here.folder(name)
      } catch {
        throw .folder(error)
      }
    }
    return (here, ".")
  }

  /// Opens a folder beneath this one.
  public func folder(
    at path: some StringProtocol, makesFolders: Bool = false
  ) throws(BeneathFault) -> OpenFolder {
    let (folder, name) = try place(of: path, makesFolders: makesFolders)
    do throws(FolderFault) {
      if makesFolders, folder.kind(name) == nil { try folder.makeFolder(name, permissions: 0o777) }
      return try folder.folder(name)
    } catch {
      throw .folder(error)
    }
  }

  /// The names of a path, the first one last.
  private static func names(_ path: some StringProtocol) -> [String] {
    Array(path.split(separator: "/").map { String($0) }.filter { $0 != "." }.reversed())
  }

  private func leadsOut(_ link: String, to target: String) -> BeneathFault {
    .leadsOut(LeadingOut(link: link, target: target, folder: path))
  }
}

/// A link that leads out of the folder in which it lies.
public struct LeadingOut: Hashable, Sendable, CustomStringConvertible {
  /// The link.
  public let link: String
  /// Where it leads, as it says itself.
  public let target: String
  /// The folder that nothing may lead out of.
  public let folder: String

  /// Makes what is told of a link.
  public init(link: String, target: String, folder: String) {
    (self.link, self.target, self.folder) = (link, target, folder)
  }

  /// One line for people.
  public var description: String {
    link == target || link == "\(folder)/\(target)"
      ? "\(link): the path leads out of \(folder); name a place inside of it"
      : "\(link): a link that leads out of \(folder), to \(target); links there are followed only inside of"
        + " it, by relative paths; put the file or folder itself in the link's place"
  }
}

/// Why a path beneath a folder leads nowhere that may be opened.
public enum BeneathFault: Error, Hashable, Sendable, CustomStringConvertible {
  case leadsOut(LeadingOut)
  /// Something on the way cannot be opened or made.
  case folder(FolderFault)
  /// What lies there is no plain file.
  case notAFile(String)

  /// Whether there is nothing of the name.
  public var isAbsent: Bool { if case .folder(let fault) = self { fault.isAbsent } else { false } }

  /// What is wrong, without the path.
  public var reason: String {
    switch self {
    case .leadsOut(let link): "it is a link that leads out, to \(link.target)"
    case .notAFile: "it is no plain file"
    case .folder(let fault): fault.reason
    }
  }

  /// One line for people.
  public var description: String {
    switch self {
    case .leadsOut(let link): "\(link)"
    case .notAFile(let path): "\(path): not a plain file"
    case .folder(let fault): "\(fault)"
    }
  }
}
