// Drawing a layer: milliseconds a frame and nanoseconds a covered pixel, for each instruction set,
// beside OpenCV's warp and blend of the same picture. No arguments.

for set in instructionSets { try report(set) }
reportOpenCV()
