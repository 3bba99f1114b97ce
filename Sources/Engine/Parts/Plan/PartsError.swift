public import Problems

/// Why a part of a render could not be made, or parts could not be put together.
public enum PartsError: Error, Hashable, Sendable {
  /// There is no such plan.
  case planNotFound(path: String)
  /// The plan cannot be read; the reason.
  case unreadablePlan(path: String, reason: String)
  /// What the plan says is no plan; the place and the reason.
  case badPlan(path: String, reason: String)
  /// The plan is of another version of the format.
  case planVersion(path: String, found: Int)
  /// The plan was changed after it was made.
  case editedPlan(path: String)
  /// The plan is of another renderer than this program; what differs.
  case otherRenderer(what: String, found: String, expected: String)
  /// A plan would have more of something than it may.
  case overLimit(what: String, found: Int, limit: Int, advice: String = "")
  /// A recording without a tracking file cannot be divided.
  case untracked(media: String)
  /// What cannot be divided; why, and what to do.
  case indivisible(String)
  /// The folder that the plan's relative paths start from is not there.
  case folderMissing(path: String)
  /// An input of the plan cannot be read now; the reason.
  case inputUnreadable(role: String, path: String, reason: String)
  /// The clip was not read the same way twice.
  case unsteady(part: Int, path: String)
  /// Another run makes the same output; the folder of its parts.
  case inProgress(folder: String)
  /// An input of the plan is not there.
  case inputMissing(role: String, path: String)
  /// An input is not what it was when the plan was made; what differs.
  case inputChanged(role: String, path: String, found: String, expected: String)
  /// There is no part of this number.
  case noSuchPart(found: Int, count: Int)
  /// A part came to other frames than the plan says.
  case otherFrames(part: Int, found: String, expected: String)
  /// Parts that are not there, of how many.
  case incomplete(place: String, missing: [Int], count: Int)
  /// Parts whose files are not what they were when they were made.
  case damaged(place: String, parts: [Int], reason: String)
  /// What is made is no reel, or is one, otherwise than in the plan; a fault of the caller.
  case otherKind
  /// Parts that do not go together; why.
  case unfit(String)
  /// What lies in the place of a part's file is not what was written there: another part, a link, a folder.
  case spoiled(place: String, name: String, reason: String)
  /// The store takes nothing now, or does not answer; the reason.
  case storeUnavailable(place: String, reason: String)
  /// What is there can never be a store; the reason.
  case unfitStore(place: String, reason: String)
  /// The file of the key with which receipts are signed cannot be used; the reason.
  case badKey(path: String, reason: String)
  /// The job was asked to stop while it waited.
  case interrupted
}

extension PartsError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .planNotFound(let path):
      SystemReason.refusal(ofReading: path).map { "\(path): \($0)" }
        ?? "\(path): there is no such plan; avatar-overlay plan makes one"
    case .unreadablePlan(let path, let reason): "\(path): the plan cannot be read: \(reason)"
    case .badPlan(let path, let reason):
      "\(path): not a plan: \(reason); make it anew with avatar-overlay plan"
    case .planVersion(let path, let found):
      "\(path): a plan of version \(found) found, \(RenderPlan.version) expected; make it anew with"
        + " avatar-overlay plan"
    case .editedPlan(let path):
      "\(path): the plan was changed after it was made: its fingerprint is of another one; make it anew"
        + " with avatar-overlay plan"
    case .otherRenderer(let what, let found, let expected):
      "the plan is of another renderer: \(what) \(found) found, \(expected) expected; use the program that"
        + " made the plan, or make the plan anew"
    case .overLimit(let what, let found, let limit, let advice):
      "\(what): \(found) found, at most \(limit) allowed\(advice.isEmpty ? "" : "; \(advice)")"
    case .untracked(let media):
      "\(media): it has no tracking file, and parts of a render need one; make it with avatar-overlay track"
    case .indivisible(let reason): reason
    case .folderMissing(let path):
      "\(path): the folder of the plan, from which its relative paths start, is not there; share it with"
        + " this machine, or make the plan with absolute paths"
    case .inputUnreadable(let role, let path, let reason):
      "\(path): the \(role) of the plan cannot be read now (\(reason)); try again"
    case .unsteady(let part, let path):
      "\(path): part \(part) came out otherwise when it was made again, so that the clip was not read whole;"
        + " try again"
    case .inProgress(let folder):
      "\(folder): another run makes the parts of this output; wait for its end, or name another output"
    case .inputMissing(let role, let path):
      "\(path): the \(role) of the plan is not there; share it with this machine"
    case .inputChanged(let role, let path, let found, let expected):
      "\(path): the \(role) is not that of the plan: \(found) found, \(expected) expected; make the plan"
        + " anew"
    case .noSuchPart(let found, let count):
      "there is no part \(found): the plan has parts 0 to \(count - 1)"
    case .otherFrames(let part, let found, let expected):
      "part \(part): \(found) found, \(expected) expected by the plan; make the plan anew"
    case .incomplete(let place, let missing, let count):
      "\(place): \(missing.count) of \(count) parts are missing: \(PartNumbers.text(missing)); run avatar-overlay"
        + " part for each of them"
    case .damaged(let place, let parts, let reason):
      "\(place): \(parts.count == 1 ? "part" : "parts") \(PartNumbers.text(parts))"
        + " \(parts.count == 1 ? "is" : "are") damaged (\(reason)); run avatar-overlay part for each of"
        + " them, which makes it anew"
    case .otherKind: "a plan of a reel is for a reel, and that of a recording for a recording"
    case .unfit(let reason): reason
    case .spoiled(let place, let name, let reason):
      "\(place): \(name) is damaged (\(reason)); remove it, and run avatar-overlay part for it"
    case .storeUnavailable(let place, let reason):
      "\(place): the store cannot be used now (\(reason)); try again"
    case .unfitStore(let place, let reason): "\(place): this is no store of parts: \(reason)"
    case .badKey(let path, let reason): "\(path): the key of parts cannot be used: \(reason)"
    case .interrupted: "interrupted; nothing was written"
    }
  }
}

extension PartsError: ProblemReporting {
  /// Which problem of the one table each is.
  ///
  /// What never fits is bad input; what may go another time is unavailable.
  public var problemCode: ProblemCode {
    switch self {
    case .planNotFound, .folderMissing, .inputMissing: .inputNotFound
    case .unreadablePlan, .badPlan, .planVersion, .editedPlan, .otherRenderer, .inputChanged,
      .otherFrames, .unfit, .spoiled, .unfitStore, .badKey:
      .badInput
    case .untracked: .trackingNotFound
    case .indivisible, .noSuchPart, .otherKind: .usage
    case .overLimit: .overLimit
    case .incomplete, .damaged, .storeUnavailable, .inputUnreadable, .unsteady, .inProgress:
      .unavailable
    case .interrupted: .interrupted
    }
  }
}

/// Numbers of parts as text.
public enum PartNumbers {
  /// A number and its noun, whose plural ends in s.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The numbers, with ranges where they are in a row: `0-3, 7`.
  public static func text(_ parts: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for part in parts {
      if let last = ranges.last, last.upperBound + 1 == part {
        ranges[ranges.count - 1] = last.lowerBound...part
      } else {
        ranges.append(part...part)
      }
    }
    let told = ranges.prefix(12).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return told.joined(separator: ", ") + (ranges.count > told.count ? ", ..." : "")
  }
}
