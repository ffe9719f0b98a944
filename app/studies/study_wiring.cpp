// SPDX-License-Identifier: GPL-3.0-or-later
// Who listens to whom: the study, its views and the document of MainWindow.
#include "app/studies/studies.h"
#include "app/window/file_dialogs.h"
#include "app/window/main_window.h"
#include "app/window/window_views.h"
#include "app/window/workspaces.h"
#include "core/base/input_error.h"
#include "core/formats/reports/report_charts.h"
#include "core/formats/text/atomic_file.h"
#include "widgets/plans/cluster_title.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/studies/study_editor.h"
#include "widgets/studies/study_table.h"

namespace pipette {
namespace {

/// What the plans of a study are of, in a line.
QString base_text(const StudyDocument& document) {
    const StudySetting& base = document.study.base;
    const auto own = document.clusters.find(base.cluster);
    const QString cluster = own != document.clusters.end() ? clusterTitle(*own->second)
                            : base.cluster.empty()
                                ? MainWindow::tr("%1 (assumed)").arg(nameText(base.machine.gpu))
                                : nameText(base.cluster);
    return filled(MainWindow::tr("%1; %2; %3 sequences of %4 tokens a step"), cluster,
                  nameText(base.model.name), base.job.global_batch, base.job.sequence_length);
}

} // namespace

void MainWindow::newStudy() {
    if (!document_.setup().complete())
        return tell(tr("Open a cluster and choose a model first"));
    studies_->begin(document_.setup());
    workspaces_->reveal(QStringLiteral("study"));
    tell(tr("A study of %1: Run plans every point").arg(nameText(document_.setup().cluster->name)));
}

void MainWindow::saveStudy() {
    if (!studies_->any())
        return tell(tr("There is no study yet"));
    const QString path =
        askSavePath(this, tr("Save the study"), QStringLiteral("study.json"), tr("Pipette studies (*.json)"));
    if (!path.isEmpty())
        studies_->save(path);
}

void MainWindow::writeReport(const QString& path) {
    if (workspaces_->current() == QLatin1String("studies"))
        return studies_->any() ? studies_->report(path) : tell(tr("There is no study yet"));
    const auto table = document_.table();
    const PlanRow* row = table->row(document_.selection().candidate);
    if (!table->record() || !row)
        return tell(tr("Nothing to report yet: plan first"));
    store_->write(
        [record = table->record(), candidate = row->current, report = report_, path] {
            const std::string file = path.toStdString();
            write_atomically(file, report(record->plan, *candidate, file));
        },
        [this, path] { tell(tr("Wrote %1").arg(path)); });
}

void MainWindow::showStudyResult() {
    const auto& result = studies_->result();
    views_->study_table->setResult(result);
    views_->study_curve->setChart(gpus_chart(*result));
    views_->study_front->setChart(front_chart(*result));
    views_->study_swings->setChart(swings_chart(swings_of(studies_->document().study, *result)));
}

void MainWindow::wireStudies() {
    Studies* studies = studies_.get();
    StudyEditor* editor = views_->study;
    connect(editor, &StudyEditor::newRequested, this, &MainWindow::newStudy);
    connect(editor, &StudyEditor::edited, studies, &Studies::set);
    connect(editor, &StudyEditor::runRequested, studies, &Studies::run);
    connect(editor, &StudyEditor::cancelRequested, studies, &Studies::cancel);
    connect(studies, &Studies::changed, this, [this, studies, editor] {
        editor->setStudy(studies->document().study, base_text(studies->document()));
        editor->setResting(tr("%1 points").arg(points_of(studies->document().study).size()));
    });
    connect(studies, &Studies::resultChanged, this, [this, studies, editor] {
        showStudyResult();
        if (!studies->running())
            editor->setResting(studies->any()
                                   ? tr("%1 points").arg(points_of(studies->document().study).size())
                                   : QString());
    });
    connect(studies, &Studies::progressed, editor, &StudyEditor::setRunning);
    connect(studies, &Studies::finished, this, [this, editor](const QString& summary) {
        editor->setResting(summary);
        tell(summary);
    });
    connect(studies, &Studies::failed, this, [this, editor](const QString& why) {
        editor->setResting(messageText(why));
        tellProblem(why);
    });
    connect(studies, &Studies::written, this,
            [this](const QString& path) { tell(tr("Wrote %1").arg(path)); });
    connect(studies, &Studies::planMade, this,
            [this](const PlanDocument::Content& content, const QString& name) {
                planning_->abandon();
                document_.takeUp(content, tr("plan of the study's point %1").arg(name));
                workspaces_->show(QStringLiteral("plan"));
                tell(tr("The plan of %1; Undo brings back what was here").arg(name));
            });
    connect(views_->study_table, &StudyTable::pointRequested, studies, &Studies::makePlan);
    for (ShapesView* chart : {views_->study_curve, views_->study_front})
        connect(chart, &ShapesView::itemRequested, studies, &Studies::makePlan);
    connect(store_.get(), &DocumentStore::studyRead, this,
            [this](const std::shared_ptr<const StudyDocument>& document, const QString& path) {
                studies_->open(*document, path);
                workspaces_->reveal(QStringLiteral("study"));
                tell(tr("Opened the study %1").arg(path));
            });
}

} // namespace pipette
