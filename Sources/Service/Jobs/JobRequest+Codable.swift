internal import JSON
internal import Recordings
internal import Reels
internal import Requests

extension JobRequest: Codable {
  private enum Key: String, CodingKey {
    case media, tracking, render, reel, container, posterFrame, provenance
    // The name in stores, which keep jobs from one version to the next.
    case isTrackedAutomatically = "isTrackedOnTheWay"
    // Jobs that were stored before there was one request have a verb's options in words.
    case avatars, sharedOptions, renderOptions, threads
  }

  /// Writes the request as the store keeps it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(media, forKey: .media)
    try container.encodeIfPresent(tracking, forKey: .tracking)
    // Only where it is so: what was stored before has the same text as ever.
    if isTrackedAutomatically { try container.encode(true, forKey: .isTrackedAutomatically) }
    try container.encode(render, forKey: .render)
    try container.encodeIfPresent(reel?.value, forKey: .reel)
    try container.encode(self.container, forKey: .container)
    try container.encodeIfPresent(posterFrame, forKey: .posterFrame)
    if !provenance.isEmpty { try container.encode(provenance, forKey: .provenance) }
  }

  /// Reads a stored request, of this version or of one before there was one request.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let render =
      try container.decodeIfPresent(RenderRequest.self, forKey: .render)
      ?? Self.renderOfWords(container)
    self.init(
      media: try container.decode(String.self, forKey: .media),
      tracking: try container.decodeIfPresent(String.self, forKey: .tracking), render: render)
    if let value = try container.decodeIfPresent(JSONValue.self, forKey: .reel) {
      reel = try ReelFile.read(value.bytes, named: "reel", in: "")
    }
    isTrackedAutomatically =
      try container.decodeIfPresent(Bool.self, forKey: .isTrackedAutomatically) ?? false
    self.container = try container.decode(String.self, forKey: .container)
    posterFrame = try container.decodeIfPresent(Int.self, forKey: .posterFrame)
    provenance =
      try container.decodeIfPresent(RecordingProvenance.self, forKey: .provenance)
      ?? RecordingProvenance()
  }

  /// What options of `avatar-overlay render`, each one word (`--name=value` or `--name`), stand for.
  private static func renderOfWords(
    _ container: KeyedDecodingContainer<Key>
  ) throws -> RenderRequest {
    var layer = RequestLayer()
    let words =
      try container.decode([String].self, forKey: .sharedOptions)
      + container.decode([String].self, forKey: .renderOptions)
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let members = RequestTable.members(in: .render)
      guard let name = parts.first, let member = members.first(where: { $0.option == name }) else {
        throw DecodingError.dataCorruptedError(
          forKey: .sharedOptions, in: container,
          debugDescription: "\"\(word)\" is not an option of a job")
      }
      try layer.add(member, words: [parts.count > 1 ? parts[1] : "true"])
    }
    var render = RenderRequest()
    render.apply(layer)
    render.avatars = try container.decode([String].self, forKey: .avatars)
    render.threads = try container.decode(Int.self, forKey: .threads)
    return render
  }
}
