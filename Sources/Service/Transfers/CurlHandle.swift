internal import CCurl

/// A handle of libcurl with its connections; one transfer at a time.
@safe final class CurlHandle: @unchecked Sendable {
  /// libcurl's pointer.
  let raw: UnsafeMutableRawPointer
  /// What performs it and has its connections: libcurl's own loop looks up once a second only.
  private let loop: UnsafeMutableRawPointer

  /// Milliseconds after which an idle transfer asks whether it is to stop.
  private static let tick: Int32 = 100

  /// libcurl's own setting up, which must happen once, before any thread uses it.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Makes a handle; nil where there is no memory.
  init?() {
    guard Self.isReady, let raw = unsafe curl_easy_init() else { return nil }
    guard let loop = unsafe curl_multi_init() else {
      unsafe curl_easy_cleanup(raw)
      return nil
    }
    unsafe (self.raw, self.loop) = (raw, loop)
  }

  deinit {
    unsafe curl_easy_cleanup(raw)
    unsafe curl_multi_cleanup(loop)
  }

  /// Performs the transfer that was set up, to its end or until it is to stop.
  func perform(isStopped: () -> Bool) -> CURLcode {
    guard unsafe curl_multi_add_handle(loop, raw) == CURLM_OK else { return CURLE_FAILED_INIT }
    defer { unsafe curl_multi_remove_handle(loop, raw) }
    var running: Int32 = 0
    repeat {
      if isStopped() { return CURLE_ABORTED_BY_CALLBACK }
      guard unsafe curl_multi_perform(loop, &running) == CURLM_OK,
        unsafe running == 0 || curl_multi_poll(loop, nil, 0, Self.tick, nil) == CURLM_OK
      else { return CURLE_OUT_OF_MEMORY }
    } while running > 0
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(loop, &left) {
      if unsafe message.pointee.msg == CURLMSG_DONE { return unsafe message.pointee.data.result }
    }
    return CURLE_FAILED_INIT
  }

  /// Forgets all options; connections stay.
  func reset() { unsafe curl_easy_reset(raw) }

  /// Sets an option; false where libcurl does not take it.
  func set(_ option: CURLoption, _ value: Int) -> Bool {
    unsafe avo_curl_set_number(raw, option, value) == CURLE_OK
  }

  /// Sets an option; false where libcurl does not take it.
  func set(_ option: CURLoption, _ value: String) -> Bool {
    unsafe avo_curl_set_text(raw, option, value) == CURLE_OK
  }

  /// Sets an option that is a number of bytes; false where libcurl does not take it.
  func set(_ option: CURLoption, size: Int64) -> Bool {
    unsafe avo_curl_set_size(raw, option, curl_off_t(size)) == CURLE_OK
  }

  /// The last answer's status; 0 for none.
  var status: Int {
    var status = 0
    _ = unsafe avo_curl_number(raw, CURLINFO_RESPONSE_CODE, &status)
    return status
  }
}
