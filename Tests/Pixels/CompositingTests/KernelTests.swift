import CKernels
import Compositing
import Foundation
import Testing

/// Every kernel in C gives the bytes of the plain one: called by itself, with what a drawing hardly
/// ever comes to.
@Suite struct KernelTests {
  /// The sets in C that this processor runs.
  static var sets: [ck_kernels] {
    var sets: [ck_kernels] = []
    while let set = ck_kernels_at(Int32(sets.count)) { sets.append(set.pointee) }
    return sets
  }

  @Test func `random runs give the plain kernels' bytes`() {
    for (i, item) in KernelCase.all(samplers: 3000, seed: 5).enumerated() {
      let expected = item.result(by: ReferenceKernels.kernels)
      for set in Self.sets {
        #expect(item.result(by: set) == expected, "\(String(cString: set.name)), case \(i)")
      }
    }
  }

  static let casesFile = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_KERNEL_CASES"]

  /// For processors that are not at hand: `Checks/kernel_cases.c` compares them with this file.
  @Test(.enabled(if: casesFile != nil, "where AVATAR_OVERLAY_KERNEL_CASES names a file"))
  func `cases are written to a file`() throws {
    let cases = KernelCase.all(samplers: 2000, seed: 6)
    var bytes = KernelCase.bytes(Int32(cases.count))
    for item in cases {
      let expected = item.result(by: ReferenceKernels.kernels)
      bytes += item.encoded
      bytes += KernelCase.bytes(Int32(expected.count)) + KernelCase.padded(expected)
    }
    try Data(bytes).write(to: URL(filePath: try #require(Self.casesFile)))
  }
}
