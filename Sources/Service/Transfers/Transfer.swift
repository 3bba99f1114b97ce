internal import CCurl
internal import Glibc

/// One request, from the connection to the answer's end.
final class Transfer {
  private let request: TransferRequest
  private let receive: (TransferHead, [UInt8]) -> Bool
  private let source: BodySource
  private var answer = AnswerReader()
  private var receivedBytes: Int64 = 0
  private var refusedAddress: String?

  init(_ request: TransferRequest, receive: @escaping (TransferHead, [UInt8]) -> Bool) {
    (self.request, self.receive) = (request, receive)
    source = BodySource(request.body)
  }

  /// Performs it; the handle is as before afterwards, but for its connections.
  func perform(on handle: CurlHandle) -> TransferAnswer {
    handle.reset()
    defer { handle.reset() }
    var list: UnsafeMutablePointer<curl_slist>?
    for header in request.headers { unsafe list = curl_slist_append(list, header) }
    defer { unsafe curl_slist_free_all(list) }
    let isSet =
      unsafe handle.setUp(request) && listen(on: handle)
      && avo_curl_set_list(handle.raw, CURLOPT_HTTPHEADER, list) == CURLE_OK
    guard isSet else { return TransferAnswer(fault: .hopeless("libcurl refuses an option")) }
    // The callbacks have its address.
    let code = withExtendedLifetime(self) { handle.perform(isStopped: request.isStopped) }
    return TransferAnswer(
      head: answer.head(status: handle.status), fault: code == CURLE_OK ? nil : fault(of: code))
  }

  /// Gives libcurl the callbacks.
  private func listen(on handle: CurlHandle) -> Bool {
    let curl = unsafe handle.raw
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    let pointers = [
      CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
      CURLOPT_OPENSOCKETDATA, CURLOPT_XFERINFODATA,
    ]
    let areSet = pointers.allSatisfy {
      unsafe avo_curl_set_pointer(curl, $0, this) == CURLE_OK
    }
    let takeHeader: curl_write_callback = { bytes, size, count, this in
      let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      return unsafe Transfer.of(this)?.take(header: piece) == true ? size * count : 0
    }
    let takeBody: curl_write_callback = { bytes, size, count, this in
      let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      return unsafe Transfer.of(this)?.take(body: piece) == true ? size * count : 0
    }
    let read: curl_read_callback = { bytes, size, count, this in
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
      return unsafe Transfer.of(this)?.source.read(into: buffer) ?? avo_curl_read_abort
    }
    let seek: curl_seek_callback = { this, place, origin in
      let isThere =
        unsafe origin == SEEK_SET && Transfer.of(this)?.source.seek(to: Int64(place)) == true
      return isThere ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }
    let open: curl_opensocket_callback = { this, _, address in
      guard let transfer = unsafe Transfer.of(this), let address = unsafe address else {
        return avo_curl_bad_socket
      }
      return unsafe transfer.open(address)
    }
    let progress: curl_xferinfo_callback = { this, _, _, _, _ in
      unsafe Transfer.of(this)?.request.isStopped() == true ? 1 : 0
    }
    return unsafe areSet
      && avo_curl_set_writer(curl, CURLOPT_WRITEFUNCTION, takeBody) == CURLE_OK
      && avo_curl_set_writer(curl, CURLOPT_HEADERFUNCTION, takeHeader) == CURLE_OK
      && avo_curl_set_reader(curl, CURLOPT_READFUNCTION, read) == CURLE_OK
      && avo_curl_set_seeker(curl, CURLOPT_SEEKFUNCTION, seek) == CURLE_OK
      && avo_curl_set_opener(curl, CURLOPT_OPENSOCKETFUNCTION, open) == CURLE_OK
      && avo_curl_set_progress(curl, CURLOPT_XFERINFOFUNCTION, progress) == CURLE_OK
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
    unsafe pointer.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Counts an answer's bytes; false where there are too many.
  private func count(_ bytes: Int) -> Bool {
    receivedBytes += Int64(bytes)
    return receivedBytes <= request.maximumAnswerBytes
  }

  private func take(header line: UnsafeRawBufferPointer) -> Bool {
    guard count(line.count) else { return false }
    unsafe answer.take(String(decoding: line, as: UTF8.self))
    return true
  }

  private func take(body piece: UnsafeRawBufferPointer) -> Bool {
    guard count(piece.count), let head = answer.head else { return false }
    return unsafe receive(head, [UInt8](piece))
  }

  /// Makes the socket for an address that the name was resolved to.
  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    if let refusal = request.refusal {
      let length = Int(unsafe address.pointee.addrlen)
      guard let found = unsafe SocketAddress.bytes(avo_curl_address(address), length: length)
      else { return avo_curl_bad_socket }
      if let reason = refusal(found) {
        refusedAddress = reason
        return avo_curl_bad_socket
      }
    }
    return unsafe socket(
      address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
      address.pointee.protocol)
  }

  private func fault(of code: CURLcode) -> TransferFault {
    if source.hasFailed { return .unreadableBody }
    let reason = unsafe String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_ABORTED_BY_CALLBACK: return .stopped
    case CURLE_WRITE_ERROR: return .answerRefused
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT,
      CURLE_WEIRD_SERVER_REPLY, CURLE_PARTIAL_FILE, CURLE_OPERATION_TIMEDOUT,
      CURLE_SSL_CONNECT_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
      CURLE_SEND_FAIL_REWIND, CURLE_AGAIN:
      // Some address was refused and no other answers.
      return refusedAddress.map(TransferFault.addressRefused) ?? .broken(reason)
    default: return refusedAddress.map(TransferFault.addressRefused) ?? .hopeless(reason)
    }
  }
}
