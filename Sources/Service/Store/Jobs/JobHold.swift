/// The right to work on a job, which a claim gives: one attempt at it.
///
/// It ends with the attempt: when the job comes to its end, goes back into the queue, is cancelled, or when its
/// lease ran out and another worker claimed it. Whatever a worker says of a job with a hold that has ended
/// changes nothing.
public struct JobHold: Hashable, Sendable {
  /// The job's id.
  public var job: String
  /// Which attempt at it, counted from 1; no two claims of a job have the same.
  public var attempt: Int

  /// Makes a hold, as `JobRecord.hold` does.
  public init(job: String, attempt: Int) { (self.job, self.attempt) = (job, attempt) }
}
