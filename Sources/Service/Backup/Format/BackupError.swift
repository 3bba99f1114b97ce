public import Problems
internal import Text

/// Why there is no backup, or nothing was restored from one.
public enum BackupError: Error, Hashable, Sendable {
  /// The data folder has no database.
  case noDatabase(folder: String)
  /// The files of the data folder are kept elsewhere; the place.
  case filesElsewhere(folder: String, place: String)
  /// The place that was named as a backup is none.
  case noBackup(path: String)
  /// What is to be written is there already.
  case outputExists(path: String)
  /// What is to be replaced is no backup.
  case notReplaceable(path: String)
  /// The folder that the output is to be made in is not there.
  case folderMissing(path: String)
  /// The backup would lie within the data that it is of.
  case insideData(path: String, data: String)
  /// Another process is writing the same output.
  case inProgress(path: String)
  /// A service, or another restore, has the data folder to itself.
  case inUse(folder: String)
  /// The data folder has files; some of their names.
  case hasFiles(folder: String, names: [String])
  /// The data folder is another user's, and this is the superuser.
  case otherOwner(folder: String, owner: UInt32)
  /// Something in the backup is not as it was written.
  case damaged(path: String, reason: String)
  /// Something is over a limit.
  case overLimit(path: String, what: String, found: Int64, limit: Int64)
  /// There is not enough room; bytes, where they are known.
  case diskFull(path: String, needed: Int64?, free: Int64?)
  /// A file cannot be read.
  case unreadable(path: String, reason: String)
  /// A file or folder cannot be written.
  case unwritable(path: String, reason: String)
  /// The operator asked to stop.
  case interrupted
}

extension BackupError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .noDatabase(let folder):
      Self.refusal("service.sqlite", in: folder)
        ?? "\(Self.shown(folder)): there is no service.sqlite; give the folder that serve has as --data"
    case .filesElsewhere(let folder, let place):
      "\(Self.shown(folder)): its files are in \(Self.shown(place)), which a backup of the folder lacks; stop"
        + " the service, and copy the folder and the bucket together by their own tools"
    case .noBackup(let path):
      Self.refusal("backup.json", in: path)
        ?? "\(Self.shown(path)): there is no backup.json; give a folder that avatar-overlay backup made"
    case .outputExists(let path):
      "\(Self.shown(path)): it exists already; add --overwrite, or name another folder"
    case .notReplaceable(let path):
      "\(Self.shown(path)): it is no backup, and --overwrite replaces nothing else; name another folder"
    case .folderMissing(let path):
      "\(Self.shown(path)): the folder that it is to be in does not exist; make it first"
    case .insideData(let path, let data):
      "\(Self.shown(path)): it lies in the data folder \(Self.shown(data)); name a folder outside of it"
    case .inProgress(let path):
      "\(Self.shown(path)): another process is writing it; wait for its end, or name another folder"
    case .inUse(let folder):
      "\(Self.shown(folder)): a service or another restore is using this folder; stop it, or name another"
        + " folder as --data"
    case .hasFiles(let folder, let names):
      "\(Self.shown(folder)): expected an empty folder or none, found \(Self.list(names)); name another"
        + " folder as --data, or move these files away"
    case .otherOwner(let folder, let owner):
      "\(Self.shown(folder)): it belongs to the user \(owner), who could not read what the superuser"
        + " restores; restore as that user (sudo -u '#\(owner)')"
    case .damaged(let path, let reason):
      "\(Self.shown(path)): the backup is damaged: \(reason); use another backup"
    case .overLimit(let path, let what, let found, let limit):
      "\(Self.shown(path)): \(what): \(found) found, at most \(limit) allowed"
    case .diskFull(let path, let needed, let free):
      "\(Self.shown(path)): the disk is full\(Self.room(needed, free)); free some space, or name a folder"
        + " on another disk"
    case .unreadable(let path, let reason):
      "\(Self.shown(path)): cannot be read (\(reason)); check its owner and permissions"
    case .unwritable(let path, let reason):
      "\(Self.shown(path)): cannot be written (\(reason)); check the folder's owner and permissions"
    case .interrupted: "interrupted; nothing was written"
    }
  }

  private static func shown(_ path: String) -> String { Shown.text(path, upTo: 400) }

  /// That this user may not look for a file of a folder; nil where it may.
  private static func refusal(_ name: String, in folder: String) -> String? {
    SystemReason.refusal(ofReading: "\(folder)/\(name)").map { "\(shown(folder)): \(name) \($0)" }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(3).map { Shown.text($0) }.joined(separator: ", ")
      + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  private static func room(_ needed: Int64?, _ free: Int64?) -> String {
    guard let needed, let free else { return "" }
    return ": \(needed) bytes needed, \(free) free"
  }
}

extension BackupError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .noDatabase, .noBackup: .inputNotFound
    case .outputExists, .notReplaceable, .hasFiles: .outputExists
    case .folderMissing, .unwritable, .otherOwner: .cannotWrite
    case .insideData, .filesElsewhere: .usage
    case .inProgress, .inUse: .storageBusy
    case .damaged, .unreadable: .badInput
    case .overLimit: .overLimit
    case .diskFull: .diskFull
    case .interrupted: .interrupted
    }
  }
}
