// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry for the target named by PIPETTE_FUZZ_TARGET.
#include "tests/fuzz/fuzz_targets.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const pipette::FuzzTarget target = [] {
        for (const pipette::FuzzTarget& candidate : pipette::fuzz_targets())
            if (candidate.name == PIPETTE_FUZZ_TARGET)
                return candidate;
        throw std::logic_error("no such fuzz target");
    }();
    pipette::read_or_refuse(target, {reinterpret_cast<const char*>(data), size});
    return 0;
}
