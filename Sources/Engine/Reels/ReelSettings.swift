import AvatarFiles
import Foundation
import Geometry
public import Recordings
public import Requests
import ShareCards
import Snapshots

/// A reel whose requests were resolved on this machine, and where it goes.
public struct ReelSettings: Sendable {
  struct Segment: Sendable {
    var cells: [Cell]
    var layout: Reel.Layout
    var title: Reel.Title?
    var transition: Reel.Transition
    var seconds: Double?
  }

  struct Cell: Sendable {
    enum Source: Sendable {
      case clip(RenderSettings)
      case picture(SnapshotSettings)
    }

    var source: Source
    var bestSeconds: Double?

    /// How the recording is read, and what is drawn on it.
    var render: RenderSettings {
      get {
        switch source {
        case .clip(let settings): settings
        case .picture(let settings): settings.render
        }
      }
      set {
        switch source {
        case .clip: source = .clip(newValue)
        case .picture(var settings):
          settings.render = newValue
          source = .picture(settings)
        }
      }
    }
  }

  /// What is resolved, with seconds in the place of events.
  package let reel: Reel
  var segments: [Segment]
  var size: PixelSize<OutputSpace>?
  var framesPerSecond: Double?
  var music: String?
  var endsOnBeats: Bool
  /// The path, and how it is compressed.
  package var output: OutputSettings
  /// Threads of the encoder.
  package var threads: Int

  /// Resolves a reel.
  ///
  /// - Parameters:
  ///   - output: the clip that is made; its path names the container.
  ///   - resolve: finds the recording of a request, which may have it tracked, and puts seconds in the place of events
  ///     of its session.
  ///   - cover: gives a recording's settings with faces covered, where its request asks for that.
  public init(
    _ reel: Reel, to output: OutputSettings, threads: Int = 0,
    resolve: (inout RenderRequest, Need) throws -> RecordingLocation,
    cover: (RenderRequest, RenderSettings) throws -> RenderSettings
  ) throws {
    (size, framesPerSecond, music) = (reel.size, reel.framesPerSecond, reel.music)
    (endsOnBeats, self.output, self.threads) = (reel.endsOnBeats, output, threads)
    var resolved = reel
    segments = try reel.segments.indices.map { index in
      let segment = reel.segments[index]
      return Segment(
        cells: try segment.cells.indices.map { place in
          try Self.cell(
            &resolved.segments[index].cells[place], in: reel.size,
            isCut: reel.size != nil || segment.cells.count > 1, resolve, cover)
        },
        layout: segment.layout,
        title: segment.title, transition: segment.transition ?? reel.transition,
        seconds: segment.seconds)
    }
    self.reel = resolved
  }

  /// The requests of its recordings and pictures with what they stand for, in their order.
  package var recordings: [(RenderRequest, RenderSettings)] {
    zip(reel.segments, segments).flatMap { stated, found in
      zip(stated.cells.map(\.request), found.cells.map(\.render))
    }
  }

  /// What of a recording's faces a reel depends on.
  public enum Need: Sendable {
    /// What is drawn, or chosen, depends on them.
    case needed
    /// A crop follows them where they are known.
    case wanted
    /// Nothing does.
    case none
  }

  private static func cell(
    _ cell: inout Reel.Cell, in size: PixelSize<OutputSpace>?,
    isCut: Bool, _ resolve: (inout RenderRequest, Need) throws -> RecordingLocation,
    _ cover: (RenderRequest, RenderSettings) throws -> RenderSettings
  ) throws -> Cell {
    var request = cell.request
    if request.avatars.isEmpty { request.avatars = [AvatarSelection.none] }
    // A page has the shape of the reel, as far as cards have it.
    if cell.isPicture, request.card.name != nil, request.card.ratio == nil, request.crop == nil,
      let size
    {
      request.card.ratio = ShareCardRatio.nearest(to: size)
    }
    let library = try request.avatarLibrary()
    let need: Need =
      request.needsTracking || cell.bestSeconds != nil
      ? .needed : isCut && !cell.isPicture ? .wanted : .none
    let recording = try resolve(&request, need)
    cell.request = request
    guard cell.isPicture else {
      return Cell(
        source: .clip(
          try cover(request, request.renderSettings(library: library, recording: recording))),
        bestSeconds: cell.bestSeconds)
    }
    var settings = try request.snapshotSettings(
      library: library, cards: request.cardLibrary(), recording: recording)
    settings.render = try cover(request, settings.render)
    return Cell(source: .picture(settings))
  }
}

extension ShareCardRatio {
  /// The shape that is nearest to a size's.
  fileprivate static func nearest(to size: PixelSize<OutputSpace>) -> ShareCardRatio? {
    func distance(_ ratio: ShareCardRatio) -> Double {
      abs(
        log(
          Double(ratio.size.width * size.height) / Double(ratio.size.height * size.width)))
    }
    return allCases.min { distance($0) < distance($1) }
  }
}
