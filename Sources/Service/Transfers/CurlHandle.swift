internal import CCurl

/// A handle of libcurl with its connections; one transfer at a time.
@safe final class CurlHandle: @unchecked Sendable {
  /// libcurl's pointer.
  let raw: UnsafeMutableRawPointer

  /// libcurl's own setting up, which must happen once, before any thread uses it.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Makes a handle; nil where there is no memory.
  init?() {
    guard Self.isReady, let raw = unsafe curl_easy_init() else { return nil }
    unsafe self.raw = raw
  }

  deinit { unsafe curl_easy_cleanup(raw) }

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
