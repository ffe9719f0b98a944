// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace pipette {
namespace {

constexpr std::size_t most_config_bytes = 1'000'000; // Kubernetes takes 1 MiB, names and quotes included

void require_node_name(const std::string& host) { // RFC 1123
    const bool allowed = !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    });
    if (!allowed || host.front() == '-' || host.front() == '.' || host.back() == '-' || host.back() == '.')
        throw InputError({}, "host " + in_quotes(host),
                         "is no Kubernetes node name, expected lower-case letters, digits, '-' and '.'");
}

/// A text as a double-quoted YAML scalar, which JSON's strings are.
std::string yaml_quoted(const std::string& text) {
    return nlohmann::json(text).dump();
}

/// The lines of a text as a YAML block scalar's, each with this indentation.
std::string indented(const std::string& text, const char* indentation) {
    std::string lines;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        lines += end == start ? "\n" : fmt::format("{}{}\n", indentation, text.substr(start, end - start));
        start = end + 1;
    }
    return lines;
}

std::string launch_in_pod(const Placement& placement) {
    return fmt::format(R"sh(#!/bin/sh
# Runs COMMAND in every rank, from the launcher pod. A pod's address is known only now: ask all, and take the one on
# the node of rank 0.
set -eu
flags='--allow-run-as-root --bind-to none'
master=$(mpirun $flags -np {0} --map-by ppr:1:node sh -c \
    'IFS= read -r node </run/pipette/host && printf "%s %s\n" "$node" "$(hostname -i | cut -d" " -f1)"' |
    while read -r node address; do
        [ "$node" != '{1}' ] || printf '%s\n' "$address"
    done)
if [ -z "$master" ]; then
    echo 'launch.sh: no pod runs on {1}, the node of rank 0' >&2
    exit 1
fi
exec mpirun $flags -np {2} --map-by ppr:{3}:node -x PIPETTE_MASTER_ADDR="$master" /pipette/rank_wrapper.sh "$@"
)sh",
                       placement.nodes.size(), placement.nodes.front().host, placement.world(),
                       placement.nodes.front().ranks.size());
}

std::string config_map(const std::vector<ExportedFile>& files) {
    std::size_t bytes = 0;
    std::string text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: pipette-plan\ndata:\n";
    for (const ExportedFile& file : files) {
        bytes += file.text.size();
        text += fmt::format("  {}: |\n{}", file.name, indented(file.text, "    "));
    }
    if (bytes > most_config_bytes)
        refuse_mapping("kubernetes", fmt::format("its ConfigMap takes {} bytes at most and this one has {}",
                                                 most_config_bytes, bytes));
    return text;
}

/// Names must be Kubernetes' own, and nodes alike: the operator's workers share one template.
void require_equal_nodes(const Placement& placement) {
    const SeatedNode& first = placement.nodes.front();
    for (const SeatedNode& node : placement.nodes) {
        require_node_name(node.host);
        if (node.ranks.size() != first.ranks.size() || node.gpus != first.gpus)
            refuse_mapping(
                "kubernetes",
                fmt::format(
                    "its workers share one template, but host {} runs {} ranks on {} GPUs and host {} "
                    "{} on {}",
                    in_quotes(first.host), first.ranks.size(), first.gpus, in_quotes(node.host),
                    node.ranks.size(), node.gpus));
    }
}

/// {0} ranks a node, {1} image, {2} command, {3} nodes, {4} which ones, {5} GPUs a node, {6} what a pod runs
/// as the name of its node.
constexpr std::string_view job_yaml = R"yaml(---
apiVersion: kubeflow.org/v2beta1
kind: MPIJob
metadata:
  name: pipette
spec:
  slotsPerWorker: {0}
  runPolicy:
    cleanPodPolicy: Running
  mpiReplicaSpecs:
    Launcher:
      replicas: 1
      template:
        spec:
          containers:
            - name: launcher
              image: {1}
              workingDir: /pipette
              command: ["sh", "-c", {2}]
              volumeMounts:
                - {{name: plan, mountPath: /pipette}}
          volumes:
            - name: plan
              configMap: {{name: pipette-plan, defaultMode: 0555}}
    Worker:
      replicas: {3}
      template:
        metadata:
          labels: {{app: pipette-worker}}
        spec:
          affinity:
{4}            podAntiAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                - labelSelector:
                    matchLabels: {{app: pipette-worker}}
                  topologyKey: kubernetes.io/hostname
          containers:
            - name: worker
              image: {1}
              env:
                - name: PIPETTE_HOST
                  valueFrom: {{fieldRef: {{fieldPath: spec.nodeName}}}}
              # sshd starts its sessions without the pod's environment, so the node's name goes into a file.
              command: ["sh", "-c", "{6} >/run/pipette/host && exec /usr/sbin/sshd -De"]
              resources:
                limits: {{nvidia.com/gpu: {5}}}
              volumeMounts:
                - {{name: plan, mountPath: /pipette}}
                - {{name: host, mountPath: /run/pipette}}
          volumes:
            - name: plan
              configMap: {{name: pipette-plan, defaultMode: 0555}}
            - name: host
              emptyDir: {{}}
)yaml";

/// Where the pods of a job may run, and the node of the plan that a pod is.
struct PodPlaces {
    std::string affinity;  ///< lines of YAML
    std::string_view host; ///< command inside a double-quoted YAML scalar
};

PodPlaces on_these_nodes(const Placement& placement) {
    std::string names = "            nodeAffinity:\n"
                        "              requiredDuringSchedulingIgnoredDuringExecution:\n"
                        "                nodeSelectorTerms:\n";
    for (const SeatedNode& node : placement.nodes)
        names += fmt::format(
            "                  - matchFields: [{{key: metadata.name, operator: In, values: [{}]}}]\n",
            yaml_quoted(node.host));
    return {names, R"(printf '%s\\n' \"$PIPETTE_HOST\")"};
}

/// Pods of one value of the label; the n-th stands in for the n-th host of the plan.
PodPlaces in_any_domain(const LaunchOptions& options) {
    return {fmt::format("            podAffinity:\n"
                        "              requiredDuringSchedulingIgnoredDuringExecution:\n"
                        "                - labelSelector:\n"
                        "                    matchLabels: {{app: pipette-worker}}\n"
                        "                  topologyKey: {}\n",
                        yaml_quoted(options.domain_label)),
            R"(pod=$(uname -n); sed -n \"$((${pod##*-} + 1))p\" /pipette/hosts)"};
}

std::string job_manifest(const Placement& placement, const PodPlaces& places, const LaunchOptions& options) {
    const SeatedNode& first = placement.nodes.front();
    const std::string command = "exec /pipette/launch.sh python " + options.program;
    return fmt::format(job_yaml, first.ranks.size(), yaml_quoted(options.image), yaml_quoted(command),
                       placement.nodes.size(), places.affinity, first.gpus, places.host);
}

/// The job whose nodes Kubernetes chooses inside one NVLink domain, where the plan lies in one; and what a
/// person must know of it.
void add_domain_job(LauncherFiles& result, std::vector<ExportedFile> files, const Placement& placement,
                    const LaunchOptions& options) {
    if (placement.in_one_domain()) {
        std::string hosts;
        for (const SeatedNode& node : placement.nodes)
            hosts += node.host + '\n';
        files.push_back({"hosts", hosts});
        result.files.push_back(
            {"mpijob-domain.yaml",
             config_map(std::move(files)) + job_manifest(placement, in_any_domain(options), options)});
        result.note += fmt::format(" The node names of mpijob.yaml decide the NVLink domain as well, so it "
                                   "asks for none. Where other nodes will do, mpijob-domain.yaml in its "
                                   "place takes any {} nodes of one domain: those with one value of the "
                                   "label {} (NVIDIA's GPU feature discovery sets nvidia.com/gpu.clique; "
                                   "--domain-label names another); worker n stands in for the n-th host of "
                                   "the plan.",
                                   placement.nodes.size(), options.domain_label);
    } else if (!placement.segments.empty()) {
        result.note +=
            " Groups of the plan lie inside NVLink domains because the nodes are named; of workers that "
            "share one template Kubernetes by itself cannot be asked for several domains, so keep the names.";
    }
}

/// A Kubernetes MPIJob (kubeflow.org/v2beta1): `shared` (mapping, wrapper, ...) in a ConfigMap, one worker
/// pod a node of the plan. The operator's workers share one template and cannot be pinned one by one, so each
/// pod learns the name of its node and the wrapper finds its ranks. Throws InputError when nodes run
/// different numbers of ranks, a name is none of Kubernetes', or the ConfigMap would be larger than
/// Kubernetes takes.
LauncherFiles kubernetes_files(const Placement& placement, const std::vector<ExportedFile>& shared,
                               const LaunchOptions& options) {
    require_equal_nodes(placement);
    std::vector<ExportedFile> files = shared;
    files.push_back({"launch.sh", launch_in_pod(placement), true});
    const std::string text = config_map(files) + job_manifest(placement, on_these_nodes(placement), options);
    LauncherFiles result;
    result.files = {{"mpijob.yaml", text}};
    result.place = "run in this folder, which the job carries to its pods";
    result.launch = "kubectl apply -f mpijob.yaml";
    result.check =
        "the same with /pipette/launch.sh /pipette/probe.sh as the launcher's command, then kubectl logs "
        "job/pipette-launcher | ./probe.sh --compare";
    result.note =
        "Needs the MPI operator and an image with Open MPI, sshd and the training program; the program and "
        "its data flags stand in the launcher's command.";
    add_domain_job(result, std::move(files), placement, options);
    return result;
}

const Registered<ExportFormat>
    kubernetes_row({.name = "kubernetes",
                    .description = "Kubernetes MPIJob (v2beta1) with its ConfigMap",
                    .main_file = "mpijob.yaml",
                    .reach = {.equal_nodes = true},
                    .launch = kubernetes_files,
                    .options = {"--one-visible", "--master-port", "--image", "--domain-label"}});

} // namespace
} // namespace pipette
