// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pipette {

/// Says in one pass over a line which of many words it holds (Aho and Corasick 1975): a log has millions of
/// lines, and most tell nothing.
class WordFinder {
public:
    /// Words and the bits that each of them sets.
    struct Word {
        std::string_view text;
        std::uint32_t bits;
    };
    explicit WordFinder(const std::vector<Word>& words);

    /// The bits of all words in the text, of which several may set the same.
    std::uint32_t bits_in(std::string_view text) const {
        std::uint32_t bits = 0;
        std::size_t state = 0;
        for (const char c : text) {
            state = next_[state * classes_ + class_of_[static_cast<unsigned char>(c)]];
            bits |= bits_[state];
        }
        return bits;
    }

private:
    std::array<std::uint8_t, 256> class_of_{}; ///< of each byte; 0: in no word
    std::size_t classes_ = 1;
    std::vector<std::uint16_t> next_; ///< state by class
    std::vector<std::uint32_t> bits_; ///< of each state
};

} // namespace pipette
