import Foundation
public import Geometry
import JSON
import Problems
import Recipe
import Recordings
public import Requests
import Text

/// Reads files of reels.
public enum ReelFile {
  private typealias Field = JSONField<RequestFault.Kind>
  private typealias Object = JSONObject<RequestFault.Kind>

  /// Reads a file; paths in it are from its folder.
  ///
  /// - Throws: `RequestError`, with all that is wrong.
  public static func read(_ path: String) throws(RequestError) -> Reel {
    guard FileManager.default.fileExists(atPath: path) else { throw .notFound(path) }
    let bytes: [UInt8]
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      bytes = try handle.read(upToCount: Reel.mostBytes + 1).map { [UInt8]($0) } ?? []
    } catch {
      throw .unreadable(path, reason: SystemReason.words(of: error))
    }
    return try read(
      bytes, named: path, in: URL(filePath: path).deletingLastPathComponent().path)
  }

  /// Reads the text of a reel.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - folder: where paths in it begin.
  public static func read(
    _ bytes: [UInt8], named name: String, in folder: String
  ) throws(RequestError) -> Reel {
    try read(bytes, named: name, .folder(folder))
  }

  /// Reads the reel of an untrusted client: recordings have names in it, and no member is a path.
  ///
  /// A recording's name is the `recording` of its request.
  public static func read(remote bytes: [UInt8], named name: String) throws(RequestError) -> Reel {
    try read(bytes, named: name, .remote)
  }

  /// Where a reel stands.
  enum Place {
    /// In a file, from whose folder its paths start.
    case folder(String)
    /// In the body of a client.
    case remote

    /// The reader of a recording's members, or of a picture's.
    func reader(_ isPicture: Bool) -> RequestReader {
      switch self {
      case .folder: RequestReader(isPicture ? .snapshot : .render)
      case .remote: RequestReader(isPicture ? .snapshots : .renders)
      }
    }

    /// The members that a recording may have.
    func keys(_ reader: RequestReader) -> [String] {
      switch self {
      case .folder: ReelFile.requestKeys(reader)
      case .remote: ["recording"] + ReelFile.remoteKeys(reader)
      }
    }
  }

  private static func read(
    _ bytes: [UInt8], named name: String, _ place: Place
  ) throws(RequestError) -> Reel {
    guard bytes.count <= Reel.mostBytes else { throw .tooLarge(name: name, limit: Reel.mostBytes) }
    let log = JSONFaultLog<RequestFault.Kind>()
    var reel = Reel()
    if let root = Field.root(of: bytes, log: log)?.object(keys: [
      "format", "size", "fps", "music", "onBeats", "transition", "defaults", "segments",
    ]) {
      Self.read(root, into: &reel, place)
    }
    let faults = log.inFileOrder.map { RequestFault($0.kind, place: $0.place, path: $0.path) }
    if !faults.isEmpty { throw .faulty(name: name, faults) }
    return reel
  }

  private static func read(_ root: Object, into reel: inout Reel, _ place: Place) {
    if let field = root.required("format"), let text = field.text(), text != Reel.format {
      field.report(.unreadable(text, expected: "\"\(Reel.format)\""))
    }
    if let field = root["size"], let text = field.text() {
      reel.size = size(text)
      if reel.size == nil {
        field.report(
          .unreadable(text, expected: "a size such as 1080x1920 with even sides, 16 to 4096"))
      }
    }
    reel.framesPerSecond = root["fps"]?.number(in: ReelPlan.rates)
    if let field = root["music"] {
      if case .folder(let folder) = place {
        reel.music = field.text().map { path($0, in: folder) }
      } else {
        field.report(.contradiction("music is sent as a file, in the part \"music\""))
      }
    }
    reel.endsOnBeats = root["onBeats"]?.truth() ?? false
    reel.transition = root["transition"].flatMap(transition) ?? .cut
    let reader = place.reader(false)
    var defaults = RequestLayer()
    if let field = root["defaults"], let object = field.object(keys: place.keys(reader)) {
      defaults = reader.layer(of: object)
    }
    guard let field = root.required("segments"), let list = field.list() else { return }
    guard (1...Reel.mostSegments).contains(list.count) else {
      return field.report(
        .contradiction("\(list.count) segments found, 1 to \(Reel.mostSegments) expected"))
    }
    reel.segments = list.compactMap { segment($0, defaults, place) }
    if let first = list.first, first.node.names.contains("transition") {
      first.report(
        .contradiction("\"transition\" of the first segment has none before it; leave it out"))
    }
    if reel.endsOnBeats, reel.music == nil, case .folder = place, let field = root["onBeats"] {
      field.report(.contradiction("beats are those of \"music\", which is not given"))
    }
  }

  private static let segmentKeys = ["title", "transition", "seconds"]

  /// The members of a request that a recording of a reel may have: not those that say where a whole clip goes.
  static func requestKeys(_ reader: RequestReader) -> [String] {
    let outputs: Set = [
      "output", "stream", "codec", "pixelFormat", "crf", "preset", "placements", "overwrite",
      "overlayOnly", "size", "fit", "fps", "crop", "keepMetadata", "threads", "music", "speed",
      "maxBytes", "poster", "posterAt", "captions", "quality", "sdr", "format", "maxSize", "score",
      "provenance",
      "sheet", "label",
    ]
    return reader.keys.filter { !outputs.contains($0) }
  }

  /// The members of a client's request that a recording of a reel may have: those that need no file beside it.
  package static func remoteKeys(_ reader: RequestReader) -> [String] {
    let others: Set = ["version", "fitProfile", "card"]
    return requestKeys(reader).filter { !others.contains($0) }
  }

  private static func segment(
    _ field: Field, _ defaults: RequestLayer, _ place: Place
  ) -> Reel.Segment? {
    guard case .object(let members) = field.node.value else {
      _ = field.object(keys: nil)
      return nil
    }
    let isOfCells = members.contains { $0.name == "cells" }
    let isPicture = members.contains { member in
      if member.name == "picture", case .bool(true) = member.value.value { true } else { false }
    }
    // A page is a snapshot, whose "best" is a choice of a frame.
    let reader = place.reader(isPicture)
    let own =
      segmentKeys
      + (isOfCells
        ? ["cells", "layout"]
        : (isPicture ? ["picture"] : ["picture", "best"]) + place.keys(reader))
    guard let object = field.object(keys: own) else { return nil }
    var cells: [Reel.Cell] = []
    if isOfCells {
      let fields = object["cells"]?.list() ?? []
      if fields.count != Reel.mostCells {
        object["cells"]?.report(
          .contradiction("\(fields.count) recordings found, \(Reel.mostCells) expected"))
      }
      cells = fields.compactMap { field in
        field.object(keys: ["best"] + place.keys(reader)).flatMap {
          cell($0, reader, defaults, place)
        }
      }
    } else if let text = object["picture"], text.truth() == nil {
      return nil
    } else if let one = cell(object, reader, defaults, place, isPicture: isPicture) {
      cells = [one]
    }
    guard !cells.isEmpty else { return nil }
    var segment = Reel.Segment(cells)
    segment.layout = object["layout"]?.choice(of: "layout") ?? .split
    segment.title = object["title"].flatMap(title)
    segment.transition = object["transition"].flatMap(transition)
    segment.seconds = object["seconds"]?.number(in: Reel.secondsRange)
    return segment
  }

  private static func cell(
    _ object: Object, _ reader: RequestReader, _ defaults: RequestLayer, _ place: Place,
    isPicture: Bool = false
  ) -> Reel.Cell? {
    let layer = reader.layer(of: object)
    var request = RenderRequest()
    request.apply(defaults)
    request.apply(layer)
    switch place {
    case .folder(let folder): request.movePaths { path($0, in: folder) }
    case .remote: request.recording = object["recording"]?.text()
    }
    if request.recording == nil, request.video == nil {
      object.field.report(.json(.missingKey("recording")))
      return nil
    }
    if request.replay == .both {
      object.field.report(
        .contradiction("a reel shows a recording as it was seen or as it is known, not both"))
    }
    if [request.session.events, request.session.signals, request.session.stateOut].contains(
      where: { $0 != nil })
    {
      object.field.report(
        .contradiction("a reel writes no log of a session; use avatar-overlay session run"))
    }
    for contradiction in request.contradictions(in: reader.context) {
      object.field.report(.contradiction(contradiction.message { "\"\($0)\"" }))
    }
    var cell = Reel.Cell(request)
    cell.isPicture = isPicture
    if cell.isPicture { return cell }
    cell.bestSeconds = object["best"]?.number(in: Reel.secondsRange)
    if cell.bestSeconds != nil, request.start != nil || request.end != nil || request.frames != nil
    {
      object["best"]?.report(
        .contradiction("\"best\" chooses the part; leave \"start\", \"end\" and \"frames\" out"))
    }
    return cell
  }

  private static func title(_ field: Field) -> Reel.Title? {
    var (text, place): (String?, Reel.Title.Place) = (nil, .bottom)
    if case .object = field.node.value {
      guard let object = field.object(keys: ["text", "place"]) else { return nil }
      text = object.required("text")?.text()
      place = object["place"]?.choice(of: "place") ?? .bottom
    } else {
      text = field.text()
    }
    guard let text else { return nil }
    guard text.count <= Reel.Title.mostCharacters else {
      field.report(
        .contradiction(
          "\(text.count) characters found, at most \(Reel.Title.mostCharacters) allowed"))
      return nil
    }
    return Reel.Title(text, at: place)
  }

  private static func transition(_ field: Field) -> Reel.Transition? {
    guard let text = field.text() else { return nil }
    guard let transition = Reel.Transition(text) else {
      field.report(.unreadable(text, expected: Reel.Transition.expected))
      return nil
    }
    return transition
  }

  /// A size such as `1080x1920`; nil for else, and for odd sides, which encoders do not take.
  public static func size(_ text: String) -> PixelSize<OutputSpace>? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      ReelPlan.sides.contains(width), ReelPlan.sides.contains(height), width % 2 == 0,
      height % 2 == 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  static func path(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder.isEmpty ? path : "\(folder)/\(path)"
  }
}
