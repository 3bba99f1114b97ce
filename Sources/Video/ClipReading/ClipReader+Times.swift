public import Frames

extension ClipReader {
  /// When each frame of the whole clip is shown, in milliseconds, whichever part is read.
  ///
  /// It takes a pass over the packets, or decodes the clip once more where those do not say it.
  public func frameTimes() throws(VideoError) -> [Double] {
    if let stream = pictureStream, let index = try frameIndex(ofStream: stream) {
      return index.times.map(info.milliseconds(atPts:))
    }
    if pictureStream == nil {
      let count = max(info.frameCount ?? 1, 1)
      return (0..<count).map { info.milliseconds(atPts: NumberedPictures.pts($0)) }
    }
    let whole = try ClipReader(path: path, options: options)
    var times: [Double] = []
    while let frame = try whole.nextFrame() { times.append(frame.timestampMs) }
    return times
  }

  /// The places of the frames from which decoding can begin, ascending; none where the container does not tell.
  package func keyPlaces() throws(VideoError) -> [Int] {
    guard let stream = pictureStream, let index = try frameIndex(ofStream: stream), index.canSeek
    else { return [] }
    return index.keyPlaces
  }

  /// Opens the clip once more, for a look of a caller's own at a part of it: with one thread, and nothing hidden.
  ///
  /// - Parameter index: where its index is kept from one look to the next.
  package func opened(
    again part: ClipPart, keeping index: KeptIndex
  ) throws(VideoError) -> ClipReader {
    var options = options
    (options.threads, options.index, options.cover) = (1, index, nil)
    return try ClipReader(path: path, part: part, options: options)
  }

  /// When the first frame of the whole clip is shown, and when the last one ends, in milliseconds; infinite where
  /// nothing tells it.
  ///
  /// Where times may start again, a container states the length of one part, and all times are looked at.
  public func span() throws(VideoError) -> (startMs: Double, endMs: Double) {
    let start = info.milliseconds(atPts: info.startPts)
    let stated = info.endMs ?? .infinity
    guard demuxer?.mayHoldParts == true, let last = try frameTimes().last else {
      return (start, stated)
    }
    return (start, max(last + usualFrameMs, hasParts ? 0 : stated.isFinite ? stated : 0))
  }
}
