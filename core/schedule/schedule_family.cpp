// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_family.h"

#include "core/base/input_error.h"
#include "core/schedule/generators.h"

#include <array>
#include <fmt/format.h>

namespace pipette {
namespace {

using Size = ScheduleSize;
constexpr int most_devices = 4096;
constexpr int most_microbatches = 10'000'000; // as many as the largest batch has sequences
constexpr long most_operations = 4'000'000;   // some seconds

bool plain(const Size& s) {
    return s.chunks == 1 && s.slices == 1;
}
bool any(const Size& s) {
    return plain(s);
}
bool loops(const Size& s) {
    return s.chunks >= 2 && s.slices == 1 && s.microbatches % s.devices == 0;
}
bool loops_freely(const Size& s) {
    return s.chunks >= 1 && s.slices == 1;
}
bool v_shape(const Size& s) {
    return s.chunks == 2 && s.slices == 1;
}
bool dual(const Size& s) {
    return plain(s) && s.devices % 2 == 0 && s.microbatches % 2 == 0 && s.microbatches >= 2 * s.devices;
}
bool dual_v(const Size& s) {
    return v_shape(s) && s.microbatches >= 2 * s.devices;
}
bool two_ways(const Size& s) {
    return plain(s) && s.devices % 2 == 0 && s.microbatches % s.devices == 0;
}
bool sliced(const Size& s) {
    return s.chunks == 1 && s.slices >= 1 && s.slices <= 4096;
}

int never(const Size&) {
    return 0;
}
int each(const Size&) {
    return 1;
}
int each_pair(const Size&) { // one a direction
    return 2;
}
int as_many_as_devices(const Size& s) {
    return s.devices;
}

constexpr std::string_view plain_text = "any devices and microbatches; 1 chunk, 1 slice";
constexpr std::string_view v_text = "any devices and microbatches; 2 chunks, 1 slice";

using enum ScheduleKind;
constexpr auto blocking = P2p::blocking, overlapped = P2p::overlapped;

constexpr std::array<ScheduleFamily, 16> families{{
    {gpipe, "GPipe", overlapped, false, 1, 1, 1, plain_text, "Huang et al. 2019, arXiv:1811.06965", any,
     never, gpipe_draft},
    {one_f_one_b, "1F1B", blocking, false, 1, 1, 1, plain_text, "Narayanan et al. 2021, arXiv:2104.04473",
     any, each, one_f_one_b_draft},
    {eager_one_f_one_b, "Eager 1F1B", overlapped, false, 1, 1, 1, plain_text,
     "Zhuang et al. 2023, arXiv:2211.05322", any, each, eager_one_f_one_b_draft},
    {interleaved, "Interleaved 1F1B", overlapped, false, 1, 1, 2,
     "microbatches a multiple of devices; 2 or more chunks, 1 slice",
     "Narayanan et al. 2021, arXiv:2104.04473", loops, as_many_as_devices, interleaved_draft},
    {looped_bfs, "Looped breadth-first", overlapped, false, 1, 1, 2,
     "any devices and microbatches; 1 or more chunks, 1 slice", "Lamy-Poirier 2023, arXiv:2211.05953",
     loops_freely, never, looped_bfs_draft},
    {zb_h1, "ZB-H1", overlapped, true, 1, 1, 1, plain_text, "Qi et al. 2023, arXiv:2401.10241", any, each,
     zb_h1_draft},
    {zb_h2, "ZB-H2", overlapped, true, 1, 1, 1, plain_text, "Qi et al. 2023, arXiv:2401.10241", any, each,
     zb_h2_draft},
    {zb_v, "ZB-V", overlapped, true, 1, 1, 2, v_text, "Qi et al. 2023, arXiv:2401.10241", v_shape, each,
     zb_v_draft},
    {v_half, "V-Half", overlapped, true, 1, 1, 2, v_text, "Qi et al. 2024, arXiv:2405.15362", v_shape, each,
     v_half_draft},
    {v_min, "V-Min", overlapped, true, 1, 1, 2, v_text, "Qi et al. 2024, arXiv:2405.15362", v_shape, each,
     v_min_draft},
    {dualpipe, "DualPipe", overlapped, true, 2, 2, 1,
     "an even number of devices; an even number of microbatches, at least 2 a device; 1 chunk, 1 slice",
     "DeepSeek-AI 2024, arXiv:2412.19437", dual, each_pair, dualpipe_draft},
    {dualpipe_v, "DualPipeV", overlapped, true, 1, 1, 2,
     "microbatches at least 2 a device; 2 chunks, 1 slice", "arXiv:2412.19437, V shape by Sea AI Lab", dual_v,
     each, dualpipe_v_draft},
    {chimera, "Chimera", overlapped, false, 2, 2, 1,
     "an even number of devices; microbatches a multiple of devices; 1 chunk, 1 slice",
     "Li and Hoefler 2021, arXiv:2107.06925", two_ways, as_many_as_devices, chimera_draft},
    {terapipe, "TeraPipe", overlapped, false, 1, 1, 1,
     "any devices and microbatches; 1 chunk, 1 to 4096 slices", "Li et al. 2021, arXiv:2102.07988", sliced,
     never, terapipe_draft},
    {local_updates, "Local updates", overlapped, false, 1, 1, 1, plain_text,
     "Laskin et al. 2020, arXiv:2012.03837", any, never, local_updates_draft},
    {varuna, "Varuna", overlapped, false, 1, 1, 1, plain_text, "Athlur et al. 2022, arXiv:2111.04007", any,
     never, varuna_draft},
}};

bool bounded(const Size& s) {
    return s.devices >= 1 && s.devices <= most_devices && s.microbatches >= 1 &&
           s.microbatches <= most_microbatches && s.chunks >= 1 && s.slices >= 1 && s.chunks <= 64 &&
           s.slices <= 4096 && s.devices * s.chunks <= 16384;
}
bool listed(const Size& s) {
    return operation_count(s) <= most_operations;
}

} // namespace

std::span<const ScheduleFamily> schedule_families() {
    return families;
}
const ScheduleFamily& family_of(ScheduleKind kind) {
    return families[static_cast<std::size_t>(kind)];
}

P2p usual_p2p(ScheduleKind kind, const Framework& framework) {
    const P2p reference = family_of(kind).default_p2p;
    return reference == P2p::blocking ? framework.waiting_transfers : reference;
}

ScheduleSize schedule_size(const ParallelConfig& config) {
    return {config.pp, config.microbatches(), config.vpp, 1};
}

long operation_count(const ScheduleSize& s) {
    return 3L * s.devices * s.chunks * s.microbatches * s.slices;
}

bool allows(ScheduleKind kind, const ScheduleSize& size) {
    const ScheduleFamily& family = family_of(kind);
    return bounded(size) && family.allowed(size) && (listed(size) || family.round(size) > 0);
}

std::string refusal(ScheduleKind kind, const ScheduleSize& size) {
    const std::string given = fmt::format("{} devices, {} microbatches, {} chunks, {} slices", size.devices,
                                          size.microbatches, size.chunks, size.slices);
    if (!bounded(size))
        return fmt::format("{} is not possible; 1 to {} devices, 1 to {} microbatches, 1 to 64 chunks, 1 to "
                           "4096 slices are",
                           given, most_devices, most_microbatches);
    if (!family_of(kind).allowed(size))
        return fmt::format("{} is not possible; it allows {}", given, family_of(kind).allows);
    return fmt::format("{} have up to {} operations, more than the {} that are simulated one by one", given,
                       operation_count(size), most_operations);
}

std::shared_ptr<const Schedule> make_schedule(ScheduleKind kind, const ScheduleSize& size) {
    if (!allows(kind, size) || !listed(size))
        throw InputError("", fmt::format("schedule {}", name_of(kind)), refusal(kind, size));
    ScheduleDraft draft = family_of(kind).generate(size);
    draft.name = name_of(kind);
    return std::make_shared<const Schedule>(std::move(draft));
}

} // namespace pipette
