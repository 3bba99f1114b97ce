/// An accepted render, as the store keeps it.
public struct JobRecord: Hashable, Sendable {
  /// The state of a job.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// Waits for its turn.
    case queued
    /// Is being rendered.
    case rendering
    /// Its output is there.
    case done
    /// It cannot be done; `failure` says why.
    case failed
    case cancelled

    /// Whether nothing will change any more.
    public var isFinal: Bool { self == .done || self == .failed || self == .cancelled }
  }

  /// Why a job failed.
  public struct Failure: Hashable, Sendable, Codable {
    /// The stable code, of the service's table of problems.
    public var code: String
    /// One line for people.
    public var detail: String

    /// Makes a failure.
    public init(code: String, detail: String) {
      (self.code, self.detail) = (code, detail)
    }
  }

  /// A random name of 128 bits, which cannot be guessed.
  public var id: String
  /// Its tenant.
  public var tenant: String
  /// Its state.
  public var state: State
  /// What was asked, as JSON; the store does not look into it.
  public var request: String
  /// When it was accepted, in milliseconds since 1970.
  public var createdAt: Int64
  /// When its rendering began the last time.
  public var startedAt: Int64?
  /// When it came to its end.
  public var finishedAt: Int64?
  /// Frames done.
  public var frame = 0
  /// Frames tracked, where the recording is tracked before it is rendered.
  public var trackedFrames = 0
  /// Frames there will be, where that is known.
  public var frameCount: Int?
  /// Frames in which the avatar of at least one face was drawn, once it is done; nil where it has no
  /// avatars.
  public var facesDrawnFrames: Int?
  /// How often its rendering began.
  public var attempts = 0
  /// How many of these do not count for the most that a job may have: they met a full disk.
  public var uncountedAttempts = 0
  /// The attempt whose output it has, once it is done; nil where its output lies beside what was sent, as
  /// earlier versions had it.
  public var resultAttempt: Int?
  /// Why it failed.
  public var failure: Failure?
  /// What a person should know about inputs and output, a line each.
  public var notes: [String] = []
  /// The size of its files, in bytes.
  public var storedBytes: Int64 = 0
  /// Whether what was sent goes when it ends.
  public var purgesInputs = false
  /// When that was done; nil: not yet, or it is not asked for.
  public var inputsPurgedAt: Int64?
  /// From when on its files may not be kept, in milliseconds since 1970; nil for no such time.
  public var endsAt: Int64?
  /// The webhook that gets its end.
  public var webhookURL: String?
  /// The ID of the person that it shows, by which it is erased; nil where nothing says so.
  public var subject: String?

  /// Makes a job that was just accepted.
  public init(
    id: String, tenant: String, request: String, createdAt: Int64, frameCount: Int? = nil,
    storedBytes: Int64 = 0, webhookURL: String? = nil, endsAt: Int64? = nil,
    subject: String? = nil
  ) {
    (self.id, self.tenant) = (id, tenant)
    state = .queued
    (self.request, self.createdAt, self.frameCount) = (request, createdAt, frameCount)
    (self.storedBytes, self.webhookURL, self.endsAt) = (storedBytes, webhookURL, endsAt)
    self.subject = subject
  }

  /// The hold of the worker that claimed it last.
  public var hold: JobHold { JobHold(job: id, attempt: attempts) }
}
