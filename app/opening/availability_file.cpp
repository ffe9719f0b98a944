// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "core/formats/studies/availability_json.h"

namespace pipette {
namespace {

bool recognises_availability(const FileLook& look) {
    return look.has_format("pipette-availability");
}

OpenedFiles read_availability_file(const std::vector<FileLook>& looks, const std::string&) {
    const FileLook& look = looks.front();
    return {[read = std::make_shared<const Availability>(parse_availability(look.text(), look.file())),
             path = QString::fromStdString(look.file())](DocumentStore& store) {
        emit store.filesRead(FileKind::study, {path});
        emit store.availabilityRead(read);
    }};
}

const Registered<OpenFormat> availability_row({
    .name = "availability",
    .order = 5,
    .together = OpenFormat::Together::one,
    .recognises = recognises_availability,
    .read = read_availability_file,
});

} // namespace
} // namespace pipette
