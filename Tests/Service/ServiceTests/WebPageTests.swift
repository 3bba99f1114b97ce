import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageTests {
  @Test func `the page opens with the sample, and avatars and sliders do what they say`() throws {
    let room = try WebPage()
    try avatars(room)
    try room.choose("first")
    try sliders(room)
    #expect(try room.page.requests().allSatisfy { $0.hasPrefix(room.service.url + "/") })
    #expect(try room.page.complaints() == [])
  }

  private func avatars(_ room: WebPage) throws {
    #expect(try room.text("words").contains("face"))
    try room.expectSheetInOutline("at first")
    // The first of the list is worn; its width and turn are those of the eyes.
    let edge = try room.quad[1] - room.quad[0]
    #expect(length(edge - WebPage.eyes * WebPage.scale) < 0.1)
    let first = try room.picture
    try room.choose("second")
    #expect(try room.picture != first)
    #expect(length(try room.quad[1] - room.quad[0] - WebPage.eyes) < 0.1)
    try room.page.wait(
      until: "[...document.querySelectorAll('#avatars canvas')].every(c => c.dataset.isDrawn)")
  }

  /// Moves go by the eyes' own distance and direction.
  private func sliders(_ room: WebPage) throws {
    let before = try room.quad
    let picture = try room.picture
    let along = WebPage.eyes
    // Offset y goes up the face: the eyes' line turned by a right angle, against the clock.
    let up = SIMD2(along.y, -along.x)
    try room.slide("offset.x", to: 0.5)
    for (corner, old) in zip(try room.quad, before) {
      #expect(length(corner - old - along * 0.5) < 0.05)
    }
    #expect(try room.picture != picture)
    try room.slide("offset.y", to: -0.25)
    for (corner, old) in zip(try room.quad, before) {
      #expect(length(corner - old - along * 0.5 + up * 0.25) < 0.05)
    }
    try room.slide("scale", to: 3)
    #expect(length(try room.quad[1] - room.quad[0] - along * 3) < 0.05)
    try room.slide("rotation", to: 40)
    // Clockwise in a picture whose y goes down.
    let (c, s) = (cos(40 * Double.pi / 180), sin(40 * Double.pi / 180))
    let turned = SIMD2(along.x * c - along.y * s, along.x * s + along.y * c)
    #expect(length(try room.quad[1] - room.quad[0] - turned * 3) < 0.05)
    try room.expectSheetInOutline("turned")
    try room.change { try room.page.click("#reset") }
    #expect(try room.quad == before)
    #expect(try room.number("rotation") == 0)
    // Arrows move the layer too: a hundredth of the eye distance.
    try room.page.evaluate("document.getElementById('stage').focus()")
    try room.change { try room.page.press("ArrowRight") }
    #expect(length(try room.quad[0] - before[0] - along * 0.01) < 0.005)
  }

  @Test func `a dragged layer goes where the pointer goes, mirrored and in space too`() throws {
    let room = try WebPage()
    for isMirrored in [false, true] {
      if isMirrored { try room.change { try room.page.click("#mirror") } }
      for avatar in ["first", "keep"] {
        try room.choose(avatar)
        try room.expectSheetInOutline("\(avatar), mirrored: \(isMirrored)")
        let before = try room.quad
        let move = try room.drag(by: 43, -29)
        for (corner, old) in zip(try room.quad, before) {
          #expect(length(corner - old - move) < 1, "\(avatar), mirrored: \(isMirrored)")
        }
        try room.expectSheetInOutline("\(avatar) dragged, mirrored: \(isMirrored)")
        try room.change { try room.page.click("#reset") }
      }
    }
    // A head that is turned away, and a layer that its mouth makes larger than its scale.
    var face = WebPage.head
    (face.yaw, face.pitch, face.blendshapes) = (35, -10, ["jawOpen": 0.8])
    try WebPage.write("turned", [face], in: room.stage.folder)
    try room.change { try room.give(["turned/picture.jpg", "turned/tracking.jsonl"]) }
    try room.choose("driven")
    let before = try room.quad
    let move = try room.drag(by: -47, 31)
    #expect(length(room.middle(of: try room.quad) - room.middle(of: before) - move) < 1)
    #expect(try room.page.complaints() == [])
  }
}
