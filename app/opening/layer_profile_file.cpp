// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "core/formats/documents/csv_kind.h"
#include "core/formats/evidence/layer_profile_csv.h"
#include "core/formats/text/text_file.h"

namespace pipette {
namespace {

bool recognises_layer_profile(const FileLook& look) {
    constexpr std::size_t header = 4096; // bytes
    std::error_code error;
    return !look.is_json() && std::filesystem::is_regular_file(look.path(), error) &&
           csv_kind(beginning_of_file(look.path(), header)) == CsvKind::layer_profile;
}

OpenedFiles read_layer_profile_file(const std::vector<FileLook>& looks, const std::string&) {
    return {[read = std::make_shared<const LayerProfile>(read_layer_profile(looks.front().path()))](
                DocumentStore& store) { emit store.layerProfileRead(read); }};
}

const Registered<OpenFormat> layer_profile_row({
    .name = "layer times",
    .order = 8,
    .together = OpenFormat::Together::one,
    .recognises = recognises_layer_profile,
    .read = read_layer_profile_file,
});

} // namespace
} // namespace pipette
