internal import CFFmpeg
internal import CLoudness
internal import Foundation
internal import Frames

/// How loud sound is, by EBU R 128, and which gain brings it to what players expect.
@safe final class Loudness {
  /// The loudness that a mix is brought to, in LUFS.
  static let target = -16.0
  /// The highest true peak of a mix, in dB of full scale.
  static let truePeak = -1.5
  /// Gains are told to so many parts of a decibel, rounded down, whatever a machine's logarithms make of them.
  private static let steps = 100.0
  /// The true peak is looked for at so many times the rate (ITU-R BS.1770-4), by FFmpeg's resampler: on white noise that of
  /// libebur128 found 1.2 dB less.
  private static let oversampling: Int32 = 4
  /// Samples that are oversampled at once.
  private static let most = 8192

  private var state: UnsafeMutablePointer<ebur128_state>?
  private var oversampler: OpaquePointer?
  private var room = [Float](repeating: 0, count: 2 * 4 * (most + 1024))
  private var peak: Float = 0

  init() throws(VideoError) {
    unsafe state = unsafe ebur128_init(
      2, UInt(StereoSound.rate), Int32(EBUR128_MODE_I.rawValue))
    unsafe oversampler = avo_open_oversampler(Int32(StereoSound.rate), Self.oversampling)
    guard unsafe state != nil, unsafe oversampler != nil else {
      throw LibAV.outOfMemory("ebur128_init")
    }
  }

  deinit {
    unsafe ebur128_destroy(&state)
    unsafe swr_free(&oversampler)
  }

  /// Takes samples, left and right in turn, at most 8,192 of a channel.
  func add(_ samples: [Float]) throws(VideoError) {
    guard unsafe ebur128_add_frames_float(state, samples, samples.count / 2) == 0 else {
      throw LibAV.outOfMemory("ebur128_add_frames_float")
    }
    unsafe peak = max(
      peak,
      avo_oversampled_peak(
        oversampler, samples, Int32(clamping: samples.count / 2), &room, Int32(room.count / 2)))
  }

  /// The gain in decibels that brings all of it to the target, or as near as its true peak lets it; 0 where there is
  /// nothing to hear.
  func gain() -> Double {
    unsafe peak = max(peak, avo_oversampled_peak(oversampler, nil, 0, &room, Int32(room.count / 2)))
    var loudness = 0.0
    guard unsafe ebur128_loudness_global(state, &loudness) == 0, loudness.isFinite else {
      return 0
    }
    let gain = min(Self.target - loudness, Self.truePeak - 20 * log10(Double(peak)))
    return gain.isFinite ? (gain * Self.steps).rounded(.down) / Self.steps : 0
  }
}
