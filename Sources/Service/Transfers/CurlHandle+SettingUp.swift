internal import CCurl

extension CurlHandle {
  /// Sets what a request says; false where libcurl does not know an option.
  func setUp(_ request: TransferRequest) -> Bool {
    setConnection(request) && setProtocol(request) && setBody(request) && setTimes(request.times)
  }

  private func setProtocol(_ request: TransferRequest) -> Bool {
    let scheme = request.url.hasPrefix("https:") ? "https" : "http"
    return
      // Signals would end a process of many threads.
      set(CURLOPT_NOSIGNAL, 1) && set(CURLOPT_NOPROGRESS, 0)
      // A transfer that is told to stop does not wait for the resolver, which may take long.
      && set(CURLOPT_QUICK_EXIT, 1)
      // The target of a redirect is not checked.
      && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
      && set(CURLOPT_PATH_AS_IS, 1) && set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
      && set(CURLOPT_URL, request.url) && set(CURLOPT_PROTOCOLS_STR, scheme)
      && set(CURLOPT_USERAGENT, request.userAgent)
  }

  private func setConnection(_ request: TransferRequest) -> Bool {
    // The environment's proxies would connect in our place, unchecked.
    (request.usesProxies || set(CURLOPT_PROXY, "") && set(CURLOPT_NOPROXY, "*"))
      // Where each connection is checked, none is kept.
      && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      && set(CURLOPT_FORBID_REUSE, request.keepsConnection ? 0 : 1)
      && set(CURLOPT_TCP_KEEPALIVE, 1) && set(CURLOPT_BUFFERSIZE, 256 * 1024)
      && set(CURLOPT_UPLOAD_BUFFERSIZE, 256 * 1024)
      && (request.certificateFile.map { set(CURLOPT_CAINFO, $0) } ?? true)
  }

  private func setBody(_ request: TransferRequest) -> Bool {
    switch request.body {
    case .none where request.method == "HEAD": set(CURLOPT_NOBODY, 1)
    case .none: set(CURLOPT_CUSTOMREQUEST, request.method)
    case .bytes, .file:
      set(CURLOPT_UPLOAD, 1) && set(CURLOPT_CUSTOMREQUEST, request.method)
        && set(CURLOPT_INFILESIZE_LARGE, size: request.body.count)
    }
  }

  private func setTimes(_ times: TransferTimes) -> Bool {
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(times.connectSeconds * 1000))
      && (times.totalSeconds.map { set(CURLOPT_TIMEOUT_MS, Int($0 * 1000)) } ?? true)
      && (times.stallSeconds.map {
        set(CURLOPT_LOW_SPEED_TIME, $0) && set(CURLOPT_LOW_SPEED_LIMIT, times.stallBytes)
      } ?? true)
  }
}
