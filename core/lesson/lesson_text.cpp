// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_text.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace pipette {
namespace {

using Look = TextSpan::Look;

bool is_help_page(std::string_view target) {
    const std::size_t ending = target.find(".md");
    if (ending == std::string_view::npos || ending == 0)
        return false;
    const auto plain = [](std::string_view name) {
        return std::all_of(name.begin(), name.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        });
    };
    const std::string_view rest = target.substr(ending + 3);
    return plain(target.substr(0, ending)) &&
           (rest.empty() || (rest.front() == '#' && plain(rest.substr(1))));
}

struct Fence {
    std::string_view sign;
    Look look;
};
constexpr std::array<Fence, 3> fences{{{"**", Look::strong}, {"*", Look::emphasis}, {"`", Look::code}}};

/// A span that begins at the front of `text`, and how many characters it takes.
struct Taken {
    TextSpan span;
    std::size_t length;
};

std::optional<Taken> fenced(std::string_view text) {
    for (const Fence& fence : fences) {
        if (!text.starts_with(fence.sign))
            continue;
        const std::size_t size = fence.sign.size(), end = text.find(fence.sign, size);
        const bool spaced = text.size() > size && text[size] == ' '; // "2 * 3" is no emphasis
        if (end != std::string_view::npos && end > size && !spaced)
            return Taken{{fence.look, std::string(text.substr(size, end - size))}, end + size};
    }
    return std::nullopt;
}

std::optional<Taken> linked(std::string_view text) {
    const std::size_t middle = text.find("](");
    if (!text.starts_with('[') || middle == std::string_view::npos || text.find(']') != middle)
        return std::nullopt;
    const std::size_t end = text.find(')', middle);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view target = text.substr(middle + 2, end - middle - 2);
    if (!is_help_page(target))
        throw InputError(
            {}, {},
            fmt::format("links to {}, expected a page of the help such as schedules.md", in_quotes(target)));
    return Taken{{Look::link, std::string(text.substr(1, middle - 1)), std::string(target)}, end + 1};
}

} // namespace

TextBlock lesson_text(std::string_view text) {
    TextBlock block;
    if (text.starts_with("- ")) {
        block.kind = TextBlock::Kind::item;
        text.remove_prefix(2);
    }
    std::string plain;
    const auto end_plain = [&] {
        if (!plain.empty())
            block.spans.push_back({Look::plain, std::move(plain)});
        plain.clear();
    };
    while (!text.empty()) {
        std::optional<Taken> taken = fenced(text);
        if (!taken)
            taken = linked(text);
        if (!taken) {
            plain += text.front();
            text.remove_prefix(1);
            continue;
        }
        end_plain();
        text.remove_prefix(taken->length);
        block.spans.push_back(std::move(taken->span));
    }
    end_plain();
    return block;
}

} // namespace pipette
