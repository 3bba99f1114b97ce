import HTTPMessages
import HTTPServer
import Testing

/// Forms, taken apart byte by byte and all at once.
@Suite struct MultipartTests {
  /// The parts as text, the bytes fed in pieces.
  private func parts(_ body: [UInt8], pieces: [Int]) throws -> [String] {
    var parser = MultipartParser(boundary: "XX")
    var found: [String] = []
    var start = 0
    for end in pieces + [body.count] {
      try body[start..<end].withUnsafeBytes { piece in
        try parser.feed(piece) { event in
          switch event {
          case .begin(let header): found.append("\(header.name):")
          case .bytes(let bytes): found[found.count - 1] += String(decoding: bytes, as: UTF8.self)
          case .end: found[found.count - 1] += "."
          }
        }
      }
      start = end
    }
    try parser.finish()
    return found
  }

  private func part(_ name: String, _ content: String) -> String {
    "--XX\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
  }

  @Test func `the parts do not depend on where the buffers end`() throws {
    // Contents that look like boundaries, nearly.
    let contents = ["", "\r\n", "\r\n--X", "\r\n--", "a\r\n--Xa", "--XX", "\r\r\n--XY\r\n"]
    let text =
      "preamble\r\n" + contents.enumerated().map { part("\($0)", $1) }.joined()
      + "--XX--\r\nepilogue --XX"
    let body = Array(text.utf8)
    let expected = contents.enumerated().map { "\($0):\($1)." }
    #expect(try parts(body, pieces: []) == expected)
    #expect(try parts(body, pieces: Array(1..<body.count)) == expected)
    for cut in 1..<body.count {
      #expect(try parts(body, pieces: [cut]) == expected)
    }
  }

  /// What a part's header says of the file's name, as bytes, and what the name is.
  static let names: [(field: [UInt8], name: String)] = [
    (Array("filename=\"é.mp4\"".utf8), "é.mp4"),
    (Array("filename=\"e\u{301}.mp4\"".utf8), "e\u{301}.mp4"),
    // Latin-1, as older programs write it.
    (Array("filename=\"".utf8) + [0xE9] + Array(".mp4\"".utf8), "é.mp4"),
    (Array("filename=\"x.mp4\"; filename*=UTF-8''%C3%A9.mp4".utf8), "é.mp4"),
    (Array("filename*=iso-8859-1'de'%E9.mp4".utf8), "é.mp4"),
    (Array("filename=\"x.mp4\"; filename*=nonsense".utf8), "x.mp4"),
    (Array("filename=\"=?UTF-8?B?w6kubXA0?=\"".utf8), "é.mp4"),
    (Array("filename=\"=?utf-8?q?=C3=A9_?= =?utf-8?Q?a.mp4?=\"".utf8), "é a.mp4"),
    (Array("filename=\"=?what?X?y?= =?.mp4\"".utf8), "=?what?X?y?= =?.mp4"),
    (Array("filename=\"100%25 =?.mp4\"".utf8), "100%25 =?.mp4"),
    (Array("\r\n\tfilename=\"folded.mp4\"".utf8), "folded.mp4"),
  ]

  @Test(arguments: names)
  func `a file's name is read however it is encoded`(field: [UInt8], name: String) throws {
    let body =
      Array("--XX\r\nContent-Disposition: form-data; name=\"video\"; ".utf8) + field
      + Array("\r\n\r\nx\r\n--XX--".utf8)
    var parser = MultipartParser(boundary: "XX")
    var headers: [PartHeader] = []
    try body.withUnsafeBytes { bytes in
      try parser.feed(bytes) { if case .begin(let header) = $0 { headers.append(header) } }
    }
    try parser.finish()
    #expect(headers.map(\.name) == ["video"])
    #expect(headers.first?.fileName.map { Array($0.utf8) } == Array(name.utf8))
  }

  @Test func `every body that is cut off is told, wherever it is cut`() throws {
    let body = Array((part("a", "1") + part("b", "2") + "--XX--").utf8)
    for count in 0..<body.count {
      #expect(throws: HTTPFault.self) { try parts(Array(body[..<count]), pieces: []) }
    }
    #expect(try parts(body, pieces: []) == ["a:1.", "b:2."])
  }

  @Test(arguments: [
    "--XX\r\n\r\nx\r\n--XX--", "--XX\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XX--",
    "--XX\r\nContent-Disposition: form-data; name=\"\"\r\n\r\nx\r\n--XX--",
    "--XX\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--XX--",
    "--XX\r\nno colon\r\n\r\nx\r\n--XX--", "--XXa\r\n\r\n--XX--", "--XX-", "",
    "--XX\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--XX--",
    "--XX\r\nContent-Disposition: form-data; name=\"\u{0}\"\r\n\r\nx\r\n--XX--",
  ])
  func `a malformed form is refused`(body: String) throws {
    #expect(throws: HTTPFault.self) { try parts(Array(body.utf8), pieces: []) }
  }

  @Test func `a part's header is limited`() throws {
    func body(_ count: Int) -> [UInt8] {
      let head = "\r\nContent-Disposition: form-data; name=a\r\nX: "
      let filler = String(repeating: "x", count: count - head.utf8.count)
      return Array("--XX\(head)\(filler)\r\n\r\nx\r\n--XX--".utf8)
    }
    #expect(try parts(body(8192), pieces: []) == ["a:x."])
    #expect(throws: HTTPFault.self) { try parts(body(8193), pieces: []) }
    #expect(throws: HTTPFault.self) { try parts(Array(body(20000).prefix(15000)), pieces: []) }
  }

  @Test func `names are read with and without quotes and escapes`() throws {
    func name(_ field: String) throws -> String? {
      let body = "--XX\r\ncontent-DISPOSITION: Form-Data; \(field)\r\n\r\n\r\n--XX--"
      return try parts(Array(body.utf8), pieces: []).first
    }
    #expect(try name("name=a") == "a:.")
    #expect(try name("filename=\"name=z\"; name=\"a;b\"") == "a;b:.")
    #expect(try name(#"name="a\"b\\c\d""#) == #"a"b\c\d:."#)
    #expect(try name("name=\"ü\"; name=\"second\"") == "ü:.")
  }

  @Test func `a boundary must be there and be one`() throws {
    let server = try TestServer()
    let body = Array("--XX--\r\n".utf8)
    func status(_ type: String) throws -> Int? {
      try server.post("/memory", body, type: type)?.status
    }
    #expect(try status("multipart/form-data; boundary=XX") == 200)
    #expect(try status("Multipart/Form-Data; charset=x; Boundary=\"XX\"") == 200)
    #expect(try status("multipart/form-data") == 400)
    #expect(try status("multipart/form-data; boundary=") == 400)
    #expect(try status("multipart/form-data; boundary=\(String(repeating: "b", count: 71))") == 400)
    #expect(try status("multipart/form-data; boundary=YY") == 400)
    // Other kinds are one blob.
    #expect(try status("multipart/mixed; boundary=YY") == 200)
    #expect(try status("application/x-www-form-urlencoded") == 200)
  }

  @Test func `the number of parts is limited`() throws {
    let server = try TestServer { $0.maximumParts = 3 }
    func status(_ count: Int, _ path: String) throws -> Int? {
      let text = (0..<count).map { part("\($0)", "x") }.joined() + "--XX--"
      return try server.post(path, Array(text.utf8), type: "multipart/form-data; boundary=XX")?
        .status
    }
    for path in ["/memory", "/files"] {
      #expect(try status(3, path) == 200)
      #expect(try status(4, path) == 400)
    }
  }
}
