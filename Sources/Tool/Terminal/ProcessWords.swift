import Foundation
import Text

/// What the process was started with: its words, its variables, where it runs.
///
/// Names of files are bytes to the system and texts to the tool. Swift replaces bytes that are no UTF-8, without a
/// word, and the tool would then read, write or replace another file than the one that was named: they are refused.
package enum ProcessWords {
  /// The variables that name files, beside those of the tool itself, which begin with its name.
  private static let variables = [
    "HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "VIRTUAL_ENV",
  ]
  private static let ownVariables = "AVATAR_OVERLAY_"

  /// The words of the command line, without the program's name.
  package static func arguments() throws(UsageError) -> [String] {
    var words: [String] = []
    for place in 0..<Int(CommandLine.argc) {
      guard let argument = unsafe CommandLine.unsafeArgv[place] else { break }
      let bytes = unsafe Self.bytes(argument)
      // Of the program's own name nothing is opened.
      guard place > 0 else { continue }
      let before = words.last ?? ""
      let option = before.hasPrefix("-") && !["-", "--"].contains(before) ? "\(before) " : ""
      words.append(try text(bytes, "\(option)\"\(Shown.bytes(bytes))\""))
    }
    return words
  }

  /// Refuses variables that name files, a folder to run in and a program's place that are not UTF-8.
  package static func checkPlaces() throws(UsageError) {
    let names = ProcessInfo.processInfo.environment.keys.filter {
      $0.hasPrefix(ownVariables) || variables.contains($0)
    }
    for name in names.sorted() {
      guard let value = unsafe getenv(name) else { continue }
      let bytes = unsafe Self.bytes(value)
      _ = try text(bytes, "the variable \(name), \"\(Shown.bytes(bytes))\",")
    }
    for (link, name) in [
      ("/proc/self/cwd", "folder that it runs in"), ("/proc/self/exe", "program"),
    ] {
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe buffer.baseAddress.map { unsafe readlink(link, $0, buffer.count) } ?? 0
      }
      guard count > 0 else { continue }
      let bytes = buffer.prefix(count)
      _ = try text(bytes, "the path of the \(name), \"\(Shown.bytes(bytes, upTo: 400))\",")
    }
  }

  private static func text(
    _ bytes: some Collection<UInt8>, _ name: @autoclosure () -> String
  ) throws(UsageError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError(
        "\(name()) is not UTF-8, as names of files have to be here; rename it, or make a link with"
          + " another name to it")
    }
    return text
  }

  private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
  }
}
