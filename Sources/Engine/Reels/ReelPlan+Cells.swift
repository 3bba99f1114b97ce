import Avatars
import ClipReading
import Geometry
import Isolation
import Passes
import Recipe
import Recordings
import Rendering
import SceneFiles
import Snapshots

/// Where recordings lie in the frames of a reel, and what they show.
extension ReelPlan {
  /// How a recording's frames fill a cell: as they are where they have its shape, else cut by a crop that follows faces.
  static func output(
    _ settings: RenderSettings, in cell: PixelSize<OutputSpace>
  ) -> OutputSettings {
    // Only frames leave the recording: no file, and no size that a caller stated for one.
    var output = OutputSettings(path: settings.output.path)
    output.crop = .size(cell)
    return output
  }

  /// Where recordings lie in a frame.
  static func places(
    _ count: Int, _ layout: Reel.Layout, in size: PixelSize<OutputSpace>
  ) -> [Place] {
    guard count > 1 else { return [(0, 0, size)] }
    switch layout {
    case .split:
      if size.width >= size.height {
        let half = size.width / 4 * 2
        return [
          (0, 0, PixelSize(clamping: half, size.height)),
          (half, 0, PixelSize(clamping: size.width - half, size.height)),
        ]
      }
      let half = size.height / 4 * 2
      return [
        (0, 0, PixelSize(clamping: size.width, half)),
        (0, half, PixelSize(clamping: size.width, size.height - half)),
      ]
    case .inset:
      let short = min(size.width, size.height)
      let (width, height) = (max(16, size.width / 6 * 2), max(16, size.height / 6 * 2))
      let margin = max(2, short / 40 * 2)
      return [
        (0, 0, size),
        (
          size.width - width - margin, size.height - height - margin,
          PixelSize(clamping: width, height)
        ),
      ]
    }
  }

  /// Finds the times of the frames that pictures are of.
  mutating func findPictures(_ cancellation: Cancellation) throws {
    for index in segments.indices {
      for place in segments[index].cells.indices {
        guard case .picture(let settings) = segments[index].cells[place].source else { continue }
        let render = settings.render
        let clip = try render.recording.open(render.part, ReadingOptions())
        if clip.isOfStills { continue }
        segments[index].cells[place].startMs =
          settings.choice == .first
          ? try clip.frameTable().timesMs.first ?? 0
          : try BestFrame(render).find(cancellation: cancellation).best.timestampMs
      }
    }
  }

  /// What a recording shows, for people who do not see it: a face for each avatar that was asked for.
  static func words(_ recording: OpenRecording) -> String {
    let worn = recording.textures.avatars.map(\.avatar).filter { !$0.layers.isEmpty }
    let scenes = recording.scenes.packages.map(\.scene)
    guard !worn.isEmpty || !scenes.isEmpty else { return "a recording as it was taken" }
    return AlternativeText.of(
      worn, scenes: scenes, before: recording.settings.passes.backgroundInWords)
  }

  /// What the reel shows, for people who do not see it: its segments in their order.
  var alternativeText: String {
    segments.map { segment in
      let words = segment.cells.map(\.words)
      let shown =
        words.count == 1
        ? words[0]
        : (segment.cells[0].size == size
          ? "\(words[0]), and small in a corner \(words[1])"
          : "side by side \(words[0]) and \(words[1])")
      return segment.title.map {
        "\(shown), titled \"\($0.text.prefix(AlternativeText.titleLimit))\""
      } ?? shown
    }.joined(separator: "; ")
  }
}

extension ReelSettings.Cell {
  /// What is shown of it, where that is known already.
  ///
  /// - Parameter numbers: which frames of the recording; nil for a picture.
  func planned(_ numbers: ClosedRange<Int>?, at place: ReelPlan.Place) -> ReelPlan.Cell {
    switch source {
    case .picture(let settings): return ReelPlan.Cell(settings, at: place)
    case .clip(var settings):
      settings.output = ReelPlan.output(settings, in: place.size)
      guard let numbers else { return ReelPlan.Cell(SnapshotSettings(settings), at: place) }
      return ReelPlan.Cell(settings, numbers, at: place)
    }
  }
}
