#pragma once

/// Defines a function that runs a kernel of this file, with wider instructions where the machine has them: the same
/// operations, so the same bytes.
#if defined(__x86_64__)
#define CF_WIDENED(name, kernel, parameters, arguments)                        \
  __attribute__((target("avx2"))) static void kernel##_avx2 parameters {      \
    kernel arguments;                                                          \
  }                                                                            \
  void name parameters {                                                       \
    if (__builtin_cpu_supports("avx2")) {                                      \
      kernel##_avx2 arguments;                                                 \
    } else {                                                                   \
      kernel arguments;                                                        \
    }                                                                          \
  }
#else
#define CF_WIDENED(name, kernel, parameters, arguments) \
  void name parameters { kernel arguments; }
#endif
