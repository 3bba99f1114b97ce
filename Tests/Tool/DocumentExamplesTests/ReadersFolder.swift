import Foundation
import TestSupport
import Testing

/// The folder in which a reader tries the examples of one document, from its top to its end.
///
/// What a document names and a test cannot have is put in its place: the machine's data folder, the
/// port of the service, keys and jobs that are made anew each time.
final class ReadersFolder {
  let folder: ScratchFolder
  private var service: (program: RunningProgram, url: String)?
  /// Names of keys and jobs in the document, and what they are here.
  private var names: [String: String] = [:]

  /// What a shell begins with.
  private let prelude: String

  /// - Parameter installed: where the program is installed that the reader has, in a folder with nothing of what other
  ///   documents lead to; nil for the one that was built.
  init(installed: String? = nil) throws {
    folder = try ScratchFolder()
    prelude = Self.prelude(
      installed ?? URL(filePath: Program.product.path).deletingLastPathComponent().path)
    guard installed == nil else { return }
    let made = try StandIns.made.get()
    for (name, source) in StandIns.sources {
      try Self.link(made.url.appending(path: source), to: folder.url.appending(path: name))
    }
    try folder.folder("out")
  }

  deinit { service?.program.send(SIGKILL) }

  /// Runs a command, and expects the exit code that the document states.
  ///
  /// - Returns: what it says on both streams; nil of what goes on in the background.
  @discardableResult
  func run(_ command: Command, _ place: String) throws -> String? {
    if command.text.contains("avatar-overlay serve"), !command.text.contains("--print-") {
      try serve(command.text)
      return nil
    }
    if command.text.contains("report --serve") {
      try review(command.text, place)
      return nil
    }
    if command.text.contains(/avatar-overlay keys (disable|rotate)\b/) { try makeKey(command.text) }
    let outcome = try Self.shell.run(["-c", prelude + here(command.text)], in: folder)
    #expect(
      outcome.exitCode == command.exitCode,
      "\(place): \(command.text)\n\(outcome.error)\n\(outcome.text.suffix(2000))")
    learn(command.shown, outcome.text)
    return outcome.text + outcome.error
  }

  private static let shell = Program(named: "bash")

  /// A shell as a reader has it, but for answers of the service that are no success: those fail.
  private static func prelude(_ programs: String) -> String {
    """
    set -o pipefail
    unset CI
    export PATH="\(programs):$PATH"
    export GIT_AUTHOR_NAME=reader GIT_AUTHOR_EMAIL=reader@example.org
    export GIT_COMMITTER_NAME=reader GIT_COMMITTER_EMAIL=reader@example.org
    curl() {
      case " $* " in *" --fail "*) ;; *) set -- --fail-with-body "$@" ;; esac
      command curl --silent --show-error "$@"
    }

    """
  }

  /// The command with what stands for the document's names.
  private func here(_ text: String) -> String {
    var text = text.replacing("/var/lib/avatar-overlay", with: "data")
    if !text.contains("--size ") {
      text = text.replacing(/avatar-overlay sample\b/) {
        "\($0.output) --size \(StandIns.sampleSize)"
      }
    }
    if let url = service?.url {
      text = text.replacing("http://127.0.0.1:8080", with: url)
        .replacing("avatar-overlay health", with: "avatar-overlay health --url \(url)")
    }
    for (name, own) in names { text = text.replacing(name, with: own) }
    return text
  }

  /// Starts the service on a free port; it ends with the folder.
  private func serve(_ text: String) throws {
    service?.program.send(SIGKILL)
    let text = text.replacing(#/AVATAR_OVERLAY_PORT=[0-9]+ /#, with: "")
      .replacing("/var/lib/avatar-overlay", with: "data")
      .replacing("avatar-overlay serve", with: "exec avatar-overlay serve")
    let program = try Self.shell.start(
      ["-c", prelude + text], in: folder, environment: ["AVATAR_OVERLAY_PORT": "0"])
    let isUp = program.waitForError(containing: "listening on http")
    let found = program.errorText.firstMatch(of: /listening on (http:\/\/[0-9.:]+)/)
    try #require(isUp, "\(program.errorText)")
    service = (program, String(try #require(found).1))
  }

  /// Serves a review, and ends it by Ctrl-C.
  private func review(_ text: String, _ place: String) throws {
    let program = try Self.shell.start(["-c", prelude + "exec " + here(text)], in: folder)
    let isUp = program.waitForError(containing: "(Ctrl-C ends it)")
    program.send(isUp ? SIGINT : SIGKILL)
    let outcome = try program.end()
    #expect(isUp && outcome.exitCode == 0, "\(place): \(text)\n\(outcome.error)")
  }

  /// A key for a command that needs one: what was shown at its making is not the same twice.
  private func makeKey(_ text: String) throws {
    let key = try Program.product.succeed(
      ["keys", "create", "--data", "data", "--tenant", "reader", "--scopes", "frames"], in: folder)
    let shown = text.firstMatch(of: /\b[0-9a-z]{10}\b/)
    let made = String(decoding: key, as: UTF8.self).firstMatch(of: /ao_([0-9a-z]{10})_/)
    names[String(try #require(shown).output)] = String(try #require(made).1)
  }

  /// Notes which job the document's is here.
  private func learn(_ shown: String, _ told: String) {
    let job = /"id": ?"([0-9a-f]{32})"/
    if let name = shown.firstMatch(of: job)?.1, let own = told.firstMatch(of: job)?.1 {
      names[String(name)] = String(own)
    }
  }

  private static func isFolder(_ place: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Links a file, or the files of a folder: a copy that takes no time and no room.
  private static func link(_ source: URL, to place: URL) throws {
    let files = FileManager.default
    guard isFolder(source) else {
      try files.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try files.linkItem(at: source, to: place)
    }
    for name in try files.subpathsOfDirectory(atPath: source.path) {
      let file = source.appending(path: name)
      if !isFolder(file) { try link(file, to: place.appending(path: name)) }
    }
  }
}
