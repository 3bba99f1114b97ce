import Foundation
import TestSupport
import Testing

/// The example's unit, read by systemd itself.
@Suite struct SystemdTests {
  private static let path = "/usr/bin/systemd-analyze"
  private static let isThere = FileManager.default.isExecutableFile(atPath: path)

  @Test(.enabled(if: isThere, "needs systemd"))
  func `systemd finds nothing wrong with the unit and calls it well closed in`() throws {
    let example = SharedData.packageRoot.appending(
      path: "Examples/systemd/avatar-overlay.service")
    let text = try String(contentsOf: example, encoding: .utf8)
    // Neither the program nor its manual pages need be installed to check the rest.
    let folder = try ScratchFolder()
    let unit = try folder.write(
      text.replacingOccurrences(of: "/usr/local/bin/avatar-overlay", with: "/bin/true")
        .replacing(/Documentation=man:.*\n/, with: ""),
      to: "avatar-overlay.service")
    let verify = try Program(path: Self.path).run(["verify", unit], in: folder)
    #expect(verify.exitCode == 0)
    #expect(verify.error.isEmpty)
    // systemd's scale ends at 10, no protection at all; services without any have 9.6.
    let security = try Program(path: Self.path).run(
      ["security", "--offline=true", "--threshold=30", unit], in: folder)
    #expect(security.exitCode == 0)
  }
}
