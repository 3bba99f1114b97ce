import AvatarFiles
import Avatars
import Foundation
import TestSupport
import Testing

@Suite struct LintTests {
  /// Where the picture is opaque, and the edges at which it is cut off.
  static let pictures: [(Range<Int>, Range<Int>, [AvatarFault.Edge])] = [
    (1..<7, 1..<7, []),
    (1..<7, 0..<7, [.top]),
    (1..<8, 1..<7, [.right]),
    (1..<7, 1..<8, [.bottom]),
    (0..<7, 1..<7, [.left]),
    (7..<8, 0..<1, [.top, .right]),
    (0..<8, 0..<8, [.top, .right, .bottom, .left]),
  ]

  @Test(arguments: pictures)
  func `lint warns of artwork that is cut off`(
    x: Range<Int>, y: Range<Int>, edges: [AvatarFault.Edge]
  ) throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(opaque: (x, y)), to: "a.png")
    let faults = try AvatarPackage.lint(path: folder.path)
    #expect(faults.map(\.kind) == (edges.isEmpty ? [] : [.cutOff(edges)]))
    #expect(faults.allSatisfy { $0.severity == .warning })
    let names = edges.map(\.rawValue).joined(separator: ", ")
    let line =
      "a.png: warning: layers[0].image: the artwork is cut off at the \(names)"
      + " (opaque pixels on the border)"
    #expect(faults.allSatisfy { $0.description == line })
    #expect(throws: Never.self) { try AvatarPackage.load(path: folder.path) }
  }

  @Test func `lint warns of a picture that is fully transparent`() throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(opaque: (0..<0, 0..<0)), to: "a.png")
    let faults = try AvatarPackage.lint(path: folder.path)
    #expect(
      faults.map(\.description) == [
        "a.png: warning: layers[0].image: the picture is fully transparent"
      ])
    #expect(faults[0].severity == .warning)
  }

  @Test func `lint notes pictures that no layer uses`() throws {
    let folder = try PackageFolder()
    try folder.write(PackageFolder.manifest("a.png"), to: "avatar.json")
    try folder.write(PackageFolder.png(), to: "a.png")
    try folder.write(PackageFolder.png(), to: "old/b.PNG")
    try folder.write("<svg/>", to: "a.svg")
    try folder.write([0], to: ".hidden.png")
    let faults = try AvatarPackage.lint(path: folder.path)
    #expect(faults.map(\.description) == ["old/b.PNG: note: no layer uses this picture"])
    #expect(faults[0].severity == .note)
  }

  /// The avatars that the project ships.
  static let shipped = AvatarLibrary(
    folder: SharedData.packageRoot.appending(path: "Avatars").path)

  @Test(arguments: shipped.ids)
  func `lint finds no fault in the avatars of the project`(id: String) throws {
    let faults = try AvatarPackage.lint(path: Self.shipped.path(of: id))
    #expect(faults.filter { $0.severity == .error }.isEmpty)
    #expect(throws: Never.self) { try Self.shipped.load(id) }
  }
}
