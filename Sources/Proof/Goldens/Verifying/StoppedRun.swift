internal import Digests
internal import Files
internal import Foundation
internal import Parts
internal import Review

/// What a run of a suite that was stopped has verified already, so that the next one goes on from there.
///
/// It is believed only of the same program, in the same environment, of a suite in which no file has changed, and
/// of cases whose inputs are the same. A run that comes to its end forgets it.
final class StoppedRun: Sendable {
  /// The file's name in a suite's results.
  static let fileName = "stopped.jsonl"
  private static let byteLimit = 16 << 20

  private struct Line: Codable {
    /// What the run depends on as a whole.
    var run: String
    var name: String
    /// The hash of the case's inputs.
    var inputs: String
  }

  private let place: SuitePlace
  private let run: String
  /// The hashes of the inputs of cases that are done, by their names.
  private let done: [String: String]

  /// Reads what the last run left; what cannot be read is nothing.
  init(of suite: GoldenSuite, in results: SuiteResults, avatars: String) {
    place = results.place(Self.fileName)
    run = Self.state(of: suite, results, avatars)
    var done: [String: String] = [:]
    let file = place.exists ? try? LineFile(place, byteLimit: Self.byteLimit) : nil
    for (_, bytes) in file?.lines ?? [] {
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)), line.run == run
      else { continue }
      done[line.name] = line.inputs
    }
    self.done = done
    // What is of other runs is not needed any more.
    if done.isEmpty { forget() }
  }

  /// Whether a case is done, whose inputs have this hash.
  func isDone(_ name: String, inputs: String?) -> Bool { inputs != nil && done[name] == inputs }

  /// Notes that a case is done; one that could not be rendered is tried again.
  ///
  /// A line that cannot be written, or not to its end, costs no more than that its case is verified again.
  func note(_ result: CaseResult) {
    guard result.review.verdict != .error, let inputs = result.inputs,
      let line = try? JSONEncoder().encode(
        Line(run: run, name: result.review.name, inputs: inputs))
    else { return }
    guard let (folder, name) = try? place.located(keepsLast: true) else { return }
    let descriptor = unsafe openat(
      folder.descriptor, name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // In one call, so that lines of several threads stay whole.
    let bytes = [UInt8](line) + [UInt8(ascii: "\n")]
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Forgets all of it: the run has come to its end.
  func forget() { place.remove() }

  /// A path without links in it.
  private static func real(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// A hash of the program, of what it reads from its environment, and of the suite's files by their sizes and
  /// times.
  private static func state(
    of suite: GoldenSuite, _ results: SuiteResults, _ avatars: String
  ) -> String {
    var words = [(try? RenderPlan.Renderer.ofThisProgram())?.build ?? UUID().uuidString, avatars]
    words += ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("AVATAR_OVERLAY_") }
      .map { "\($0.key)=\($0.value)" }.sorted()
    let root = real(suite.folder)
    let own = real(results.path)
    let walk = FileManager.default.enumerator(atPath: root)
    while let entry = walk?.nextObject() as? String {
      let path = "\(root)/\(entry)"
      if path == own || path.hasPrefix(own + "/") {
        if path == own { walk?.skipDescendants() }
        continue
      }
      var (status, link) = (stat(), stat())
      guard unsafe stat(path, &status) == 0, unsafe lstat(path, &link) == 0 else { continue }
      // What lies behind a linked folder is not looked at, so nothing is believed.
      if link.st_mode & S_IFMT == S_IFLNK, status.st_mode & S_IFMT == S_IFDIR {
        words.append(UUID().uuidString)
      }
      guard status.st_mode & S_IFMT == S_IFREG else { continue }
      let times = [status.st_mtim, status.st_ctim].map { "\($0.tv_sec) \($0.tv_nsec)" }
      words.append("\(entry) \(status.st_size) \(times) \(status.st_ino)")
    }
    return SHA256.hex(of: words.joined(separator: "\n").utf8)
  }
}
