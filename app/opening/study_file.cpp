// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "app/opening/opened.h"
#include "core/base/input_error.h"

namespace pipette {
namespace {

bool recognises_study(const FileLook& look) {
    return look.has_format("pipette-study");
}

OpenedStudy study_of(const std::string& text, const std::string& file) {
    OpenedStudy opened{{parse_study(text, file), file}, {}};
    const StudyDocument& document = opened.study.document;
    try {
        const StudySources sources = sources_of(document, std::filesystem::path(file).parent_path());
        opened.base = inputs_of(document.study.base, sources);
    } catch (const InputError&) {
        opened.base.reset(); // its points say why they cannot be planned
    }
    return opened;
}

OpenedFiles read_study_file(const std::vector<FileLook>& looks, const std::string&) {
    const FileLook& look = looks.front();
    return {[study = std::make_shared<const OpenedStudy>(study_of(look.text(), look.file())),
             path = QString::fromStdString(look.file())](DocumentStore& store) {
        emit store.filesRead(FileKind::study, {path});
        emit store.studyRead(study);
    }};
}

const Registered<OpenFormat> study_row({
    .name = "study",
    .order = 1,
    .together = OpenFormat::Together::alone,
    .recognises = recognises_study,
    .read = read_study_file,
});

} // namespace
} // namespace pipette
