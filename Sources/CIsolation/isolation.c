#include "cisolation.h"
