internal import Foundation

/// A job's own folder.
///
/// Nothing in it has its final name before it is complete and on disk.
///
/// - `recording/`: what was sent, as it was sent;
/// - `request.json`: what was asked;
/// - `work/`: what the worker writes, thrown away whenever an attempt ends otherwise than well;
/// - `crashes`: a line for each crash of a worker;
/// - `output.mp4` (or another container), `placements.jsonl`, `poster.jpg`, `session.jsonl`: the
///   result.
public struct JobFolder: Hashable, Sendable {
  /// The folder of what was sent.
  public static let recording = "recording"
  /// In it, a tenant's own scenes.
  public static let scenes = "scenes"
  /// What was asked.
  public static let request = "request.json"
  /// The worker's folder.
  public static let work = "work"
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

  /// Makes the worker's folder, empty.
  func makeWork() throws(JobsError) {
    try removeWork()
    try Disk.makeFolder(path(Self.work))
  }

  /// Gives the worker's files their names, once all of them are on disk; these are all there or,
  /// where the machine stops in between, made again with the same bytes.
  func publish(_ names: [String]) throws(JobsError) {
    for name in names { try Disk.sync(path("\(Self.work)/\(name)")) }
    for name in names { try Disk.rename(path("\(Self.work)/\(name)"), to: path(name)) }
    try removeWork()
    try Disk.sync(path)
  }

  /// Throws away what an attempt left.
  func removeWork() throws(JobsError) { try Disk.remove(path(Self.work)) }

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
