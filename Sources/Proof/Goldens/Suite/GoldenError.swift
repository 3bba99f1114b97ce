public import Imaging
public import Problems

/// Why a suite cannot be read, compared or recorded.
public enum GoldenError: Error, Hashable, Sendable {
  /// There is no such suite.
  case notFound(String)
  /// A file of the suite cannot be read.
  case unreadable(String, reason: String)
  /// The suite's file has faults; all of them, at least one.
  case faulty([SuiteFault])
  /// No case of the suite has that name; the nearest one that has.
  case unknownCase(String, suite: String, nearest: String?)
  /// A name that cannot be a case's.
  case badName(String, reason: String)
  /// A case and a call that do not go together.
  case unfitCase(String, reason: String)
  /// No case is meant by what was asked for.
  case nothingChosen(reason: String)
  /// A variant of an environment that the suite does not list.
  case unknownEnvironment(String, suite: String, known: [String])
  /// What Git was asked for, and why it cannot tell.
  case git(String)
  /// Goldens are not recorded here.
  case recordingForbidden
  /// Nothing was verified yet.
  case noResults(String)
  /// What the last run found does not hold any more; the cases.
  case stale([String], reason: String)
  /// A golden would be larger than goldens may be.
  case goldenTooLarge(String, found: String, limit: String)
  /// A file of the suite has more bytes than it may have.
  case fileTooLarge(String, limit: Int)
  /// The record of approvals cannot be read.
  case damagedProvenance(String, line: Int, reason: String)
  /// A pointer into the golden store that was written by hand, or damaged.
  case faultyPointer(SuiteFault)
  /// A golden whose content the golden store does not have, or where there is no store; the golden, where
  /// its content is looked for, its size, and the store's folder where that is not there either.
  case missingContent(String, path: String, bytes: Int, missingFolder: String?)
  /// A golden whose content in the golden store is not what its pointer names.
  case damagedContent(String, path: String, found: String, expected: String)
  /// A pointer of a suite that names no golden store.
  case noStore(String, suite: String)
  /// A link in what belongs to a suite that leads out of it, in words.
  case leadsOut(String)
  /// A file cannot be read or written.
  case file(ImagingError)
  /// The caller asked to stop.
  case interrupted
}

extension GoldenError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .notFound(let path):
      SystemReason.refusal(ofReading: path).map { "\(path): \($0)" }
        ?? "\(path): there is no suite; expected a folder with a golden.json, or that file itself"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .faulty(let faults):
      (faults.first.map { "\($0)" } ?? "a suite with faults")
        + (faults.count > 1
          ? " (and \(faults.count - 1) more fault\(faults.count == 2 ? "" : "s"))" : "")
    case .unknownCase(let name, let suite, let nearest):
      "\(suite) has no case \"\(name)\""
        + (nearest.map { "; did you mean \"\($0)\"?" }
          ?? "; add {\"name\": \"\(name)\", \"given\": true}")
    case .badName(let name, let reason):
      "\"\(name)\" cannot be a case's name: it \(reason)"
    case .unfitCase(let name, let reason): "\(name): \(reason)"
    case .nothingChosen(let reason), .git(let reason): reason
    case .unknownEnvironment(let name, let suite, let known):
      "\(suite) lists no environment \"\(name)\""
        + (known.isEmpty
          ? "; add \"environments\": [\"\(name)\"] to it"
          : ", only \(known.map { "\"\($0)\"" }.joined(separator: ", ")); add it to \"environments\"")
    case .recordingForbidden:
      "goldens are not recorded where CI is set; record them on your own machine, look at them and"
        + " commit them"
    case .noResults(let folder):
      "\(folder): there are no results; run avatar-overlay verify first"
    case .stale(let names, let reason):
      "\(names.joined(separator: ", ")): \(reason); run avatar-overlay verify again and look at it"
    case .goldenTooLarge(let name, let found, let limit):
      "\(name): its golden would be \(found), more than the \(limit) allowed; give the case a"
        + " \"size\" or a \"crop\""
    case .damagedProvenance(let path, let line, let reason):
      "\(path):\(line): \(reason); correct the line, or remove it and approve its golden again"
    case .faultyPointer(let fault):
      "\(fault); restore the pointer from Git, or approve the case again"
    case .missingContent(let golden, let path, let bytes, let folder):
      "\(golden): its content is not in the golden store: expected \(bytes) bytes at \(path), found no"
        + " \(folder.map { "folder \($0)" } ?? "such file"); copy it there from where it was approved, or"
        + " name another store by --golden-store or \(GoldenSuite.storeVariable)"
    case .damagedContent(let golden, let path, let found, let expected):
      "\(golden): its content in the golden store is damaged: \(path) has \(found), expected \(expected);"
        + " copy it there again from where it was approved, or approve the case again"
    case .noStore(let golden, let suite):
      "\(golden): it is a pointer into a golden store, and \(suite) names none; add \"goldenStore\" to it"
    case .leadsOut(let words): words
    case .fileTooLarge(let path, let limit):
      "\(path): cannot be read: it has more than \(limit) bytes"
    case .file(let error): "\(error)"
    case .interrupted: "interrupted; no golden was changed"
    }
  }
}

extension GoldenError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .notFound, .unreadable, .noResults, .nothingChosen, .missingContent: .inputNotFound
    case .faulty(let faults):
      faults.contains { if case .overLimit = $0.kind { true } else { false } }
        ? .overLimit : .badSuite
    case .badName, .unknownCase, .unfitCase, .unknownEnvironment, .git, .recordingForbidden: .usage
    case .stale, .damagedProvenance, .faultyPointer, .damagedContent, .noStore, .leadsOut: .badSuite
    case .goldenTooLarge, .fileTooLarge: .overLimit
    case .file(let error): error.problemCode
    case .interrupted: .interrupted
    }
  }
}
