package import CFFmpeg
package import Containers

extension Ticks {
  /// `ticks` of one time base in another, brought into bounds.
  package static func rescaled(_ ticks: Int64, from: AVRational, to: AVRational) -> Int64 {
    time(av_rescale_q(ticks, from, to))
  }
}
