/// MediaPipe's numbering of the face's landmarks.
///
/// Sides are the subject's own on a picture that is not mirrored: the right eye is at the smaller
/// x. Source: MediaPipe (see `NOTICE`).
public enum FaceTopology {
  /// Landmarks of the face mesh; the canonical face has as many vertices.
  public static let meshCount = 468

  /// Landmarks with the two irises.
  public static let countWithIrises = 478

  /// The outer and inner corner of the subject's right eye.
  public static let rightEyeCorners = [33, 133]

  /// The inner and outer corner of the subject's left eye.
  public static let leftEyeCorners = [263, 362]

  /// The edge of the face before the subject's right and left ear.
  public static let faceEdges = (right: 234, left: 454)

  /// The landmark that each landmark becomes when the picture is flipped left to right.
  public static let mirrorIndex: [Int] = [
    0, 1, 2, 248, 4, 5, 6, 249, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 250, 251, 252, 253, 254, 255, 256, 257, 258, 259, 260, 261,
    262, 263, 264, 265, 266, 267, 268, 269, 270, 271, 272, 273, 274, 275, 276, 277,
    278, 279, 280, 281, 282, 283, 284, 285, 286, 287, 288, 289, 290, 291, 292, 293,
    294, 295, 296, 297, 298, 299, 300, 301, 302, 303, 304, 305, 306, 307, 308, 309,
    310, 311, 312, 313, 314, 315, 316, 317, 318, 319, 320, 321, 322, 323, 94, 324,
    325, 326, 327, 328, 329, 330, 331, 332, 333, 334, 335, 336, 337, 338, 339, 340,
    341, 342, 343, 344, 345, 346, 347, 348, 349, 350, 351, 352, 353, 354, 355, 356,
    357, 358, 359, 360, 361, 362, 363, 364, 365, 366, 367, 368, 369, 370, 371, 372,
    373, 374, 375, 376, 377, 378, 379, 151, 152, 380, 381, 382, 383, 384, 385, 386,
    387, 388, 389, 390, 164, 391, 392, 393, 168, 394, 395, 396, 397, 398, 399, 175,
    400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415,
    416, 417, 418, 195, 419, 197, 420, 199, 200, 421, 422, 423, 424, 425, 426, 427,
    428, 429, 430, 431, 432, 433, 434, 435, 436, 437, 438, 439, 440, 441, 442, 443,
    444, 445, 446, 447, 448, 449, 450, 451, 452, 453, 454, 455, 456, 457, 458, 459,
    460, 461, 462, 463, 464, 465, 466, 467, 3, 7, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41,
    42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57,
    58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73,
    74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89,
    90, 91, 92, 93, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106,
    107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122,
    123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138,
    139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 153, 154, 155, 156,
    157, 158, 159, 160, 161, 162, 163, 165, 166, 167, 169, 170, 171, 172, 173, 174,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 196, 198, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211,
    212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227,
    228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243,
    244, 245, 246, 247, 473, 476, 475, 474, 477, 468, 471, 470, 469, 472,
  ]

  /// The closed loop of landmarks called outerLips.
  public static let outerLips: [Int] = [
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0,
    37, 39, 40, 185,
  ]

  /// The closed loop of landmarks called innerLips.
  public static let innerLips: [Int] = [
    78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13,
    82, 81, 80, 191,
  ]

  /// The closed loop of landmarks called leftEye.
  public static let leftEye: [Int] = [
    263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466,
  ]

  /// The open line of landmarks called leftBrowLower.
  public static let leftBrowLower: [Int] = [
    276, 283, 282, 295, 285,
  ]

  /// The open line of landmarks called leftBrowUpper.
  public static let leftBrowUpper: [Int] = [
    300, 293, 334, 296, 336,
  ]

  /// The closed loop of landmarks called leftIris.
  public static let leftIris: [Int] = [
    474, 475, 476, 477,
  ]

  /// The closed loop of landmarks called rightEye.
  public static let rightEye: [Int] = [
    33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246,
  ]

  /// The open line of landmarks called rightBrowLower.
  public static let rightBrowLower: [Int] = [
    46, 53, 52, 65, 55,
  ]

  /// The open line of landmarks called rightBrowUpper.
  public static let rightBrowUpper: [Int] = [
    70, 63, 105, 66, 107,
  ]

  /// The closed loop of landmarks called rightIris.
  public static let rightIris: [Int] = [
    469, 470, 471, 472,
  ]

  /// The closed loop of landmarks called faceOval.
  public static let faceOval: [Int] = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378,
    400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21,
    54, 103, 67, 109,
  ]
}
