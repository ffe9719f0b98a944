// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/files/recent_files.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"

namespace pipette::test {

/// A job whose plan fills every view: Llama 2 70B on the sample cluster of 128 A100.
inline DocumentState large_job() {
    DocumentState state;
    state.setup.cluster = std::make_shared<const Cluster>(
        read_cluster(sampleCluster(QStringLiteral("a100_hdr_16x8")).toStdString()));
    state.setup.model = load_model("llama-2-70b");
    state.setup.job.global_batch = 512;
    state.setup.job.sequence_length = 4096;
    return state;
}

} // namespace pipette::test
