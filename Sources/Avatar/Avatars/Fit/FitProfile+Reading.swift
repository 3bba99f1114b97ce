package import Geometry
package import JSON

extension FitProfile {
  /// The format that is read, and its version.
  public static let format = "avatar-fit/1"
  /// The most bytes of a profile.
  public static let byteLimit = 64 << 10
  /// The highest identity of a face.
  static let highestFace = 1 << 53

  /// Reads the text of a profile, or throws everything that is wrong with it.
  ///
  ///     {"format": "avatar-fit/1",
  ///      "all": {"scale": 1.1, "offset": {"y": -0.05}, "rotation": 2},
  ///      "avatars": {"dragon": {"scale": 1.2}},
  ///      "faces": {"1": {"all": {"scale": 0.9}, "avatars": {"dragon": {}}}}}
  ///
  /// - Parameter isCut: whether `bytes` end one byte beyond the limit, so that their number is unknown.
  public init(
    json bytes: some Collection<UInt8>, isCut: Bool = false
  ) throws(FitProfileFaults) {
    let log = JSONFaultLog<FitProfileFault.Kind>()
    let profile = FitField.root(
      of: bytes, limit: Self.byteLimit, what: "the profile's size", isCut: isCut, log: log)?
      .profile()
    guard log.faults.isEmpty, let profile else { throw FitProfileFaults(log) }
    self = profile
  }
}

/// One value of a profile.
private typealias FitField = JSONField<FitProfileFault.Kind>

extension FitField {
  fileprivate func profile() -> FitProfile? {
    guard let object = object(keys: ["format", "all", "avatars", "faces"]) else { return nil }
    object.required("format")?.checkFormat()
    var profile = FitProfile(everyFace: object.fits())
    for (key, field) in object["faces"]?.object(keys: nil)?.fields ?? [:] {
      guard let face = Int(key), (0...FitProfile.highestFace).contains(face), "\(face)" == key
      else {
        field.report(.notAFace(key))
        continue
      }
      profile.faces[face] = field.object(keys: ["all", "avatars"])?.fits()
    }
    return profile
  }

  private func checkFormat() {
    guard let found = text(), found != FitProfile.format else { return }
    report(.unsupportedFormat(found: found))
  }

  fileprivate func fit() -> AvatarFit? {
    guard let object = object(keys: ["scale", "offset", "rotation"]) else { return nil }
    return AvatarFit(
      scale: object["scale"]?.number(in: AvatarFit.scales) ?? 1,
      offset: object["offset"]?.offset(in: AvatarFit.offsets) ?? .zero,
      rotation: object["rotation"]?.number(in: AvatarFit.rotations) ?? 0)
  }
}

extension JSONObject<FitProfileFault.Kind> {
  fileprivate func fits() -> FitProfile.Fits {
    var fits = FitProfile.Fits(all: self["all"]?.fit())
    for (name, field) in self["avatars"]?.object(keys: nil)?.fields ?? [:] {
      if !name.contains(where: { !$0.isWhitespace }) { field.report(.json(.empty("the name"))) }
      fits.avatars[name] = field.fit()
    }
    return fits
  }
}

extension JSONField {
  /// An offset in eye distances, as an avatar's layers have it, or as a list of two or three numbers.
  package func offset(in range: ClosedRange<Double>) -> Vector3<FaceSpace>? {
    if case .object = node.value {
      guard let object = object(keys: ["x", "y", "z"]) else { return nil }
      let (x, y, z) = (object["x"], object["y"], object["z"])
      return Vector3(
        x?.number(in: range) ?? 0, y?.number(in: range) ?? 0, z?.number(in: range) ?? 0)
    }
    guard let list = list() else { return nil }
    guard [2, 3].contains(list.count) else {
      report(
        .wrongType(expected: "a list of two or three numbers", found: "a list of \(list.count)"))
      return nil
    }
    let numbers = list.compactMap { $0.number(in: range) }
    guard numbers.count == list.count else { return nil }
    return Vector3(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }
}
