// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "core/formats/documents/resources.h"
#include "core/formats/models/model_format.h"
#include "core/formats/text/file_beginning.h"

#include <algorithm>

namespace pipette {
namespace {

/// JSON that is opened alone and is nothing else: the reader of models says what a file may be.
bool recognises_model(const FileLook& look) {
    if (!look.is_json())
        return false;
    const FileBeginning beginning(look.text());
    const auto models = Registry<ModelFormat>::all();
    return look.alone() || std::any_of(models.begin(), models.end(), [&](const ModelFormat* model) {
               return model->recognises(beginning);
           });
}

OpenedFiles read_model_file(const std::vector<FileLook>& looks, const std::string&) {
    const FileLook& look = looks.front();
    return {
        [model = load_model(look.file()), path = QString::fromStdString(look.file())](DocumentStore& store) {
            emit store.filesRead(FileKind::model, {path});
            emit store.modelRead(model);
        }};
}

const Registered<OpenFormat> model_row({
    .name = "model",
    .order = 7,
    .together = OpenFormat::Together::one,
    .recognises = recognises_model,
    .read = read_model_file,
});

} // namespace
} // namespace pipette
