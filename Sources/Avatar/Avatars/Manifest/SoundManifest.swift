package import JSON

extension JSONField where Kind: JSONSizedFaultKind {
  /// The sounds of a package, of avatars and scenes alike: `{"file", "on", "gain"}`.
  ///
  /// - Parameters:
  ///   - path: the path of a file, which is noted.
  ///   - start: what a sound begins with.
  package func sounds<Start>(
    path: (JSONField) -> String?, start: (JSONField) -> Start?
  ) -> [(file: String, start: Start?, gain: Double)]? {
    guard let list = list() else { return nil }
    if list.count > AvatarSound.most {
      report(
        .overLimit(
          what: "the list of sounds", found: "\(list.count) sounds", limit: "\(AvatarSound.most)"))
    }
    return list.prefix(AvatarSound.most).compactMap { field in
      guard let object = field.object(keys: ["file", "on", "gain"]) else { return nil }
      let file = object.required("file").flatMap(path)
      let start = object["on"].flatMap(start)
      let gain = object["gain"]?.number(in: AvatarSound.gains)
      return file.map { ($0, start, gain ?? 0) }
    }
  }
}
