// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "core/formats/lab/lab_state.h"

namespace pipette {
namespace {

bool recognises_lab(const FileLook& look) {
    return look.has_format(lab_state_format);
}

OpenedFiles read_lab_file(const std::vector<FileLook>& looks, const std::string&) {
    const FileLook& look = looks.front();
    return {[state = read_lab_state(look.text(), look.file()), path = look.file()](DocumentStore& store) {
        emit store.labRead(state, QString::fromStdString(path));
    }};
}

const Registered<OpenFormat> lab_row({
    .name = "lab",
    .order = 6,
    .together = OpenFormat::Together::alone,
    .recognises = recognises_lab,
    .read = read_lab_file,
});

} // namespace
} // namespace pipette
