// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/study/axes/axis_values.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace pipette {
namespace {

/// Cuts "@2.5" off the end of an offer and returns the price; 0 where there is none.
double price_behind(std::string& offer) {
    const std::size_t at = offer.rfind('@');
    double price = 0;
    const char* end = offer.data() + offer.size();
    if (at == std::string::npos)
        return 0;
    const auto [stop, error] = std::from_chars(offer.data() + at + 1, end, price);
    if (error != std::errc{} || stop != end || !bounds::price.hold(price))
        return 0;
    offer.resize(at);
    return price;
}

/// GPUs and links that are of another cluster.
void forget_places(StudySetting& setting) {
    setting.excluded_gpus.clear();
    setting.degraded.clear();
}

void set_cluster(StudySetting& setting, const AxisValue& value) {
    const ClusterOffer offer = cluster_offer(words_in(value));
    if (setting.cluster != offer.cluster)
        forget_places(setting);
    setting.cluster = offer.cluster;
    if (offer.price > 0)
        setting.goal.price_per_gpu_hour = offer.price;
}

void set_machine(StudySetting& setting, const AxisValue& value) {
    std::vector<MachinePart> offer = machine_offer(words_in(value));
    forget_places(setting);
    setting.cluster.clear();
    setting.gpu.kind.clear();
    AssumedMachine& machine = setting.machine;
    machine.gpus_per_node = machine.nics = machine.nodes_per_domain = 0; // as the maker builds it
    const MachinePart& first = offer.front();
    machine.gpu = first.gpu;
    machine.parts.clear();
    if (offer.size() == 1) {
        setting.gpus = first.gpus;
        machine.nic = first.nic;
        if (first.price > 0)
            setting.goal.price_per_gpu_hour = first.price;
        return;
    }
    setting.gpus = 0;
    machine.nic.clear();
    if (std::any_of(offer.begin(), offer.end(), [](const MachinePart& part) { return part.price > 0; })) {
        if (setting.goal.currency != list_currency)
            throw InputError({}, "machine",
                             fmt::format("has prices of its kinds, which are in {}, but the study is in {}",
                                         list_currency, setting.goal.currency));
        for (MachinePart& part : offer)
            if (part.price == 0)
                part.price = setting.goal.price_per_gpu_hour;
        setting.goal.price_per_gpu_hour = 0; // each part has its own price
    }
    machine.parts = std::move(offer);
}

constexpr Bounds gpu_count{bounds::study_gpus.least, bounds::study_gpus.most, "GPUs"};
const Registered<AxisKind>
    gpus_row({.name = "gpus",
              .title = "GPUs",
              .unit = "GPUs",
              .values = AxisKind::Values::whole,
              .bounds = gpu_count,
              .condition = "on {} GPUs",
              .set = [](StudySetting& s, const AxisValue& v) { s.gpus = whole_in(v); }});
const Registered<AxisKind> cluster_row({.name = "cluster",
                                        .title = "Cluster",
                                        .values = AxisKind::Values::text,
                                        .names = AxisNames::cluster,
                                        .condition = "on {}",
                                        .set = set_cluster});
const Registered<AxisKind> machine_row({.name = "machine",
                                        .title = "Machine",
                                        .values = AxisKind::Values::text,
                                        .names = AxisNames::machine,
                                        .condition = "on {}",
                                        .set = set_machine});
const Registered<AxisKind>
    gpu_row({.name = "gpu",
             .title = "GPU kind",
             .values = AxisKind::Values::text,
             .names = AxisNames::gpu,
             .condition = "with {}",
             .set = [](StudySetting& s, const AxisValue& v) { s.gpu.kind = words_in(v); }});
const Registered<AxisKind>
    nic_row({.name = "nic",
             .title = "Network cards",
             .values = AxisKind::Values::text,
             .set = [](StudySetting& s, const AxisValue& v) { s.machine.nic = words_in(v); }});
const Registered<AxisKind> oversubscription_row({.name = "oversubscription",
                                                 .title = "Oversubscription of a leaf",
                                                 .unit = "to 1",
                                                 .bounds = bounds::oversubscription,
                                                 .set = [](StudySetting& s, const AxisValue& v) {
                                                     s.machine.oversubscription = number_in(v);
                                                 }});
const Registered<AxisKind>
    lost_nodes_row({.name = "lost_nodes",
                    .title = "Nodes lost",
                    .unit = "nodes",
                    .values = AxisKind::Values::whole,
                    .bounds = {0, 8192, "nodes"},
                    .as_is = 0,
                    .condition = "without {} nodes",
                    .set = [](StudySetting& s, const AxisValue& v) { s.lost_nodes = whole_in(v); }});

const Registered<AxisKind> link_factor_row({.name = "link_factor",
                                            .title = "Bandwidth between nodes",
                                            .unit = "x",
                                            .bounds = bounds::factor,
                                            .factor = true,
                                            .condition = "with {} times the bandwidth between nodes",
                                            .set = [](StudySetting& s, const AxisValue& v) {
                                                s.links.between_nodes *= number_in(v);
                                            }});
const Registered<AxisKind> node_link_factor_row({.name = "node_link_factor",
                                                 .title = "Bandwidth inside nodes",
                                                 .unit = "x",
                                                 .bounds = bounds::factor,
                                                 .factor = true,
                                                 .condition = "with {} times the bandwidth inside nodes",
                                                 .set = [](StudySetting& s, const AxisValue& v) {
                                                     s.links.inside_nodes *= number_in(v);
                                                 }});
const Registered<AxisKind>
    level_factor_row({.name = "level_factor",
                      .title = "Bandwidth of switches above the nodes",
                      .unit = "x",
                      .bounds = bounds::factor,
                      .factor = true,
                      .condition = "with {} times the bandwidth of the switches above the nodes",
                      .set = [](StudySetting& s, const AxisValue& v) { s.links.levels *= number_in(v); }});

const Registered<AxisKind>
    hbm_row({.name = "hbm_gb_per_s",
             .title = "HBM bandwidth",
             .unit = "GB/s",
             .bounds = bounds::bandwidth,
             .set = [](StudySetting& s, const AxisValue& v) { s.gpu.hbm_gb_per_s = number_in(v); }});
const Registered<AxisKind>
    memory_row({.name = "memory_gib",
                .title = "GPU memory",
                .unit = "GiB",
                .bounds = bounds::memory,
                .set = [](StudySetting& s, const AxisValue& v) { s.gpu.memory_gib = number_in(v); }});
const Registered<AxisKind>
    hbm_factor_row({.name = "hbm_factor",
                    .title = "HBM bandwidth",
                    .unit = "x",
                    .bounds = bounds::factor,
                    .factor = true,
                    .condition = "with {} times the HBM bandwidth",
                    .set = [](StudySetting& s, const AxisValue& v) { s.gpu.hbm_factor *= number_in(v); }});
const Registered<AxisKind>
    peak_factor_row({.name = "peak_factor",
                     .title = "Peak of matrix products",
                     .unit = "x",
                     .bounds = bounds::factor,
                     .factor = true,
                     .condition = "with {} times the peak of matrix products",
                     .set = [](StudySetting& s, const AxisValue& v) { s.gpu.peak_factor *= number_in(v); }});
const Registered<AxisKind> memory_factor_row({.name = "memory_factor",
                                              .title = "GPU memory",
                                              .unit = "x",
                                              .bounds = bounds::factor,
                                              .factor = true,
                                              .condition = "with {} times the GPU memory",
                                              .set = [](StudySetting& s, const AxisValue& v) {
                                                  s.gpu.memory_factor *= number_in(v);
                                              }});

/// "128 H100-SXM5-80GB ndr@2.5"; empty where the words mean nothing.
std::optional<MachinePart> part_in(std::string words) {
    MachinePart part;
    part.price = price_behind(words);
    const char* end = words.data() + words.size();
    const auto [stop, error] = std::from_chars(words.data(), end, part.gpus);
    if (error != std::errc{} || stop == end || *stop != ' ' || !gpu_count.hold(part.gpus))
        return std::nullopt;
    part.gpu.assign(stop + 1, end);
    if (const std::size_t space = part.gpu.find(' '); space != std::string::npos) {
        part.nic = part.gpu.substr(space + 1);
        part.gpu.resize(space);
    }
    if (part.gpu.empty() || (!part.nic.empty() && !nic_rate(part.nic)))
        return std::nullopt;
    return part;
}

} // namespace

ClusterOffer cluster_offer(const std::string& text) {
    ClusterOffer offer{text, 0};
    offer.price = price_behind(offer.cluster);
    return offer;
}

std::vector<MachinePart> machine_offer(const std::string& text) {
    constexpr std::string_view plus = " + ";
    std::vector<MachinePart> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(plus, begin), text.size());
        std::optional<MachinePart> part = part_in(text.substr(begin, end - begin));
        if (!part)
            throw InputError({}, "machine",
                             fmt::format("is {}, expected GPUs, their kind and perhaps network cards and the "
                                         "price of a GPU-hour: \"128 H100-SXM5-80GB ndr@2.5\"; several kinds "
                                         "with \" + \" between them",
                                         in_quotes(text)));
        parts.push_back(std::move(*part));
        if (parts.size() > bounds::machine_parts)
            throw InputError({}, "machine",
                             fmt::format("has more than {} kinds of nodes", bounds::machine_parts));
        begin = end + plus.size();
    }
    return parts;
}

} // namespace pipette
