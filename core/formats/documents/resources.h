// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/gpu_kind.h"
#include "core/workload/transformer_model.h"

#include <filesystem>
#include <string>
#include <vector>

namespace pipette {

/// The folder of GPU kinds, model presets and calibrations: $PIPETTE_RESOURCES, else
/// share/pipette-planner/resources of the prefix that the program is installed in, else `resources` of the
/// source tree around the program or that it was built from. Throws InputError naming where it looked.
std::filesystem::path find_resources();

/// A GPU kind of the resources with what its maker says of the node it comes in.
struct KnownGpu {
    GpuKind kind;
    std::vector<std::string> device_names; ///< as drivers and logs call it: "NVIDIA H100 80GB HBM3"
    double nvlink_gb_per_s = 0;            ///< all links of one GPU, one way; 0 without NVLink
    int nvlinks = 0;
    double pcie_gb_per_s = 0; ///< one way
    int gpus_per_node = 8;    ///< of the maker's reference system
    int nics_per_node = 1;
    int nodes_per_domain = 1; ///< of that system, nodes that share NVLink
    double nic_gb_per_s = 0;  ///< line rate of one of them, one way; 0: not known
};

/// Reads gpu_kinds.json. Throws InputError.
std::vector<KnownGpu> read_known_gpus(const std::filesystem::path& path);
/// gpu_kinds.json of the resources.
std::vector<KnownGpu> known_gpus();
/// By kind name or device name; nullptr when there is none.
const KnownGpu* find_gpu(const std::vector<KnownGpu>& known, const std::string& name);
/// The GPU kind of that name in the resources. Throws InputError(file, place) that lists the known names.
GpuKind gpu_kind_named(const std::string& name, const std::string& file = {},
                       const std::string& place = "--gpu");

/// The model presets, sorted by parameters. Throws InputError.
std::vector<TransformerModel> model_presets();
/// Their names, in the same order.
std::vector<std::string> model_preset_names();
/// `name_or_file`: a preset, or a file of any ModelFormat. Throws InputError.
TransformerModel load_model(const std::string& name_or_file);

} // namespace pipette
