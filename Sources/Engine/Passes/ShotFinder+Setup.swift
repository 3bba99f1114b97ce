import Avatars
import Placement
import Recipe
import SceneFiles
import Scenes
package import Shot

extension ShotFinder.Wishes {
  /// What a setup asks of the pictures that are drawn on.
  package init(_ setup: PassSetup) {
    let (options, avatars, scenes) = (setup.options, setup.avatars.avatars, setup.scenes)
    self.init(cardPrint: scenes.cardPrint)
    coversScenes = options.occluders.contains(.cards)
    cardLight = { options.lightPower(of: scenes.light(of: $0)) }
    isLit = { placement in
      placement.opacity > 0
        && options.lightPower(of: avatars[placement.avatarIndex].avatar.light) != nil
    }
  }

  /// Whether the light on something may be asked for.
  package static func areLit(_ setup: PassSetup) -> Bool {
    let options = setup.options
    return setup.avatars.avatars.contains { options.lightPower(of: $0.avatar.light) != nil }
      || setup.scenes.packages.contains { options.lightPower(of: $0.scene.light) != nil }
  }
}
