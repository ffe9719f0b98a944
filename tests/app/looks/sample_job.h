// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/files/recent_files.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"

namespace pipette::test {

/// 512 sequences a step of a preset model, as long as the model has them, on a sample cluster.
inline DocumentState sample_job(const QString& cluster, const std::string& model) {
    DocumentState state;
    state.setup.cluster = share(read_cluster(sampleCluster(cluster).toStdString()));
    state.setup.model = load_model(model);
    state.setup.job.global_batch = 512;
    state.setup.job.sequence_length = state.setup.model.sequence_length;
    return state;
}

/// A job whose plan fills every view.
inline DocumentState large_job() {
    return sample_job(QStringLiteral("a100_hdr_16x8"), "llama-2-70b");
}

} // namespace pipette::test
