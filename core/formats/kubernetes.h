// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported_file.h"
#include "core/formats/placement.h"

#include <vector>

namespace pipette {

/// A Kubernetes MPIJob (kubeflow.org/v2beta1): `shared` (mapping, wrapper, ...) in a ConfigMap, one worker
/// pod a node of the plan. The operator's workers share one template and cannot be pinned one by one, so each
/// pod learns the name of its node and the wrapper finds its ranks. Throws InputError when nodes run
/// different numbers of ranks, a name is none of Kubernetes', or the ConfigMap would be larger than
/// Kubernetes takes.
LauncherFiles kubernetes_files(const Placement& placement, const std::vector<ExportedFile>& shared,
                               const LaunchOptions& options);

} // namespace pipette
