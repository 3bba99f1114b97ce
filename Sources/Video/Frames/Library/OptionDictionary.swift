internal import CFFmpeg

/// An option dictionary of FFmpeg, freed with its owner.
@safe package struct OptionDictionary: ~Copyable {
  package var raw: OpaquePointer?

  package init(_ entries: [(String, String)] = []) {
    for (key, value) in entries { set(key, value) }
  }

  package mutating func set(_ key: String, _ value: String) {
    _ = unsafe av_dict_set(&raw, key, value, 0)
  }

  /// The keys that the callee did not know.
  package var unusedKeys: [String] { unsafe Self.entries(of: raw).map(\.key) }

  /// Every entry of a dictionary that the caller owns.
  @unsafe package static func entries(of raw: OpaquePointer?) -> [(key: String, value: String)] {
    var found: [(key: String, value: String)] = []
    var entry = unsafe av_dict_get(raw, "", nil, AV_DICT_IGNORE_SUFFIX)
    while let current = unsafe entry {
      unsafe found.append(
        (String(cString: current.pointee.key), String(cString: current.pointee.value)))
      unsafe entry = unsafe av_dict_get(raw, "", current, AV_DICT_IGNORE_SUFFIX)
    }
    return found
  }

  deinit {
    var dictionary = unsafe raw
    unsafe av_dict_free(&dictionary)
  }
}
