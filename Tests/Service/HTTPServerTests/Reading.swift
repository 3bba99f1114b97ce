import HTTPMessages
import HTTPServer

/// What the server's own reading makes of bytes that arrive in pieces.
struct Reading: Equatable {
  var method = ""
  var target: [UInt8] = []
  var fields: [HTTPField] = []
  var body: [UInt8] = []
  /// Whether the whole request was there.
  var isComplete = false
  /// Where the request ended.
  var end = 0
  var fault: HTTPFault?

  init(
    of pieces: [ArraySlice<UInt8>], maximumBytes: Int = 16_384, maximumTargetBytes: Int = 8192,
    maximumBodyBytes: Int = 1 << 20
  ) {
    do throws(HTTPFault) {
      var parser = RequestHeadParser(
        maximumBytes: maximumBytes, maximumTargetBytes: maximumTargetBytes)
      var (head, rest): ([UInt8], [ArraySlice<UInt8>]) = ([], pieces)
      var size: Int?
      while size == nil, !rest.isEmpty {
        head += rest.removeFirst()
        size = try parser.read(head.span)
      }
      guard let size else { return }
      (method, target, fields, end) = (parser.method, parser.target, parser.fields, size)
      let first = head[size...]
      let framing = try MessageFraming(fields, isVersion10: parser.isVersion10)
      try read([first] + rest, framing, maximumBodyBytes)
    } catch {
      // The end of a wrong request is unknown.
      (fault, end) = (error, 0)
    }
  }

  private mutating func read(
    _ pieces: [ArraySlice<UInt8>], _ framing: MessageFraming, _ limit: Int
  ) throws(HTTPFault) {
    switch framing {
    case .length(let count):
      body = Array(pieces.joined().prefix(count))
      (isComplete, end) = (body.count == count, end + body.count)
    case .chunked:
      var decoder = ChunkDecoder(limit: limit)
      for piece in pieces {
        let bytes = Array(piece)
        var index = 0
        while let found = try decoder.next(bytes.span, &index) { body += bytes[found] }
        end += index
        if decoder.isComplete { break }
      }
      isComplete = decoder.isComplete
    }
  }
}
