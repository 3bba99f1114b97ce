import AvatarFiles
import Foundation
import TestSupport
import Testing

/// Own folders over those that came with the program, for any kind of packages.
@Suite struct LibraryLayerTests {
  private struct Toy: LibraryPackage {
    static let kind = LibraryKind("toy", manifest: "toy.json")
    static func failure(_ error: PackageLookupError) -> PackageLookupError { error }
  }

  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for toy in ["own/Toys/ball", "own/Toys/kite", "built-in/Toys/ball", "built-in/Toys/top"] {
      try scratch.write("{}", to: "\(toy)/toy.json")
    }
    try scratch.write("", to: "built-in/Toys/kite.zip")
    // What came with the program is found from here.
    try scratch.write("{}", to: "built-in/Avatars/ox/avatar.json")
    try scratch.folder("own/Avatars/ox")
  }

  private var layered: PackageLibrary<Toy> {
    PackageLibrary(folders: [scratch.path("own/Toys"), scratch.path("built-in/Toys")])
  }

  @Test func `an own package takes the place of the built-in one of its name, and no other`() throws
  {
    let entries = layered.entries
    #expect(entries.map(\.id) == ["ball", "kite", "top"])
    #expect(
      entries.map(\.path)
        == ["own/Toys/ball", "own/Toys/kite", "built-in/Toys/top"].map(scratch.path))
    #expect(
      entries.map(\.hides)
        == [["built-in/Toys/ball"], ["built-in/Toys/kite.zip"], []].map { $0.map(scratch.path) })
    #expect(layered.idsOfFirstFolder == ["ball", "kite"])
    for entry in entries { #expect(try layered.path(of: entry.id) == entry.path) }
    #expect(try layered.path(of: entries[2].path) == entries[2].path)
  }

  @Test func `a name that no folder has is told with all of them and the nearest`() throws {
    let error = #expect(throws: PackageLookupError.self) { try layered.path(of: "topp") }
    #expect(
      error?.description == "there is no toy \"topp\" in \(scratch.path("own/Toys")) or"
        + " \(scratch.path("built-in/Toys")); did you mean \"top\"?")
    let other = #expect(throws: PackageLookupError.self) { try layered.path(of: "locomotive") }
    #expect(other?.description.hasSuffix("; known: ball, kite, top") == true)
    #expect(layered.path(named: "../Toys/ball") == nil && layered.path(named: "") == nil)
    #expect(layered.path(named: ".") == nil)
  }

  @Test func `packages that lie anywhere come before those of folders`() throws {
    let sent = layered.under(["top": "/sent/1.zip", "drum": "/sent/2.zip"])
    #expect(sent.ids == ["ball", "drum", "kite", "top"])
    #expect(try sent.path(of: "top") == "/sent/1.zip")
    #expect(sent.folders == layered.folders)
  }

  private func found(
    _ named: [String] = [], _ environment: [String: String] = [:], beside avatars: [String] = []
  ) throws(PackageLookupError) -> PackageLibrary<Toy> {
    try PackageLibrary<Toy>.find(
      named: named, beside: AvatarLibrary(folders: avatars.map(scratch.path)),
      environment: environment)
  }

  @Test func `a folder that is named lies over those beside the avatars`() throws {
    let (own, builtIn) = (scratch.path("own/Toys"), scratch.path("built-in/Toys"))
    let beside = ["own/Avatars", "built-in/Avatars"]
    #expect(try found(beside: beside).folders == [own, builtIn])
    #expect(try found([builtIn], beside: beside).folders == [builtIn, own])
    let variable = ["AVATAR_OVERLAY_TOYS": builtIn]
    #expect(try found([], variable, beside: beside).folders == [builtIn, own])
    #expect(try found([own], ["AVATAR_OVERLAY_TOYS": "/nowhere"], beside: []).folders == [own])
    #expect(try found([own], beside: ["elsewhere/Avatars"]).folders == [own])
    #expect(try found().folders == ["Toys"])
    // The same folder by another path is no layer of its own.
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: builtIn)
    #expect(try found([scratch.path("link")], beside: beside).ids == ["ball", "kite", "top"])
    #expect(try found([scratch.path("link")], beside: beside).folders.count == 2)
  }

  @Test(arguments: ["nowhere", "own/Toys/ball/toy.json"])
  func `a folder that is named and is none is refused, however it is named`(place: String) throws {
    let path = scratch.path(place)
    let expected = PackageLookupError.noFolder(Toy.kind, path: path)
    #expect(throws: expected) { try found([path]) }
    #expect(throws: expected) { try found([scratch.path("own/Toys"), path]) }
    #expect(throws: expected) { try found([], ["AVATAR_OVERLAY_TOYS": path]) }
    #expect(
      expected.description == "\(path): there is no such folder; name one with toys by --toys or"
        + " AVATAR_OVERLAY_TOYS, or leave it out")
  }

  @Test func `built-in avatars lie under those of the folder that is named`() throws {
    func found(_ named: String?, _ environment: [String: String] = [:]) throws -> AvatarLibrary {
      try AvatarLibrary.find(
        named: named, environment: environment, executable: scratch.path("built-in/bin/program"))
    }
    let builtIn = URL(filePath: scratch.path("built-in/Avatars")).resolvingSymlinksInPath().path
    let own = scratch.path("own/Avatars")
    #expect(try found(own).folders == [own, builtIn])
    #expect(try found(nil, ["AVATAR_OVERLAY_AVATARS": own]).folders == [own, builtIn])
    #expect(try found(own, ["AVATAR_OVERLAY_AVATARS": "/nowhere"]).folders == [own, builtIn])
    #expect(try found(builtIn).folders == [builtIn])
    #expect(try found(own).path(of: "ox") == "\(builtIn)/ox")
    #expect(throws: AvatarPackageError.lookup(.noFolder(AvatarPackage.kind, path: "/nowhere"))) {
      try found("/nowhere")
    }
  }
}
