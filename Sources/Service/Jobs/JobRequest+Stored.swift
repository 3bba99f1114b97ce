internal import Foundation
public import Store

extension JobRequest {
  /// The request of a job as the store has it; nil where it cannot be read.
  public init?(of job: JobRecord) {
    guard let request = try? JSONDecoder().decode(JobRequest.self, from: Data(job.request.utf8))
    else { return nil }
    self = request
  }
}
