import AvatarFiles
import Foundation
import Isolation
import Problems
import Recordings
import Terminal

/// Renders a preview again whenever a file of its package changes.
///
/// The files' times are looked at: the packages of network shares and mounted folders of containers tell no changes.
struct PreviewWatch {
  /// How long is waited between two looks, in seconds.
  private static let pause = 0.1
  /// So many looks at most are waited for a program that is still writing.
  private static let patience = 3

  /// The package, a folder or an archive.
  let package: String
  /// The preview's file.
  let output: String

  /// Renders until the process is interrupted; a package with a fault is a line, and the next change is waited for.
  ///
  /// - Parameter render: renders the package as it is now.
  /// - Returns: that it was interrupted; the output is that of the last render.
  /// - Throws: what an interruption of a render throws.
  func run(_ cancellation: Cancellation, render: () throws -> Void) throws -> ExitCode {
    let folder = URL(filePath: package).resolvingSymlinksInPath().standardizedFileURL.path
    let file = URL(filePath: output).standardizedFileURL
    let place = file.deletingLastPathComponent().resolvingSymlinksInPath().path
    guard place != folder, !place.hasPrefix(folder + "/") else {
      throw UsageError("--watch: \(output) lies in \(package), which would change with each render")
    }
    var number = 0
    while true {
      let seen = PackageStamp(path: package)
      number += 1
      let start = ContinuousClock.now
      do {
        try render()
        let seconds = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000
        StandardStreams.message(
          "\(output): render \(number) in \(String(format: "%.2f", seconds)) s; waiting for a change of \(package)"
        )
      } catch {
        try cancellation.check()
        StandardStreams.message("fault: \(Failure.line(of: error)); waiting for a change")
      }
      guard waitForChange(of: seen, cancellation) else {
        StandardStreams.message("interrupted; \(output) is that of the last render")
        return .interrupted
      }
    }
  }

  /// Gives false where it was interrupted.
  private func waitForChange(of seen: PackageStamp?, _ cancellation: Cancellation) -> Bool {
    var last = seen
    var looks = 0
    while true {
      Thread.sleep(forTimeInterval: Self.pause)
      if cancellation.isRequested { return false }
      let now = PackageStamp(path: package)
      guard now != seen || last != seen else { continue }
      looks += 1
      // It has been the same twice, or changes all the time.
      if now == last || looks >= Self.patience { return true }
      last = now
    }
  }
}
