// SPDX-License-Identifier: GPL-3.0-or-later
// A document keeps every study that a person asked for, with the points of each.
#include "app/document/document_file.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"
#include "tests/app/studies/study_bench.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QTemporaryDir>
#include <QToolButton>

#include <nlohmann/json.hpp>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Two studies, both with their points: the first over GPUs, the second the question about half the links.
struct TwoStudies : StudyBench {
    StudyResult first, second;

    TwoStudies() {
        quick({8.0, 16.0});
        studies().run();
        settle();
        first = *studies().result();
        StudyDocument next = studies().document();
        next.study.name = "Half the links";
        next.study.axes = {{"link_factor", {1.0, 0.5}}};
        document().setStudies(with_another(document().state().studies, {next, {}}),
                              QStringLiteral("question"));
        studies().run();
        settle();
        second = *studies().result();
    }
    QComboBox* list() { return window->views().study->findChild<QComboBox*>(QStringLiteral("studies")); }
};

bool same(const StudyResult& a, const StudyResult& b) {
    return std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                      [](const PointResult& x, const PointResult& y) {
                          return x.at == y.at && x.done == y.done && x.moved == y.moved &&
                                 x.planned == y.planned && x.outcome.days == y.outcome.days &&
                                 x.outcome.cost == y.outcome.cost && x.assumptions == y.assumptions;
                      }) &&
           a.pareto == b.pareto && a.stopped_early == b.stopped_early;
}

} // namespace

class StudyListTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    static void takePictures(TwoStudies& bench, const QString& folder) {
        for (const auto& [name, kind] : {std::pair("light", ThemeKind::light), {"dark", ThemeKind::dark}}) {
            applyTheme(*qApp, kind);
            bench.window->resize(1600, 1000);
            bench.window->workspaces().show(QStringLiteral("studies"));
            QCoreApplication::processEvents();
            bench.window->settle();
            bench.window->grab().save(QStringLiteral("%1/studies-%2.png").arg(folder, QLatin1String(name)));
        }
        applyTheme(*qApp, ThemeKind::light);
    }

private slots:
    void aNewQuestionKeepsTheStudyBeforeWithItsPoints() {
        TwoStudies bench;
        if (const QString folder = qEnvironmentVariable("PIPETTE_PICTURES"); !folder.isEmpty())
            takePictures(bench, folder);
        QCOMPARE(bench.list()->count(), 2);
        QCOMPARE(bench.list()->currentText(), QStringLiteral("2. Half the links"));
        QVERIFY(bench.list()->isVisibleTo(bench.window->views().study));
        emit bench.list()->activated(0);
        QVERIFY(bench.settle());
        QVERIFY(same(*bench.studies().result(), bench.first));
        QCOMPARE(bench.studies().document().study.axes.at(0).axis, std::string("gpus"));
        emit bench.list()->activated(1);
        QVERIFY(bench.settle());
        QVERIFY(same(*bench.studies().result(), bench.second));
    }

    void undoBringsBackAStudyAndItsPoints() {
        TwoStudies bench;
        bench.document().undoStack().undo();
        QVERIFY(same(*bench.studies().result(), bench.first));
        bench.document().undoStack().redo();
        QVERIFY(same(*bench.studies().result(), bench.second));
        bench.window->views().study->findChild<QToolButton*>(QStringLiteral("remove-study"))->click();
        QCOMPARE(bench.document().state().studies.all.size(), std::size_t(1));
        QVERIFY(same(*bench.studies().result(), bench.first));
        bench.document().undoStack().undo();
        QVERIFY(same(*bench.studies().result(), bench.second));
    }

    void anEditOfAnAxisIsTakenBackWithItsPoints() {
        TwoStudies bench;
        DocumentStudy edited = *bench.document().state().studies.current();
        edited.document.study.axes = {{"link_factor", {1.0, 0.25}}};
        bench.document().setStudy(edited, QStringLiteral("edit"));
        QVERIFY(bench.studies().result()->points.empty());
        QCOMPARE(bench.document().state().studies.all.size(), std::size_t(2));
        bench.document().undoStack().undo();
        QVERIFY(same(*bench.studies().result(), bench.second));
    }

    void theSameQuestionTwiceIsOneStudy() {
        TwoStudies bench;
        const DocumentStudy first = *bench.document().state().studies.all.front();
        const int step = bench.document().undoStack().index();
        bench.document().setStudies(with_another(bench.document().state().studies, first),
                                    QStringLiteral("again"));
        QCOMPARE(bench.document().state().studies.all.size(), std::size_t(2));
        QCOMPARE(bench.document().state().studies.open, 0);
        QCOMPARE(bench.document().undoStack().index(), step); // opening is no edit
        QVERIFY(same(*bench.studies().result(), bench.first));
    }

    void sizesThatWereTriedAreThereAgain() {
        TwoStudies bench;
        DocumentStudy sized = *bench.document().state().studies.current();
        sized.document.study.base.goal.days = 15;
        bench.document().setStudy(sized, QStringLiteral("deadline"));
        bench.studies().findSize();
        QVERIFY(bench.settle());
        const StudyResult sizes = *bench.studies().result();
        const Study answered = bench.studies().answered();
        QCOMPARE(answered.axes.at(0).values.size(), sizes.points.size());
        bench.openStudy(0);
        QVERIFY(same(*bench.studies().result(), bench.first));
        bench.openStudy(1);
        QVERIFY(same(*bench.studies().result(), sizes));
        QVERIFY(bench.studies().answered() == answered);
    }

    void theDocumentsFileHoldsAllOfThem() {
        TwoStudies bench;
        bench.openStudy(0);
        const QString file = folder_.filePath(QStringLiteral("studies.json"));
        bench.window->store().save(file);
        QVERIFY(bench.settle());
        StudyBench other;
        other.window->openFiles({file});
        QVERIFY(other.settle());
        QCOMPARE(other.document().state().studies.all.size(), std::size_t(2));
        QCOMPARE(other.document().state().studies.open, 0);
        QVERIFY(same(*other.studies().result(), bench.first));
        other.openStudy(1);
        QVERIFY(same(*other.studies().result(), bench.second));
        QVERIFY(!other.document().modified());
    }

    void anOlderDocumentOpensWithItsOneStudy() {
        StudyBench bench;
        bench.quick({8.0});
        const std::string text = document_text(bench.document().state());
        const auto json = nlohmann::json::parse(text);
        QVERIFY(json["window"].contains("study") && !json["window"].contains("other_studies") &&
                !json["window"]["study"].contains("points"));
        const DocumentState read = parse_document(text, "older.json");
        QCOMPARE(read.studies.all.size(), std::size_t(1));
        QVERIFY(*read.studies.current() ==
                DocumentStudy({{bench.studies().document().study,
                                {{bench.studies().document().study.base.cluster, read.setup.cluster}}},
                               {}}));
    }

    void pointsOfAnotherStudyAreRefused() {
        TwoStudies bench;
        auto json = nlohmann::ordered_json::parse(document_text(bench.document().state()));
        json["window"]["study"]["points"].push_back(nullptr);
        QVERIFY_EXCEPTION_THROWN(parse_document(json.dump(), "hostile.json"), InputError);
        json["window"]["study"]["points"] = "none";
        QVERIFY_EXCEPTION_THROWN(parse_document(json.dump(), "hostile.json"), InputError);
        json["window"]["study"].erase("points");
        json["window"]["study_at"] = 7;
        QVERIFY_EXCEPTION_THROWN(parse_document(json.dump(), "hostile.json"), InputError);
    }
};

QTEST_MAIN(StudyListTest)
#include "study_list_test.moc"
