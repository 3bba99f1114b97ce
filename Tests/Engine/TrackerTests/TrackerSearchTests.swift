import Foundation
import TestSupport
import Testing
import Tracker

/// Where models are searched.
@Suite struct TrackerSearchTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `here first, then beside the avatars and in the shares, the variable's folder last`() {
    #expect(
      TrackerSearch.modelFolders(
        besideAvatars: "/data/Avatars", environment: [TrackerSearch.modelsVariable: "/models"],
        executable: "/usr/bin/avatar-overlay") == [
          "Models", "/data/Models", "/usr/share/avatar-overlay/Models",
          "/usr/local/share/avatar-overlay/Models", "/models",
        ])
  }

  @Test func `the user's own folder comes after the shares and before the variable's`() {
    for (environment, own) in [
      (["HOME": "/home/me"], "/home/me/.local/share/avatar-overlay/Models"),
      (["HOME": "/home/me", "XDG_DATA_HOME": "/data"], "/data/avatar-overlay/Models"),
      (
        ["HOME": "/home/me", "XDG_DATA_HOME": "not/absolute"],
        "/home/me/.local/share/avatar-overlay/Models"
      ),
    ] {
      let folders = TrackerSearch.modelFolders(
        besideAvatars: "Avatars",
        environment: environment.merging([TrackerSearch.modelsVariable: "/m"]) { $1 },
        executable: "/usr/bin/avatar-overlay")
      #expect(folders.suffix(2) == [own, "/m"])
    }
  }

  @Test func `no folder is searched twice, and none for an empty variable`() {
    let here = FileManager.default.currentDirectoryPath
    #expect(
      TrackerSearch.modelFolders(
        besideAvatars: "\(here)/Avatars", environment: [TrackerSearch.modelsVariable: ""],
        executable: "/usr/bin/avatar-overlay") == [
          "Models", "/usr/share/avatar-overlay/Models", "/usr/local/share/avatar-overlay/Models",
        ])
    #expect(
      TrackerSearch.modelFolders(besideAvatars: "Avatars", environment: [:], executable: "/x").first
        == "Models")
  }

  @Test func `a folder above the program is searched where it is there`() throws {
    try folder.write("", to: "Models/x")
    let folders = TrackerSearch.modelFolders(
      besideAvatars: "/nonexistent/Avatars", environment: [:],
      executable: folder.path("build/release/avatar-overlay"))
    #expect(folders.dropFirst(2).first == folder.url.resolvingSymlinksInPath().path + "/Models")
    #expect(!folders.contains { $0.hasSuffix("release/Models") })
  }
}
