internal import CCurl
internal import Foundation
internal import Synchronization

/// One POST, from the connection to the answer's status.
final class Transfer {
  /// What came of it.
  struct Outcome: Hashable, Sendable {
    /// The answer's status; nil where there was none.
    var status: Int?
    /// What went wrong on the way; nil where nothing did.
    var error: String?
    /// Whether it was given up because the service stops.
    var isInterrupted = false
  }

  private let allowsPrivate: Bool
  private let isStopped: @Sendable () -> Bool
  private let maximumBytes: Int
  private var receivedBytes = 0
  private var refusedAddress: String?

  private init(allowsPrivate: Bool, maximumBytes: Int, isStopped: @escaping @Sendable () -> Bool) {
    self.allowsPrivate = allowsPrivate
    self.maximumBytes = maximumBytes
    self.isStopped = isStopped
  }

  /// libcurl's own setting up, which must happen once, before any thread uses it.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Posts a body.
  ///
  /// - Parameters:
  ///   - headers: whole header lines.
  ///   - allowsPrivate: whether the address may be one of this network.
  ///   - isStopped: asked about once a second; ends the transfer.
  static func post(
    _ body: [UInt8], to url: WebhookURL, headers: [String], allowsPrivate: Bool,
    settings: WebhookSettings, isStopped: @escaping @Sendable () -> Bool
  ) -> Outcome {
    guard isReady, let curl = unsafe curl_easy_init() else {
      return Outcome(error: "libcurl cannot be set up")
    }
    defer { unsafe curl_easy_cleanup(curl) }
    let transfer = Transfer(
      allowsPrivate: allowsPrivate, maximumBytes: settings.maximumAnswerBytes,
      isStopped: isStopped)
    var list: UnsafeMutablePointer<curl_slist>?
    for header in headers { unsafe list = curl_slist_append(list, header) }
    defer { unsafe curl_slist_free_all(list) }
    let code = unsafe body.withUnsafeBytes { body in
      let isSet =
        unsafe setUp(curl, url: url, settings)
        && set(curl, CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
        && avo_curl_set_pointer(
          curl, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: body.baseAddress))
          == CURLE_OK
        && avo_curl_set_list(curl, CURLOPT_HTTPHEADER, list) == CURLE_OK
        && transfer.listen(to: curl)
      return unsafe isSet ? curl_easy_perform(curl) : CURLE_FAILED_INIT
    }
    // The callbacks have its address.
    return withExtendedLifetime(transfer) { unsafe transfer.outcome(of: code, curl) }
  }

  /// What is the same for every transfer; false where libcurl does not know an option.
  private static func setUp(
    _ curl: UnsafeMutableRawPointer, url: WebhookURL, _ settings: WebhookSettings
  ) -> Bool {
    let numbers: [(CURLoption, Int)] = [
      // Signals would end a process of many threads.
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_POST, 1), (CURLOPT_NOPROGRESS, 0),
      // A redirect leads where nobody checked.
      (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (CURLOPT_PATH_AS_IS, 1),
      // Each connection is checked; none is kept.
      (CURLOPT_FORBID_REUSE, 1),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
      (CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectSeconds * 1000)),
      (CURLOPT_TIMEOUT_MS, Int(settings.attemptSeconds * 1000)),
    ]
    let texts: [(CURLoption, String)] = [
      (CURLOPT_URL, url.text), (CURLOPT_PROTOCOLS_STR, url.origin.scheme),
      // The environment's proxies would connect in our place, unchecked.
      (CURLOPT_PROXY, ""), (CURLOPT_NOPROXY, "*"),
      (CURLOPT_USERAGENT, "avatar-overlay-webhook/1"),
    ]
    let certificates = settings.certificateFile.map { [(CURLOPT_CAINFO, $0)] } ?? []
    return numbers.allSatisfy {
      unsafe avo_curl_set_number(curl, $0.0, $0.1) == CURLE_OK
    }
      && (texts + certificates).allSatisfy {
        unsafe avo_curl_set_text(curl, $0.0, $0.1) == CURLE_OK
      }
  }

  private static func set(
    _ curl: UnsafeMutableRawPointer, _ option: CURLoption, size: Int
  ) -> Bool {
    unsafe avo_curl_set_size(curl, option, curl_off_t(size)) == CURLE_OK
  }

  /// Gives libcurl the callbacks.
  private func listen(to curl: UnsafeMutableRawPointer) -> Bool {
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    let pointers = [
      CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_XFERINFODATA,
    ]
    let areSet = pointers.allSatisfy {
      unsafe avo_curl_set_pointer(curl, $0, this) == CURLE_OK
    }
    let take: curl_write_callback = { _, size, count, this in
      unsafe Transfer.of(this)?.take(size * count) == true ? size * count : 0
    }
    let open: curl_opensocket_callback = { this, _, address in
      guard let transfer = unsafe Transfer.of(this), let address = unsafe address else {
        return avo_curl_bad_socket
      }
      return unsafe transfer.open(address)
    }
    let progress: curl_xferinfo_callback = { this, _, _, _, _ in
      unsafe Transfer.of(this)?.isStopped() == true ? 1 : 0
    }
    return unsafe areSet && avo_curl_set_writer(curl, CURLOPT_WRITEFUNCTION, take) == CURLE_OK
      && avo_curl_set_writer(curl, CURLOPT_HEADERFUNCTION, take) == CURLE_OK
      && avo_curl_set_opener(curl, CURLOPT_OPENSOCKETFUNCTION, open) == CURLE_OK
      && avo_curl_set_progress(curl, CURLOPT_XFERINFOFUNCTION, progress) == CURLE_OK
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
    unsafe pointer.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Counts an answer's bytes; false where there are too many.
  private func take(_ count: Int) -> Bool {
    receivedBytes += count
    return receivedBytes <= maximumBytes
  }

  /// Makes the socket for an address that the name was resolved to: the address that is checked is
  /// the one that is connected to, whatever the name means a moment later.
  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let length = Int(unsafe address.pointee.addrlen)
    guard let found = unsafe IPAddress(avo_curl_address(address), length: length) else {
      return avo_curl_bad_socket
    }
    do {
      try WebhookPolicy.check(found, allowsPrivate: allowsPrivate)
    } catch {
      refusedAddress = "\(error)"
      return avo_curl_bad_socket
    }
    return unsafe socket(
      address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
      address.pointee.protocol)
  }

  private func outcome(of code: CURLcode, _ curl: UnsafeMutableRawPointer) -> Outcome {
    if code == CURLE_ABORTED_BY_CALLBACK { return Outcome(isInterrupted: true) }
    var status = 0
    _ = unsafe avo_curl_number(curl, CURLINFO_RESPONSE_CODE, &status)
    // Who has said 200 has taken it, however long the words that follow. A status of 1xx is not yet
    // an answer.
    let isAnswered = status >= 200
    if isAnswered, code == CURLE_OK || code == CURLE_WRITE_ERROR {
      return Outcome(status: status)
    }
    let reason = unsafe refusedAddress ?? String(cString: curl_easy_strerror(code))
    return Outcome(status: isAnswered ? status : nil, error: reason)
  }
}
