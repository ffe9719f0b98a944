// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/undo_group.h"
#include "app/workspaces/window_views.h"
#include "core/formats/documents/resources.h"
#include "tests/app/window_fixture.h"
#include "widgets/plans/setup_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>
#include <QtTest>

using namespace pipette;
using namespace pipette::test;

/// What a person enters in the setup goes to the document, and comes back with undo.
class SetupEditsTest : public QObject {
    Q_OBJECT

private slots:
    void aGroupOfEditsThatFailsLeavesNothing() {
        WindowFixture bench;
        PlanDocument& document = bench.document();
        const int steps = document.undoStack().count();
        const auto two_edits = [&](const std::shared_ptr<const Cluster>& cluster) {
            const UndoGroup group(document.undoStack(), QStringLiteral("two edits"));
            document.setPinned({1}, true);
            document.set<DocumentPart::cluster>(cluster);
        };
        QVERIFY_EXCEPTION_THROWN(two_edits(small_cluster(2, 8)),
                                 std::invalid_argument); // the plan is of another
        QVERIFY(document.state().pinned.empty());
        QCOMPARE(document.undoStack().count(), steps);
        two_edits(document.setup().cluster);
        QCOMPARE(document.state().pinned, std::vector<int>{1});
        QCOMPARE(document.undoStack().count(), steps + 1);
    }

    void setupPanelEmitsOnlyWhatAPersonEdits() {
        WindowFixture bench;
        SetupPanel& setup = *bench.window->views().setup;
        QSignalSpy jobs(&setup, &SetupPanel::jobEdited);
        setup.setJob(small_job());
        QCOMPARE(jobs.size(), 0);
        auto* batch = setup.findChild<QSpinBox*>();
        QVERIFY(batch != nullptr);
        batch->setValue(96);
        QCOMPARE(bench.document().setup().job.global_batch, 96);
        const auto boxes = setup.findChildren<QCheckBox*>();
        const auto flash = std::find_if(boxes.begin(), boxes.end(), [](const QCheckBox* box) {
            return box->text() == QStringLiteral("Flash attention");
        });
        QVERIFY(flash != boxes.end() && (*flash)->isChecked());
        (*flash)->click();
        QVERIFY(!bench.document().setup().job.flash_attention);
        bench.document().undoStack().undo();
        QVERIFY((*flash)->isChecked());
    }

    void aModelBringsItsSequenceUnlessThePersonEnteredOne() {
        WindowFixture bench(false);
        const auto sequenceWith = [&bench](const char* preset) {
            bench.window->store().openModelPreset(QString::fromLatin1(preset));
            bench.settle();
            return bench.document().setup().job.sequence_length;
        };
        TrainingJob job = bench.document().setup().job;
        job.sequence_length = bench.document().setup().model.sequence_length;
        bench.document().set<DocumentPart::job>(job);
        QCOMPARE(sequenceWith("llama-3-8b"), load_model("llama-3-8b").sequence_length);
        job = bench.document().setup().job;
        job.sequence_length = 3072;
        bench.document().set<DocumentPart::job>(job);
        QCOMPARE(sequenceWith("gpt-3.6b"), 3072);
        bench.document().undoStack().undo();
        QCOMPARE(bench.document().setup().model.name, std::string("llama-3-8b"));
    }

    void fineTuningIsEditedAndUndone() {
        WindowFixture bench;
        SetupPanel& setup = *bench.window->views().setup;
        const auto named = [&]<class Field>(Field*, const char* name) -> Field* {
            for (Field* field : setup.findChildren<Field*>())
                if (field->accessibleName() == QLatin1String(name))
                    return field;
            return nullptr;
        };
        auto* rank = named(static_cast<QSpinBox*>(nullptr), "Rank of LoRA's adapters");
        auto* mean = named(static_cast<QSpinBox*>(nullptr), "Mean length of packed sequences in tokens");
        auto* sequence = named(static_cast<QSpinBox*>(nullptr), "Sequence length in tokens");
        auto* targets = named(static_cast<QComboBox*>(nullptr), "Matrices that carry adapters");
        QVERIFY(rank && mean && sequence && targets);
        const FineTuning none;
        const auto tuning = [&] { return bench.document().setup().job.tuning; };
        QVERIFY(tuning() == none && !targets->isEnabled());
        QCOMPARE(rank->text(), QStringLiteral("off"));
        QCOMPARE(mean->text(), QStringLiteral("not packed"));
        rank->setValue(16);
        QCOMPARE(tuning().adapter_rank, 16);
        QVERIFY(targets->isEnabled());
        targets->setCurrentText(QStringLiteral("attention"));
        emit targets->activated(targets->currentIndex());
        QVERIFY(tuning().targets == AdapterTargets::attention);
        mean->setValue(512);
        QCOMPARE(tuning().mean_sequence, 512);
        sequence->setValue(256); // holds none that are longer
        QCOMPARE(tuning().mean_sequence, 256);
        QCOMPARE(mean->value(), 256);
        while (bench.document().undoStack().canUndo())
            bench.document().undoStack().undo();
        QVERIFY(tuning() == none);
        QCOMPARE(rank->value(), 0);
        QCOMPARE(targets->currentText(), QStringLiteral("all"));
        QCOMPARE(mean->value(), 0);
        QVERIFY(!targets->isEnabled());
    }
};

QTEST_MAIN(SetupEditsTest)
#include "setup_edits_test.moc"
