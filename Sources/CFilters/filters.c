#include "cfilters.h"
