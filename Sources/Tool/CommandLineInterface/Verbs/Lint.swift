import Problems

/// What the verbs `avatars lint` and `cards lint` do.
enum Lint {
  /// Writes a line a fault to standard output, and to standard error how many there are.
  ///
  /// - Parameters:
  ///   - names: names or paths; where there are none, everything of the folder is looked into.
  ///   - noun: what each of them is.
  ///   - error: what a fault that counts is called.
  ///   - isLimit: whether a fault is that something is over a limit, for the exit code.
  ///   - separator: what stands between the path and a fault: a fault of a folder names its file first.
  static func run<Fault: CustomStringConvertible>(
    _ names: [String], else all: [String], _ noun: String, path: (String) throws -> String,
    faults: (String) throws -> [Fault], error: String, isLimit: (Fault) -> Bool,
    separator: String = "/",
    counts: (Fault) -> Bool = { _ in true }
  ) throws -> ExitCode {
    let names = names.isEmpty ? all : names
    var (errors, isOverLimit) = (0, false)
    for name in names {
      let path = try path(name)
      let faults = try faults(path)
      StandardStreams.result(lines: faults.map { "\(path)\(separator)\($0)" })
      errors += faults.count(where: counts)
      isOverLimit = isOverLimit || faults.contains { counts($0) && isLimit($0) }
    }
    StandardStreams.message(
      "\(Count.of(names.count, noun)), "
        + (errors == 0 ? "no \(error)s" : Count.of(errors, error)))
    return errors == 0 ? .done : isOverLimit ? .overLimit : .dataError
  }
}
