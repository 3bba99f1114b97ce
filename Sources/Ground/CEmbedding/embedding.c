// All of it is in the header; a target has a source.
#include "embedding.h"
