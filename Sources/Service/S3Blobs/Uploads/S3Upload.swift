internal import Blobs
internal import Transfers

/// An object that is sent, or copied, in parts.
struct S3Upload {
  private let object: NewObject
  private let client: S3Client

  init(_ object: NewObject, by client: S3Client) {
    (self.object, self.client) = (object, client)
  }

  /// Sends a file; a part that fails is sent again, without those before it.
  func send(_ file: HashedFile) throws(BlobError) {
    try inParts(file.parts.count) { number throws(BlobError) in
      let part = file.parts[number]
      var call = S3Call("PUT", object.name)
      (call.body, call.bodyHash) = (.file(path: file.path, range: part.range), part.hash)
      return call
    } tag: { answer in
      answer.fields["etag"]
    }
  }

  /// Copies another object of the bucket.
  func copy(_ source: String, ranges: [Range<Int64>]) throws(BlobError) {
    try inParts(ranges.count) { number throws(BlobError) in
      let range = ranges[number]
      var call = S3Call("PUT", object.name)
      call.send([])
      call.fields = [
        (S3BlobStore.sourceField, client.source(source)),
        ("x-amz-copy-source-range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)"),
      ]
      call.isWork = true
      return call
    } tag: { answer in
      XMLTree(answer.body)?.text(of: "ETag")
    }
  }

  /// Begins an upload, makes its parts, and puts them together; what fails leaves nothing on the server.
  private func inParts(
    _ count: Int, part: (Int) throws(BlobError) -> S3Call, tag: (S3Answer) -> String?
  ) throws(BlobError) {
    // What a killed process left of this object costs its owner, and is of no use.
    _ = try? PendingUploads(client).abort(below: object.name, olderThan: PendingUploads.day)
    let upload = try begin()
    do throws(BlobError) {
      var tags: [String] = []
      for number in 0..<count {
        var call = try part(number)
        call.query = [("partNumber", "\(number + 1)"), ("uploadId", upload)]
        let answer = try client.send(call)
        guard answer.isDone, let tag = tag(answer), !tag.isEmpty, tag.utf8.count <= 256 else {
          throw garbage("status \(answer.status) for part \(number + 1)")
        }
        tags.append(tag)
      }
      try complete(upload, tags)
    } catch {
      _ = try? client.send(S3Call("DELETE", object.name, query: [("uploadId", upload)]))
      throw error
    }
  }

  private func begin() throws(BlobError) -> String {
    let call = S3Call("POST", object.name, query: [("uploads", "")], fields: object.fields)
    var sent = call
    sent.send([])
    let answer = try client.sendNew(sent) { answer in
      guard let upload = XMLTree(answer.body)?.text(of: "UploadId") else { return }
      _ = try? client.send(S3Call("DELETE", object.name, query: [("uploadId", upload)]))
    }
    guard answer.isDone, let tree = XMLTree(answer.body),
      tree.name == "InitiateMultipartUploadResult", let upload = tree.text(of: "UploadId"),
      (1...1024).contains(upload.utf8.count)
    else { throw garbage("status \(answer.status) for a new upload") }
    return upload
  }

  private func complete(_ upload: String, _ tags: [String]) throws(BlobError) {
    var call = S3Call("POST", object.name, query: [("uploadId", upload)])
    let parts = tags.enumerated().map { number, tag in
      "<Part><PartNumber>\(number + 1)</PartNumber><ETag>\(Self.escaped(tag))</ETag></Part>"
    }
    let document =
      "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
      + parts.joined() + "</CompleteMultipartUpload>"
    call.send(Array(document.utf8))
    call.fields = [("Content-Type", "application/xml")]
    if object.onlyNew { call.fields.append(("If-None-Match", "*")) }
    call.isWork = true
    let answer = try client.send(call)
    if answer.isDone, XMLTree(answer.body)?.name == "CompleteMultipartUploadResult" { return }
    // The answer to an attempt may have been lost on its way, and not the attempt.
    if answer.failures > 0, try isWritten() { return }
    if answer.status == 412 { throw .exists(key: object.key.text) }
    throw garbage("status \(answer.status) for an upload that was to be put together")
  }

  private func isWritten() throws(BlobError) -> Bool {
    let answer = try client.send(S3Call("HEAD", object.name))
    return answer.isDone && answer.fields[S3BlobStore.writerField] == object.writer
  }

  private func garbage(_ what: String) -> BlobError {
    .unusable(
      place: client.place.text, reason: "what answers is not S3, or not all of it: \(what)")
  }

  /// A text within XML.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}
