internal import Text

/// What is wrong with a request to the server of a review.
enum ReviewServerFault: Error, Hashable {
  /// The request names another host.
  case foreignHost(String)
  /// It does not have the token of the page.
  case foreignPage
  /// Its body is not what the page sends.
  case badBody(String)
  /// There is no reason.
  case noReason
}

extension ReviewServerFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .foreignHost(let host):
      "the request is for the host \"\(Shown.text(host))\"; expected 127.0.0.1 or localhost"
    case .foreignPage:
      "the request is not from the page that this server has served; load the page again"
    case .badBody(let reason): "the request is malformed: \(reason)"
    case .noReason: "there is no reason; state why the pictures become golden"
    }
  }
}

extension ReviewServerFault {
  /// The answer's status.
  var status: Int {
    switch self {
    case .foreignHost, .foreignPage: 403
    case .badBody, .noReason: 400
    }
  }
}
