internal import Foundation
internal import Transfers

/// Asks a service that listens on this machine whether it is ready: one request over plain HTTP.
public struct HealthProbe: Sendable {
  /// Why there was no answer.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: where, and what happened.
    public let description: String
  }

  /// The most bytes of an answer.
  private static let maximumAnswerBytes: Int64 = 1 << 16

  /// The scheme, the host and the port.
  private let place: String
  private let seconds: Double

  /// Reads a URL such as `http://127.0.0.1:8080`; nil for anything else than plain HTTP.
  public init?(url: String, seconds: Double) {
    guard let parts = URLComponents(string: url), parts.scheme == "http", let host = parts.host,
      !host.isEmpty
    else { return nil }
    place = "http://\(host):\(parts.port ?? 80)"
    self.seconds = seconds
  }

  /// Gives the status and the body of `GET /health/ready`, which come whole within the seconds.
  public func ask() throws(Failure) -> (status: Int, body: String) {
    var request = TransferRequest(
      "GET", "\(place)/health/ready", headers: ["Accept: application/json"],
      maximumAnswerBytes: Self.maximumAnswerBytes, userAgent: "avatar-overlay-health/1")
    request.times.connectSeconds = seconds
    request.times.totalSeconds = seconds
    var body: [UInt8] = []
    let answer = TransferPool(keeping: 0).perform(request) { _, piece in
      body += piece
      return true
    }
    if let fault = answer.fault { throw Failure(description: "\(place): \(fault)") }
    guard let head = answer.head else {
      throw Failure(description: "\(place): the answer is not an HTTP response")
    }
    return (head.status, String(decoding: body, as: UTF8.self))
  }
}
