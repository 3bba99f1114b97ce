import Foundation

/// What is opened in folders while something is done, by whichever process and path: the kernel tells (inotify).
public enum OpenedFiles {
  /// The names of what is opened in a folder and in those beneath it, in their order; of a folder itself an empty
  /// one.
  public static func names(in folder: String, _ body: () throws -> Void) throws -> [String] {
    let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard watch >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(watch) }
    for path in try [folder] + folders(beneath: folder) {
      guard inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0 else {
        throw POSIXError(.init(rawValue: errno) ?? .EIO)
      }
    }
    try body()
    // Of each event 16 bytes, of which the last four say how many of a name follow.
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let end = read(watch, &bytes, bytes.count)
    var (names, offset): ([String], Int) = ([], 0)
    while offset + 16 <= end {
      let count = bytes[(offset + 12)..<(offset + 16)].reversed().reduce(0) { $0 << 8 | Int($1) }
      let name = bytes[(offset + 16)..<(offset + 16 + count)].prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      offset += 16 + count
    }
    return names
  }

  private static func folders(beneath folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }.filter {
      let type = try FileManager.default.attributesOfItem(atPath: $0)[.type]
      return type as? FileAttributeType == .typeDirectory
    }
  }
}
