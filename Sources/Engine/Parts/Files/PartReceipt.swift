internal import JSON
internal import Recordings

/// What a part came to, with the hashes of its files: where it is, the part is done.
struct PartReceipt: Hashable, Sendable {
  static let format = "avatar-overlay-part"
  /// The most packets that are decoded ahead; codecs allow 16.
  static let longestDelay = 64
  /// The most characters of a note, or of what could not be read, that are shown.
  static let longestLine = 1000
  /// The most bytes of a receipt.
  static let maximumBytes = 1 << 20

  /// A file by its bytes.
  struct File: Hashable, Sendable {
    var bytes: Int
    var sha256: String
  }

  var fingerprint: String
  var part: Int
  /// The family of processors that it was made on: another one may give other bytes.
  var processor: String
  /// Frames that were rendered.
  var frames: Int
  /// Those of them in which the avatar of at least one face was drawn; nil where no avatar has layers.
  var facesDrawnFrames: Int?
  /// The tick of the output at which the last frame ends; nil for pictures.
  var endTick: Int?
  /// How many packets are decoded before the first one is shown.
  var delay: Int
  /// The hash of what its packets are; nil for pictures.
  var stream: String?
  var data: File
  var placements: File?
  var notes: [RenderNote]
  /// What could not be read of the clip; nil where all of it was.
  var damage: String?
  /// The code of all the others under a `PartKey`, in hexadecimal digits; nil where there is no key.
  var signature: String?

  /// The family of this machine's processor.
  static var processor: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  /// What is signed: all but the signature.
  var unsigned: PartReceipt {
    var receipt = self
    receipt.signature = nil
    return receipt
  }

  var json: String {
    let signed: [(String, JSONValue)] =
      signature.map { [("signature", .string($0))] } ?? []
    return JSONValue.object(
      [
        ("format", .string(Self.format)), ("fingerprint", .string(fingerprint)),
        ("part", .integer(part)), ("processor", .string(processor)), ("frames", .integer(frames)),
        ("facesDrawnFrames", facesDrawnFrames.map { .integer($0) } ?? .null),
        ("endTick", endTick.map { .integer($0) } ?? .null), ("delay", .integer(delay)),
        ("stream", .optional(stream)),
        ("data", data.value), ("placements", placements?.value ?? .null),
        (
          "notes",
          .array(
            notes.map {
              .object([("kind", .string($0.kind.rawValue)), ("line", .string($0.line))])
            })
        ), ("damage", .optional(damage)),
      ] + signed
    ).lines + "\n"
  }

  /// Reads a receipt; nil where it is none.
  init?(_ bytes: [UInt8]) {
    let log = JSONFaultLog<PlanFault>()
    guard bytes.count <= Self.maximumBytes,
      let object = JSONField.root(of: bytes, log: log)?.object(keys: [
        "format", "fingerprint", "part", "processor", "frames", "facesDrawnFrames", "endTick",
        "delay", "stream", "data", "placements", "notes", "damage", "signature",
      ]),
      object.required("format")?.text() == Self.format,
      let fingerprint = RenderPlan.digest(object.required("fingerprint")),
      let part = object.required("part")?.integer(in: 0...RenderPlan.maximumParts),
      let processor = object.required("processor")?.text(),
      let frames = object.required("frames")?.integer(in: 0...(1 << 40)),
      let delay = object.required("delay")?.integer(in: 0...Self.longestDelay),
      let data = object.required("data").flatMap(File.init),
      let notes = object.required("notes")?.list()
    else { return nil }
    self.init(
      fingerprint: fingerprint, part: part, processor: processor, frames: frames,
      facesDrawnFrames: object.value("facesDrawnFrames")?.integer(in: 0...(1 << 40)),
      endTick: object.value("endTick")?.integer(in: -(1 << 52)...(1 << 52)),
      delay: delay, stream: object.value("stream").flatMap { RenderPlan.digest($0) }, data: data,
      placements: object.value("placements").flatMap(File.init),
      notes: notes.compactMap { field in
        guard let note = field.object(keys: ["kind", "line"]),
          let kind: RenderNote.Kind = note.required("kind")?.choice(of: "kind"),
          let line = note.required("line")?.text()
        else { return nil }
        return RenderNote(kind, line)
      }, damage: object.value("damage")?.text())
    signature = object["signature"]?.text()
    guard log.faults.isEmpty else { return nil }
  }

  init(
    fingerprint: String, part: Int, processor: String, frames: Int, facesDrawnFrames: Int?,
    endTick: Int?, delay: Int, stream: String?, data: File, placements: File?, notes: [RenderNote],
    damage: String?
  ) {
    (self.fingerprint, self.part, self.processor) = (fingerprint, part, processor)
    (self.frames, self.facesDrawnFrames, self.endTick) = (frames, facesDrawnFrames, endTick)
    self.delay = delay
    (self.stream, self.data, self.placements) = (stream, data, placements)
    (self.notes, self.damage) = (notes, damage)
  }
}

extension PartReceipt.File {
  var value: JSONValue {
    .object([("bytes", .integer(bytes)), ("sha256", .string(sha256))])
  }

  init?(_ field: JSONField<PlanFault>) {
    guard let object = field.object(keys: ["bytes", "sha256"]),
      let bytes = object.required("bytes")?.integer(in: 0...(1 << 52)),
      let sha256 = RenderPlan.digest(object.required("sha256"))
    else { return nil }
    self.init(bytes: bytes, sha256: sha256)
  }
}

extension JSONObject<PlanFault> {
  /// The value of a key that must be there and may be null, which is nil.
  fileprivate func value(_ key: String) -> JSONField<PlanFault>? {
    guard let field = required(key) else { return nil }
    if case .null = field.node.value { return nil }
    return field
  }
}
