// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/word_finder.h"

#include <cstddef>

namespace pipette {

WordFinder::WordFinder(const std::vector<Word>& words) {
    for (const Word& word : words)
        for (const char c : word.text)
            if (std::uint8_t& of = class_of_[static_cast<unsigned char>(c)]; of == 0)
                of = static_cast<std::uint8_t>(classes_++);
    // The words as a tree; 0 is its root and stands for "no such child", too.
    next_.assign(classes_, 0);
    bits_.assign(1, 0);
    for (const Word& word : words) {
        std::size_t state = 0;
        for (const char c : word.text) {
            const std::size_t edge = state * classes_ + class_of_[static_cast<unsigned char>(c)];
            if (next_[edge] == 0) {
                next_[edge] = static_cast<std::uint16_t>(bits_.size());
                bits_.push_back(0);
                next_.resize(next_.size() + classes_, 0);
            }
            state = next_[edge];
        }
        bits_[state] |= word.bits;
    }
    // Level by level: a state without a child goes where the longest of its own endings would go.
    std::vector<std::size_t> ending(bits_.size(), 0), queue{0};
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::size_t state = queue[i];
        for (std::size_t c = 0; c < classes_; ++c) {
            std::uint16_t& child = next_[state * classes_ + c];
            const std::uint16_t of_ending =
                state == 0 ? std::uint16_t(0) : next_[ending[state] * classes_ + c];
            if (child == 0) {
                child = of_ending;
                continue;
            }
            ending[child] = of_ending;
            bits_[child] |= bits_[of_ending];
            queue.push_back(child);
        }
    }
}

} // namespace pipette
