// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "core/formats/documents/cluster_json.h"

namespace pipette {
namespace {

bool recognises_cluster(const FileLook& look) {
    return look.has_format("pipette-cluster") || look.has_member("bandwidth");
}

OpenedFiles read_cluster_file(const std::vector<FileLook>& looks, const std::string&) {
    const FileLook& look = looks.front();
    return {[cluster = std::make_shared<const Cluster>(read_cluster(look.path())),
             path = QString::fromStdString(look.file())](DocumentStore& store) {
        emit store.filesRead(FileKind::cluster, {path});
        emit store.clusterRead(cluster);
    }};
}

const Registered<OpenFormat> cluster_row({
    .name = "cluster",
    .order = 4,
    .together = OpenFormat::Together::one,
    .is_cluster = true,
    .recognises = recognises_cluster,
    .read = read_cluster_file,
});

} // namespace
} // namespace pipette
