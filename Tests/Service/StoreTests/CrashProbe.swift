import Foundation
import TestSupport

/// The program that submits jobs until it is killed; it lies beside the test bundle.
enum CrashProbe {
  static let program = Program(
    path: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "StoreCrashProbe").path)
}
