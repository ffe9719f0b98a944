// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/cluster_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/cluster_history.h"
#include "core/formats/documents/fabric_json.h"
#include "core/formats/documents/gpu_kinds_json.h"
#include "core/formats/documents/matrix_file.h"
#include "core/formats/documents/matrix_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/logs/pipette_json.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/json_text.h"
#include "core/formats/text/sha256.h"
#include "core/formats/text/text_file.h"

#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace pipette {
namespace {

using nlohmann::ordered_json;

NodeKind kind_from_json(const std::string& name, const JsonValue& value) {
    NodeKind kind;
    kind.name = name;
    const JsonValue gpu = value.member("gpu");
    kind.gpu = gpu.is_text() ? gpu_kind_named(gpu.text(), gpu.file(), gpu.path()) : gpu_kind_from_json(gpu);
    kind.gpus = value.member("gpus").integer(bounds::node_gpus);
    kind.nics =
        static_cast<int>(value.integer_or("nics", 1, bounds::node_nics.least, bounds::node_nics.most));
    if (const auto nics = value.find("nic_of_gpu"))
        kind.nic_of_gpu = nics->integers(0, kind.nics - 1);
    if (const auto domain = value.find("domain_bandwidth_gb_per_s"))
        kind.domain_bandwidth_gb_per_s = domain->number(bounds::bandwidth);
    kind.host = host_from_json(value);
    const JsonValue links = value.member("intra_node");
    kind.intra_node.bandwidth_gb_per_s = links.member("bandwidth_gb_per_s").number(bounds::bandwidth);
    kind.intra_node.latency_us = links.number_or("latency_us", 0, bounds::latency);
    if (const auto matrix = links.find("matrix_gb_per_s"))
        kind.intra_node.matrix = matrix_from_json(*matrix, bounds::bandwidth);
    if (const auto matrix = links.find("latency_matrix_us"))
        kind.intra_node.latency = matrix_from_json(*matrix, bounds::latency);
    return kind;
}

ordered_json kind_to_json(const NodeKind& kind, const std::vector<KnownGpu>& known) {
    ordered_json value;
    const KnownGpu* gpu = find_gpu(known, kind.gpu.name);
    value["gpu"] =
        gpu != nullptr && gpu->kind == kind.gpu ? ordered_json(kind.gpu.name) : gpu_kind_to_json(kind.gpu);
    value["gpus"] = kind.gpus;
    value["nics"] = kind.nics;
    if (!kind.nic_of_gpu.empty())
        value["nic_of_gpu"] = kind.nic_of_gpu;
    if (kind.domain_bandwidth_gb_per_s > 0)
        value["domain_bandwidth_gb_per_s"] = kind.domain_bandwidth_gb_per_s;
    add_host(value, kind.host);
    ordered_json& links = value["intra_node"];
    links["bandwidth_gb_per_s"] = kind.intra_node.bandwidth_gb_per_s;
    links["latency_us"] = kind.intra_node.latency_us;
    if (!kind.intra_node.matrix.empty())
        links["matrix_gb_per_s"] = matrix_to_json(kind.intra_node.matrix);
    if (!kind.intra_node.latency.empty())
        links["latency_matrix_us"] = matrix_to_json(kind.intra_node.latency);
    return value;
}

std::vector<Node> nodes_from_json(const JsonValue& list, const std::vector<NodeKind>& kinds) {
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const JsonValue value = list.element(i);
        Node node;
        node.host = value.member("host").text();
        check_host(node.host, value.file(), value.path() + ".host");
        node.rack = value.text_or("rack", {});
        node.domain = value.text_or("domain", {});
        node.zone = value.text_or("zone", {});
        const JsonValue kind = value.member("kind");
        const std::string name = kind.text();
        node.kind = -1;
        for (std::size_t k = 0; k < kinds.size(); ++k)
            if (kinds[k].name == name)
                node.kind = static_cast<int>(k);
        if (node.kind < 0)
            kind.expected("a name in $.node_kinds");
        nodes.push_back(std::move(node));
    }
    return nodes;
}

InterNode inter_node_from_json(const JsonValue& value, const std::filesystem::path& folder) {
    InterNode links;
    links.between =
        value.member("between").choice({"nodes", "gpus"}) == 0 ? MatrixBetween::nodes : MatrixBetween::gpus;
    links.meaning = value.member("meaning").choice({"flow", "aggregate"}) == 0 ? BandwidthMeaning::flow
                                                                               : BandwidthMeaning::aggregate;
    links.bandwidth = matrix_from_json(value.member("bandwidth_gb_per_s"), bounds::bandwidth, folder);
    links.latency_us = value.number_or("latency_us", links.latency_us, bounds::latency);
    if (const auto matrix = value.find("latency_matrix_us"))
        links.latency = matrix_from_json(*matrix, bounds::latency, folder);
    return links;
}

ordered_json inter_node_to_json(const InterNode& links, const std::filesystem::path& beside) {
    const auto write = [&](const BandwidthMatrix& matrix, const char* what) {
        return matrix.is_rounded() && !beside.empty() ? write_matrix_beside(matrix, beside, what)
                                                      : matrix_to_json(matrix);
    };
    ordered_json value;
    value["between"] = links.between == MatrixBetween::nodes ? "nodes" : "gpus";
    value["meaning"] = links.meaning == BandwidthMeaning::flow ? "flow" : "aggregate";
    value["bandwidth_gb_per_s"] = write(links.bandwidth, "links");
    value["latency_us"] = links.latency_us;
    if (!links.latency.empty())
        value["latency_matrix_us"] = write(links.latency, "latencies");
    return value;
}

/// "host:local" of a fault; the host may hold colons itself.
std::pair<std::string, int> gpu_in(const JsonValue& value) {
    const std::string name = value.text();
    const auto colon = name.rfind(':');
    int local = -1;
    if (colon != std::string::npos)
        std::from_chars(name.data() + colon + 1, name.data() + name.size(), local);
    if (local < 0)
        value.expected("a GPU as \"host:local\"");
    return {name.substr(0, colon), local};
}

} // namespace

std::vector<Fault> faults_from_json(const JsonValue& list, const std::vector<Node>& nodes) {
    std::unordered_map<std::string, int> number;
    for (const Node& node : nodes)
        number.emplace(node.host, static_cast<int>(number.size()));
    const auto node_of = [&](const std::string& host, const JsonValue& at) {
        const auto found = number.find(host);
        if (found == number.end())
            at.expected("a host of $.nodes");
        return found->second;
    };
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const JsonValue value = list.element(i);
        Fault fault;
        if (const auto between = value.find("between")) {
            if (between->size() != 2)
                between->expected("two hosts");
            fault.node = node_of(between->element(0).text(), between->element(0));
            fault.other = node_of(between->element(1).text(), between->element(1));
        } else if (const auto gpu = value.find("gpu")) {
            const auto [host, local] = gpu_in(*gpu);
            fault.node = node_of(host, *gpu);
            fault.gpu = local;
        } else {
            fault.node = node_of(value.member("host").text(), value.member("host"));
        }
        fault.reason = value.text_or("reason", {});
        fault.source = value.text_or("source", {});
        fault.seen = value.text_or("seen", {});
        faults.push_back(std::move(fault));
    }
    return faults;
}

ordered_json faults_to_json(const Cluster& cluster, const std::vector<Fault>& faults) {
    ordered_json list = ordered_json::array();
    for (const Fault& fault : faults) {
        const auto host = [&](int node) { return cluster.nodes[static_cast<std::size_t>(node)].host; };
        ordered_json entry;
        if (fault.is_link())
            entry["between"] = {host(fault.node), host(fault.other)};
        else if (fault.gpu >= 0)
            entry["gpu"] = fmt::format("{}:{}", host(fault.node), fault.gpu);
        else
            entry["host"] = host(fault.node);
        for (const auto& [key, text] : {std::pair("reason", &fault.reason),
                                        std::pair("source", &fault.source), std::pair("seen", &fault.seen)})
            if (!text->empty())
                entry[key] = *text;
        list.push_back(std::move(entry));
    }
    return list;
}

namespace {

ordered_json cluster_without_history(const Cluster& cluster, const std::filesystem::path& beside) {
    const auto known = known_gpus();
    ordered_json value;
    value["format"] = "pipette-cluster";
    value["version"] = 1;
    value["name"] = cluster.name;
    value["origin"] = cluster.origin;
    if (!cluster.assumptions.empty())
        value["assumptions"] = cluster.assumptions;
    value["node_kinds"] = ordered_json::object();
    for (const NodeKind& kind : cluster.node_kinds)
        value["node_kinds"][kind.name] = kind_to_json(kind, known);
    value["nodes"] = ordered_json::array();
    for (const Node& node : cluster.nodes) {
        ordered_json entry{{"host", node.host},
                           {"kind", cluster.node_kinds[static_cast<std::size_t>(node.kind)].name}};
        if (!node.rack.empty())
            entry["rack"] = node.rack;
        if (!node.domain.empty())
            entry["domain"] = node.domain;
        if (!node.zone.empty())
            entry["zone"] = node.zone;
        value["nodes"].push_back(std::move(entry));
    }
    value["inter_node"] = inter_node_to_json(cluster.inter_node, beside);
    if (!cluster.faults.empty())
        value["faults"] = faults_to_json(cluster, cluster.faults);
    if (!cluster.fabric.empty())
        value["fabric"] = fabric_to_json(cluster.fabric);
    return value;
}

/// Objects of a parsed document are sorted by name; kinds are numbered as the nodes first use them, so that a
/// cluster reads back as it was.
void number_kinds_by_first_use(Cluster& parts) {
    std::vector<int> number(parts.node_kinds.size(), -1);
    std::vector<NodeKind> kinds;
    const auto take = [&](std::size_t old) {
        if (number[old] < 0) {
            number[old] = static_cast<int>(kinds.size());
            kinds.push_back(parts.node_kinds[old]);
        }
        return number[old];
    };
    for (Node& node : parts.nodes)
        node.kind = take(static_cast<std::size_t>(node.kind));
    for (std::size_t old = 0; old < number.size(); ++old)
        take(old);
    parts.node_kinds = std::move(kinds);
}

/// Whether a value is short enough for one line: a row of numbers, a node, a list of names.
bool is_leafy(const ordered_json& value) {
    for (const auto& child : value)
        if (child.is_structured() && !child.empty())
            return false;
    return true;
}

void append_pretty(std::string& text, const ordered_json& value, int depth) {
    if (!value.is_structured() || value.empty() || (depth > 0 && is_leafy(value))) {
        text += json_text(value);
        return;
    }
    const std::string indent(static_cast<std::size_t>(depth + 1), ' ');
    text += value.is_object() ? "{\n" : "[\n";
    bool first = true;
    for (const auto& [key, child] : value.items()) {
        text += first ? "" : ",\n";
        first = false;
        text += indent;
        if (value.is_object())
            text += json_text(key) + ": ";
        append_pretty(text, child, depth + 1);
    }
    text += '\n' + indent.substr(1) + (value.is_object() ? '}' : ']');
}

} // namespace

std::string pretty_json(const ordered_json& document) {
    std::string text;
    append_pretty(text, document, 0);
    text += '\n';
    return text;
}

Cluster cluster_from_json(const JsonValue& root, const std::filesystem::path& folder) {
    root.expect_format("pipette-cluster", 1);
    Cluster parts;
    parts.name = root.text_or("name", {});
    parts.origin = root.text_or("origin", {});
    if (const auto assumptions = root.find("assumptions"))
        for (std::size_t i = 0; i < assumptions->size(); ++i)
            parts.assumptions.push_back(assumptions->element(i).text());
    const JsonValue kinds = root.member("node_kinds");
    if (!kinds.is_object())
        kinds.expected("an object of node kinds by name");
    for (const auto& [name, unused] : kinds.raw().items())
        parts.node_kinds.push_back(kind_from_json(name, kinds.member(name)));
    parts.nodes = nodes_from_json(root.member("nodes"), parts.node_kinds);
    number_kinds_by_first_use(parts);
    if (const auto links = root.find("inter_node"))
        parts.inter_node = inter_node_from_json(*links, folder);
    else if (parts.nodes.size() > 1)
        root.member("inter_node");
    if (const auto history = root.find("history"); history && !history->is_null())
        parts.history = history_from_json(*history, folder, parts.inter_node.bandwidth.size());
    if (const auto faults = root.find("faults"))
        parts.faults = faults_from_json(*faults, parts.nodes);
    if (const auto fabric = root.find("fabric"))
        parts.fabric = fabric_from_json(*fabric);
    try {
        return make_cluster(std::move(parts));
    } catch (const InputError& error) {
        throw InputError(root.file(),
                         root.path() + error.place().substr(std::min<std::size_t>(1, error.place().size())),
                         error.reason());
    }
}

Cluster read_cluster(const std::filesystem::path& path) {
    const std::string file = path.string(), text = read_text_file(path);
    const auto document = parse_json(text, file);
    const JsonValue root(document, file);
    Cluster cluster = is_pipette_matrix(root) ? cluster_of_pipette_matrix(root)
                                              : cluster_from_json(root, path.parent_path());
    cluster.file = {path.filename().string(), sha256_hex(text)};
    return cluster;
}

ordered_json cluster_to_json(const Cluster& cluster, const std::filesystem::path& beside) {
    ordered_json value = cluster_without_history(cluster, beside);
    if (!cluster.history.snapshots.empty())
        value["history"] = history_to_json(cluster.history);
    return value;
}

void write_cluster(const Cluster& cluster, const std::filesystem::path& path) {
    ordered_json value = cluster_without_history(cluster, path);
    if (wants_own_file(cluster.history)) {
        const std::string bytes = history_bytes(cluster.history);
        // The name carries the content, so that an old cluster file never meets a new history.
        const std::string name =
            fmt::format("{}.history-{}.bin", path.stem().string(), sha256_hex(bytes).substr(0, 8));
        value["history"] = history_reference(cluster.history, name, bytes);
        write_atomically(path.parent_path() / name, bytes);
    } else if (!cluster.history.snapshots.empty()) {
        value["history"] = history_to_json(cluster.history);
    }
    write_atomically(path, pretty_json(value));
}

} // namespace pipette
