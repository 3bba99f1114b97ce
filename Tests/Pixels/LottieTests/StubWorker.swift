import Foundation
import Lottie
import TestSupport

/// A program in place of the one that draws: it takes animations and answers frames of nothing, and misbehaves
/// over those of certain widths.
struct StubWorker {
  /// Widths of animations, by what becomes of their frames.
  enum Width {
    /// Answered once `release` was called.
    static let held = 101
    /// Never answered.
    static let silent = 102
    /// The process ends.
    static let crash = 103
    /// Answered, and the process ends over the next frame of another animation.
    static let ruin = 104
  }

  private let folder: ScratchFolder
  let path: String

  init() throws {
    folder = try ScratchFolder()
    let script = """
      #!/bin/sh
      cd "\(folder.url.path)" || exit 1
      echo "start $$" >> log
      ruined=
      numbers() { dd bs=$((8 * $1)) count=1 iflag=fullblock status=none | od -An -v -td8; }
      while set -- $(numbers 3); [ $# = 3 ]; do
        case $1 in
          1) text=$(dd bs=$3 count=1 iflag=fullblock status=none)
             width=${text#*'"w":'}; width=${width%%,*}
             eval "width_$2=$width";;
          3) eval "width=\\$width_$2"
             set -- $(numbers 2)
             echo "draw $width" >> log
             [ -n "$ruined" ] && [ "$ruined" != $width ] && kill -SEGV $$
             case $width in
               \(Width.held)) while ! [ -e release ]; do sleep 0.02; done;;
               \(Width.silent)) sleep 600;;
               \(Width.crash)) kill -SEGV $$;;
               \(Width.ruin)) ruined=$width;;
             esac
             printf '\\001\\000\\000\\000\\000\\000\\000\\000'
             head -c $((4 * $1 * $2)) /dev/zero;;
        esac
      done

      """
    path = try folder.write(script, to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  /// A pool of such processes, whose patience only those that never answer exhaust.
  func pool(_ change: (inout LottiePool.Settings) -> Void = { _ in }) -> LottiePool {
    var settings = LottiePool.Settings(executable: path)
    (settings.patience, settings.idleSeconds) = (600, 600)
    change(&settings)
    return LottiePool(settings)
  }

  static func animation(_ width: Int) throws -> LottieFile {
    var maker = LottieMaker()
    maker.width = width
    return try maker.file
  }

  /// Lets frames be answered that are held.
  func release() throws { try folder.write("", to: "release") }

  /// What happened in the processes, in its order: `start 4711`, `draw 101`.
  var log: [String] {
    let text = (try? folder.bytes("log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The numbers of the processes that were started.
  var processes: [Int32] {
    log.compactMap { $0.hasPrefix("start ") ? Int32($0.dropFirst(6)) : nil }
  }

  /// The animations of which frames were asked for, by their widths.
  var drawn: [Int] { log.compactMap { $0.hasPrefix("draw ") ? Int($0.dropFirst(5)) : nil } }
}

extension LottiePool {
  /// A frame of an animation of a width.
  func draw(_ width: Int) throws -> [UInt8] {
    try draw(StubWorker.animation(width), frame: 0, width: 3, height: 2)
  }
}
