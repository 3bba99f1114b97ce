internal import Files
import JSON
public import Text

/// What a package's `avatar.json` says, as far as it can be understood.
public struct AvatarManifest: Sendable {
  /// The manifest's name in a package.
  public static let fileName = "avatar.json"
  /// The longest manifest that is read, in bytes: 64 layers take a twentieth of it.
  public static let byteLimit = 1 << 20
  /// The most layers that an avatar may have.
  public static let layerLimit = 64

  /// A picture that a layer names.
  public struct Picture: Hashable, Sendable {
    /// The path, which stays inside the package.
    public var file: String
    /// Where the manifest names it.
    public var place: TextPlace
    /// The value that names it, such as `layers[0].image`.
    public var path: String
    /// Which of its frames are shown, where it is a Lottie animation.
    public var timing = LottieTiming()
    /// Whether it raises a layer, and is not seen itself.
    public var isRelief = false
    /// Whether it is the model of an occluder, which is not seen itself.
    public var isOccluder = false
  }

  /// A file of sound that the manifest names.
  public struct SoundFile: Hashable, Sendable {
    /// The path, which stays inside the package.
    public var file: String
    /// Where the manifest names it.
    public var place: TextPlace
    /// The value that names it, such as `sounds[0].file`.
    public var path: String
  }

  /// The avatar; nil where the manifest has faults.
  public let avatar: Avatar?
  /// Everything that is wrong with the manifest.
  public let faults: [AvatarFault]
  /// The pictures that the layers name, also where other things are wrong.
  public let pictures: [Picture]
  /// The files of its sounds, likewise.
  public let sounds: [SoundFile]

  /// Reads the bytes of an `avatar.json`; the id is the name of the package's folder, the signals
  /// are those that `when` and `drive` may name.
  public init(
    id: String, _ bytes: some Collection<UInt8>, signals: SignalRegistry = .standard
  ) {
    let log = JSONFaultLog<AvatarFault.Kind>()
    var pictures: [Picture] = []
    var sounds: [SoundFile] = []
    let avatar = ManifestField.root(
      of: bytes, limit: Self.byteLimit, what: "the manifest's size",
      expecting: FileKind.avatar, log: log)?
      .avatar(id: id, signals: signals, pictures: &pictures, sounds: &sounds)
    faults = log.faults.map { kind, place, path in
      AvatarFault(kind, file: Self.fileName, place: place, path: path)
    }
    self.avatar = faults.isEmpty ? avatar : nil
    self.pictures = pictures
    self.sounds = sounds
  }

  /// Stands for a manifest that cannot be read at all.
  package init(unreadable kind: AvatarFault.Kind) {
    avatar = nil
    faults = [AvatarFault(kind, file: Self.fileName)]
    (pictures, sounds) = ([], [])
  }
}

extension Avatar {
  /// Reads the bytes of an `avatar.json`, or throws everything that is wrong with it.
  public init(id: String, manifest bytes: some Collection<UInt8>) throws(AvatarFaults) {
    let manifest = AvatarManifest(id: id, bytes)
    guard let avatar = manifest.avatar else { throw AvatarFaults(manifest.faults) }
    self = avatar
  }
}

extension AvatarFault.Kind: JSONSizedFaultKind {}

/// One value of a manifest.
typealias ManifestField = JSONField<AvatarFault.Kind>
typealias ManifestObject = JSONObject<AvatarFault.Kind>

/// The values of `avatar.json`, from the outside in.
extension ManifestField {
  fileprivate func avatar(
    id: String, signals: SignalRegistry, pictures: inout [AvatarManifest.Picture],
    sounds: inout [AvatarManifest.SoundFile]
  ) -> Avatar? {
    let keys = ["version", "name", "author", "licence", "tags", "light", "layers", "sounds"]
    guard let object = object(keys: keys) else { return nil }
    object.required("version")?.checkVersion { .unsupportedVersion(found: $0) }
    let name = object["name"]?.languages()
    let author = object["author"]?.text()
    let licence = object["licence"]?.text()
    let tags = object["tags"]?.list()?.compactMap { $0.text() }
    let light: LightMode? = object["light"]?.choice(of: "light")
    let heard = object["sounds"]?.sounds(
      path: { field in
        guard let file = field.packagePath() else { return nil }
        sounds.append(.init(file: file, place: field.node.place, path: field.path))
        return file
      }, start: { $0.triggers(signals) })
    guard
      let (layers, occluders) = object.required("layers")?.layers(
        signals: signals, pictures: &pictures)
    else { return nil }
    var avatar = Avatar(
      id: id, name: name ?? [:], author: author, licence: licence, tags: tags ?? [],
      layers: layers)
    avatar.occluders = occluders
    avatar.light = light ?? .unlit
    avatar.sounds = (heard ?? []).map {
      AvatarSound(file: $0.file, on: $0.start ?? [], gain: $0.gain)
    }
    return avatar
  }

  /// Names by language tag.
  private func languages() -> [String: String]? {
    object(keys: nil)?.fields.compactMapValues { $0.text() }
  }

  private func layers(
    signals: SignalRegistry, pictures: inout [AvatarManifest.Picture]
  ) -> (layers: [Layer], occluders: [FaceOccluder])? {
    guard let list = list() else { return nil }
    if list.isEmpty {
      report(.empty("the list of layers"))
    }
    if list.count > AvatarManifest.layerLimit {
      report(.tooManyLayers(found: list.count, limit: AvatarManifest.layerLimit))
    }
    var firstOfName: [String: Int] = [:]
    var (layers, occluders): ([Layer], [FaceOccluder]) = ([], [])
    var surfaces = 0
    for (index, field) in list.prefix(AvatarManifest.layerLimit).enumerated() {
      guard let object = field.object(keys: Layer.manifestKeys + FaceOccluder.manifestKeys)
      else { continue }
      let name = object.required("name")
      if let name, case .string(let text) = name.node.value {
        if let first = firstOfName[text] {
          name.report(.duplicateLayer(text, first: first))
        }
        firstOfName[text] = firstOfName[text] ?? index
      }
      if object.isOccluder {
        let model = object["model"]
        let file = model?.modelPath()
        if let model, let file {
          pictures.append(
            .init(file: file, place: model.node.place, path: model.path, isOccluder: true))
        }
        if let occluder = object.occluder(name: name?.text(), model: file) {
          occluders.append(occluder)
        }
        continue
      }
      object["push"]?.report(.notFor("push", of: "a picture"))
      let image = object["model"] ?? object.required("image")
      let file = object.isModel ? image?.modelPath() : image?.packagePath()
      if !object.isModel, let file, LayerModel.isModel(file) {
        image?.report(
          .unreadableFile(reason: "\"\(file)\" is a model; name it with \"model\""))
      }
      let timing = object.timing(of: file)
      if let image, let file {
        pictures.append(
          .init(file: file, place: image.node.place, path: image.path, timing: timing))
      }
      let relief = object.relief(of: file)
      if let relief {
        pictures.append(
          .init(
            file: relief.relief.image, place: relief.image.node.place, path: relief.image.path,
            isRelief: true))
      }
      let layer = object.layer(
        name: name?.text(), image: file, relief: relief?.relief, signals: signals)
      if var layer {
        layer.timing = timing
        layers.append(layer)
        surfaces += layer.relief != nil || layer.surface.kind == .face ? 1 : 0
      }
    }
    if surfaces > LayerSurface.limit {
      report(
        .overLimit(
          what: "the layers with a relief or on the face", found: "\(surfaces)",
          limit: "\(LayerSurface.limit)"))
    }
    return (layers, occluders)
  }
}
