#pragma once
#include <zlib.h>
#include <zstd.h>
