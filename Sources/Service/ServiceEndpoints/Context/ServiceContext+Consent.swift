internal import Problems
internal import Recordings
internal import ServiceConfiguration
internal import ServiceInterface

extension ServiceContext {
  /// Throws where the consent to use a recording has ended, or where there has to be one and is none.
  ///
  /// - Parameter media: what the recording is called to the client.
  func checkConsent(_ provenance: RecordingProvenance, to media: String) throws {
    try provenance.checkConsent(to: media)
    guard settings.requiresConsent == "yes", provenance.consent == nil else { return }
    throw ServiceProblem(
      .consentMissing,
      "options: this service renders with a consent alone; state \"consent\" with \"who\" and \"purposes\"",
      faults: [.init(pointer: "/consent", detail: "missing")])
  }
}

extension RecordingProvenance {
  /// Reads the part `options` of a form whose options say no more than this.
  init(_ parts: RequestParts) throws(ServiceProblem) {
    let reader = OptionsReader()
    self.init(try reader.options(of: parts, keys: Self.keys))
    try reader.check()
  }
}
