internal import Synchronization

/// Files that are complete and wait hidden beside their places, until it is known whether they are wanted.
///
/// Those that are not published are removed with it.
public final class HeldFiles: Sendable {
  private let files = Mutex<[HiddenFile]>([])

  /// Makes an empty store.
  public init() {}

  func hold(_ file: HiddenFile) { files.withLock { $0.append(file) } }

  /// Gives the files their names, in the order in which they were completed.
  public func publish() throws(FileFault) {
    let held = files.withLock { files in
      defer { files = [] }
      return files
    }
    for file in held { try file.publish() }
  }
}

extension AtomicFile {
  /// Gives the file its name, or has it wait until those that are held are published.
  public consuming func finish(into held: HeldFiles?) throws(FileFault) {
    guard let held else { return try commit() }
    held.hold(try complete())
  }
}
