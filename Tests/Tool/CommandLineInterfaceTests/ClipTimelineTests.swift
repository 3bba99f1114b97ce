import Foundation
import TestSupport
import Testing

/// The timeline of a clip in the review page, from the verb to the browser.
@Suite(
  .mostlyWaiting, .enabled(if: Browser.isExpected, Comment(rawValue: Browser.absent)))
struct ClipTimelineTests {
  /// The frames in which each plate was there when it was recorded, and those in which it is now.
  private struct Plate {
    var blendshape: String
    var was, isNow: Set<Int>
  }

  private static let frames = 12
  /// The first goes for three frames, the second for two and comes for one; the third stays.
  private static let plates = [
    Plate(blendshape: "mouthPucker", was: Set(0..<12), isNow: Set(0..<12).subtracting([4, 5, 6])),
    Plate(
      blendshape: "jawOpen", was: Set(0..<12).subtracting([10]),
      isNow: Set(0..<12).subtracting([1, 2])),
    Plate(blendshape: "mouthFunnel", was: Set(0..<12), isNow: Set(0..<12)),
  ]

  /// A page of a clip, and of one that nothing happened to.
  private func page(_ run: (BrowserPage) throws -> Void) throws {
    let clip = SyntheticClip(width: 96, height: 64, frames: Self.frames)
    let stage = try ToolStage(clip: clip)
    var avatar = SyntheticAvatar()
    for (index, plate) in Self.plates.enumerated() {
      avatar = avatar.adding(
        "\"scale\": 0.5, \"offset\": {\"x\": \(Double(index) - 1)}, \"when\": {\"blendshape\":"
          + " \"\(plate.blendshape)\", \"above\": 0.6, \"below\": 0.4}",
        try SyntheticAvatar.solid(20, 30))
    }
    try avatar.write("Avatars/plates", in: stage.folder)
    func track(_ shown: (Plate) -> Set<Int>) throws {
      var tracking = ToolStage.tracking(clip)
      for frame in 0..<Self.frames {
        for plate in Self.plates {
          tracking.samples[frame].faces[0].blendshapes[plate.blendshape] =
            shown(plate).contains(frame) ? 1 : 0
        }
      }
      try Data(tracking.text.utf8).write(to: URL(filePath: stage.folder.path("in.jsonl")))
    }
    try track(\.was)
    try stage.folder.write(
      """
      {"format": "golden-suite/1", "defaults": {"recording": "../in.mkv", "smoothing": "none"},
       "cases": [{"name": "walk", "avatar": "plates", "clip": {}},
                 {"name": "still", "avatar": "none", "clip": {}}]}
      """, to: "Golden/golden.json")
    let verify = ["verify", "--progress", "none"]
    _ = try stage.run(verify, environment: ["CI": ""])
    let approved = try stage.run(["approve", "--all"], environment: ["CI": ""])
    try #require(approved.exitCode == 0, "\(approved.error)")
    try track(\.isNow)
    let red = try stage.run(verify + ["--report", "out/r.html"], environment: ["CI": ""])
    try #require(red.exitCode == 1, "\(red.error)")
    let page = try Browser().page(width: 1280, height: 800)
    try page.open("file://" + stage.folder.path("out/r.html") + "#case=walk")
    try page.wait(until: "document.documentElement.dataset.shown")
    try run(page)
    #expect(try page.complaints() == [])
  }

  private func list(_ page: BrowserPage, _ expression: String) throws -> [String] {
    try page.text("\(expression).join('|')").split(separator: "|").map(String.init)
  }

  @Test func `it has a lane for each layer that is out of place, and a bar for each span`() throws {
    try page { page in
      #expect(
        try page.text("document.querySelector('.spans h3').textContent") == "Layers out of place")
      let bars = "[...document.querySelectorAll('.spans .span')]"
      let words = try list(page, "\(bars).map(b => b.querySelector('title').textContent)")
      #expect(
        Set(words) == [
          "frames 4 to 6: layer 0 not there", "frames 1 to 2: layer 1 not there (flicker)",
          "frame 10: layer 1 not there before (flicker)",
        ], "\(words)")
      let lanes = try list(
        page, "[...document.querySelectorAll('.spans .lanes li')].map(l => l.textContent)")
      // The third plate is where it was.
      #expect(lanes.sorted() == ["layer 0", "layer 1"])
      #expect(try page.number("document.querySelectorAll('.spans rect.lane').length") == 2)
      // A bar is as wide as its frames are of all, begins with the first, and lies in its layer's lane.
      for bar in 0..<words.count {
        let numbers = words[bar].matches(of: /[0-9]+/).compactMap { Double($0.output) }
        let isSpan = words[bar].hasPrefix("frames")
        let (first, last) = (numbers[0], isSpan ? numbers[1] : numbers[0])
        let layer = try #require(words[bar].firstMatch(of: /layer [0-9]/)).output
        func number(_ name: String) throws -> Double {
          try page.number("Number(\(bars)[\(bar)].getAttribute('\(name)'))")
        }
        #expect(try abs(number("x") - first / 12 * 1000) < 0.01, "\(words[bar])")
        #expect(try abs(number("width") - (last - first + 1) / 12 * 1000) < 0.01, "\(words[bar])")
        let lane = try #require(lanes.firstIndex(of: String(layer)))
        let top = try page.number(
          "Number(document.querySelectorAll('.spans rect.lane')[\(lane)].getAttribute('y'))")
        #expect(try number("y") == top)
      }
      let label = try page.text("document.querySelector('.spans svg').getAttribute('aria-label')")
      #expect(words.allSatisfy(label.contains))
    }
  }

  @Test func `a click at a bar opens its worst frame, one beside it the frame there`() throws {
    try page { page in
      let shown = "document.documentElement.dataset.shown.split('/')[1]"
      let bars = "[...document.querySelectorAll('.spans .span')]"
      let index = try page.number(
        "\(bars).findIndex(b => b.textContent.includes('frame 10:'))")
      try page.evaluate("\(bars)[\(Int(index))].setAttribute('id', 'meant')")
      try page.click("#meant")
      try page.wait(until: "\(shown) === '10'")
      #expect(try page.text("location.hash").contains("frame=10"))
      #expect(
        try page.text("document.querySelector('#frame-facts').textContent")
          .contains("frame 10: layer 1 not there before (flicker)"))
      let box = try page.text(
        """
        (() => { const e = document.querySelector('.spans svg'); e.scrollIntoView({block: 'center'});
          const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join(' '); })()
        """
      ).split(separator: " ").compactMap { Double($0) }
      // The middle of frame 8, in which no layer is out of place.
      try page.click(x: box[0] + box[2] * 8.5 / 12, y: box[1] + 4)
      try page.wait(until: "\(shown) === '8'")
      // The line of the timeline goes with the frame.
      let line = try page.number(
        "Number(document.querySelector('.spans .cursor').getAttribute('x1'))")
      #expect(abs(line - 8.5 / 12 * 1000) < 0.01)
      try page.press("ArrowRight")
      try page.wait(
        until: "Number(document.querySelector('.spans .cursor').getAttribute('x1')) > 790")
    }
  }

  @Test func `a clip in which every layer is where it was has none`() throws {
    try page { page in
      #expect(try page.number("document.querySelectorAll('.spans').length") == 1)
      try page.evaluate("location.hash = '#case=still'")
      try page.wait(until: "document.querySelectorAll('.spans').length === 0")
      #expect(try page.number("document.querySelectorAll('.curve').length") > 0)
    }
  }
}
