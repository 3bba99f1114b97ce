import AvatarFiles
import Foundation
import Goldens
import Terminal

/// What the verbs of suites share.
enum SuiteArguments {
  static let options: [OptionSpec] = [
    .value("--results", "DIR", "where the results are (default: .results in the suite's folder)"),
    .value(
      "--golden-store", "DIR",
      "where the golden store is (default: $\(GoldenSuite.storeVariable), else where the suite says)"
    ),
  ]
  static let avatars = OptionSpec.value(
    "--avatars", "DIR", "where names of avatars are looked up, instead of where the suite says")

  /// The suite's path where none is given.
  private static let usual = "Golden"

  /// The suite that is meant, with each of its faults on a line of its own.
  ///
  /// - Parameter path: its path as it was given; nil for `Golden`.
  static func suite(_ path: String?, _ arguments: ParsedArguments) throws -> GoldenSuite {
    let option = arguments.string("--golden-store")
    let suite: GoldenSuite
    do throws(GoldenError) {
      suite = try GoldenSuite(
        path: path ?? usual,
        store: option ?? GoldenSuite.store(environment: ProcessInfo.processInfo.environment))
    } catch {
      if case .faulty(let faults) = error, faults.count > 1 {
        for fault in faults { StandardStreams.message("\(fault)") }
      }
      throw error
    }
    if option != nil, suite.store == nil {
      throw UsageError(
        "--golden-store: \(suite.file) names no golden store; add \"goldenStore\" to it, or leave the"
          + " option out")
    }
    return suite
  }

  /// Where names of avatars are looked up: as asked for, as the suite says, or as for a render.
  static func library(
    _ arguments: ParsedArguments, _ suite: GoldenSuite
  ) throws(AvatarPackageError) -> AvatarLibrary {
    try AvatarLibrary.find(named: arguments.string("--avatars") ?? suite.avatars)
  }
}
