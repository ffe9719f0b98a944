// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/gpu_kinds_json.h"

#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/resources.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

KnownGpu known_gpu(const JsonValue& entry) {
    KnownGpu gpu;
    gpu.kind = gpu_kind_from_json(entry);
    const JsonValue names = entry.member("device_names");
    for (std::size_t i = 0; i < names.size(); ++i)
        gpu.device_names.push_back(names.element(i).text());
    gpu.nvlink_gb_per_s = entry.number_or("nvlink_gb_per_s", 0, bounds::data_sheet_bandwidth);
    gpu.nvlinks = static_cast<int>(entry.integer_or("nvlinks", 0, 0, 1024));
    gpu.pcie_gb_per_s = entry.member("pcie_gb_per_s").number(bounds::data_sheet_bandwidth);
    gpu.gpus_per_node = entry.member("gpus_per_node").integer(bounds::node_gpus);
    gpu.nics_per_node = entry.member("nics_per_node").integer(bounds::node_nics);
    gpu.nodes_per_domain =
        static_cast<int>(entry.integer_or("nodes_per_domain", 1, domain_nodes.least, domain_nodes.most));
    gpu.nic_gb_per_s = entry.number_or("nic_gb_per_s", 0, bounds::data_sheet_bandwidth);
    return gpu;
}

} // namespace

namespace {

constexpr std::pair<const char*, double Host::*> link_members[] = {
    {"up_gb_per_s", &Host::up_gb_per_s},
    {"down_gb_per_s", &Host::down_gb_per_s},
    {"all_up_gb_per_s", &Host::all_up_gb_per_s},
    {"all_down_gb_per_s", &Host::all_down_gb_per_s}};

} // namespace

Host host_from_json(const JsonValue& value) {
    Host host;
    if (const auto memory = value.find("host_memory_gib"))
        host.memory_gib = memory->number(bounds::memory);
    if (const auto both = value.find("host_link_gb_per_s"))
        host.up_gb_per_s = host.down_gb_per_s = both->number(bounds::bandwidth);
    if (const auto link = value.find("host_link")) {
        for (const auto& [name, member] : link_members)
            if (const auto rate = link->find(name))
                host.*member = rate->number(bounds::bandwidth);
        for (const char* needed : {"up_gb_per_s", "down_gb_per_s"})
            link->member(needed);
    }
    if (const auto rate = value.find("host_update_gparam_per_s"))
        host.update_gparam_per_s = rate->number(bounds::host_update);
    return host;
}

void add_host(nlohmann::ordered_json& json, const Host& host) {
    if (host.memory_gib > 0)
        json["host_memory_gib"] = host.memory_gib;
    for (const auto& [name, member] : link_members)
        if (host.*member > 0)
            json["host_link"][name] = host.*member;
    if (host.update_gparam_per_s > 0)
        json["host_update_gparam_per_s"] = host.update_gparam_per_s;
}

GpuKind gpu_kind_from_json(const JsonValue& value) {
    GpuKind kind;
    kind.name = value.member("name").text();
    kind.architecture = value.text_or("architecture", {});
    kind.memory_gib = value.member("memory_gib").number(bounds::memory);
    kind.hbm_gb_per_s = value.member("hbm_gb_per_s").number(bounds::bandwidth);
    const JsonValue peak = value.member("peak_tflops");
    bool any = false;
    for (std::size_t i = 0; i < precision_count; ++i) {
        kind.peak_tflops[i] = peak.number_or(name_of(static_cast<Precision>(i)), 0, bounds::peak);
        any = any || kind.peak_tflops[i] > 0;
    }
    for (const auto& [name, unused] : peak.raw().items())
        if (const auto known = precision_named(name); !known || recipe_of(*known).peak != *known)
            peak.refuse("has a precision " + json_path_member(name).substr(1) + ", known are " +
                        precisions_known());
    if (!any)
        peak.refuse("names no precision that the GPU computes in");
    kind.exponentials_tera_per_s = value.number_or("exponentials_tera_per_s", 0, bounds::peak);
    kind.flash_attention = false;
    if (const auto features = value.find("features"))
        for (std::size_t i = 0; i < features->size(); ++i)
            if (features->element(i).choice({"flash_attention"}) == 0)
                kind.flash_attention = true;
    kind.source = value.text_or("source", {});
    kind.power_w = value.number_or("power_w", 0, bounds::power);
    kind.power_source = value.text_or("power_source", {});
    kind.price_per_hour = value.number_or("price_per_hour", 0, bounds::price);
    kind.price_source = value.text_or("price_source", {});
    kind.host = host_from_json(value);
    kind.host_source = value.text_or("host_source", {});
    return kind;
}

nlohmann::ordered_json gpu_kind_to_json(const GpuKind& kind) {
    nlohmann::ordered_json peak = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < precision_count; ++i)
        if (kind.peak_tflops[i] > 0)
            peak[std::string(name_of(static_cast<Precision>(i)))] = kind.peak_tflops[i];
    nlohmann::ordered_json features = nlohmann::ordered_json::array();
    if (kind.flash_attention)
        features.push_back("flash_attention");
    nlohmann::ordered_json value{{"name", kind.name},
                                 {"architecture", kind.architecture},
                                 {"memory_gib", kind.memory_gib},
                                 {"hbm_gb_per_s", kind.hbm_gb_per_s},
                                 {"peak_tflops", peak},
                                 {"features", features},
                                 {"source", kind.source}};
    if (kind.exponentials_tera_per_s > 0)
        value["exponentials_tera_per_s"] = kind.exponentials_tera_per_s;
    if (kind.power_w > 0)
        value["power_w"] = kind.power_w;
    if (!kind.power_source.empty())
        value["power_source"] = kind.power_source;
    if (kind.price_per_hour > 0)
        value["price_per_hour"] = kind.price_per_hour;
    if (!kind.price_source.empty())
        value["price_source"] = kind.price_source;
    add_host(value, kind.host);
    if (!kind.host_source.empty())
        value["host_source"] = kind.host_source;
    return value;
}

std::vector<KnownGpu> read_known_gpus(const std::filesystem::path& path) {
    const auto document = read_json_file(path);
    const std::string file = path.string();
    const JsonValue root(document, file);
    root.expect_format("pipette-gpu-kinds", 1);
    const JsonValue list = root.member("gpu_kinds");
    std::vector<KnownGpu> known;
    for (std::size_t i = 0; i < list.size(); ++i)
        known.push_back(known_gpu(list.element(i)));
    return known;
}

std::vector<KnownGpu> known_gpus() {
    return read_known_gpus(find_resources() / "gpu_kinds.json");
}

const KnownGpu* find_gpu(const std::vector<KnownGpu>& known, const std::string& name) {
    for (const KnownGpu& gpu : known)
        if (gpu.kind.name == name ||
            std::find(gpu.device_names.begin(), gpu.device_names.end(), name) != gpu.device_names.end())
            return &gpu;
    return nullptr;
}

GpuKind gpu_kind_named(const std::string& name, const std::string& file, const std::string& place) {
    const auto known = known_gpus();
    if (const KnownGpu* gpu = find_gpu(known, name))
        return gpu->kind;
    std::vector<std::string> names;
    for (const KnownGpu& gpu : known)
        names.push_back(gpu.kind.name);
    throw InputError(file, place,
                     fmt::format("no GPU kind {}, known are {}", in_quotes(name), fmt::join(names, ", ")));
}

} // namespace pipette
