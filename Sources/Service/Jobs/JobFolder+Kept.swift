package import Store

extension JobFolder {
  /// What of a job's folder a backup takes, a file of it or a folder, by its name.
  ///
  /// Of a job that is not at its end, what was sent: it is rendered again, to the same bytes. Of one that is
  /// done, the result. Of others nothing, since nothing of them is served.
  ///
  /// - Parameter attempt: the attempt whose output a job has that is done; nil where that is beside what was
  ///   sent.
  package static func isKept(
    _ name: String, of state: JobRecord.State, resultOf attempt: Int?
  ) -> Bool {
    switch state {
    case .queued, .rendering: return [owner, request, crashes, recording].contains(name)
    case .done:
      if let attempt { return [owner, request, "\(attempt)"].contains(name) }
      return ![recording, work, crashes, removed].contains(name) && !name.hasSuffix(".partial")
    case .failed, .cancelled: return false
    }
  }

  /// Whether files are all that a backup takes of a job.
  ///
  /// - Parameters:
  ///   - sizes: the files that were found, by their paths in the folder.
  ///   - attempt: as for `isKept`.
  ///   - sentBytes: what was sent weighs, where the job is not at its end.
  package static func isWhole(
    _ sizes: [String: Int64], of state: JobRecord.State, resultOf attempt: Int?, sentBytes: Int64
  ) -> Bool {
    switch state {
    case .queued, .rendering:
      let sent = sizes.filter { $0.key.hasPrefix(recording + "/") }.values.reduce(0, +)
      return sizes[owner] != nil && sent >= sentBytes
    case .done:
      let result = attempt.map { "\($0)/" } ?? ""
      return [owner, result + placements, result + poster].allSatisfy { sizes[$0] != nil }
        && sizes.keys.contains { $0.hasPrefix(result + "output.") }
    case .failed, .cancelled: return true
    }
  }
}
