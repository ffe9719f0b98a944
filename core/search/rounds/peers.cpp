// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/peers.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace pipette {
namespace {

template <class Value>
void append(std::string& bytes, const Value* values, std::size_t count) {
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(Value));
}

/// Takes what append() wrote; all processes run the same program on the same kind of machine.
class Bytes {
public:
    explicit Bytes(const std::string& bytes) : bytes_(bytes) {}
    template <class Value>
    void take(Value* values, std::size_t count) {
        if (count > (bytes_.size() - at_) / sizeof(Value))
            throw std::runtime_error("another process sent less than it should");
        if (count > 0)
            std::memcpy(values, bytes_.data() + at_, count * sizeof(Value));
        at_ += count * sizeof(Value);
    }
    std::size_t left() const { return bytes_.size() - at_; }

private:
    const std::string& bytes_;
    std::size_t at_ = 0;
};

} // namespace

bool share(const Peers& peers, std::vector<PlacedUnit>& units, bool stopped) {
    if (peers.size == 1)
        return stopped;
    std::string mine(1, stopped ? 1 : 0);
    for (std::size_t i = 0; i < units.size(); ++i)
        if (peers.does(i)) {
            const auto count = static_cast<std::uint64_t>(units[i].slot_of_block.size());
            append(mine, &units[i].cost_s, 1);
            append(mine, &units[i].broken_hops, 1);
            append(mine, &units[i].start_s, 1);
            append(mine, &count, 1);
            append(mine, units[i].slot_of_block.data(), units[i].slot_of_block.size());
        }
    const std::vector<std::string> all = peers.gather(mine);
    for (int rank = 0; rank < peers.size; ++rank) {
        Bytes bytes(all[static_cast<std::size_t>(rank)]);
        char asked = 0;
        bytes.take(&asked, 1);
        stopped = stopped || asked != 0;
        for (std::size_t i = static_cast<std::size_t>(rank); i < units.size();
             i += static_cast<std::size_t>(peers.size)) {
            std::uint64_t count = 0;
            bytes.take(&units[i].cost_s, 1);
            bytes.take(&units[i].broken_hops, 1);
            bytes.take(&units[i].start_s, 1);
            bytes.take(&count, 1);
            units[i].slot_of_block.resize(std::min<std::size_t>(count, bytes.left()));
            bytes.take(units[i].slot_of_block.data(), count);
        }
    }
    return stopped;
}

} // namespace pipette
