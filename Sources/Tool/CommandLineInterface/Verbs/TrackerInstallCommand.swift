import Files
import Foundation
import Installation
import Isolation
import MediaPipe
import Problems
import Terminal
import Tracker

/// The verb `tracker install`: MediaPipe's library and models, however the program was installed.
///
/// The work is done by the script that every installation has, in place of this process.
enum TrackerInstallCommand {
  static let spec = CommandSpec(
    verb: "tracker install",
    summary: "Installs MediaPipe's library and models, which track clips.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .value(
            "--models", "face,hand,gesture|none",
            "the models to fetch, separated by commas, or none (default: all three)"),
          .value(
            "--wheel", "FILE",
            "mediapipe's wheel, for a machine without a network (default: it is fetched)"),
          .value(
            "--to", "DIR",
            "where to put them (default: in a checkout, .tracker and Models; for root,"
              + " \(InstalledFolders.shares[0]); else avatar-overlay in $XDG_DATA_HOME or ~/.local/share)"
          ),
        ]
      )
    ],
    examples: [
      ("avatar-overlay tracker install", "the library and all models, 63 MB to fetch"),
      ("avatar-overlay tracker install --models face", "what masks need, 47 MB"),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    var words: [String] = []
    if let models = arguments.string("--models") {
      let tasks = models.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
      guard models == "none" || tasks.allSatisfy({ MediaPipeTaskKind(rawValue: $0) != nil }) else {
        throw UsageError(
          "--models: expected none, or of face, hand and gesture those to fetch, such as face,hand,"
            + " found \"\(models)\"")
      }
      words += ["--models", models]
    }
    var variables = ["AVATAR_OVERLAY_PROGRAM": WorkerProcess.ownExecutable]
    if let folder = arguments.string("--to") {
      let path = URL(filePath: folder).standardizedFileURL.path
      words += ["--to", path]
      variables[MediaPipeLibrary.variable] = "\(path)/tracker"
      variables[TrackerSearch.modelsVariable] = "\(path)/\(TrackerSearch.modelsName)"
    }
    if let wheel = arguments.string("--wheel") { words.append(URL(filePath: wheel).path) }
    let script = try script()
    if arguments.has("--to") {
      StandardStreams.message(
        "note: to track with them, set "
          + [MediaPipeLibrary.variable, TrackerSearch.modelsVariable].map { name in
            "\(name)=\(variables[name] ?? "")"
          }.joined(separator: " "))
    }
    throw Self.become([script] + words, variables)
  }

  /// The script of this installation, which belongs to this user or to root, as the program does.
  private static func script() throws(MissingScript) -> String {
    let folders = InstalledFolders.candidates(
      "scripts", inCheckout: "Scripts", executable: WorkerProcess.ownExecutable)
    let paths = folders.map { "\($0)/install-tracker.sh" }
    guard let script = paths.first(where: FilePath.isOfTrustedOwner) else { throw MissingScript() }
    return script
  }

  /// Runs a script by bash in place of this process; returns only where that cannot be.
  private static func become(_ words: [String], _ variables: [String: String]) -> any Error {
    for (name, value) in variables { unsafe setenv(name, value, 1) }
    // What this process ignores, the script's programs would ignore too.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    var arguments = unsafe (["bash"] + words).map { unsafe strdup($0) } + [nil]
    unsafe execv("/bin/bash", &arguments)
    return MissingScript(reason: "/bin/bash: \(unsafe String(cString: strerror(errno)))")
  }

  /// There is nothing that installs.
  private struct MissingScript: Error, ProblemReporting, CustomStringConvertible {
    var reason =
      "the program was copied without the files that come with it, and scripts/install-tracker.sh"
      + " is one of them"

    var problemCode: ProblemCode { .notInstalled }

    var description: String {
      "the tracker cannot be installed: \(reason); run the program where a package, make install or a checkout"
        + " has it, or pip install mediapipe==\(MediaPipeLibrary.version) and set \(MediaPipeLibrary.variable)"
    }
  }
}
