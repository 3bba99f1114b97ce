import Blobs
import Foundation
import S3Blobs
import TestSupport
import Testing

/// A bucket that notes what writes ask for: Python's HTTP server, which checks each signature by the rules of AWS.
private final class NotingBucket {
  /// A request that a signature was checked of.
  struct Request: Decodable {
    var method: String
    /// What of S3 it is: `PutObject`, `CopyObject`, `CreateMultipartUpload` and others.
    var action: String
    var key: String
    /// The fields of encryption, all of which were signed.
    var fields: [String: String]
  }

  private static let script = """
    import email.utils, hashlib, hmac, http.server, json, sys, threading, urllib.parse

    mode, objects, uploads, lock = sys.argv[1], {}, {}, threading.Lock()
    ENCRYPTION = "x-amz-server-side-encryption"

    def signature(handler, url, names, scope):
        day, region, service, end = scope
        query = "&".join(sorted(
            "%s=%s" % tuple(urllib.parse.quote(t, safe="-_.~") for t in item)
            for item in urllib.parse.parse_qsl(url.query, keep_blank_values=True)))
        lines = [handler.command, url.path, query]
        lines += ["%s:%s" % (n, handler.headers[n].strip()) for n in names]
        lines += ["", ";".join(names), handler.headers["x-amz-content-sha256"]]
        text = "\\n".join(["AWS4-HMAC-SHA256", handler.headers["x-amz-date"], "/".join(scope),
                          hashlib.sha256("\\n".join(lines).encode()).hexdigest()])
        key = b"AWS4secret"
        for part in scope:
            key = hmac.new(key, part.encode(), "sha256").digest()
        return hmac.new(key, text.encode(), "sha256").hexdigest()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def answer(self, status, body="", fields={}):
            body = body.encode() if isinstance(body, str) else body
            self.send_response(status)
            fields = dict(fields)
            if self.asked and mode == "encrypts":
                fields.update(self.asked)
            for name, value in fields.items():
                self.send_header(name, value)
            if self.command != "HEAD" or status != 200:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
        def act(self):
            url = urllib.parse.urlsplit(self.path)
            key = urllib.parse.unquote(url.path.lstrip("/").partition("/")[2])
            query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.asked = {n.lower(): v for n, v in self.headers.items() if n.lower().startswith(ENCRYPTION)}
            words = dict(w.strip().split("=", 1) for w in self.headers["Authorization"].split(" ", 1)[1].split(","))
            names, scope = words["SignedHeaders"].split(";"), words["Credential"].split("/")[1:]
            isSigned = set(self.asked) <= set(names) and signature(self, url, names, scope) == words["Signature"]
            isCopy = "x-amz-copy-source" in self.headers
            if self.command == "PUT":
                kind = "UploadPart" if "uploadId" in query else "Object"
                action = kind + "Copy" if isCopy and kind != "Object" else "CopyObject" if isCopy \\
                    else "PutObject" if kind == "Object" else kind
            elif self.command == "POST":
                action = "CreateMultipartUpload" if "uploads" in query else "CompleteMultipartUpload"
            else:
                action = self.command
            with lock, open("requests", "a") as log:
                log.write(json.dumps(dict(method=self.command, action=action, key=key, fields=self.asked)) + "\\n")
            if not isSigned:
                return self.answer(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>")
            if self.asked and mode == "refuses":
                return self.answer(400, "<Error><Code>InvalidArgument</Code><Message>no such key</Message></Error>")
            if self.asked and mode == "cannot":
                return self.answer(501, "<Error><Code>NotImplemented</Code><Message>no KMS</Message></Error>")
            meta = {n.lower(): v for n, v in self.headers.items() if n.lower().startswith("x-amz-meta-")}
            source = urllib.parse.unquote(self.headers.get("x-amz-copy-source", "")).partition("/abc/")[2]
            if action == "PutObject":
                objects[key] = (body, meta)
                self.answer(200, fields={"ETag": '"t"'})
            elif action == "CopyObject":
                objects[key] = objects[source]
                self.answer(200, "<CopyObjectResult><ETag>t</ETag></CopyObjectResult>")
            elif action == "CreateMultipartUpload":
                uploads["u1"] = (b"", meta)
                self.answer(200, "<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>")
            elif action.startswith("UploadPart"):
                if isCopy:
                    first, last = self.headers["x-amz-copy-source-range"][len("bytes="):].split("-")
                    body = objects[source][0][int(first):int(last) + 1]
                old, meta = uploads["u1"]
                uploads["u1"] = (old + body, meta)
                self.answer(200, "<CopyPartResult><ETag>t</ETag></CopyPartResult>" if isCopy else "", {"ETag": "t"})
            elif action == "CompleteMultipartUpload":
                objects[key] = uploads.pop("u1")
                self.answer(200, "<CompleteMultipartUploadResult/>")
            elif self.command == "DELETE":
                (uploads.pop if "uploadId" in query else objects.pop)(query.get("uploadId", key), None)
                self.answer(204)
            elif not key and "uploads" in query:
                self.answer(200, "<ListMultipartUploadsResult/>")
            elif not key:
                self.answer(200, "<ListBucketResult><IsTruncated>false</IsTruncated>%s</ListBucketResult>" % "".join(
                    "<Contents><Key>%s</Key><Size>%d</Size><LastModified>2009-10-12T17:50:30.000Z</LastModified></Contents>"
                    % (name, len(objects[name][0])) for name in sorted(objects) if name.startswith(query["prefix"])))
            elif key not in objects:
                self.answer(404, "<Error><Code>NoSuchKey</Code></Error>")
            else:
                fields = dict(objects[key][1], ETag='"t"')
                fields["Last-Modified"] = email.utils.formatdate(usegmt=True)
                if self.command == "HEAD":
                    fields["Content-Length"] = str(len(objects[key][0]))
                self.answer(200, objects[key][0], fields)
        do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = act
        def log_message(self, *words):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print("port %d." % server.server_port, file=sys.stderr, flush=True)
    server.serve_forever()
    """

  private let folder: ScratchFolder
  private let program: PythonServer

  /// - Parameter mode: what it does where encryption is asked for: `encrypts`, `ignores`, `refuses`, `cannot`.
  init(_ mode: String = "encrypts") throws {
    folder = try ScratchFolder()
    program = try PythonServer(Self.script, [mode], in: folder)
  }

  func store(
    _ encryption: BlobEncryption?, _ change: (inout S3Settings) -> Void = { _ in }
  ) throws -> S3BlobStore {
    try S3BlobStore(
      "s3://abc",
      environment: [
        "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(program.port)",
      ],
      settings: .quick {
        $0.encryption = encryption
        change(&$0)
      })
  }

  /// What came so far.
  var requests: [Request] {
    get throws {
      try folder.bytes("requests").split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Request.self, from: Data($0))
      }
    }
  }
}

/// Server-side encryption by request.
@Suite(.mostlyWaiting) struct EncryptionTests {
  /// All ways in which objects are written; gives the requests.
  private static func write(_ encryption: BlobEncryption?) throws -> [NotingBucket.Request] {
    let (bucket, folder) = (try NotingBucket(), try ScratchFolder())
    let store = try bucket.store(encryption) {
      ($0.singleBytes, $0.partBytes, $0.copyBytes) = (4096, 4096, 4096)
    }
    let (short, long) = (bytes(1000), bytes(10_000))
    try folder.write(long, to: "long")
    try store.keep(short, as: BlobKey("short"), onlyNew: true)
    try store.keep(file: folder.path("long"), as: BlobKey("long"), onlyNew: false)
    try store.point(BlobKey("name"), to: BlobKey("short"))
    for key in ["short", "long"] { try store.move(BlobKey(key), to: BlobKey("moved-\(key)")) }
    #expect(try store.bytes(of: BlobKey("moved-short"), in: nil) == short)
    #expect(try store.bytes(of: BlobKey("moved-long"), in: nil) == long)
    #expect(try store.target(of: BlobKey("name")) == BlobKey("short"))
    return try bucket.requests
  }

  /// The actions of S3 that begin an object; parts and what puts them together take no such fields.
  private static let beginning: Set = ["PutObject", "CopyObject", "CreateMultipartUpload"]
  private static let field = "x-amz-server-side-encryption"
  private static let keyField = "x-amz-server-side-encryption-aws-kms-key-id"

  @Test(arguments: [
    ("AES256", "", [field: "AES256"]),
    ("aws:kms", "", [field: "aws:kms"]),
    (
      "aws:kms", "arn:aws:kms:eu-west-3:111122223333:key/a-b",
      [field: "aws:kms", keyField: "arn:aws:kms:eu-west-3:111122223333:key/a-b"]
    ),
  ])
  func `every request that begins an object asks for encryption, and no other`(
    mode: String, key: String, expected: [String: String]
  ) throws {
    let requests = try Self.write(BlobEncryption.read(mode: mode, keyID: key, place: "s3://abc"))
    #expect(Set(requests.map(\.action)).isSuperset(of: Self.beginning))
    #expect(Set(requests.map(\.action)).isSuperset(of: ["UploadPart", "UploadPartCopy", "DELETE"]))
    for request in requests {
      #expect(
        request.fields == (Self.beginning.contains(request.action) ? expected : [:]),
        "\(request.action) \(request.key)")
    }
  }

  @Test func `nothing asks for encryption by default`() throws {
    let requests = try Self.write(nil)
    #expect(Set(requests.map(\.action)).isSuperset(of: Self.beginning))
    #expect(requests.allSatisfy { $0.fields.isEmpty })
  }

  @Test(arguments: [
    (
      "refuses", "refused",
      "InvalidArgument: no such key; what was asked for is encryption by aws:kms with the key k1"
    ),
    (
      "cannot", "unusable",
      "NotImplemented: no KMS; what was asked for is encryption by aws:kms with the key k1"
    ),
    ("ignores", "unusable", "does not say that it encrypted a new object"),
  ])
  func `a bucket that does not encrypt is named in one line, and keeps nothing`(
    mode: String, kind: String, words: String
  ) throws {
    let (bucket, folder) = (try NotingBucket(mode), try ScratchFolder())
    let encryption = try BlobEncryption.read(mode: "aws:kms", keyID: "k1", place: "s3://abc")
    let store = try bucket.store(encryption) { ($0.singleBytes, $0.partBytes) = (4096, 4096) }
    try folder.write(bytes(10_000), to: "long")
    for attempt in [
      { try store.keep([1, 2, 3], as: BlobKey("short"), onlyNew: true) },
      { try store.keep(file: folder.path("long"), as: BlobKey("long"), onlyNew: false) },
    ] {
      let found = try #require(fault(attempt))
      #expect(Mirror(reflecting: found).children.first?.label == kind)
      #expect(found.description.contains(words) && !found.description.contains("\n"))
      #expect(found.description.contains("(AVATAR_OVERLAY_S3_SSE)"), "\(found)")
    }
    #expect(try store.list(below: nil).isEmpty)
    // The key, what was sent, stays for another attempt.
    #expect(try folder.bytes("long").count == 10_000)
  }

  @Test func `settings that do not fit each other are refused`() throws {
    func read(_ mode: String, _ key: String) throws -> BlobEncryption? {
      try BlobEncryption.read(mode: mode, keyID: key, place: "p")
    }
    #expect(try read("", "") == nil && read("none", "") == nil)
    #expect(try read("aws:kms", String(repeating: "k", count: 2048))?.keyID.count == 2048)
    for (mode, key) in [
      ("aes256", ""), ("AES256", "k"), ("none", "k"), ("", "k"), ("aws:kms", "a b"),
      ("aws:kms", "k\r\nx: y"), ("aws:kms", "ü"), ("aws:kms", String(repeating: "k", count: 2049)),
    ] {
      #expect(throws: BlobError.self, "\(mode) \(key)") { try read(mode, key) }
    }
  }
}
