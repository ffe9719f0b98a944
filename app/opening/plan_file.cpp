// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"
#include "app/document/document_store.h"
#include "app/opening/open_format.h"

namespace pipette {
namespace {

bool recognises_plan(const FileLook& look) {
    return look.has_format("pipette-plan");
}

OpenedFiles read_plan_document(const std::vector<FileLook>& looks, const std::string&) {
    const FileLook& look = looks.front();
    return {[state = parse_document(look.text(), look.file()), path = QString::fromStdString(look.file()),
             stamp = stamp_of(look.seen(), look.text())](DocumentStore& store) {
        emit store.documentRead(state, {path, stamp});
    }};
}

const Registered<OpenFormat> plan_row({
    .name = "plan",
    .order = 0,
    .together = OpenFormat::Together::alone,
    .recognises = recognises_plan,
    .read = read_plan_document,
});

} // namespace
} // namespace pipette
