internal import Blobs
internal import Digests
internal import Transfers

/// Fetches an object, from where it broke off if need be, and checks what came.
final class S3Download {
  /// Where the bytes go.
  private let sink: any DownloadSink
  private let client: S3Client
  private let object: String
  private let key: BlobKey
  /// Which bytes are wanted; nil for all.
  private let range: Range<Int64>?

  /// What is known since the first answer: the bytes to come in all, the version, and their hash, where these are
  /// all bytes of the object.
  private var expected: (bytes: Int64, tag: String, hash: String?)?
  private var received: Int64 = 0
  private var hash = SHA256()
  /// What went wrong with what came, which ends the attempt.
  private var fault: BlobError?
  /// Whether the object is another one than that of the first answer.
  private var hasChanged = false

  init(
    _ object: String, of key: BlobKey, range: Range<Int64>?, by client: S3Client,
    to sink: any DownloadSink
  ) {
    (self.object, self.key, self.range) = (object, key, range)
    (self.client, self.sink) = (client, sink)
  }

  /// Fetches it; false where there is none.
  ///
  /// - Throws: `BlobError.damaged` where the bytes are not those that were kept, twice.
  func fetch() throws(BlobError) -> Bool {
    guard try fetchOnce() else { return false }
    guard damage != nil else { return true }
    // What was changed on its way comes as it is the second time.
    try restart()
    guard try fetchOnce() else { return false }
    if let damage { throw damage }
    return true
  }

  /// With so many further bytes a fetch gets on: a byte an attempt would go on for ever.
  private static let progressBytes: Int64 = 1 << 20

  /// Fetches it without looking at its hash; false where there is none.
  private func fetchOnce() throws(BlobError) -> Bool {
    // The failures since so many bytes were there.
    var (failures, counted) = (0, received)
    while true {
      let attempt: S3Attempt
      do throws(BlobError) {
        attempt = try client.attempt(call) { [self] head, piece in take(piece, of: head) }
      } catch {
        guard hasChanged else { throw fault ?? error }
        attempt = .later(reason: "\(key) is being replaced", seconds: nil)
      }
      var (reason, least): (String, Double?) = ("\(key) is being replaced", nil)
      switch attempt {
      case .answer(let answer) where answer.isDone:
        // A blob without a byte has no piece.
        if expected == nil { expect(TransferHead(status: answer.status, fields: answer.fields)) }
        if let fault { throw fault }
        if received == expected?.bytes { return true }
        reason = "the answer ended too early"
      case .answer(let answer) where answer.status == 404: return false
      case .answer(let answer) where answer.status == 416 && received == 0:
        throw outside
      case .answer: hasChanged = true
      case .later(let text, let seconds): (reason, least) = (text, seconds)
      }
      if hasChanged { try restart() }
      failures += 1
      if received < counted {
        // It begins anew, which is no progress.
        counted = received
      } else if received - counted >= Self.progressBytes {
        (failures, counted) = (1, received)
      }
      try client.wait(after: failures, reason: reason, least: least)
    }
  }

  private var call: S3Call {
    var call = S3Call("GET", object)
    let start = (range?.lowerBound ?? 0) + received
    if let range {
      call.fields.append(("Range", "bytes=\(start)-\(range.upperBound - 1)"))
    } else if received > 0 {
      call.fields.append(("Range", "bytes=\(start)-"))
    }
    if let expected, received > 0, !expected.tag.isEmpty {
      call.fields.append(("If-Match", expected.tag))
    }
    return call
  }

  /// Takes a piece of the body; false ends the attempt.
  private func take(_ piece: [UInt8], of head: TransferHead) -> Bool {
    if expected == nil { expect(head) }
    guard fault == nil, let expected else { return false }
    guard (head.fields["etag"] ?? "") == expected.tag else {
      hasChanged = true
      return false
    }
    guard received + Int64(piece.count) <= expected.bytes else {
      fault = .unusable(
        place: client.place.text, reason: "it answers more bytes of \(key) than it said")
      return false
    }
    if expected.hash != nil { hash.append(piece) }
    received += Int64(piece.count)
    do throws(BlobError) {
      try sink.take(piece)
    } catch {
      fault = error
      return false
    }
    return true
  }

  /// Notes what the first answer says of the object.
  private func expect(_ head: TransferHead) {
    let bytes: Int64?
    var isWhole = true
    if let range {
      let field = head.status == 206 ? head.fields["content-range"] : nil
      bytes = Self.count(of: range, in: field)
      isWhole = range.lowerBound == 0 && field?.hasSuffix("/\(range.upperBound)") == true
    } else {
      bytes = head.status == 200 ? head.fields["content-length"].flatMap { Int64($0) } : nil
    }
    guard let bytes, bytes >= 0, bytes <= sink.most else {
      fault =
        bytes ?? -1 > sink.most
        ? .unusable(place: client.place.text, reason: "\(key) has more than \(sink.most) bytes")
        : range == nil || head.status != 206
          ? .unusable(place: client.place.text, reason: "it does not say how long \(key) is")
          : outside
      return
    }
    let hash = isWhole ? head.fields[S3BlobStore.hashField] : nil
    expected = (bytes, head.fields["etag"] ?? "", hash)
  }

  /// The bytes of a range that an answer has; nil where it has not just these.
  private static func count(of range: Range<Int64>, in field: String?) -> Int64? {
    guard let field, field.hasPrefix("bytes \(range.lowerBound)-\(range.upperBound - 1)/") else {
      return nil
    }
    return range.upperBound - range.lowerBound
  }

  private var outside: BlobError {
    let bytes = range.map { "\($0.lowerBound) to \($0.upperBound)" } ?? ""
    return .unusable(place: client.place.text, reason: "\(key) has no bytes \(bytes)")
  }

  private func restart() throws(BlobError) {
    (expected, received, hash, fault, hasChanged) = (nil, 0, SHA256(), nil, false)
    try sink.restart()
  }

  /// The fault of bytes that are not those that were kept.
  ///
  /// What others put there has no hash.
  private var damage: BlobError? {
    guard let kept = expected?.hash, kept != hash.hex else { return nil }
    return .damaged(key: key.text, found: hash.hex, expected: kept)
  }
}
