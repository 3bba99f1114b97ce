/// How many frames may be decoded once more: so many for each frame of the clip so far, and some to
/// begin with.
///
/// A stretch is decoded from the key frame before it, which may be the clip's first. Without a bound
/// looking for a face that comes and goes in a clip of few key frames would take a time that grows
/// with the square of its length. Frames are counted, not seconds, so that the same clip gives the
/// same samples on any machine.
package final class DecodingBudget {
  /// Frames that may be decoded again whatever the clip's length.
  package static let atStart = 600
  /// Frames that may be decoded again for each of the clip.
  package static let perFrame = 4

  private var left = atStart
  /// What has to be left before another stretch is begun.
  private var fewest = 0
  /// Stretches of which not all was decoded.
  package private(set) var cutStretches = 0

  /// An unspent budget of one clip.
  package init() {}

  /// Takes note of a frame that was decoded in its turn.
  package func addFrame() {
    left += Self.perFrame
  }

  /// What is asked before each frame of a stretch is decoded again; false where it may not be.
  ///
  /// What was spent on a stretch that is cut was mostly in vain, so the next one waits until twice as
  /// much is left.
  package func stretch() -> () -> Bool {
    let begins = left >= fewest
    if begins { fewest = 0 }
    var (spent, isCut) = (0, false)
    return { [self] in
      if begins, left > 0, !isCut {
        left -= 1
        spent += 1
        return true
      }
      if !isCut {
        cutStretches += 1
        if begins { fewest = 2 * spent }
      }
      isCut = true
      return false
    }
  }
}
