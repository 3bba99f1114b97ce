internal import Blobs
internal import Foundation
internal import Jobs
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages
internal import Store

/// Whether the service can take work, and what is missing.
struct Readiness {
  let context: ServiceContext

  /// One check.
  struct Check {
    var name: String
    var isGood: Bool
    var detail: String
  }

  /// Runs all checks.
  func checks() -> [Check] { [database(), disk(), queue(), avatars(), setAside()] }

  private func database() -> Check {
    do {
      _ = try context.store.counts()
      // The journal lies beside the database, so the folder must take files.
      let path = "\(context.folders.spool)/.ready"
      try Data([1]).write(to: URL(filePath: path))
      return Check(
        name: "database", isGood: true, detail: "can be read, and its disk can be written")
    } catch {
      return Check(
        name: "database", isGood: false, detail: context.problems.problem(of: error).detail)
    }
  }

  private func disk() -> Check {
    guard let free = context.folders.freeBytes else {
      return Check(name: "disk", isGood: false, detail: "unknown free space")
    }
    let needed = context.settings.minimumFreeBytes
    return Check(
      name: "disk", isGood: free >= needed, detail: "\(free >> 20) MiB free, \(needed >> 20) needed"
    )
  }

  private func queue() -> Check {
    let waiting = (try? context.store.counts()[.queued]) ?? 0
    let limit = context.settings.maximumQueue
    let absent = context.runner.absentCount
    let more = absent == 0 ? "" : "; \(absent) of them for missing files, which must be restored"
    // A full queue is answered 429 to those who submit; frames go on, so the service stays ready.
    return Check(name: "queue", isGood: true, detail: "\(waiting) of \(limit) wait\(more)")
  }

  /// The most folders of what was set aside that are named.
  private static let mostSetAside = 5

  private func setAside() -> Check {
    let entries: [SetAsideFiles.Entry]
    do {
      // Any client may ask this, as often as it likes: it is not passed on to a store that is far away.
      let isNear = !context.blobs.isShared
      guard
        let found = isNear
          ? Result(catching: { try context.runner.folders.setAside.entries() })
          : context.setAside.latest()
      else { return Check(name: "setAside", isGood: true, detail: "being looked at") }
      // What was set aside is no part of being ready; a disk that cannot be read is.
      if !isNear, case .failure = found {
        return Check(name: "setAside", isGood: true, detail: "unknown; it is looked at again")
      }
      entries = try found.get()
    } catch {
      return Check(
        name: "setAside", isGood: false, detail: context.problems.problem(of: error).detail)
    }
    guard !entries.isEmpty else {
      return Check(name: "setAside", isGood: true, detail: "nothing")
    }
    let named = entries.prefix(Self.mostSetAside).map(\.summary)
    let more = entries.count - named.count
    // Which bucket that is, only the operator knows.
    let place = context.settings.files.isEmpty ? "the data folder" : "the place of --files"
    return Check(
      name: "setAside", isGood: true,
      detail: "in \(place), can be restored or deleted: \(named.joined(separator: "; "))"
        + (more > 0 ? "; and \(more) older" : ""))
  }

  private func avatars() -> Check {
    let count = context.avatars.builtIn.count
    return Check(name: "avatars", isGood: count > 0, detail: "\(count) built in")
  }
}
