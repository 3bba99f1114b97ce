package import Avatars
internal import Files
package import Imaging
package import Lottie
internal import Problems
internal import Text

/// Why packages of files cannot be had, whatever their kind.
package protocol PackageReadingFailure: Error {
  /// It is over a limit as a whole.
  static func tooLarge(path: String, reason: String) -> Self
  /// What lies there is no package, or holds more than one may.
  static func notAPackage(path: String, reason: String) -> Self
}

extension LibraryPackage where Failure: PackageReadingFailure {
  /// The files of a package in a folder or a `.zip` file.
  package static func files(at path: String) throws(Failure) -> any PackageFiles {
    let isFolder = FilePath.isFolder(path)
    guard isFolder || FilePath.isFile(path) else {
      throw failure(.notFound(path: path))
    }
    do throws(PackageFileError) {
      return isFolder
        ? try FolderFiles(path: path)
        : try ZipFiles(path: path, manifest: kind.manifest, kind: kind.plural)
    } catch .overLimit(let reason) {
      throw Failure.tooLarge(path: path, reason: reason)
    } catch {
      throw Failure.notAPackage(path: path, reason: error.explanation)
    }
  }
}

extension PackageFiles {
  /// Reads the manifest alone, and its bytes, which are empty where it cannot be read.
  package func manifest<Manifest>(
    _ name: String, limit: Int, unreadable: (AvatarFault.Kind) -> Manifest,
    _ manifest: ([UInt8]) -> Manifest
  ) -> (manifest: Manifest, bytes: [UInt8]) {
    do throws(PackageFileError) {
      // One byte more than allowed lets the manifest itself say that it is too long.
      let bytes = try read(name, limit: limit + 1)
      return (manifest(bytes), bytes)
    } catch .missing {
      return (unreadable(.missingFile(name, nearest: nil)), [])
    } catch .tooLong(let limit) {
      let fault = AvatarFault.Kind.overLimit(
        what: "the manifest's size", found: "more than \(limit - 1) bytes",
        limit: "\(limit - 1) bytes")
      return (unreadable(fault), [])
    } catch {
      return (unreadable(.unreadableFile(reason: error.explanation)), [])
    }
  }

  /// What an error says of a file that was read and is to be used, at the place that names the file.
  package func fault(of error: any Error, in file: String) -> AvatarFault.Kind {
    switch error {
    case let error as ImagingError: AvatarFault.Kind(error, in: file)
    case let fault as LottieFault: AvatarFault(fault, in: file).kind
    case PackageFileError.missing:
      .missingFile(file, nearest: Spelling.nearest(to: file, among: paths))
    case PackageFileError.leadsOut(let reason): .unsafePath(file, reason: reason)
    case PackageFileError.tooLong(let limit):
      .overLimit(
        what: "the size of \"\(file)\"", found: "more than \(limit >> 20) MiB",
        limit: "\(limit >> 20) MiB")
    case PackageFileError.overLimit(let reason): .limitReached(reason: "\"\(file)\": \(reason)")
    case PackageFileError.unreadable(let reason):
      .unreadableFile(reason: "\"\(file)\" cannot be read: \(reason)")
    default: .unreadableFile(reason: "\(error)")
    }
  }
}

extension AvatarFault.Kind {
  /// A file that is no picture that can be used.
  ///
  /// - Parameter reason: what is said of one that is neither over a limit nor a picture, in other words than the
  ///   error's.
  package init(_ error: ImagingError, in file: String, reason: String? = nil) {
    self =
      switch error {
      case .tooLarge(let width, let height, let limits):
        .overLimit(
          what: "the size of \"\(file)\"", found: "\(width) x \(height)", limit: "\(limits)")
      case _ where error.problemCode.exitCode == .overLimit:
        .limitReached(reason: "\"\(file)\": \(error)")
      default: .unreadableFile(reason: reason ?? "\"\(file)\": \(error.ofArtwork)")
      }
  }

  /// More bytes of all files of a kind than a package may have.
  package static func overLimit(together what: String, _ limit: Int) -> Self {
    .overLimit(what: what, found: "more", limit: "\(limit >> 20) MiB")
  }
}

extension LottieFault {
  /// Whether it is the manifest's that names the file, which is of another kind.
  package var isOfManifest: Bool { if case .notLottie = kind { true } else { false } }
}

extension LottieFile {
  /// A segment that ends after the last frame; nil where it does not.
  package func fault(ofSegment timing: LottieTiming, in file: String) -> AvatarFault.Kind? {
    guard !timing.fits(frames: frames), let segment = timing.segment else { return nil }
    return .unreadableFile(
      reason: "the segment ends at the frame \(segment.upperBound), \"\(file)\" has"
        + " \(frames); expected frames that there are")
  }
}
