// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pipette {

/// Damaged copies of good files as crashes, editors, other locales and bad will make them. The same files and
/// the same seed give the same copies.
class Mutations {
public:
    /// `good`: one file or more.
    Mutations(std::vector<std::string> good, std::uint64_t seed);

    /// The next copy, damaged in one to four ways.
    std::string next();

private:
    std::size_t below(std::size_t bound);
    const std::string& any_file();
    void cut(std::string& text);
    void change_bytes(std::string& text);
    void change_lines(std::string& text);
    void change_number(std::string& text);
    void change_word(std::string& text);
    void splice(std::string& text);
    void insert_piece(std::string& text);
    void insert_monster(std::string& text);

    std::vector<std::string> good_;
    Random random_;
};

} // namespace pipette
