// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/input_error.h"

#include <string>

namespace pipette {

/// What an action that must be refused says: "file: place: reason"; "accepted" when it is not refused.
template <typename Action>
std::string refusal(Action&& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

} // namespace pipette

/// The refusal must hold each of the given parts.
#define VERIFY_REFUSED(action, part)                                                                         \
    do {                                                                                                     \
        const std::string said = pipette::refusal([&] { action; });                                          \
        QVERIFY2(said.find(part) != std::string::npos, said.c_str());                                        \
    } while (false)
