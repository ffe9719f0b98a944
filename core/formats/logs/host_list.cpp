// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/host_list.h"

#include "core/base/input_error.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::size_t most_hosts = 100'000;
constexpr int most_brackets = 4;

class Expansion {
public:
    Expansion(const std::string& file, const TextLine& line) : file_(file), line_(line) {}

    std::vector<std::string> run(std::string_view list) {
        while (!list.empty()) {
            const std::size_t end = item_end(list);
            if (std::count(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(end), '[') >
                most_brackets)
                refuse(fmt::format("has more than {} brackets in a name", most_brackets));
            expand(std::string(list.substr(0, end)));
            list.remove_prefix(std::min(end + 1, list.size()));
        }
        return std::move(hosts_);
    }

private:
    [[noreturn]] void refuse(const std::string& reason) const {
        throw InputError(file_, line_.place(), reason);
    }

    std::size_t item_end(std::string_view list) const {
        bool inside = false;
        for (std::size_t i = 0; i < list.size(); ++i) {
            inside = list[i] == '[' || (inside && list[i] != ']');
            if (list[i] == ',' && !inside)
                return i;
        }
        if (inside)
            refuse(fmt::format("{} has a [ without ]", in_quotes(list)));
        return list.size();
    }

    void add(const std::string& host) {
        check_host(host, file_, line_.place());
        if (hosts_.size() == most_hosts)
            refuse(fmt::format("names more than {} hosts", most_hosts));
        hosts_.push_back(host);
    }

    /// Opens the first bracket; what follows may hold others.
    void expand(const std::string& item) {
        const auto open = item.find('[');
        if (open == std::string::npos)
            return add(item);
        const auto close = item.find(']', open);
        const std::string before = item.substr(0, open), after = item.substr(close + 1);
        std::string_view ranges = std::string_view(item).substr(open + 1, close - open - 1);
        while (!ranges.empty()) {
            const auto end = std::min(ranges.find(','), ranges.size());
            expand_range(before, ranges.substr(0, end), after);
            ranges.remove_prefix(std::min(end + 1, ranges.size()));
        }
    }

    void expand_range(const std::string& before, std::string_view range, const std::string& after) {
        const auto dash = range.find('-');
        const std::string_view low = range.substr(0, dash);
        const std::string_view high = dash == std::string_view::npos ? low : range.substr(dash + 1);
        const long first =
            parse_integer(low, "the first number of a range of hosts", file_, line_, 0, 999'999'999);
        const long last =
            parse_integer(high, "the last number of a range of hosts", file_, line_, first, 999'999'999);
        if (last - first >= static_cast<long>(most_hosts))
            refuse(fmt::format("names more than {} hosts", most_hosts));
        for (long number = first; number <= last; ++number)
            expand(before + fmt::format("{:0{}}", number, low.size()) + after);
    }

    const std::string& file_;
    const TextLine& line_;
    std::vector<std::string> hosts_;
};

} // namespace

std::vector<std::string> expand_hosts(std::string_view list, const std::string& file, const TextLine& line) {
    return Expansion(file, line).run(list);
}

} // namespace pipette
