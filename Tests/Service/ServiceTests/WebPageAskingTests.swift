import Foundation
import TestSupport
import Testing

/// What the page's script asks for, and gives up: some of its files, with the rest played by the test.
@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageAskingTests {
  private let page: BrowserPage

  init() throws { page = try Browser().page(width: 320, height: 240) }

  private func script(_ name: String) throws -> String {
    try String(
      contentsOf: SharedData.packageRoot.appending(
        path: "Sources/Service/ServiceEndpoints/Page/script/\(name)"), encoding: .utf8)
  }

  @Test func `a service that did not answer is asked again, and one that did is not`() throws {
    let told = try page.text(
      """
      (async () => {
        let asked = 0;
        const fetch = async () => {
          asked += 1;
          if (asked === 1) throw new TypeError('down');
          return { ok: true, json: async () => ({ version: '1' }) };
        };
        \(script("texts.js"))
        \(script("language.js"))
        \(script("service.js"))
        const words = [];
        for (let i = 0; i < 3; i += 1) words.push((await service.health())?.version ?? 'none');
        return `${words} ${asked}`;
      })()
      """)
    #expect(told == "none,1,1 2")
  }

  @Test func `a clip that is looked through gives way to what is taken after it`() throws {
    let told = try page.text(
      """
      (async () => {
        class Problem extends Error {}
        const stage = document.createElement('div'), words = [], clips = [];
        const state = { hasTracker: true }, asking = null, byId = () => stage;
        const isHead = () => false, showWhoseFace = () => {}, stopTurning = () => {};
        const tell = problem => { words.push(problem?.message ?? ''); }, note = () => {};
        const showHealth = async () => {}, letGo = () => {}, showAge = () => {}, render = () => {};
        const service = {};
        const rest = () => new Promise(done => setTimeout(done));
        const seen = [];
        const look = () => seen.push(`${clips.length} ${stage.getAttribute('aria-busy')}`);
        \(script("texts.js"))
        \(script("language.js"))
        \(script("files.js"))
        \(script("artwork.js"))
        \(script("clip.js"))
        service.clip = clip => new Promise(done => {
          const frames = [new Blob(['x'])];
          clips.push(() => done({ name: clip.name, frames, header: '', lines: ['x'], times: [0], notes: [], at: 0 }));
        });
        take([new File(['x'], 'slow.mp4')]);
        await rest(); look();
        take([new File(['x'], 'notes.txt')]);
        await rest(); look();
        clips[0]();
        await rest(); look();
        take([new File(['x'], 'a.mp4')]);
        take([new File(['x'], 'b.mp4')]);
        await rest(); look();
        take([new File(['x'], 'c.mp4')]);
        await rest(); look();
        clips[1]();
        await rest(); look();
        clips[2]();
        await rest(); look();
        return `${seen} ${state.moving?.name}`;
      })()
      """)
    // One is looked through; another thing is taken; its end is ignored; of two at once the second is;
    // the end of an earlier one is not the end of the last; that one is used.
    #expect(told == "1 true,1 false,1 false,2 true,3 true,3 true,3 false c.mp4")
  }
}
