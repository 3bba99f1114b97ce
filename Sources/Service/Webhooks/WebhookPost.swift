internal import Transfers

/// One POST to a receiver, from the connection to the answer's status.
enum WebhookPost {
  struct Outcome: Hashable, Sendable {
    /// The answer's status; nil where there was none.
    var status: Int?
    /// What went wrong on the way; nil where nothing did.
    var error: String?
    /// Whether it was given up because the service stops.
    var isInterrupted = false
  }

  /// Each connection is checked; none is kept.
  private static let pool = TransferPool(keeping: 0)

  /// Posts a body.
  ///
  /// - Parameters:
  ///   - headers: whole header lines.
  ///   - allowsPrivate: whether the address may be one of this network.
  ///   - isStopped: asked about once a second; ends the transfer.
  static func send(
    _ body: [UInt8], to url: WebhookURL, headers: [String], allowsPrivate: Bool,
    settings: WebhookSettings, isStopped: @escaping @Sendable () -> Bool
  ) -> Outcome {
    var request = TransferRequest(
      "POST", url.text, headers: headers, body: .bytes(body),
      maximumAnswerBytes: Int64(settings.maximumAnswerBytes),
      userAgent: "avatar-overlay-webhook/1", isStopped: isStopped)
    request.times.connectSeconds = settings.connectSeconds
    request.times.totalSeconds = settings.attemptSeconds
    request.certificateFile = settings.certificateFile
    // The environment's proxies would connect in our place, unchecked.
    (request.usesProxies, request.keepsConnection) = (false, false)
    request.refusal = { address in
      do throws(WebhookFault) {
        try WebhookPolicy.check(IPAddress(bytes: address), allowsPrivate: allowsPrivate)
        return nil
      } catch {
        return "\(error)"
      }
    }
    return outcome(of: pool.perform(request))
  }

  private static func outcome(of answer: TransferAnswer) -> Outcome {
    switch answer.fault {
    case .stopped: Outcome(isInterrupted: true)
    // A receiver that has answered 200 has taken it, however long its body.
    case .answerRefused where answer.head != nil, nil: Outcome(status: answer.head?.status)
    case .some(let fault): Outcome(status: answer.head?.status, error: "\(fault)")
    }
  }
}
