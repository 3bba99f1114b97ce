import Drawing
public import Geometry
public import Imaging
public import Tracking

/// The stage on which subjects are drawn in a pose and tracked in the very same one.
public enum SampleStage {
  /// What is behind a subject.
  public enum Background: Hashable, Sendable {
    /// Nothing: the picture is transparent there.
    case none
    /// A plain warm background with a soft light, for contact sheets.
    case plain
    /// The valley with lanterns, at a time of the sample recording in seconds.
    case valley(time: Double)
  }

  /// Draws one subject and says what a tracker would see.
  public static func still(
    pose: SamplePose, size: PixelSize<TrackerSpace>, subject: SampleSubject = .girl,
    background: Background = .plain
  ) throws(SampleRecordingError) -> (
    picture: StraightRGBA8, header: TrackingHeader, face: FaceSample
  ) {
    let view = HeadView(subject: subject, pose: pose, size: size)
    let picture = try draw(size: size) { canvas in
      draw(background, on: canvas)
      if view.figureMayShow { view.draw(on: canvas) }
    }
    return (picture, TrackingHeader(size: size), view.sample)
  }

  /// Draws a moment of a story, the whole picture.
  public static func frame(
    of script: SampleScript, at time: Double, size: PixelSize<TrackerSpace>
  ) throws(SampleRecordingError) -> StraightRGBA8 {
    try draw(size: size) { canvas throws(SampleRecordingError) in
      switch script.scenery {
      case .valley: Valley(time: time, size: size).draw(on: canvas)
      case .bathroom: Bathroom(time: time, size: size).draw(on: canvas)
      }
      for appearance in script.appearances(at: time) {
        let view = HeadView(subject: appearance.subject, pose: appearance.pose, size: size)
        if view.figureMayShow { view.draw(on: canvas) }
      }
      if let hand = script.handView(at: time, size: size), hand.mayShow { hand.draw(on: canvas) }
      if let held = script.heldCard(at: time, size: size), held.mayShow {
        try held.draw(on: canvas)
      }
    }
  }

  private static func draw(
    size: PixelSize<TrackerSpace>, _ draw: (borrowing Canvas) throws(SampleRecordingError) -> Void
  ) throws(SampleRecordingError) -> StraightRGBA8 {
    let canvas = try canvas(size: size)
    try draw(canvas)
    do { return try canvas.picture() } catch { throw .drawing(error) }
  }

  private static func canvas(
    size: PixelSize<TrackerSpace>
  ) throws(SampleRecordingError) -> Canvas {
    do { return try Canvas(size: size) } catch { throw .drawing(error) }
  }

  static func draw(_ background: Background, on canvas: borrowing Canvas) {
    let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
    switch background {
    case .none: break
    case .valley(let time):
      Valley(time: time, size: canvas.size.retyped(as: TrackerSpace.self)).draw(on: canvas)
    case .plain:
      canvas.paint(
        .radial(
          centre: PicturePoint(width * 0.42, height * 0.35), radius: max(width, height) * 0.8,
          [(0, Colour(0xFFF4E0)), (0.55, Colour(0xF4DFC3)), (1, Colour(0xDDBFA2))]))
    }
  }
}
