import Avatars
import Foundation
public import Geometry
import Models
public import Scenes

/// Places the items of scenes on cards.
///
/// All that is placed is a function of the moment: of the card's pose, what happened to it, and the time.
public struct ScenePlacer: Sendable {
  /// What can be placed, with the sizes of its pictures.
  public let scenes: [MeasuredScene]
  /// The way from the scene picture to the produced frame.
  public package(set) var output: OutputMapping

  /// Makes a placer.
  public init(scenes: [MeasuredScene], output: OutputMapping) {
    (self.scenes, self.output) = (scenes, output)
  }

  /// Places what a scene draws, in drawing order.
  ///
  /// - Parameters:
  ///   - index: the scene's place.
  ///   - card: the card's identity.
  ///   - picture: the size of the scene picture, over which flashes may go.
  ///   - opacity: of the card, 1 or less where it was lost.
  public func place(
    scene index: Int, card: Int, _ view: CardProjection, atMs timeMs: Double,
    _ events: SceneClock.Events, in picture: PixelSize<SceneSpace>, opacity: Double
  ) -> [ItemPlacement] {
    let measured = scenes[index]
    let runs = measured.scene.items.indices.flatMap { item in
      measured.clock.runs(of: item, atMs: timeMs, events).map { (item: item, run: $0) }
    }
    var flat: [ItemPlacement] = []
    var upright: [(distance: Double, placement: ItemPlacement)] = []
    let living = living(in: measured, card: card, runs)
    let stage = ItemStage(
      measured: measured, view: view, output: output, picture: picture, opacity: opacity,
      appears: events.appears)
    for (place, entry) in runs.enumerated() {
      let item = measured.scene.items[entry.item]
      let age = entry.run.age
      let values = item.values(atAge: max(age, 0))
      let placement: ItemPlacement? =
        if case .particles(let emitter) = item.content {
          stage.particles(living[place] ?? [], of: emitter, entry.item, values.opacity)
        } else if item.isDrawn(atAge: age) {
          stage.picture(entry.item, values, atAge: age)
        } else {
          nil
        }
      guard let placement else { continue }
      if item.isFlat {
        flat.append(placement)
      } else {
        upright.append(((view.eye + values.at * -1).length, placement))
      }
    }
    // Those at one distance stay in the order of the list and of their runs.
    let order = upright.indices.sorted {
      (upright[$1].distance, $0) < (upright[$0].distance, $1)
    }
    return flat + order.map { upright[$0].placement }
  }

  /// The living particles of each run, by its place: of more than a scene may have, without the oldest.
  private func living(
    in measured: MeasuredScene, card: Int, _ runs: [(item: Int, run: SceneClock.Run)]
  ) -> [Int: [EmitterRun.Living]] {
    var living: [Int: [EmitterRun.Living]] = [:]
    var count = 0
    for (place, entry) in runs.enumerated() where entry.run.age >= 0 {
      let item = measured.scene.items[entry.item]
      guard case .particles(let emitter) = item.content else { continue }
      let key = EmitterRun.Key(
        seed: measured.scene.seed, card: card, item: entry.item, run: entry.run.number)
      let run = EmitterRun(emitter, durationMs: item.durationMs, key: key) {
        item.values(atAge: $0).at
      }
      guard !run.isOver(atAge: entry.run.age) else { continue }
      let particles = run.living(atAge: entry.run.age)
      living[place] = particles
      count += particles.count
    }
    guard count > SceneLimits.particlesOfScene else { return living }
    let births = living.flatMap { place, particles in
      particles.indices.map { index in
        (
          birthMs: runs[place].run.originMs + particles[index].birthMs, place: place, index: index
        )
      }
    }.sorted { ($0.birthMs, $0.place, $0.index) < ($1.birthMs, $1.place, $1.index) }
    var dropped: [Int: Set<Int>] = [:]
    for birth in births.dropLast(SceneLimits.particlesOfScene) {
      dropped[birth.place, default: []].insert(birth.index)
    }
    for (place, indices) in dropped {
      living[place] = living[place]?.enumerated().filter { !indices.contains($0.offset) }
        .map(\.element)
    }
    return living
  }
}

/// One scene on one card, while its items are placed.
private struct ItemStage {
  let measured: MeasuredScene
  let view: CardProjection
  let output: OutputMapping
  let picture: PixelSize<SceneSpace>
  let opacity: Double
  /// Whether items that begin with the card come as `Scene.appear` says.
  let appears: Bool

  /// The farthest that something may lie from the picture's corner, in pixels.
  private static let farthest = 1e9
  /// The steps of a pixel to which particles' corners are rounded.
  private static let particleSteps = 64.0

  /// The steps of a life in which colours change.
  private static let colourSteps = 16.0

  // MARK: - Pictures

  /// Places a picture, a box or a flash; nil where it is not drawn.
  func picture(_ index: Int, _ values: ItemValues, atAge age: Double) -> ItemPlacement? {
    let item = measured.scene.items[index]
    let frame: Int
    let size: PixelSize<ArtworkSpace>
    switch item.content {
    case .picture(let artwork):
      guard let picture = measured.pictures[artwork] else { return nil }
      (frame, size) = (measured.frame(of: artwork, atAge: age), picture.frame)
    case .text(let text):
      (frame, size) = (0, MeasuredScene.pixels(of: text.box))
    case .photo(let photo):
      (frame, size) = (0, MeasuredScene.pixels(of: photo.box))
    case .flash(let flash):
      return self.flash(flash, index, values, atAge: age)
    case .particles:
      return nil
    case .model(let model):
      return self.model(model, index, values, atAge: age)
    }
    let (opacity, growth) = appearance(of: item, values, atAge: age)
    let width = values.width * growth
    guard width > 0, opacity > 0 else { return nil }
    let isTurned = item.mirror == .keep && view.isFlipped != output.mirrored
    guard let axes = view.axes(item.facing, angle: values.angle, at: values.at),
      let corners = corners(
        of: size, aspect: item.aspect ?? size.aspect, width, values, item, axes, isTurned)
    else { return nil }
    if item.isFlat, corners.seen.signedArea * (view.isFlipped != isTurned ? -1 : 1) <= 0 {
      return nil
    }
    return placement(index, .frame(frame), size, corners.seen, opacity, feet: corners.feet)
  }

  /// How much an item covers, and how large it is, of its full size.
  private func appearance(
    of item: SceneItem, _ values: ItemValues, atAge age: Double
  ) -> (opacity: Double, growth: Double) {
    let opacity = values.opacity * self.opacity
    guard appears, item.appears else { return (opacity, 1) }
    let appear = measured.scene.appear
    return (
      opacity * Self.part(age, of: appear.fadeMs), Self.part(age, of: appear.growMs)
    )
  }

  /// Where the corners of an item's picture lie in the frame before its flip, and below which points of the print.
  private func corners(
    of size: PixelSize<ArtworkSpace>, aspect: Double, _ width: Double, _ values: ItemValues,
    _ item: SceneItem, _ axes: (right: Vector3<CardSpace>, up: Vector3<CardSpace>),
    _ isTurned: Bool
  ) -> (seen: Quad<OutputSpace>, feet: Quad<PrintSpace>)? {
    let radians = values.rotation * Double.pi / 180
    let (cosine, sine) = (cos(radians), sin(radians))
    let height = width * aspect
    func corner(_ x: Double, _ y: Double) -> Vector3<CardSpace> {
      let u = (isTurned ? -1 : 1) * (x - item.pivot.x) * width
      let v = -(y - item.pivot.y) * height
      return values.at + axes.right * (u * cosine + v * sine) + axes.up * (v * cosine - u * sine)
    }
    let places = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]
    guard let topLeft = landed(places[0]), let topRight = landed(places[1]),
      let bottomRight = landed(places[2]), let bottomLeft = landed(places[3])
    else { return nil }
    let quad = Quad(topLeft, topRight, bottomRight, bottomLeft)
    guard quad.isConvex else { return nil }
    return (quad, Quad(foot(places[0]), foot(places[1]), foot(places[2]), foot(places[3])))
  }

  /// Where a point of the card lies in the frame before its flip; nil where it is not drawn.
  private func landed(_ point: Vector3<CardSpace>) -> Point2<OutputSpace>? {
    guard let seen = view(point) else { return nil }
    let place = output.toComposite(seen)
    return abs(place.x) <= Self.farthest && abs(place.y) <= Self.farthest ? place : nil
  }

  /// Below which point of the print a point lies.
  private func foot(_ point: Vector3<CardSpace>) -> Point2<PrintSpace> {
    let width = measured.scene.picture.widthMm
    return Point2(point.x / width + 0.5, 0.5 - point.y / (width * measured.printAspect))
  }

  private func flash(
    _ flash: SceneFlash, _ index: Int, _ values: ItemValues, atAge age: Double
  ) -> ItemPlacement? {
    let opacity =
      flash.opacity.value(at: age) * flash.colour.alpha * values.opacity * self.opacity
    guard opacity > 0 else { return nil }
    let seen =
      switch flash.area {
      case .card: view.corners
      case .picture:
        Quad<SceneSpace>(
          Point2(0, 0), Point2(Double(picture.width), 0),
          Point2(Double(picture.width), Double(picture.height)),
          Point2(0, Double(picture.height)))
      }
    return placement(
      index, .flash(flash.colour), Self.flashPixels, seen.map { output.toComposite($0) }, opacity,
      feet: flash.area == .card ? Quad(Point2(0, 0), Point2(1, 0), Point2(1, 1), Point2(0, 1)) : nil
    )
  }

  /// The size of the picture that a flash is drawn with.
  private static let flashPixels = PixelSize<ArtworkSpace>(clamping: 256, 256)

  private func placement(
    _ index: Int, _ content: ItemPlacement.Content, _ size: PixelSize<ArtworkSpace>,
    _ corners: Quad<OutputSpace>, _ opacity: Double, feet: Quad<PrintSpace>?
  ) -> ItemPlacement? {
    guard
      let homography = Homography<ArtworkSpace, OutputSpace>(
        rectangle: Double(size.width), Double(size.height), to: corners)
    else { return nil }
    let item = measured.scene.items[index]
    return ItemPlacement(
      item: index, name: item.name, content: content, homography: homography,
      corners: corners.map(output.finished), opacity: min(opacity, 1), blend: item.blend, count: 0,
      feet: feet)
  }

  private static func part(_ age: Double, of time: Double) -> Double {
    time > 0 ? min(age / time, 1) : 1
  }

  // MARK: - Models

  private func model(
    _ model: SceneModel, _ index: Int, _ values: ItemValues, atAge age: Double
  ) -> ItemPlacement? {
    let item = measured.scene.items[index]
    let (opacity, growth) = appearance(of: item, values, atAge: age)
    guard opacity > 0, growth > 0, let found = measured.models[model.file],
      let camera = view.modelCamera(gluedAt: values.at, in: output)
    else { return nil }
    let toCard = model.toCard(
      values, growth: growth, isTurned: item.mirror == .keep && view.isFlipped != output.mirrored)
    let whole = found.posed(
      ModelMoment(model.animation, of: found, model.play, speed: model.speed, atAge: age))
    var (posed, geometry) = (whole, found.geometry)
    if model.isPortal {
      let cut = ModelCut(
        posed, of: geometry, within: camera.portal(toCard, isSeenFromFront: view.eye.z > 0))
      (posed, geometry) = (cut.posed, cut.geometry)
    }
    let placed = PlacedModel(posed, of: geometry, through: camera.projection(of: toCard))
    guard let box = placed.box else { return nil }
    let size = SIMD2(
      measured.scene.picture.widthMm, measured.scene.picture.widthMm * measured.printAspect)
    let shadow =
      view.eye.z > 0
      ? ModelShadow(
        whole, of: found.geometry, toCard, before: camera.matrix, size: size,
        strength: model.shadow) : nil
    let foot = foot(values.at)
    return ItemPlacement(
      item: index, name: item.name,
      content: .model(
        ModelPlacement(
          volume: LayerVolume(placed, depth: .shared, centimetre: 1, in: output), shadow: shadow)),
      homography: Homography(1, 0, 0, 0, 1, 0, 0, 0, 1), corners: Quad(box).map(output.finished),
      opacity: min(opacity, 1), blend: item.blend, count: 0, feet: Quad(foot, foot, foot, foot))
  }

  // MARK: - Particles

  /// Places particles; nil where none is drawn.
  func particles(
    _ living: [EmitterRun.Living], of emitter: Emitter, _ index: Int, _ opacity: Double
  ) -> ItemPlacement? {
    let item = measured.scene.items[index]
    let opacity = opacity * self.opacity
    var placed: [ParticlePlacement] = []
    placed.reserveCapacity(living.count)
    var count = 0
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    for one in living {
      let kind = one.isSuccessor ? emitter.then?.kind ?? emitter.kind : emitter.kind
      for before in one.trail.reversed() {
        if let copy = particle(before, one, kind, isTrail: true, opacity, item.pivot) {
          placed.append(copy)
        }
      }
      guard let own = particle(one.particle, one, kind, isTrail: false, opacity, item.pivot) else {
        continue
      }
      placed.append(own)
      count += 1
      let corners = own.corners.map(output.finished)
      let x = SIMD4(
        corners.topLeft.x, corners.topRight.x, corners.bottomRight.x, corners.bottomLeft.x)
      let y = SIMD4(
        corners.topLeft.y, corners.topRight.y, corners.bottomRight.y, corners.bottomLeft.y)
      low = pointwiseMin(low, SIMD2(x.min(), y.min()))
      high = pointwiseMax(high, SIMD2(x.max(), y.max()))
    }
    guard count > 0 else { return nil }
    return ItemPlacement(
      item: index, name: item.name, content: .particles(placed),
      homography: Homography(1, 0, 0, 0, 1, 0, 0, 0, 1),
      corners: Quad(
        Point2(low.x, low.y), Point2(high.x, low.y), Point2(high.x, high.y), Point2(low.x, high.y)),
      opacity: min(opacity, 1), blend: item.blend, count: count)
  }

  /// The height by the width of a particle: shapes are square, pictures have their own.
  private func aspect(of shape: ParticleKind.Shape) -> Double {
    guard case .picture(let artwork) = shape else { return 1 }
    return measured.pictures[artwork]?.frame.aspect ?? 1
  }

  /// Places one particle, a square or a picture that lies in the picture; nil where it is not drawn.
  private func particle(
    _ particle: Particle, _ living: EmitterRun.Living, _ kind: ParticleKind, isTrail: Bool,
    _ opacity: Double, _ pivot: Pivot
  ) -> ParticlePlacement? {
    let opacity = particle.opacity * opacity
    guard opacity > 0, particle.size > 0 else { return nil }
    let fall = view.fall(kind.down)
    var place = particle.place + fall.down * particle.fall + fall.right * particle.swing
    if let departure = living.departure {
      let before = view.fall(departure.down)
      place = place + before.down * departure.fall + before.right * departure.swing
    }
    let radians = particle.turn * Double.pi / 180
    let (cosine, sine) = (cos(radians), sin(radians))
    let height = particle.size * aspect(of: kind.shape)
    let right = (view.right * cosine + view.up * -sine) * particle.size
    let up = (view.right * sine + view.up * cosine) * height
    let (left, top) = (right * -pivot.x, up * pivot.y)
    let (far, bottom) = (right * (1 - pivot.x), up * (pivot.y - 1))
    guard let topLeft = landed(place + left + top), let topRight = landed(place + far + top),
      let bottomRight = landed(place + far + bottom),
      let bottomLeft = landed(place + left + bottom)
    else { return nil }
    // Rounded, the smallest are flat.
    let exact = Quad(topLeft, topRight, bottomRight, bottomLeft)
    guard exact.isConvex else { return nil }
    let corners = exact.map { Self.rounded($0) }
    let frame: Int =
      if case .picture(let artwork) = kind.shape {
        measured.frame(of: artwork, atAge: particle.age)
      } else {
        0
      }
    // In steps, so that there are few pictures of a shape.
    let colour = kind.colour(
      at: (particle.part * Self.colourSteps).rounded() / Self.colourSteps)
    return ParticlePlacement(
      isSuccessor: living.isSuccessor, isTrail: isTrail, frame: frame, colour: colour,
      corners: corners, opacity: min(opacity * colour.alpha, 1), foot: foot(place))
  }

  private static func rounded(_ point: Point2<OutputSpace>) -> Point2<OutputSpace> {
    Point2(
      (point.x * particleSteps).rounded() / particleSteps,
      (point.y * particleSteps).rounded() / particleSteps)
  }
}

extension SceneItem {
  /// The height by the width of a box; nil for a picture, whose own is taken.
  fileprivate var aspect: Double? {
    switch content {
    case .text(let text): text.box.y / text.box.x
    case .photo(let photo): photo.box.y / photo.box.x
    case .picture, .flash, .particles, .model: nil
    }
  }
}

extension PixelSize where Space == ArtworkSpace {
  fileprivate var aspect: Double { Double(height) / Double(width) }
}
