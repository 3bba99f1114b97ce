/// Requests that a proxy in front and a server may read differently, and what must pass.
enum Attacks {
  private static let post = "POST /memory HTTP/1.1\r\nHost: a\r\n"
  private static let get = "GET /hello HTTP/1.1\r\n"

  private static func chunked(_ body: String) -> String {
    post + "Transfer-Encoding: chunked\r\n\r\n" + body
  }

  private static func length(_ field: String) -> String { post + field + "\r\n\r\nhello" }

  private static func coding(_ field: String) -> String { post + field + "\r\n\r\n0\r\n\r\n" }

  /// Each by what is wrong with it.
  static let refused: [String: String] = [
    // The body's length.
    "a blank before the colon of a length": length("Content-Length : 5"),
    "a tab before the colon of a length": length("Content-Length\t: 5"),
    "a folded length": length("Content-Length:\r\n 5"),
    "a length with a plus": length("Content-Length: +5"),
    "a negative length": length("Content-Length: -5"),
    "a hexadecimal length": length("Content-Length: 0x5"),
    "a length in two words": length("Content-Length: 5 5"),
    "a list of equal lengths": length("Content-Length: 5, 5"),
    "an empty length": length("Content-Length:"),
    "a length with a NUL": length("Content-Length: 5\0"),
    "a length after a bare CR": length("X: b\rContent-Length: 5"),
    "two equal lengths": length("Content-Length: 5\r\nContent-Length: 5"),
    "two lengths": length("Content-Length: 5\r\nContent-Length: 0"),
    "a length and chunks": coding("Content-Length: 5\r\nTransfer-Encoding: chunked"),
    "chunks and a length": coding("Transfer-Encoding: chunked\r\nContent-Length: 5"),
    // The coding.
    "a blank before the colon of a coding": coding("Transfer-Encoding : chunked"),
    "a folded coding": coding("Transfer-Encoding:\r\n chunked"),
    "chunked and identity": coding("Transfer-Encoding: chunked, identity"),
    "identity": coding("Transfer-Encoding: identity"),
    "an unknown coding": coding("Transfer-Encoding: xchunked"),
    "a compressed body": coding("Transfer-Encoding: gzip, chunked"),
    "chunked twice": coding("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
    "a coding after a vertical tab": coding("Transfer-Encoding: \u{b}chunked"),
    "an empty coding": coding("Transfer-Encoding:"),
    "a coding in quotes": coding("Transfer-Encoding: \"chunked\""),
    "a coding in HTTP/1.0":
      "POST /memory HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    // Chunks.
    "a line feed after a size": chunked("5\nhello\r\n0\r\n\r\n"),
    "a line feed after a chunk": chunked("5\r\nhello\n0\r\n\r\n"),
    "line feeds at the end": chunked("5\r\nhello\r\n0\n\n"),
    "a line feed as the last line": chunked("5\r\nhello\r\n0\r\n\n"),
    "the largest size": chunked("ffffffffffffffff\r\nhello"),
    "a size over 64 bits": chunked("10000000000000005\r\nhello\r\n0\r\n\r\n"),
    "a size of 17 digits": chunked("00000000000000005\r\nhello\r\n0\r\n\r\n"),
    "a size with 0x": chunked("0x5\r\nhello\r\n0\r\n\r\n"),
    "a negative size": chunked("-5\r\nhello\r\n0\r\n\r\n"),
    "a size with a plus": chunked("+5\r\nhello\r\n0\r\n\r\n"),
    "a blank after a size": chunked("5 \r\nhello\r\n0\r\n\r\n"),
    "a blank before a size": chunked(" 5\r\nhello\r\n0\r\n\r\n"),
    "an empty size": chunked("\r\nhello\r\n0\r\n\r\n"),
    "an underscore in a size": chunked("1_0\r\nhello\r\n0\r\n\r\n"),
    "a CR without LF after a chunk": chunked("5\r\nhello\rX0\r\n\r\n"),
    "a CR without LF after a size": chunked("5\rX\nhello\r\n0\r\n\r\n"),
    "a chunk that is longer than its size": chunked("5\r\nhelloXX\r\n0\r\n\r\n"),
    "a NUL in an extension": chunked("5;a=\0\r\nhello\r\n0\r\n\r\n"),
    "a bare CR in an extension": chunked("5;a=b\rc\r\nhello\r\n0\r\n\r\n"),
    "a line feed in an extension": chunked("5;a\nhello\r\n0\r\n\r\n"),
    "a line feed in a quoted extension": chunked("5;a=\"b\n\"\r\nhello\r\n0\r\n\r\n"),
    "an extension without a name": chunked("5;\r\nhello\r\n0\r\n\r\n"),
    "a trailer with a blank before the colon": chunked("0\r\nX : b\r\n\r\n"),
    "a folded trailer": chunked("0\r\nX: b\r\n c\r\n\r\n"),
    "a trailer with a NUL": chunked("0\r\nX: \0\r\n\r\n"),
    "a trailer without a colon": chunked("0\r\nX\r\n\r\n"),
    // Fields.
    "a folded field": get + "Host: a\r\nX: b\r\n c\r\n\r\n",
    "a field that begins with a blank": get + " Host: a\r\nX: b\r\n\r\n",
    "a NUL in a value": get + "Host: a\r\nX: b\0c\r\n\r\n",
    "a control character in a value": get + "Host: a\r\nX: b\u{1}\r\n\r\n",
    "a DEL in a value": get + "Host: a\r\nX: b\u{7f}\r\n\r\n",
    "a bare CR in a value": get + "Host: a\r\nX: b\rY: c\r\n\r\n",
    "two CR before an LF": get + "Host: a\r\r\n\r\n",
    "a bare LF": get + "Host: a\nX: b\r\n\r\n",
    "bare LF alone": "GET /hello HTTP/1.1\nHost: a\n\n",
    "a bare LF at the end": get + "Host: a\r\n\n",
    "a control character in a name": get + "Host: a\r\nX\u{1}: b\r\n\r\n",
    "a letter beyond ASCII in a name": get + "Host: a\r\nXä: b\r\n\r\n",
    "a bracket in a name": get + "Host: a\r\n(X): b\r\n\r\n",
    "a blank in a name": get + "Host: a\r\nX Y: b\r\n\r\n",
    "no colon": get + "Host: a\r\nX\r\n\r\n",
    "no name": get + "Host: a\r\n: b\r\n\r\n",
    "no Host": get + "X: b\r\n\r\n",
    "two Host": get + "Host: a\r\nHost: a\r\n\r\n",
    "a Host with a blank": get + "Host: a b\r\n\r\n",
    "a Host with a path": get + "Host: a/b\r\n\r\n",
    "a Host with a user": get + "Host: a@b\r\n\r\n",
    "a Host with a list": get + "Host: a:80:81\r\n\r\n",
    "a Host with half an address": get + "Host: [::1\r\n\r\n",
    // The line.
    "HTTP/1.2": "GET /hello HTTP/1.2\r\nHost: a\r\n\r\n",
    "HTTP/2.0": "GET /hello HTTP/2.0\r\nHost: a\r\n\r\n",
    "HTTP/0.9": "GET /hello\r\nHost: a\r\n\r\n",
    "HTTP/01.1": "GET /hello HTTP/01.1\r\nHost: a\r\n\r\n",
    "a version in lower case": "GET /hello http/1.1\r\nHost: a\r\n\r\n",
    "a blank after the version": "GET /hello HTTP/1.1 \r\nHost: a\r\n\r\n",
    "two blanks in the line": "GET  /hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "tabs in the line": "GET\t/hello\tHTTP/1.1\r\nHost: a\r\n\r\n",
    "a blank in the target": "GET /hel lo HTTP/1.1\r\nHost: a\r\n\r\n",
    "a blank before the line": " GET /hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "a control character in the target": "GET /he\u{1}llo HTTP/1.1\r\nHost: a\r\n\r\n",
    "a letter beyond ASCII in the target": "GET /ä HTTP/1.1\r\nHost: a\r\n\r\n",
    "a fragment": "GET /hello#x HTTP/1.1\r\nHost: a\r\n\r\n",
    "a bracket in the method": "G(T /hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "a bare CR before the line": "\rGET /hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "a bare LF before the line": "\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "two empty lines before the line": "\r\n\r\n" + get + "Host: a\r\n\r\n",
    "a NUL before the line": "\0GET /hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "the begin of TLS": "\u{16}\u{3}\u{1}",
  ]

  /// What is unusual and right, with the status of its answer.
  static let taken: [String: (request: String, status: Int)] = [
    "an empty line before the line": ("\r\n" + get + "Host: a\r\n\r\n", 200),
    "an empty value": (get + "Host: a\r\nX:\r\n\r\n", 200),
    "no blank after the colon": (get + "Host:a\r\nX:b\r\n\r\n", 200),
    "blanks and tabs around a value": (get + "Host: \t a \t\r\n\r\n", 200),
    "a tab within a value": (get + "Host: a\r\nX: a\tb\r\n\r\n", 200),
    "letters beyond ASCII in a value": (get + "Host: a\r\nX: ä\r\n\r\n", 200),
    "every character of a name": (get + "Host: a\r\n!#$%&'*+-.^_`|~09azAZ: b\r\n\r\n", 200),
    "an empty Host": (get + "Host:\r\n\r\n", 200),
    "a Host with a port": (get + "Host: a.example:8080\r\n\r\n", 200),
    "a Host that is an address": (get + "Host: [2001:db8::1]:80\r\n\r\n", 200),
    "an unknown method": ("BREW /hello HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    "a method in lower case": ("get /hello HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    "no Host in HTTP/1.0": ("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200),
    "a length with leading zeros": (length("Content-Length: 0005"), 200),
    "a length and an unknown field": (length("Content-Length: 5\r\nX: y"), 200),
    "chunked in capitals": (
      post + "Transfer-Encoding: CHUNKED\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 200
    ),
    "a size of 16 digits": (chunked("0000000000000005\r\nhello\r\n0\r\n\r\n"), 200),
    "sizes in capitals": (chunked("A\r\n0123456789\r\n0\r\n\r\n"), 200),
    "a last chunk of several zeros": (chunked("5\r\nhello\r\n000\r\n\r\n"), 200),
    "extensions": (chunked("5;a=b;c=\"d\\\"; \" ; e\r\nhello\r\n0 ;x\r\n\r\n"), 200),
    "blanks within extensions": (chunked("5 ; a = b\t; c\r\nhello\r\n0\r\n\r\n"), 200),
    "a trailer": (chunked("5\r\nhello\r\n0\r\nX: y\r\nContent-Length: 7\r\n\r\n"), 200),
  ]
}
