/// The goldens of other environments: pictures that were accepted beside a golden, where another
/// library decodes or encodes otherwise.
///
/// A variant belongs to the golden that it was recorded beside. When that one is replaced, the variant
/// would let the old picture pass, so it is not taken any more.
struct GoldenVariants: Sendable {
  let suite: GoldenSuite
  /// The record of approvals; nil where that cannot be read, and then there are no variants.
  let provenance: ProvenanceFile?

  /// The variants that may stand for a golden, in the order in which the suite lists environments.
  func valid(of golden: String) -> [(environment: String, file: String)] {
    files(of: golden).filter { fault(of: $0.file, golden: golden) == nil }
  }

  /// Why each of a golden's variants that is there is not taken, a line each.
  func faults(of golden: String) -> [String] {
    files(of: golden).compactMap { fault(of: $0.file, golden: golden) }
  }

  private func files(of golden: String) -> [(environment: String, file: String)] {
    suite.environments.map { ($0, GoldenPaths.variant(of: golden, $0)) }
      .filter { suite.paths.place($0.1).exists }
  }

  private func fault(of file: String, golden: String) -> String? {
    guard let record = provenance?[file] else {
      return "\(file): there is no record of who recorded this variant; it is not taken"
    }
    guard let sha256 = provenance?[golden]?.sha256, record.variantOf == sha256 else {
      return "\(file): a variant of a golden that was replaced since; it is not taken; approve it"
        + " again with --as-variant, or remove it with --prune"
    }
    return nil
  }
}

extension ProvenanceFile {
  /// Whether a variant is of no use: of a golden that was replaced, or the same file as the golden.
  func isUnused(variant file: String, of golden: String) -> Bool {
    guard let record = self[file], let recorded = self[golden] else { return false }
    return record.variantOf != recorded.sha256 || record.sha256 == recorded.sha256
  }
}
