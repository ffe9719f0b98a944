// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/schedule_file.h"
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "core/schedule/hand_order.h"

#include <memory>

namespace pipette {
namespace {

bool recognises_schedule(const FileLook& look) {
    return look.has_format("pipette-schedule");
}

OpenedFiles read_schedule_file(const std::vector<FileLook>& looks, const std::string&) {
    const FileLook& look = looks.front();
    const auto order = std::make_shared<const HandOrder>(read_hand_order(look.text(), look.file()));
    return {[order, path = look.file()](DocumentStore& store) {
        emit store.orderRead(*order, QString::fromStdString(path));
    }};
}

const Registered<OpenFormat> schedule_row({
    .name = "schedule",
    .order = 3,
    .together = OpenFormat::Together::alone,
    .recognises = recognises_schedule,
    .read = read_schedule_file,
});

} // namespace
} // namespace pipette
