package import Avatars
import Imaging
import Text
package import Timelines

package enum FitProfileFile {
  /// Reads it.
  ///
  /// - Throws: `ImagingError.file` where there is none, `RenderingError` where something is wrong with it.
  package static func read(path: String) throws -> FitProfile {
    let bytes = try bytes(path: path)
    do throws(FitProfileFaults) {
      return try FitProfile(json: bytes)
    } catch {
      throw RenderingError.badFitProfile(path: path, "\(error)")
    }
  }

  /// Everything that is wrong with it.
  ///
  /// - Throws: as `read`, where there is no file to look at.
  package static func lint(path: String) throws -> [FitProfileFault] {
    let bytes = try bytes(path: path)
    do throws(FitProfileFaults) {
      _ = try FitProfile(json: bytes)
      return []
    } catch {
      return error.faults
    }
  }

  private static func bytes(path: String) throws -> [UInt8] {
    do throws(ImagingError) {
      return try FileBytes.read(path: path, limit: FitProfile.byteLimit)
    } catch .fileTooLarge(let found, let limit) {
      throw RenderingError.fitProfileTooLarge(path: path, found: found, limit: limit)
    } catch {
      throw ImagingError.file(path: path, error)
    }
  }

  /// What of a profile has no effect on what was made, a note each, in the same words for every verb.
  ///
  /// - Parameters:
  ///   - avatars: the names of those that can be drawn.
  ///   - seen: the faces that were met.
  package static func notes(
    _ profile: FitProfile?, avatars: [String], seen: FaceTally
  ) -> [RenderNote] {
    guard let profile else { return [] }
    let drawn = Set(avatars)
    let names = profile.avatarNames.subtracting(drawn).sorted()
    var notes: [RenderNote] = []
    func note<Item>(
      _ kind: RenderNote.Kind, _ items: [Item], _ line: (Item) -> String, more: String
    ) {
      notes += items.prefix(Self.mostNotes).map { RenderNote(kind, line($0)) }
      let rest = items.count - Self.mostNotes
      if rest > 0 { notes.append(RenderNote(kind, "the fit profile names \(rest) more \(more)")) }
    }
    note(
      .finding, names,
      { name in
        let nearest = Spelling.nearest(to: name, among: drawn.subtracting(profile.avatarNames))
        return "the fit profile names the avatar \"\(Shown.text(name))\", which is not drawn"
          + (nearest.map { "; did you mean \"\(Shown.text($0))\"?" } ?? "")
      }, more: "avatars that are not drawn")
    note(
      .absence, seen.missing(of: profile.faces.keys),
      { "the fit profile names face \($0), which does not appear in the frames" },
      more: "faces that do not appear in the frames")
    return notes
  }

  /// How many avatars, and how many faces, are named in notes.
  private static let mostNotes = 8
}
