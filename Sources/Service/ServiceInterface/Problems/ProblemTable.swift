internal import Foundation
internal import Isolation
internal import Problems

/// What a client is told of what went wrong, in any stage: by the one table of problems, without the
/// names of the server's files.
package struct ProblemTable: Sendable {
  /// Folders of the server, whose names no client sees.
  package var folders: [String] = []
  /// The names in the root of this machine's files, with which all other paths begin.
  private let roots = Set((try? FileManager.default.contentsOfDirectory(atPath: "/")) ?? [])

  /// Makes the table of a server.
  package init(folders: [String] = []) { self.folders = folders }

  /// The problem of an error.
  ///
  /// - Parameter names: what files of this request are called to the client, by their paths.
  package func problem(of error: any Error, names: [String: String] = [:]) -> ServiceProblem {
    var problem = Self.problem(of: error)
    if let failure = error as? WorkerFailure, let part = Self.part(of: failure, names) {
      problem.faults = [.init(pointer: part, detail: failure.description)]
    }
    problem.detail = hiding(problem.detail, names)
    problem.faults = problem.faults.map { fault in
      .init(pointer: fault.pointer, detail: hiding(fault.detail, names), place: fault.place)
    }
    return problem
  }

  /// The part of the request that a worker found at fault.
  private static func part(of failure: WorkerFailure, _ names: [String: String]) -> String? {
    let parts: [ProblemPlace: [String]] = [
      .recording: ["video", "picture"], .tracking: ["tracking"],
    ]
    return failure.problemPlace.flatMap { parts[$0] }?.first(where: names.values.contains)
  }

  /// A text without the server's paths: files of the request go by their parts' names, others by
  /// the last part of their path.
  package func hiding(_ text: String, _ names: [String: String] = [:]) -> String {
    var text = text
    for (path, name) in names.sorted(by: { $0.key.count > $1.key.count }) {
      text = text.replacing(path, with: name)
    }
    for folder in folders.sorted(by: { $0.count > $1.count }) where folder.count > 1 {
      while let start = text.range(of: folder) {
        var end = start.upperBound
        while end < text.endIndex, !text[end].isWhitespace, !":,;\"')".contains(text[end]) {
          end = text.index(after: end)
        }
        let name = text[start.lowerBound..<end].split(separator: "/").last.map(String.init)
        let isFolder = end == start.upperBound
        text.replaceSubrange(start.lowerBound..<end, with: isFolder ? "the service" : name ?? "")
      }
    }
    return hidingPaths(text)
  }

  /// A text in which all other paths of this machine, such as the program's own, are the last of their names.
  private func hidingPaths(_ text: String) -> String {
    guard text.contains("/") else { return text }
    return text.replacing(/(^|[\s"'(:=,;\[])(\/[^\s"'():,;\[\]]+)/) { match in
      let names = match.2.split(separator: "/")
      // Others are paths of the interface, and pointers to values.
      guard names.count > 1, let first = names.first, roots.contains(String(first)) else {
        return String(match.0)
      }
      return "\(match.1)\(names.last ?? "")"
    }
  }

  private static func problem(of error: any Error) -> ServiceProblem {
    switch error {
    case let problem as ServiceProblem: return problem
    case let failure as WorkerFailure where failure.problemCode.forClients != .internal:
      return ServiceProblem(failure.problemCode, failure.description)
    case let error as any ClientFacing:
      return ServiceProblem(
        error.problemCode, error.clientDetail, faults: error.clientFaults,
        headers: error.clientHeaders)
    case let error as any ProblemReporting where error.problemCode.forClients != .internal:
      return ServiceProblem(error.problemCode, "\(error)")
    case let error as CocoaError where error.code == .fileWriteOutOfSpace:
      return ServiceProblem(.diskFull, "the disk is full")
    default:
      // The message of an unexpected error goes to the log only.
      return ServiceProblem(
        .internal,
        "the request failed; report its id to the operator, whose log has the reason")
    }
  }
}
