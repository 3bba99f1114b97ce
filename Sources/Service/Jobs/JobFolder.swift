internal import Foundation
public import Store

/// A job's own folder.
///
/// The store names nothing in it before it is complete and on disk.
///
/// - `recording/`: what was sent, as it was sent;
/// - `request.json`: what was asked;
/// - `crashes`: a line for each crash of a worker;
/// - `1/`, `2/`, ...: what the workers of an attempt write, thrown away whenever it ends otherwise than well.
///   The store names the one that has the result: `output.mp4` (or another container), `placements.jsonl`,
///   `poster.jpg`, `session.jsonl`. Earlier versions had it in the job's folder itself.
public struct JobFolder: Hashable, Sendable {
  /// The folder of what was sent.
  public static let recording = "recording"
  /// In it, a tenant's own scenes.
  public static let scenes = "scenes"
  /// What was asked.
  public static let request = "request.json"
  /// The workers' folder of versions that had one for all attempts.
  static let work = "work"
  /// Where every layer went.
  public static let placements = "placements.jsonl"
  /// The session's log, where a session is asked for.
  public static let session = "session.jsonl"
  /// One frame as a picture.
  public static let poster = "poster.jpg"
  /// Its tenant; with it a job's record is found, and a folder without one is set aside.
  static let owner = "owner"
  static let crashes = "crashes"
  /// Whether its job was removed on demand; with it a folder that no job follows is thrown away.
  static let removed = "removed"

  /// Where it is.
  public let path: String

  /// Makes the description of a folder.
  package init(path: String) {
    self.path = path
  }

  /// Where one of its files is.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Where the result of a job lies that is done.
  public func result(of job: JobRecord) -> JobFolder {
    job.resultAttempt.map { JobFolder(path: attempt($0)) } ?? self
  }

  /// Where the workers of an attempt write.
  func attempt(_ number: Int) -> String { path("\(number)") }

  /// Makes the folder of an attempt, empty; what attempts before it left goes, whose services were killed.
  func makeAttempt(_ number: Int) throws(JobsError) {
    for name in Disk.names(in: path) where Self.isLeft(name, before: number) {
      try Disk.remove(path(name))
    }
    try Disk.makeFolder(attempt(number))
  }

  /// Whether a name is that of what an earlier attempt wrote, or of a result that an earlier version was killed
  /// over: a job that begins an attempt has none.
  private static func isLeft(_ name: String, before attempt: Int) -> Bool {
    if let number = Int(name) { return number <= attempt }
    return [work, placements, poster, session].contains(name) || name.hasPrefix("output.")
      || name.hasSuffix(".partial")
  }

  /// Waits until the files of an attempt's result are on disk, and removes what else is there.
  func complete(_ number: Int, files: [String]) throws(JobsError) {
    let folder = attempt(number)
    for name in Disk.names(in: folder) where !files.contains(name) {
      try Disk.remove("\(folder)/\(name)")
    }
    for name in files { try Disk.sync("\(folder)/\(name)") }
    try Disk.sync(folder)
    try Disk.sync(path)
  }

  /// Throws away what an attempt left.
  func removeAttempt(_ number: Int) throws(JobsError) { try Disk.remove(attempt(number)) }

  /// Whether its job was removed on demand, or is about to be.
  var isRemoved: Bool { Disk.exists(path(Self.removed)) }

  /// Notes that its job is about to be removed, or that it is not; a folder that is not there, or that
  /// the end of a cancelled job's worker removes at this moment, needs no note.
  package func mark(removed: Bool) throws(JobsError) {
    guard Disk.exists(path) else { return }
    do throws(JobsError) {
      if removed {
        try Disk.write("", to: path(Self.removed))
      } else {
        try Disk.remove(path(Self.removed))
      }
    } catch {
      if Disk.exists(path) { throw error }
    }
  }

  /// Throws the folder away, at one moment for whoever looks at its path.
  ///
  /// It is renamed before it is emptied; one that cannot be emptied has its name again.
  package func remove() throws(JobsError) {
    let removing = path + Self.removing
    try Disk.remove(removing)
    guard Disk.exists(path) else { return }
    try Disk.rename(path, to: removing)
    do throws(JobsError) {
      try Disk.remove(removing)
    } catch {
      try Disk.rename(removing, to: path)
      throw error
    }
  }

  /// How the name of a folder ends that is being thrown away.
  static let removing = ".removing"

  /// The size of its files, in bytes.
  package func byteCount() -> Int64 {
    guard let names = FileManager.default.enumerator(atPath: path) else { return 0 }
    var sum: Int64 = 0
    for case let name as String in names {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path(name))
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      sum += (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
    return sum
  }

  /// Notes a crash, and gives how many there have been; the count outlives the service.
  func noteCrash(_ line: String) throws(JobsError) -> Int {
    var text = (try? String(contentsOfFile: path(Self.crashes), encoding: .utf8)) ?? ""
    text += line + "\n"
    try Disk.write(text, to: path(Self.crashes))
    return text.split(separator: "\n").count
  }
}
