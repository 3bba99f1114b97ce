/// A byte of a file that is read in the place of another, so that a demuxer reads the file as it is meant.
package struct BytePatch {
  /// Where it lies in the file.
  package var offset: Int64
  package var byte: UInt8
}
