internal import JSON
internal import Text

/// A line of `files.jsonl`: one file of the data folder, or one link.
struct BackupEntry: Hashable {
  enum Content: Hashable {
    /// A file's bytes: how many, and their SHA-256.
    case file(bytes: Int64, sha256: String)
    /// A link's text.
    case link(String)
  }

  var path: BackupPath
  var content: Content

  /// What it weighs.
  var bytes: Int64 {
    if case .file(let bytes, _) = content { bytes } else { 0 }
  }

  /// The line, with its end.
  var line: [UInt8] {
    let value: JSONValue =
      switch content {
      case .file(let bytes, let sha256):
        .object([
          ("path", .string(path.text)), ("bytes", .integer(Int(bytes))),
          ("sha256", .string(sha256)),
        ])
      case .link(let target): .object([("path", .string(path.text)), ("link", .string(target))])
      }
    return value.bytes + [UInt8(ascii: "\n")]
  }

  init(_ path: BackupPath, _ content: Content) { (self.path, self.content) = (path, content) }

  init(line: ArraySlice<UInt8>) throws(BackupFault) {
    let log = JSONFaultLog<BackupFault>()
    let object = JSONField.root(of: line, log: log)?.object(
      keys: ["path", "bytes", "sha256", "link"])
    let text = object?.required("path")?.text()
    let link = object?["link"]?.text()
    let digest = object?["link"] == nil ? object?.required("sha256")?.text() : nil
    let bytes =
      object?["link"] == nil
      ? object?.required("bytes")?.integer(in: 0...Int(BackupLimits.fileBytes)) : nil
    if let fault = log.faults.first {
      throw BackupFault(reason: (fault.path.isEmpty ? "" : "\(fault.path): ") + fault.kind.reason)
    }
    guard let text, let path = BackupPath(text) else {
      throw BackupFault(reason: "\"\(Shown.text(text ?? ""))\" is no path of a file of the service")
    }
    self.path = path
    if let link {
      guard path.isLink, BackupPath.isPackage(link) else {
        throw BackupFault(
          reason:
            "\(path.text) is a link to \"\(Shown.text(link))\", expected a package of the same"
            + " tenant")
      }
      content = .link(link)
    } else if let digest, let bytes {
      guard !path.isLink, BackupManifest.isDigest(digest) else {
        throw BackupFault(reason: "\(path.text): expected a SHA-256 in 64 digits, or a link")
      }
      content = .file(bytes: Int64(bytes), sha256: digest)
    } else {
      throw BackupFault(reason: "\(path.text): neither a file nor a link")
    }
  }
}

/// What is wrong with a text of a backup.
struct BackupFault: Error, JSONFaultKind {
  var reason: String

  static func json(_ fault: JSONFault) -> Self { Self(reason: fault.description) }
}
