internal import Blobs

extension S3Place {
  /// What an object is called in the bucket: that of a key, or the beginning of all of a kind where there is none.
  func object(_ kind: ObjectKind, _ key: BlobKey?) -> String {
    let root = prefix.isEmpty ? "\(kind.rawValue)/" : "\(prefix)/\(kind.rawValue)/"
    return root + (key?.text ?? "")
  }

  /// What every object below a key begins with.
  func objects(_ kind: ObjectKind, below key: BlobKey?) -> String {
    object(kind, key) + (key == nil ? "" : "/")
  }
}

/// What an object is; each kind has a root of its own, so that none is ever taken for another.
enum ObjectKind: String, Hashable, Sendable, CaseIterable {
  /// A blob's bytes.
  case blob = "blobs"
  /// A name, whose content is the key that it leads to.
  case name = "names"

  var contentType: String {
    switch self {
    case .blob: "application/octet-stream"
    case .name: "application/vnd.avatar-overlay.name"
    }
  }
}

extension String {
  /// What follows a beginning, by their bytes; nil for a text that does not begin so.
  ///
  /// (`hasPrefix` compares characters: a slash with an accent after it is another one.)
  func following(_ beginning: String) -> String? {
    utf8.starts(with: beginning.utf8)
      ? String(Substring(utf8.dropFirst(beginning.utf8.count))) : nil
  }
}
