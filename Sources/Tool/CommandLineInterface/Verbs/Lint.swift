import AvatarFiles
import Problems
import Terminal

/// What the verbs `avatars lint` and `cards lint` do.
enum Lint {
  /// Writes a line a fault to standard output, and to standard error how many there are.
  ///
  /// - Parameters:
  ///   - names: names or paths.
  ///   - noun: what each of them is.
  ///   - error: what a fault that counts is called.
  ///   - isLimit: whether a fault is that something is over a limit, for the exit code.
  ///   - separator: what stands between the path and a fault: a fault of a folder names its file first.
  static func run<Fault: CustomStringConvertible>(
    _ names: [String], _ noun: String, path: (String) throws -> String,
    faults: (String) throws -> [Fault], error: String, isLimit: (Fault) -> Bool,
    separator: String = "/",
    counts: (Fault) -> Bool = { _ in true }
  ) throws -> ExitCode {
    var (errors, isOverLimit) = (0, false)
    for name in names {
      let path = try path(name)
      let faults = try faults(path)
      try StandardStreams.result(lines: faults.map { "\(path)\(separator)\($0)" })
      errors += faults.count(where: counts)
      isOverLimit = isOverLimit || faults.contains { counts($0) && isLimit($0) }
    }
    StandardStreams.message(
      "\(Count.of(names.count, noun)), "
        + (errors == 0 ? "no \(error)s" : Count.of(errors, error)))
    return errors == 0 ? .done : isOverLimit ? .overLimit : .dataError
  }

  /// Does so with packages of a library; where none is named, with all of its first folder.
  static func run<Package, Fault: CustomStringConvertible>(
    _ names: [String], of library: PackageLibrary<Package>, _ noun: String,
    faults: (String) throws -> [Fault], error: String, isLimit: (Fault) -> Bool,
    counts: (Fault) -> Bool = { _ in true }
  ) throws -> ExitCode {
    let names = names.isEmpty ? library.idsOfFirstFolder : names
    guard !names.isEmpty else {
      return try NameList.write(
        [], of: PackageLibrary<Package>(folders: Array(library.folders.prefix(1))))
    }
    return try run(
      names, noun, path: library.path(of:), faults: faults, error: error, isLimit: isLimit,
      counts: counts)
  }
}
