public import Geometry
package import Models

/// An avatar together with the sizes of its pictures: all that placing it takes.
///
/// Placement needs no pixels, so a phone app can place an avatar whose pictures live elsewhere.
public struct MeasuredAvatar: Hashable, Sendable {
  /// The avatar.
  public private(set) var avatar: Avatar
  /// The size of each layer's picture, in the order of the layers; of a model 1 x 1.
  public let pictureSizes: [PixelSize<ArtworkSpace>]
  /// The times of the frames of layers whose pictures move by themselves; nil for stills.
  public let frameTimes: [FrameTimes?]
  /// The relief of each layer, in the order of the layers; nil for those without one.
  public let reliefs: [ReliefGrid?]
  /// The models of the layers and the occluders that show or have one, by their paths in the package.
  package let models: [String: Model]

  /// Joins an avatar and the sizes of its pictures; nil unless there is one for each layer.
  ///
  /// - Parameters:
  ///   - frameTimes: the times of those that move by themselves; nil where none does.
  ///   - reliefs: those of the layers, in their order; nil where none has one.
  public init?(
    _ avatar: Avatar, pictureSizes: [PixelSize<ArtworkSpace>], frameTimes: [FrameTimes?]? = nil,
    reliefs: [ReliefGrid?]? = nil
  ) {
    self.init(
      avatar, pictureSizes: pictureSizes, frameTimes: frameTimes, reliefs: reliefs, models: [:])
  }

  /// The same with models, by their paths in the package.
  package init?(
    _ avatar: Avatar, pictureSizes: [PixelSize<ArtworkSpace>], frameTimes: [FrameTimes?]? = nil,
    reliefs: [ReliefGrid?]? = nil, models: [String: Model]
  ) {
    let times = frameTimes ?? avatar.layers.map { _ in nil }
    let reliefs = reliefs ?? avatar.layers.map { _ in nil }
    guard pictureSizes.count == avatar.layers.count, times.count == avatar.layers.count,
      reliefs.count == avatar.layers.count
    else {
      return nil
    }
    (self.avatar, self.pictureSizes, self.frameTimes) = (avatar, pictureSizes, times)
    (self.reliefs, self.models) = (reliefs, models)
  }

  /// The cells of the grid over a layer's picture.
  public func cells(ofLayer index: Int) -> SurfaceCells {
    let (size, layer) = (pictureSizes[index], avatar.layers[index])
    return SurfaceCells(
      width: size.width, height: size.height, hasRelief: reliefs[index] != nil,
      isFlat: layer.surface == .flat)
  }

  /// The same under another name.
  public func named(_ id: String) -> MeasuredAvatar {
    var named = self
    named.avatar.id = id
    return named
  }

  /// The frame of a layer's picture at a time in milliseconds, counted from 0; nil for one that does not move.
  ///
  /// Pictures that move by themselves begin with the clip, and go on for ever; a Lottie animation of a layer that
  /// is shown by signals begins when it is shown, and goes on as its `play` says.
  ///
  /// - Parameter shownMs: since when the layer is shown.
  public func frame(ofLayer index: Int, atMs timeMs: Double, shownMs: Double = 0) -> Int? {
    guard let times = frameTimes[index] else { return nil }
    let age = age(ofLayer: index, atMs: timeMs, shownMs: shownMs)
    return times.frame(atAge: age, play: avatar.layers[index].play)
  }

  /// How long a layer's picture or model moves at a time, both in milliseconds.
  package func age(ofLayer index: Int, atMs timeMs: Double, shownMs: Double) -> Double {
    let layer = avatar.layers[index]
    let beginsAnew = (layer.isLottie || layer.model != nil) && !layer.when.isEmpty
    // Without a time, which a picture alone has not, all is as it begins.
    return timeMs.isFinite ? max(timeMs - (beginsAnew ? shownMs : 0), 0) : 0
  }

  /// The avatar without layers: a face that wears it is left as it is.
  public static let none = MeasuredAvatar()

  /// A square on the eyes that shows nothing: what is placed where only the place of faces is asked for.
  ///
  /// - Parameter side: in eye distances.
  package static func square(ofEyeDistances side: Double) -> MeasuredAvatar {
    let layer = Layer(name: "eyes", image: "", anchor: .eyes, scale: side)
    return MeasuredAvatar(
      Avatar(id: "probe", layers: [layer]), pictureSizes: [PixelSize(clamping: 64, 64)]) ?? .none
  }

  private init() {
    avatar = Avatar(id: "none", layers: [])
    (pictureSizes, frameTimes, reliefs, models) = ([], [], [], [:])
  }
}
