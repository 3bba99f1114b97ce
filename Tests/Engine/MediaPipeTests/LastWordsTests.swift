import Foundation
import MediaPipe
import TestSupport
import Testing
import Tracker

/// What is told of a library that ends its process, by a program in the place of that process.
@Suite struct LastWordsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The error of a segmenter whose process is a script.
  private func fault(_ script: String) throws -> String {
    let bytes = [UInt8]([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1]) + [UInt8](repeating: 0, count: 11)
    let library = bytes + [MediaPipeLibrary.processor == "x86-64" ? 62 : 183, 0]
    let place = "mediapipe/tasks/c/libmediapipe.so"
    try folder.write(library, to: "site/\(place)")
    try folder.write(
      "\(place),sha256=x,\(library.count)\n",
      to: "site/mediapipe-\(MediaPipeLibrary.version).dist-info/RECORD")
    let model = try folder.write("a model", to: "model.tflite")
    let program = try folder.write("#!/bin/sh\n\(script)\n", to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    do {
      _ = try MediaPipeSegmenter(
        FoundSegmenter(
          model: model, library: folder.path("site"), environment: [:], executable: "/x"),
        executable: program
      ).hairAndSkin([0, 0, 0], width: 1, height: 1)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a library that aborts is told with its own last words`() throws {
    let words = try fault(
      """
      cat >&2 <<END
      I0000 00:00:1 gl_context.cc:369] GL version: 3.2
      W0000 00:00:2 inference.cc:53] Feedback manager requires a model
      F0000 00:00:3 graph.cc:98] Check failed: size > 0 (0 vs. 0)
      *** Check failure stack trace: ***
          @     0x7f02c0ffee  absl::LogMessage::Fail()
          @     0x7f02c0fff0  main

      END
      kill -ABRT $$
      """)
    #expect(words.contains("was ended by signal 6 (aborted), and said last: "), "\(words)")
    #expect(words.contains("F0000 00:00:3 graph.cc:98] Check failed: size > 0 (0 vs. 0)\""))
    #expect(!words.contains("@") && !words.contains("***"))
  }

  @Test(arguments: [
    ("exit 3", "the tracker's process ended with exit code 3;"),
    ("echo no display >&2; exit 3", "ended with exit code 3, and said last: \"no display\";"),
    ("echo bye >&2", "ended without an answer, and said last: \"bye\";"),
    ("kill -SEGV $$", "was ended by signal 11 (segmentation fault);"),
  ])
  func `an end without an abort is told with what there is`(script: String, words: String) throws {
    let line = try fault(script)
    #expect(line.contains(words), "\(line)")
  }

  @Test func `last words are few, short, and cannot act on a terminal`() throws {
    let line = try fault(
      """
      i=0; while [ $i -lt 400 ]; do echo "line $i" >&2; i=$((i + 1)); done
      printf '\\033[31mred\\033[0m \\342\\200\\256rtl \\377\\n' >&2
      head -c 10000 /dev/zero | tr '\\0' y >&2
      kill -ABRT $$
      """)
    #expect(line.utf8.count < 1500 && !line.contains(where: \.isNewline), "\(line)")
    #expect(line.contains("line 399") && !line.contains("line 398") && line.contains("yyyy"))
    #expect(line.contains("red") && !line.contains("\u{1B}") && !line.contains("\u{202E}"))
  }
}
