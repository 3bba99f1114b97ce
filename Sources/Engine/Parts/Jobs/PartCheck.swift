internal import Digests
internal import Foundation

/// Looks whether parts are done, and whether their files are still what they were then.
struct PartCheck {
  /// How a part stands.
  enum State {
    case missing
    case damaged(reason: String)
    case done(PartReceipt)
  }

  private let plan: RenderPlan
  private let fingerprint: String
  private let store: any PartStore
  private let key: PartKey?

  /// Prepares the looking.
  ///
  /// - Parameter key: what receipts must be signed with; nil where signatures are no matter.
  init(_ plan: RenderPlan, in store: any PartStore, key: PartKey?) {
    (self.plan, fingerprint, self.store, self.key) = (plan, plan.fingerprint, store, key)
  }

  /// Looks at a part.
  ///
  /// - Parameter readsFiles: whether its files are read; otherwise its receipt is believed.
  func state(of part: Int, readsFiles: Bool = true) throws -> State {
    do {
      return try found(part, readsFiles)
    } catch PartsError.spoiled(_, let name, let reason) {
      return .damaged(reason: "\(name): \(reason)")
    }
  }

  private func found(_ part: Int, _ readsFiles: Bool) throws -> State {
    func name(_ kind: PartFileName.Kind) -> PartFileName {
      PartFileName(fingerprint: fingerprint, part: part, kind: kind)
    }
    guard let bytes = try store.bytes(of: name(.receipt), upTo: PartReceipt.maximumBytes) else {
      return .missing
    }
    guard let receipt = PartReceipt(bytes) else {
      return .damaged(reason: "its receipt cannot be read")
    }
    guard receipt.fingerprint == fingerprint, receipt.part == part else {
      return .damaged(reason: "its receipt is of another part")
    }
    if let key, try !key.hasSigned(receipt) {
      return .damaged(reason: "its receipt is not signed with the key")
    }
    let frames = plan.parts[part].frames.count
    guard receipt.frames <= frames, receipt.damage != nil || receipt.frames == frames,
      (0...receipt.frames).contains(receipt.facesDrawnFrames ?? 0)
    else {
      return .damaged(reason: "its receipt states other frames than the plan has")
    }
    guard readsFiles else { return .done(receipt) }
    if let reason = try damage(of: name(.data), receipt.data) { return .damaged(reason: reason) }
    if let placements = receipt.placements,
      let reason = try damage(of: name(.placements), placements)
    {
      return .damaged(reason: reason)
    }
    return .done(receipt)
  }

  private func damage(of name: PartFileName, _ expected: PartReceipt.File) throws -> String? {
    guard let path = try store.readablePath(of: name) else { return "\(name.text) is gone" }
    defer { store.release(name) }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return "\(name.text) is gone" }
    guard Int(status.st_size) == expected.bytes else {
      return "\(name.text) has \(status.st_size) bytes, \(expected.bytes) expected"
    }
    let found: String
    do throws(DigestError) {
      found = try SHA256.hex(ofFile: path)
    } catch {
      throw PartsError.storeUnavailable(
        place: store.place, reason: "\(name.text) cannot be read")
    }
    return found == expected.sha256 ? nil : "\(name.text) has other bytes than were written"
  }
}
