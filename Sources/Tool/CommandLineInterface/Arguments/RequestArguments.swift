import AvatarFiles
import Foundation
import Problems
import Requests
import Terminal
import Text

/// Reads the options of a verb, and the request beside them, into one request.
enum RequestArguments {
  /// The options of verbs that take a whole request.
  static let options: [OptionSpec] = [
    .value(
      "--request", "FILE|-",
      "take the request from a JSON file, or - for standard input; other options win"),
    .flag("--print-request", "print the request that the options make, and do nothing else"),
  ]

  /// The request of the option `--request`; nil where it is not given.
  static func file(
    _ arguments: ParsedArguments, for context: RequestContext
  ) throws(RequestError) -> RenderRequest? {
    guard let path = arguments.string("--request") else { return nil }
    var request = RenderRequest()
    request.apply(try RequestFile.layer(path, in: context))
    return request
  }

  /// The request that the words of a command line make.
  ///
  /// - Throws: `RequestError`, with the options named as they are typed and the members of a file
  ///   by their place.
  static func request(
    _ arguments: ParsedArguments, for context: RequestContext
  ) throws(RequestError) -> RenderRequest {
    let file = try arguments.string("--request").map { path throws(RequestError) in
      (name: path == "-" ? "standard input" : path, try RequestFile.layer(path, in: context))
    }
    let options = try layer(arguments, RequestTable.members(in: context))
    var request = RenderRequest()
    if let file { request.apply(file.1) }
    request.apply(options)
    try check(request, options, file, in: context)
    return request
  }

  /// Whether the request is printed and nothing else done.
  static func prints(
    _ arguments: ParsedArguments, _ request: RenderRequest
  ) throws(StreamError) -> Bool {
    guard arguments.has("--print-request") else { return false }
    try StandardStreams.result(Shown.json(String(request.json.dropLast())))
    return true
  }

  /// What the options and the argument of a verb say.
  static func layer(
    _ arguments: ParsedArguments, _ members: [RequestMember]
  ) throws(RequestError) -> RequestLayer {
    var layer = RequestLayer()
    for member in members {
      let words = member.option.map(arguments.strings) ?? Array(arguments.positionals.prefix(1))
      if !words.isEmpty { try layer.add(member, words: words) }
    }
    return layer
  }

  private static func check(
    _ request: RenderRequest, _ options: RequestLayer, _ file: (name: String, RequestLayer)?,
    in context: RequestContext
  ) throws(RequestError) {
    let found = request.contradictions(in: context)
    func isTyped(_ path: String) -> Bool { options.gives(path) || file?.1.gives(path) != true }
    if let typed = found.first(where: { $0.members.contains(where: options.gives) }) {
      throw .unfit(
        typed.message { path in
          isTyped(path)
            ? RequestTable.member(path, in: context)?.option ?? "the \(path)" : "\"\(path)\""
        })
    }
    if let file, !found.isEmpty {
      throw .faulty(name: file.name, found.map { RequestFault($0, in: file.1) })
    }
  }
}

/// A request in a file, or on standard input.
enum RequestFile {
  /// Reads what it says.
  static func layer(
    _ path: String, in context: RequestContext
  ) throws(RequestError) -> RequestLayer {
    try RequestLayer(
      json: bytes(path), in: context, named: path == "-" ? "standard input" : path)
  }

  /// One byte more than a request may have, at most.
  ///
  /// - Parameter path: `-` is standard input.
  static func bytes(
    _ path: String, upTo limit: Int = RenderRequest.maximumBytes + 1
  ) throws(RequestError) -> [UInt8] {
    guard path == "-" || FileManager.default.fileExists(atPath: path) else {
      throw .notFound(path)
    }
    do {
      let handle =
        path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
      var bytes: [UInt8] = []
      while bytes.count < limit, let more = try handle.read(upToCount: limit - bytes.count),
        !more.isEmpty
      {
        bytes += more
      }
      return bytes
    } catch {
      throw .unreadable(path, reason: SystemReason.words(of: error))
    }
  }
}

/// The folders in which names are looked up.
enum Libraries {
  /// The avatars that a command line means.
  static func avatars(_ arguments: ParsedArguments) throws -> AvatarLibrary {
    try AvatarLibrary.find(named: arguments.string("--avatars"))
  }

  /// Scenes, or cards, that a command line means.
  static func find<Package>(_ arguments: ParsedArguments) throws -> PackageLibrary<Package> {
    try PackageLibrary.find(
      named: arguments.strings(Package.kind.option), beside: avatars(arguments))
  }
}
