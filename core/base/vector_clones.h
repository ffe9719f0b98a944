// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Compiles a function twice, for AVX2 and for any x86-64, and takes what the processor has. Not under the
/// thread sanitizer: the choice falls before its runtime is up.
#ifdef __SANITIZE_THREAD__
#define PIPETTE_VECTOR_CLONES
#else
#define PIPETTE_VECTOR_CLONES [[gnu::target_clones("avx2", "default")]]
#endif
