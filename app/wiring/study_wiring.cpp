// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/study_wiring.h"

#include "app/document/document_store.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/document/undo_group.h"
#include "app/files/file_dialogs.h"
#include "app/opening/opened.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/formats/reports/report_charts.h"
#include "core/study/question.h"
#include "widgets/answer/study_answer.h"
#include "widgets/charts/empty_note.h"
#include "widgets/plans/cluster_title.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/studies/study_editor.h"
#include "widgets/studies/study_table.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"

#include <QFileInfo>
#include <QMainWindow>

#include <algorithm>

namespace pipette {
namespace {

/// What the plans of a study are of, in a line.
QString base_text(const StudyDocument& document) {
    const StudySetting& base = document.study.base;
    const auto own = document.clusters.find(base.cluster);
    const QString cluster =
        own != document.clusters.end() ? clusterTitle(*own->second)
        : base.cluster.empty()         ? StudyWiring::tr("%1 (assumed)").arg(nameText(base.machine.gpu))
                               : nameText(QFileInfo(QString::fromStdString(base.cluster)).completeBaseName());
    const bool varied = std::any_of(document.study.axes.begin(), document.study.axes.end(),
                                    [](const StudyAxis& axis) { return axis.axis == "gpus"; });
    const QString most =
        base.gpus > 0 && !varied ? StudyWiring::tr(", %1 GPUs at most").arg(base.gpus) : QString();
    return filled(StudyWiring::tr("%1%2; %3; %4"), cluster, most, nameText(base.model.name),
                  sentenceText(job_text(base)));
}

/// What a study asks, for a list of them: its question, else what it varies.
QString studyTitle(const Study& study) {
    if (!study.name.empty())
        return nameText(study.name);
    QStringList axes;
    for (const StudyAxis& axis : study.axes)
        axes << wordText(axis_named(axis.axis).title);
    return filled(StudyWiring::tr("%1 over %2"), nameText(study.base.model.name),
                  axes.isEmpty() ? StudyWiring::tr("nothing") : axes.join(QStringLiteral(", ")));
}

/// How many points there are to plan; empty without a study.
QString pointsText(const Studies& studies) {
    if (!studies.any())
        return {};
    const auto points = points_of(studies.document().study).size();
    return points == 1 ? StudyWiring::tr("1 point") : StudyWiring::tr("%1 points").arg(points);
}

} // namespace

StudyWiring::StudyWiring(const WindowContext& context)
    : Wiring(context), studies_(context.mailbox, context.calls) {
    wireDocument();
    wireEditor();
    wireAnswers();
    wirePoints();
    wireNotes();
}

void StudyWiring::wireDocument() {
    connect(&document_, &PlanDocument::loaded, this, &StudyWiring::openStudies);
    connect(&document_, &PlanDocument::partChanged, this, [this](DocumentPart part) {
        if (part == DocumentPart::estimator || part == DocumentPart::calibration ||
            part == DocumentPart::studies)
            openStudies();
    });
    connect(&store_, &DocumentStore::studyRead, this,
            [this](const std::shared_ptr<const OpenedStudy>& opened) { takeStudy(*opened); });
}

void StudyWiring::wireAnswers() {
    Studies* studies = &studies_;
    StudyEditor* editor = views_.study;
    connect(studies, &Studies::changed, this, [this, studies, editor] {
        const bool any = studies->any();
        editor->setStudy(studies->document().study, any ? base_text(studies->document()) : QString());
        editor->setResting(pointsText(*studies));
        offer();
        person_chose_ = false;
        choose(-1);
    });
    connect(studies, &Studies::resultChanged, this, [this, studies, editor] {
        showResult();
        if (auto answer = studies->answer())
            document_.findings().note(std::move(answer));
        if (!studies->running())
            editor->setResting(pointsText(*studies));
    });
    connect(studies, &Studies::progressed, editor, &StudyEditor::setRunning);
    connect(studies, &Studies::progressed, this, &StudyWiring::offer);
    connect(studies, &Studies::finished, this, [this, editor](const QString& summary) {
        editor->setResting(summary);
        offer();
        tell(summary);
    });
    connect(studies, &Studies::failed, this, [this, studies, editor](const QString& why) {
        if (!studies->running()) // a file or a plan of a point may fail meanwhile
            editor->setResting(pointsText(*studies));
        offer();
        tellProblem(why);
    });
    connect(studies, &Studies::saved, this, [this](const QString& path, const StudyDocument& written) {
        if (!document_.state().studies.current() || document_.state().studies.current()->document != written)
            return tell(tr("Wrote %1, as the study was then").arg(path));
        document_.setStudy({written, path.toStdString()}, tr("file of the study"));
        tell(tr("Wrote %1").arg(path));
    });
    connect(studies, &Studies::written, this,
            [this](const QString& path) { tell(tr("Wrote %1").arg(path)); });
}

void StudyWiring::wirePoints() {
    Studies* studies = &studies_;
    connect(
        studies, &Studies::planMade, this,
        [this](const std::shared_ptr<const PlanRecord>& record, const QString& name, std::uint64_t revision) {
            if (changedSince(revision, name))
                return;
            planning_.abandon();
            document_.takeUp(record, tr("plan of the study's point %1").arg(name));
            workspaces_.show(QStringLiteral("plan"));
            tell(tr("The plan of %1; Undo brings back what was here").arg(name));
        });
    connect(views_.study_table, &StudyTable::pointRequested, this, &StudyWiring::makePlan);
    const auto chosen_by_person = [this](int point) {
        if (point == chosen_) // choose() has told the view, and the view answers
            return;
        person_chose_ = true;
        choose(point);
    };
    connect(views_.study_table, &StudyTable::pointChosen, this, chosen_by_person);
    for (ShapesView* chart : charts()) {
        connect(chart, &ShapesView::itemRequested, this, &StudyWiring::makePlan);
        connect(chart, &ShapesView::itemChosen, this, chosen_by_person);
    }
}

std::array<ShapesView*, 5> StudyWiring::charts() const {
    return {views_.study_curve, views_.study_tokens, views_.study_outcome, views_.study_bars,
            views_.study_front};
}

void StudyWiring::makePlan(int point) {
    studies_.makePlan(point, document_.revision());
}

void StudyWiring::openChosen() {
    makePlan(chosen_);
}

bool StudyWiring::mayOpenChosen() const {
    const auto& points = studies_.result()->points;
    return chosen_ >= 0 && chosen_ < std::ssize(points) &&
           points[static_cast<std::size_t>(chosen_)].planned.best;
}

void StudyWiring::choose(int point) {
    chosen_ = point;
    views_.study_table->setChosen(point);
    const QStringList card = views_.study_table->model().card(point);
    for (ShapesView* chart : charts()) { // the dots of the other charts have words beside them
        const bool is_curve = chart == views_.study_curve || chart == views_.study_tokens;
        chart->setChosen(point, is_curve ? card : QStringList());
    }
    emit chosenChanged();
}

QString StudyWiring::facts() const {
    return studies_.any() ? filled(QStringLiteral("%1 · %2"),
                                   nameText(studies_.document().study.base.model.name), pointsText(studies_))
                          : QString();
}

void StudyWiring::wireNotes() {
    const auto next = [this] { studies_.any() ? studies_.run() : newStudy(); };
    for (ShapesView* chart : charts())
        connect(&chart->emptyNote(), &EmptyNote::asked, this, next);
    connect(&views_.study_table->emptyNote(), &EmptyNote::asked, this, next);
    connect(&views_.study_swings->emptyNote(), &EmptyNote::asked, this,
            [this] { action(QStringLiteral("ask-what-matters"))->trigger(); });
    views_.study_swings->emptyNote().setButton(tr("Ask"));
    offer();
}

void StudyWiring::offer() {
    const QString words = studies_.running() ? QString() // it is under way
                          : studies_.any()   ? tr("Run the study")
                                             : tr("New study of this plan");
    for (ShapesView* chart : charts())
        chart->emptyNote().setButton(words);
    views_.study_table->emptyNote().setButton(words);
}

void StudyWiring::wireEditor() {
    Studies* studies = &studies_;
    StudyEditor* editor = views_.study;
    connect(editor, &StudyEditor::edited, this, [this, studies](const Study& study) {
        if (!document_.state().studies.current()) // nothing that it is a change of
            return;
        document_.setStudy({{study, studies->document().clusters}, document_.state().studies.current()->file},
                           tr("change of the study"));
    });
    connect(editor, &StudyEditor::studyChosen, this, [this](int number) {
        document_.setStudies({document_.state().studies.all, number}, {});
    });
    connect(editor, &StudyEditor::removeRequested, this, [this] {
        document_.setStudies(without_open(document_.state().studies), tr("removal of the study"));
    });
    connect(editor, &StudyEditor::runRequested, studies, &Studies::run);
    connect(editor, &StudyEditor::sizeRequested, studies, &Studies::findSize);
    connect(editor, &StudyEditor::clusterFileRequested, this, [this, editor] {
        const QStringList paths = askOpenPaths(&window_, tr("A cluster to compare with"),
                                               tr("Clusters (*.json);;All files (*)"), FileKind::cluster);
        if (!paths.isEmpty())
            editor->addValue(paths.front());
    });
}

void StudyWiring::addStudy(StudyDocument study, const QString& what) {
    document_.setStudies(with_another(document_.state().studies, {std::move(study), {}}), what);
    workspaces_.reveal(QStringLiteral("study"));
}

void StudyWiring::newStudy() {
    if (!document_.setup().complete())
        return tellRefusal(tr("Open a cluster and choose a model first"));
    addStudy(study_of(document_.setup(), goal()), tr("new study"));
    workspaces_.reveal(QStringLiteral("study-curve"));
    views_.study->enterGoals();
    tell(tr("A study of %1: Run plans every point").arg(nameText(document_.setup().cluster->name)));
}

void StudyWiring::ask(const StudyQuestion& question) {
    views_.setup->enterTyped();
    const Setup& setup = document_.setup();
    if (!setup.complete())
        return tellRefusal(tr("Open a cluster and choose a model first"));
    StudyDocument document = study_of(setup, goal());
    document.study = asked(question, std::move(document.study), *setup.cluster, sources_of({}, {}));
    document.study.name = question.text;
    addStudy(std::move(document), wordText(question.text));
    workspaces_.reveal(question.sensitivity > 0 ? QStringLiteral("study-swings")
                                                : QStringLiteral("study-bars"));
    if (question.to_enter.empty())
        return studies_.run();
    views_.study->enterValues();
    tell(tr("Enter %1; then Run").arg(wordText(question.to_enter)));
}

TrainingGoal StudyWiring::goal() const {
    return studies_.any() ? studies_.document().study.base.goal : usual_goal();
}

void StudyWiring::saveStudy() {
    if (!studies_.any())
        return tellRefusal(tr("There is no study yet"));
    const QString path = askSavePath(&window_, tr("Save the study"), QStringLiteral("study.json"),
                                     tr("Pipette studies (*.json)"), FileKind::study);
    if (!path.isEmpty())
        studies_.save(path);
}

void StudyWiring::savePoints() {
    const QString path = askSavePath(&window_, tr("Save the points of the study"),
                                     QStringLiteral("points.csv"), tr("Tables (*.csv)"), FileKind::study);
    if (!path.isEmpty())
        studies_.saveTable(path);
}

void StudyWiring::showResult() {
    const auto& result = studies_.result();
    const TrainingGoal& goal = studies_.answered().base.goal;
    views_.study_table->setResult(result, goal.days);
    const auto show = [&](ShapesView* view, auto chart) {
        view->setChart([result, goal, chart](const ChartRoom& room) { return chart(*result, goal, room); });
    };
    show(views_.study_curve, goal_chart);
    show(views_.study_tokens, [](const StudyResult& of, const TrainingGoal&, const ChartRoom& room) {
        return gpus_chart(of, room);
    });
    show(views_.study_outcome, outcome_chart);
    show(views_.study_bars, points_chart);
    show(views_.study_front, front_chart);
    views_.study_swings->setChart([result, study = studies_.answered()](const ChartRoom& room) {
        return swings_chart(study, *result, room);
    });
    person_chose_ = person_chose_ && chosen_ < std::ssize(result->points);
    choose(person_chose_ ? chosen_ : pointOfAnswer(*result, goal));
}

void StudyWiring::openStudies() {
    const StudyList& list = document_.state().studies;
    QStringList names;
    for (const auto& study : list.all)
        names << studyTitle(study->document.study);
    views_.study->setStudies(names, list.open);
    const auto study = list.current();
    studies_.open(study, OwnKnowledge(document_.setup()),
                  study ? document_.state().answerOf(study->document) : nullptr);
}

void StudyWiring::takeStudy(const OpenedStudy& opened) {
    {
        const UndoGroup step(document_.undoStack(), tr("opening of a study"));
        if (const auto& base = opened.base; base && !document_.setup().complete()) {
            document_.setCluster(base->cluster);
            document_.set<DocumentPart::model>(base->model);
            document_.set<DocumentPart::job>(base->job);
        }
        document_.setStudies(with_another(document_.state().studies, opened.study), {});
    }
    workspaces_.reveal(QStringLiteral("study"));
    tell(tr("Opened the study %1").arg(nameText(opened.study.file)));
}

} // namespace pipette
