import Installation
import Testing

@Suite struct InstalledFoldersTests {
  @Test func `the nearest folder to the program comes first, the system's last`() {
    #expect(
      InstalledFolders.candidates("Avatars", executable: "/opt/a/bin/avatar-overlay") == [
        "/opt/a/bin/Avatars", "/opt/a/bin/share/avatar-overlay/Avatars",
        "/opt/a/Avatars", "/opt/a/share/avatar-overlay/Avatars",
        "/opt/Avatars", "/opt/share/avatar-overlay/Avatars",
        "/usr/local/share/avatar-overlay/Avatars", "/usr/share/avatar-overlay/Avatars",
      ])
  }

  @Test func `a program of the system has its own share once, and the local one too`() {
    let folders = InstalledFolders.candidates(
      "tracker", inCheckout: ".tracker", executable: "/usr/bin/avatar-overlay")
    #expect(
      folders == [
        "/usr/bin/.tracker", "/usr/bin/share/avatar-overlay/tracker", "/usr/.tracker",
        "/usr/share/avatar-overlay/tracker", "/usr/local/share/avatar-overlay/tracker",
      ])
  }
}
