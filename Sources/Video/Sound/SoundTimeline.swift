internal import CFFmpeg
internal import ClipReading
internal import Containers

/// Where decoded sound lies in the output, in samples of the output's rate.
///
/// Samples follow each other without a seam as long as their stated times agree to within the
/// tolerance: containers round times (Matroska to milliseconds). What is missing beyond it is filled
/// with silence, and what is there twice is left out, so that the sound stays with the pictures.
package struct SoundTimeline {
  /// What is to be done before a frame of sound is taken.
  package enum Step {
    /// It follows on.
    case follows
    /// That many samples, of the frame's own rate, are missing before it.
    case gap(Int64)
    /// That many samples, of the output's rate, are there already.
    case overlap(Int64)
    /// It ends before 0, where nothing is heard.
    case before
  }

  /// Samples a second of the output.
  package let rate: Int32
  private var anchor: Int64?
  private var taken: Int64 = 0
  private var inputRate: Int32 = 1

  package init(rate: Int32) { self.rate = rate }

  /// How far stated times may be off, in parts of a second: less than a frame at 60 a second takes.
  private static let tolerance: Int32 = 75

  /// Where the next sample lies if it follows on; nil before the first.
  package var end: Int64? {
    guard let anchor else { return nil }
    return anchor + Ticks.rescaled(taken, from: unit(inputRate), to: unit(rate))
  }

  /// Places a frame of sound, which is then taken, behind what is to be done before.
  ///
  /// - Parameter time: where it says that it lies, in samples of the output's rate; nil where it does
  ///   not say.
  package mutating func place(at time: Int64?, samples: Int32, rate frameRate: Int32) -> Step {
    let length = Ticks.rescaled(Int64(samples), from: unit(frameRate), to: unit(rate))
    guard let end else {
      let start = time ?? 0
      guard start + length > 0 else { return .before }
      anchor = start
      inputRate = frameRate
      taken = Int64(samples)
      return start < 0 ? .overlap(-start) : .follows
    }
    let off = time.map { $0 - end } ?? 0
    let isOff = abs(off) > Int64(rate / Self.tolerance)
    if isOff || frameRate != inputRate {
      anchor = isOff ? end + off : end
      inputRate = frameRate
      taken = 0
    }
    taken += Int64(samples)
    guard isOff else { return .follows }
    return off > 0
      ? .gap(Ticks.rescaled(off, from: unit(rate), to: unit(frameRate))) : .overlap(-off)
  }

  private func unit(_ rate: Int32) -> AVRational { AVRational(num: 1, den: max(1, rate)) }
}
