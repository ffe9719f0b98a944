// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/registry.h"
#include "core/study/question.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

using Axes = std::vector<StudyAxis>;

Axes axis(const char* name, double first, double second) {
    return {{name, {first, second}}};
}

/// Most that it computes, whatever it computes in.
double peak_of(const GpuKind& gpu) {
    return *std::max_element(std::begin(gpu.peak_tflops), std::end(gpu.peak_tflops));
}

/// The cluster's own GPU where it is known by name, else the known one that computes most like it.
std::string known_kind(const GpuKind& own, const StudySources& sources) {
    std::string nearest;
    double least = 0;
    for (const auto& [name, machine] : sources.machines) {
        if (name != machine.gpu.name)
            continue; // as a driver calls it
        const double away = name == own.name ? -1 : std::abs(peak_of(machine.gpu) - peak_of(own));
        if (nearest.empty() || away < least)
            nearest = name, least = away;
    }
    return nearest;
}

/// The next stronger kind: that with the least more peak of those whose price is known, else of all.
std::string stronger_kind(const std::string& own, const StudySources& sources) {
    const double peak = peak_of(sources.machines.at(own).gpu);
    std::string next = own;
    std::pair<bool, double> best{true, 0};
    for (const auto& [name, machine] : sources.machines) {
        if (name != machine.gpu.name || peak_of(machine.gpu) <= peak)
            continue;
        const std::pair of{machine.gpu.price_per_hour <= 0, peak_of(machine.gpu)};
        if (next == own || of < best)
            next = name, best = of;
    }
    return next;
}

/// "128 H100-SXM5-80GB ndr@2.5"
std::string offer_of(int gpus, const std::string& kind, std::string_view nic, const StudySources& sources) {
    const double price = sources.machines.at(kind).gpu.price_per_hour;
    return fmt::format("{} {}{}{}{}", gpus, kind, nic.empty() ? "" : " ", nic,
                       price > 0 ? fmt::format("@{:.3g}", price) : std::string());
}

Axes these_or_those(const Cluster& cluster, const StudySources& sources) {
    const std::string own = known_kind(cluster.kind_of_gpu(0).gpu, sources);
    const int gpus = cluster.gpu_count();
    return {{"machine",
             {offer_of(gpus, own, {}, sources),
              offer_of(std::max(gpus / 2, 1), stronger_kind(own, sources), {}, sources)}}};
}

/// The maker's network cards, and the next slower ones; where there are none, the next faster.
Axes two_fabrics(const Cluster& cluster, const StudySources& sources) {
    const std::string own = known_kind(cluster.kind_of_gpu(0).gpu, sources);
    const double rate = sources.machines.at(own).nic_gb_per_s;
    const auto kinds = nic_kinds();
    const NicKind& usual =
        *std::min_element(kinds.begin(), kinds.end(), [&](const NicKind& a, const NicKind& b) {
            return std::abs(a.gb_per_s - rate) < std::abs(b.gb_per_s - rate);
        });
    const auto away = [&](const NicKind& kind) { // slower ones first, the nearest of them before others
        const double more = kind.gb_per_s - usual.gb_per_s;
        return std::pair(more == 0 ? 2 : more > 0 ? 1 : 0, std::abs(more));
    };
    const NicKind& other = *std::min_element(
        kinds.begin(), kinds.end(), [&](const NicKind& a, const NicKind& b) { return away(a) < away(b); });
    const int gpus = cluster.gpu_count();
    return {
        {"machine", {offer_of(gpus, own, usual.name, sources), offer_of(gpus, own, other.name, sources)}}};
}

const Registered<StudyQuestion> lost_nodes_question({.name = "lost-nodes",
                                                     .text = "What if I lose two nodes?",
                                                     .place = 1,
                                                     .axes = [](const Cluster&, const StudySources&) {
                                                         return axis("lost_nodes", 0, 2);
                                                     }});
const Registered<StudyQuestion> half_links_question({.name = "half-links",
                                                     .text = "Is half the bandwidth between nodes enough?",
                                                     .place = 2,
                                                     .axes = [](const Cluster&, const StudySources&) {
                                                         return axis("link_factor", 1, 0.5);
                                                     }});
const Registered<StudyQuestion> twice_hbm_question({.name = "twice-hbm",
                                                    .text = "What if these GPUs had twice the HBM bandwidth?",
                                                    .place = 3,
                                                    .axes = [](const Cluster&, const StudySources&) {
                                                        return axis("hbm_factor", 1, 2);
                                                    }});
const Registered<StudyQuestion>
    these_or_those_question({.name = "these-or-those",
                             .text = "These GPUs, or fewer of a stronger kind?",
                             .place = 4,
                             .to_enter = "GPUs, their kind, and the price of a GPU-hour behind @",
                             .axes = these_or_those});
const Registered<StudyQuestion>
    two_fabrics_question({.name = "two-fabrics",
                          .text = "Which of two networks is worth its price?",
                          .place = 5,
                          .to_enter = "GPUs, their kind, network cards, and the price of a GPU-hour behind @",
                          .axes = two_fabrics});
const Registered<StudyQuestion>
    what_matters_question({.name = "what-matters",
                           .text = "What changes most when an input moves by 10 %?",
                           .place = 6,
                           .sensitivity = 0.1});

} // namespace

std::vector<const StudyQuestion*> all_questions() {
    const auto rows = Registry<StudyQuestion>::all();
    std::vector<const StudyQuestion*> questions(rows.begin(), rows.end());
    std::sort(questions.begin(), questions.end(),
              [](const StudyQuestion* a, const StudyQuestion* b) { return a->place < b->place; });
    return questions;
}

Study asked(const StudyQuestion& question, Study study, const Cluster& cluster, const StudySources& sources) {
    study.axes = question.axes ? question.axes(cluster, sources) : Axes{};
    study.sensitivity = {question.sensitivity, {}};
    return study;
}

} // namespace pipette
