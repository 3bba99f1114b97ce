internal import Foundation

/// What Git says of the files of a working tree against a commit.
struct GitWorkTree {
  /// The tree's root, an absolute path without links.
  let root: String
  /// Files that differ from the commit, were added or are gone, relative to the root; untracked files
  /// too, but not ignored ones.
  let changed: Set<String>
  /// Files that Git holds or would take, relative to the root.
  private let known: Set<String>
  private let commit: String

  /// Asks Git about the tree that a folder lies in.
  ///
  /// - Parameter reference: a commit, branch or tag.
  /// - Throws: `GoldenError.git`: Git is not there, the folder is in no tree, or it knows no such commit.
  init(folder: String, since reference: String) throws(GoldenError) {
    let errors = Pipe()
    guard
      let top = try Self.run(["rev-parse", "--show-toplevel"], in: folder, errors: errors),
      let line = Self.lines(top, by: UInt8(ascii: "\n")).first
    else {
      let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      if said.contains("safe.directory") {
        throw .git(
          "\(folder): its Git working tree belongs to another user, and Git does not read it; run as its"
            + " owner, or allow it by git config --global --add safe.directory PATH, with the tree's root"
        )
      }
      throw .git("\(folder): it lies in no Git working tree, and --changed-since asks Git")
    }
    root = Self.real(line)
    guard !reference.isEmpty, !reference.hasPrefix("-"),
      let found = try Self.run(
        ["rev-parse", "--verify", "--quiet", "\(reference)^{commit}"], in: folder),
      let hash = Self.lines(found, by: UInt8(ascii: "\n")).first
    else {
      throw .git(
        "--changed-since: Git knows no commit \"\(reference)\" in \(root); fetch it (a shallow clone has"
          + " few commits), or name another")
    }
    commit = hash
    guard
      let different = try Self.run(
        ["diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", commit, "--"], in: root),
      let others = try Self.run(
        ["ls-files", "--others", "--exclude-standard", "-z"], in: root),
      let tracked = try Self.run(["ls-files", "-z"], in: root)
    else {
      throw .git("\(root): Git cannot compare the working tree with \(reference)")
    }
    let untracked = Self.lines(others, by: 0)
    changed = Set(Self.lines(different, by: 0) + untracked)
    known = Set(Self.lines(tracked, by: 0) + untracked)
  }

  /// The path relative to the root; nil for one that lies elsewhere.
  func relative(_ path: String) -> String? {
    let whole = Self.real(path)
    return whole.hasPrefix(root + "/") ? String(whole.dropFirst(root.count + 1)) : nil
  }

  /// Whether a file, or a file of a folder, differs; nil where Git does not hold it.
  func hasChanged(_ path: String) -> Bool? {
    guard let relative = relative(path) else { return nil }
    let inside = relative + "/"
    func means(_ file: String) -> Bool { file == relative || file.hasPrefix(inside) }
    if changed.contains(where: means) { return true }
    return known.contains(where: means) ? false : nil
  }

  /// A file's bytes at the commit; nil where it has none.
  func bytes(of path: String) -> [UInt8]? {
    guard let relative = relative(path) else { return nil }
    return (try? Self.run(["show", "\(commit):\(relative)"], in: root)) ?? nil
  }

  private static func real(_ path: String) -> String {
    // Foundation keeps links in the middle of a path whose end is not there.
    let url = URL(filePath: path).standardizedFileURL
    return url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appending(path: url.lastPathComponent).resolvingSymlinksInPath().path
  }

  private static func lines(_ bytes: [UInt8], by separator: UInt8) -> [String] {
    bytes.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What Git answers; nil where it fails.
  ///
  /// - Parameter errors: takes what it says then, of a call that says little.
  private static func run(
    _ words: [String], in folder: String, errors: Pipe? = nil
  ) throws(GoldenError) -> [UInt8]? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let places = path.split(separator: ":").map { "\($0)/git" }
    guard let git = places.first(where: FileManager.default.isExecutableFile) else {
      throw .git("--changed-since asks Git, and there is no program git on PATH; install it")
    }
    let process = Process()
    process.executableURL = URL(filePath: git)
    process.arguments = ["-C", folder, "-c", "core.quotePath=off"] + words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = errors ?? FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw .git("\(git): it cannot be started; --changed-since needs it")
    }
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return process.terminationStatus == 0 ? bytes : nil
  }
}
