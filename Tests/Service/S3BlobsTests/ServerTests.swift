import Blobs
import Foundation
import S3Blobs
import TestSupport
import Testing

/// What is S3's own, on a real server.
@Suite(.onRealServer, .mostlyWaiting) struct ServerTests {
  private let folder: ScratchFolder
  private let bucket: Bucket

  init() throws { (folder, bucket) = (try ScratchFolder(), try Bucket()) }

  @Test(arguments: [
    (["AWS_SECRET_ACCESS_KEY": "wrong"], "SignatureDoesNotMatch"),
    (["AWS_ACCESS_KEY_ID": "unknown"], "InvalidAccessKeyId"),
  ])
  func `wrong credentials are refused, whatever is asked`(
    variables: [String: String], code: String
  ) throws {
    let store = try bucket.store(variables)
    try refuses(store, code)
  }

  @Test func `a bucket that is not there is refused, whatever is asked`() throws {
    try refuses(bucket.store(at: "s3://there-is-no-such-bucket/x"), "NoSuchBucket")
  }

  private func refuses(_ store: S3BlobStore, _ code: String) throws {
    let (key, other) = (try BlobKey("a"), try BlobKey("b"))
    let file = try folder.write("x", to: "file")
    let calls: [() throws -> Void] = [
      { try store.check() },
      { _ = try store.information(of: key) },
      { _ = try store.list(below: nil) },
      { _ = try store.names(below: key) },
      { _ = try store.bytes(of: key, in: nil) },
      { _ = try store.bytes(of: key, in: 0..<0) },
      { try store.keep([1], as: key, onlyNew: false) },
      { try store.keep([1], as: key, onlyNew: true) },
      { try store.keep(file: file, as: key, onlyNew: false) },
      { _ = try store.localFile(of: key, scratch: folder.path("out")) },
      { _ = try store.localFolder(below: key, scratch: folder.path("out")) },
      { try store.move(key, to: other) },
      { try store.remove(key) },
      { try store.removeAll(below: key, last: nil) },
      { try store.point(key, to: other) },
      { _ = try store.target(of: key) },
      { try store.abortUploads(olderThan: 0) },
    ]
    for (number, call) in calls.enumerated() {
      guard case .refused(_, let reason) = fault(call) else {
        Issue.record("call \(number): \(fault(call).map { "\($0)" } ?? "no fault")")
        continue
      }
      #expect(reason.contains(code), "call \(number)")
    }
    // A file that was not taken is as it was.
    #expect(try folder.names() == ["file"])
  }

  @Test func `40 MB go in parts, and only the part that failed is sent again`() throws {
    let sent = bytes(40 << 20)
    let file = try folder.write(sent, to: "in")
    // Within the second part.
    let key = try BlobKey("videos/ü 長")
    try bucket.through([.cutUp(25 << 20), .passed]) { store, relay throws in
      try store.keep(file: file, as: key, onlyNew: false)
      #expect((40 << 20..<60 << 20).contains(relay.bytesUp))
    }
    let store = try bucket.store()
    #expect(try store.information(of: key)?.bytes == 40 << 20)
    // What tells an object in parts from another.
    #expect(try store.information(of: key)?.tag.hasSuffix("-3") == true)
    #expect(try store.bytes(of: key, in: nil) == sent)
    #expect(
      try store.bytes(of: key, in: 16_777_215..<16_777_217) == Array(sent[16_777_215..<16_777_217]))
    #expect(try store.abortUploads(olderThan: 0) == 0)
    #expect(try folder.names() == [])
    let found = try bucket.curl([], of: "blobs/videos/%C3%BC%20%E9%95%B7")
    #expect(Array(found) == sent)
  }

  @Test func `an upload that fails leaves no object, and what it left is aborted`() throws {
    let file = try folder.write(bytes(12 << 20), to: "in")
    let key = try BlobKey("videos/1")
    let small: (inout S3Settings) -> Void = { settings in
      (settings.partBytes, settings.singleBytes) = (5 << 20, 5 << 20)
    }
    let hasty: (inout S3Settings) -> Void = { settings in
      small(&settings)
      settings.attempts = 1
    }
    // Each connection takes one part and not a second one.
    try bucket.through([.cutUp(7 << 20)], hasty) { store, _ throws in
      #expect(kind { try store.keep(file: file, as: key, onlyNew: false) } == "unavailable")
    }
    #expect(try folder.names() == ["in"])
    let store = try bucket.store([:], small)
    #expect(try store.information(of: key) == nil)
    #expect(try store.list(below: nil) == [])
    // The upload was aborted at once, over a new connection.
    #expect(try store.abortUploads(olderThan: 0) == 0)
    // Begun by a process that was killed then.
    try bucket.curl(["-X", "POST"], of: "blobs/videos/1?uploads=")
    try bucket.curl(["-X", "POST"], of: "blobs/videos/2?uploads=")
    #expect(try store.abortUploads(olderThan: 3600) == 0)
    #expect(try store.abortUploads(olderThan: 0) == 2)
    #expect(try store.abortUploads(olderThan: 0) == 0)
    try store.keep(file: file, as: key, onlyNew: false)
    #expect(try store.bytes(of: key, in: nil) == bytes(12 << 20))
  }

  @Test func `a fetch that breaks off in its body goes on, in memory and to a file`() throws {
    let sent = bytes(20 << 20)
    let key = try BlobKey("videos/1")
    try bucket.store().keep(sent, as: key, onlyNew: true)
    // Three connections; each gets on, so that the number of attempts does not count.
    try bucket.through([.cutDown(7 << 20)], { $0.attempts = 2 }) { store, _ throws in
      let path = try #require(try store.localFile(of: key, scratch: folder.path("out")))
      #expect(try folder.bytes("out") == sent && path == folder.path("out"))
      #expect(try store.bytes(of: key, in: nil) == sent)
      #expect(try store.bytes(of: key, in: 5..<15_000_000) == Array(sent[5..<15_000_000]))
    }
    try bucket.through([.cutDown(0)], { $0.attempts = 3 }) { store, _ throws in
      let path = folder.path("x")
      #expect(kind { _ = try store.localFile(of: key, scratch: path) } == "unavailable")
    }
    #expect(try folder.names() == ["out"])
  }

  @Test func `a write whose answer was lost is known as one's own`() throws {
    let key = try BlobKey("jobs/1/owner")
    try bucket.through([.muted("If-None-Match"), .passed]) { store, _ throws in
      try store.keep([1, 2], as: key, onlyNew: true)
      #expect(try store.bytes(of: key, in: nil) == [1, 2])
    }
    // Another's is not.
    try bucket.through([.muted("If-None-Match"), .passed]) { store, _ throws in
      #expect(
        fault { try store.keep([1, 2], as: key, onlyNew: true) } == .exists(key: "jobs/1/owner"))
    }
    let file = try folder.write(bytes(6 << 20), to: "in")
    let inParts: (inout S3Settings) -> Void = { ($0.partBytes, $0.singleBytes) = (5 << 20, 1) }
    try bucket.through([.muted("<CompleteMultipartUpload"), .passed], inParts) { store, _ throws in
      try store.keep(file: file, as: key, onlyNew: false)
      #expect(try store.bytes(of: key, in: nil) == bytes(6 << 20))
    }
  }

  @Test func `what others put there is found by its bytes, and a wrong hash is damage`() throws {
    let store = try bucket.store()
    let file = try folder.write("from elsewhere", to: "in")
    try bucket.curl(["-T", file], of: "blobs/a/plain")
    #expect(try store.bytes(of: BlobKey("a/plain"), in: nil) == Array("from elsewhere".utf8))
    let wrong = String(repeating: "0", count: 64)
    try bucket.curl(["-T", file, "-H", "x-amz-meta-sha256: \(wrong)"], of: "blobs/a/wrong")
    #expect(kind { _ = try store.bytes(of: BlobKey("a/wrong"), in: nil) } == "damaged")
    // What is no key is none of ours.
    let put = ["-X", "PUT", "--data-binary", "@\(file)"]
    for name in ["", "x//y", "%01"] { try bucket.curl(put, of: "blobs/a/\(name)") }
    #expect(try store.list(below: BlobKey("a")).map(\.key.text) == ["a/plain", "a/wrong"])
    #expect(try store.names(below: BlobKey("a")) == ["plain", "wrong", "x"])
  }

  @Test func `a large blob is moved in parts, with its hash`() throws {
    let sent = bytes(13 << 20)
    let store = try bucket.store { $0.copyBytes = 5 << 20 }
    let (key, other) = (try BlobKey("a/ü b"), try BlobKey("b/ü+ %41"))
    try store.keep(sent, as: key, onlyNew: true)
    try store.move(key, to: other)
    #expect(try store.information(of: key) == nil)
    #expect(try store.information(of: other)?.tag.hasSuffix("-3") == true)
    #expect(try store.bytes(of: other, in: nil) == sent)
    let head = try bucket.curl(["-I"], of: "blobs/b/%C3%BC%2B%20%2541")
    let hash = try Program(named: "sha256sum").succeed([folder.write(sent, to: "sent")])
    let text = String(decoding: hash.prefix(64), as: UTF8.self)
    #expect(String(decoding: head, as: UTF8.self).contains("x-amz-meta-sha256: \(text)"))
  }

  @Test func `a link gives the blob to a client without credentials, for a while`() throws {
    let store = try bucket.store()
    let key = try BlobKey("videos/ü+ %41.mp4")
    try store.keep(Array("moving".utf8), as: key, onlyNew: true)
    let link = try #require(
      try store.link(to: key, seconds: 60, contentType: "video/mp4", fileName: "my ü.mp4"))
    let answer = try Program(named: "curl").run(["-sSi", link]).text
    #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("moving"))
    let lower = answer.lowercased()
    #expect(lower.contains("content-type: video/mp4\r\n"))
    #expect(
      lower.contains(
        "content-disposition: inline; filename=\"my _.mp4\"; filename*=utf-8''my%20%c3%bc.mp4"))
    #expect(lower.contains("cache-control: private, max-age=3600\r\n"))
    let changed = link.replacing("X-Amz-Expires=60", with: "X-Amz-Expires=61")
    #expect(
      try Program(named: "curl").run(["-sSi", changed]).text.contains("SignatureDoesNotMatch"))
    let short = try #require(
      try store.link(to: key, seconds: 1, contentType: "video/mp4", fileName: nil))
    let isOver = try eventually {
      try Program(named: "curl").run(["-sSi", short]).text.hasPrefix("HTTP/1.1 403")
    }
    #expect(isOver)
  }
}
