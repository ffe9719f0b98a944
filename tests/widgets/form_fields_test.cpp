// SPDX-License-Identifier: GPL-3.0-or-later
// Setup and the lab change only when a person means it: wheel, typing and steps.
#include "widgets/lab/schedule_lab.h"
#include "widgets/plans/fold_card.h"
#include "widgets/plans/form_fields.h"
#include "widgets/plans/setup_panel.h"

#include <QtTest/qtestspontaneevent.h>
#include <QtTest>
#include <QtWidgets>

#include <memory>

using namespace pipette;

namespace {

template <class Field>
Field* named(QWidget& panel, const char* name) {
    for (auto* field : panel.findChildren<Field*>())
        if (field->accessibleName() == QLatin1String(name))
            return field;
    return nullptr;
}

void wheel(QWidget& field) {
    const QPointF at = field.rect().center();
    QWheelEvent event(at, field.mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event); // a hand's: it goes on to parents and may give the focus
    qApp->notify(&field, &event);
}

TrainingJob job() {
    TrainingJob made;
    made.global_batch = 512;
    made.sequence_length = 4096;
    return made;
}

/// A panel in a window too low for it.
template <class Panel>
void showLow(Panel& panel) {
    panel.resize(900, 260);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.activateWindow();
}

} // namespace

class FormFieldsTest : public QObject {
    Q_OBJECT

private:
    template <class Panel>
    void wheelScrollsAndChangesNothing(Panel& panel) {
        showLow(panel);
        int fields = 0;
        auto* area = panel.template findChild<QScrollArea*>();
        for (QWidget* field : area->widget()->template findChildren<QWidget*>()) {
            auto* number = qobject_cast<QAbstractSpinBox*>(field);
            auto* choice = qobject_cast<QComboBox*>(field);
            if ((!number && !choice) || !field->isEnabled())
                continue;
            ++fields;
            field->clearFocus(); // the first has it from the start
            QVERIFY2(!(field->focusPolicy() & Qt::WheelFocus & ~Qt::StrongFocus),
                     qPrintable(field->accessibleName()));
            const auto state = [&] {
                return number ? number->text() : QString::number(choice->currentIndex());
            };
            const QString before = state();
            QScrollBar& bar = *area->verticalScrollBar();
            bar.setValue(bar.minimum());
            wheel(*field);
            QCOMPARE(state(), before);
            QVERIFY2(bar.value() > bar.minimum(), qPrintable(field->accessibleName()));
        }
        QVERIFY(fields > 8);
    }

private slots:
    void wheelOverSetupScrollsAndChangesNothing() {
        SetupPanel panel;
        TransformerModel one;
        one.name = "one", one.layers = one.hidden = one.heads = one.kv_heads = one.ffn_hidden = one.vocab = 1;
        TransformerModel two = one;
        two.name = "two";
        panel.setModelPresets({one, two});
        panel.setJob(job());
        QSignalSpy edited(&panel, &SetupPanel::jobEdited);
        wheelScrollsAndChangesNothing(panel);
        QCOMPARE(edited.size(), 0);
    }

    void wheelOverTheLabScrollsAndChangesNothing() {
        ScheduleLab lab;
        wheelScrollsAndChangesNothing(lab);
    }

    void theModelTellsOfItsMemoryLayers() {
        SetupPanel panel;
        TransformerModel model;
        model.name = "m", model.layers = 24, model.hidden = 1024, model.heads = model.kv_heads = 16;
        model.ffn_hidden = 2816, model.vocab = 32000, model.sequence_length = 2048, model.gated_mlp = true;
        const auto text = [&] {
            panel.setModel(model);
            return named<QLabel>(panel, "Model dimensions")->text();
        };
        QVERIFY2(text().endsWith(QLatin1String("vocabulary 32000")), qPrintable(text()));
        model.memory_layers = MemoryLayers{.layers = {4, 12, 20}};
        QVERIFY2(text().endsWith(QLatin1String("\n3 memory layers share 1048576 values of 1024 elements")),
                 qPrintable(text()));
        const auto cards = panel.findChildren<FoldCard*>();
        QVERIFY(std::any_of(cards.begin(), cards.end(), [](const FoldCard* card) {
            return card->title() == QLatin1String("Model") &&
                   card->value().startsWith(QLatin1String("1.44 B parameters"));
        }));
    }

    void wheelOverTheFieldInUseChangesIt() {
        SetupPanel panel;
        panel.setJob(job());
        showLow(panel);
        auto* sequence = named<QSpinBox>(panel, "Sequence length in tokens");
        sequence->setFocus();
        QTRY_VERIFY(sequence->hasFocus());
        wheel(*sequence);
        QCOMPARE(sequence->value(), 2048);
    }

    void sizesStepByPowersOfTwo() {
        SetupPanel panel;
        panel.setJob(job());
        for (const char* name : {"Sequence length in tokens", "Global batch in sequences"}) {
            auto* box = named<QSpinBox>(panel, name);
            QVERIFY2(box, name);
            box->setValue(4096);
            box->stepUp();
            QCOMPARE(box->value(), 8192);
            box->setValue(5000);
            box->stepUp();
            QCOMPARE(box->value(), 8192);
            box->setValue(5000);
            box->stepDown();
            QCOMPARE(box->value(), 4096);
            box->stepDown();
            QCOMPARE(box->value(), 2048);
            box->setValue(1);
            box->stepDown();
            QCOMPARE(box->value(), 1);
            box->setValue(box->maximum());
            box->stepUp();
            QCOMPARE(box->value(), box->maximum());
            box->selectAll(); // any number may be typed
            QTest::keyClicks(box, QStringLiteral("3000"));
            QTest::keyClick(box, Qt::Key_Return);
            QCOMPARE(box->value(), 3000);
        }
    }

    void figuresReadBackEqualAndStepWithoutDust() {
        const std::unique_ptr<QDoubleSpinBox> box(formFigure());
        box->setDecimals(32);
        box->setSingleStep(0.05);
        for (const double value : {1. / 3, 0.1 + 0.2, 1e-9 / 3, 98.7}) {
            box->setValue(value);
            QCOMPARE(box->value(), value);
            bool good = false;
            QVERIFY(box->locale().toDouble(box->text(), &good) == value && good);
        }
        box->setValue(0.25);
        QSignalSpy changed(box.get(), &QDoubleSpinBox::valueChanged);
        box->stepUp();
        QCOMPARE(box->text(), box->locale().toString(0.3));
        box->selectAll();
        QTest::keyClicks(box.get(), box->locale().toString(0.5));
        box->stepDown(); // what is typed counts
        QCOMPARE(box->value(), 0.45);
        QCOMPARE(changed.last().front().toDouble(), 0.45);
    }

    void fieldsTakeWhatFilesAndOptionsMay() {
        SetupPanel panel;
        const auto holds = [&](const char* name, const WholeBounds& bounds) {
            auto* box = named<QSpinBox>(panel, name);
            QVERIFY2(box, name);
            QCOMPARE(box->minimum(), bounds.least);
            QCOMPARE(box->maximum(), bounds.most);
        };
        holds("Global batch in sequences", bounds::global_batch);
        holds("Sequence length in tokens", bounds::sequence_length);
        holds("Annealing chains", bounds::chains);
        holds("Moves a chain at most", bounds::moves);
        holds("Largest context parallel size", {0, bounds::parallel_size.most, {}}); // 0: by the sequence
        holds("Most model chunks a device", bounds::parallel_size);
        auto* share = named<QDoubleSpinBox>(panel, "Share of the measured bandwidth");
        QCOMPARE(share->minimum(), 100 * bounds::slowdown.least);
        QSignalSpy limits(&panel, &SetupPanel::limitsEdited);
        auto* sizes = named<QLineEdit>(panel, "Micro batches to try");
        QTest::keyClicks(sizes, QStringLiteral("1048576, 10485769, -3, x"));
        panel.enterTyped();
        QCOMPARE(limits.size(), 1);
        QCOMPARE(limits[0][0].value<SearchLimits>().micro_batches, (std::vector<int>{1048576, 1048576, 3}));
    }

    void aLauncherIsALimit() {
        const LauncherLimit slurm{"slurm", {}}, torchrun{"torchrun", {.node_after_node = true}};
        SetupPanel panel;
        panel.setLaunchers({slurm, torchrun});
        SearchLimits limits;
        limits.launcher = slurm;
        QSignalSpy edited(&panel, &SetupPanel::limitsEdited);
        panel.setLimits(limits);
        auto* launcher = named<QComboBox>(panel, "Launcher that must be able to start the plan");
        QCOMPARE(launcher->currentText(), QStringLiteral("slurm"));
        QCOMPARE(edited.size(), 0);
        launcher->setCurrentText(QStringLiteral("torchrun"));
        QCOMPARE(edited.size(), 1);
        QVERIFY(edited[0][0].value<SearchLimits>().launcher == torchrun);
        launcher->setCurrentIndex(0);
        QVERIFY(!edited[1][0].value<SearchLimits>().launcher);
    }

    void aFieldChangesItsOwnValueAlone() {
        SetupPanel panel;
        AnnealingBudget budget;
        budget.seed = 0xffff'ffff'ffff'ffff; // more than a field shows
        budget.history_quantile = 0.98765;
        panel.setBudget(budget);
        QSignalSpy edited(&panel, &SetupPanel::budgetEdited);
        named<QSpinBox>(panel, "Annealing chains")->setValue(7);
        budget.chains = 7;
        QCOMPARE(edited.size(), 1);
        QVERIFY(edited[0][0].value<AnnealingBudget>() == budget);
        named<QSpinBox>(panel, "Seed of the annealer")->setValue(3);
        budget.seed = 3;
        QVERIFY(edited[1][0].value<AnnealingBudget>() == budget);
    }

    void figuresHaveNoZerosAtTheirEnd() {
        const std::unique_ptr<QDoubleSpinBox> figure(formFigure());
        figure->setRange(0, 1e9);
        figure->setSuffix(QStringLiteral(" days"));
        for (const auto& [value, text] :
             {std::pair(60.0, "60 days"), {12.5, "12.5 days"}, {12.29, "12.29 days"}, {100.0, "100 days"}}) {
            figure->setValue(value);
            QCOMPARE(figure->text(), QLatin1String(text));
            figure->interpretText();
            QCOMPARE(figure->value(), value);
        }
        figure->setLocale(QLocale(QLocale::German));
        figure->setValue(12.5);
        QCOMPARE(figure->text(), QStringLiteral("12,5 days"));
    }

    void whatIsTypedIsTakenBeforePlanning() {
        SetupPanel panel;
        panel.setJob(job());
        QSignalSpy jobs(&panel, &SetupPanel::jobEdited), limits(&panel, &SetupPanel::limitsEdited);
        auto* sequence = named<QSpinBox>(panel, "Sequence length in tokens");
        sequence->selectAll();
        QTest::keyClicks(sequence, QStringLiteral("3072"));
        QCOMPARE(jobs.size(), 0); // typing, not yet entered
        auto* sizes = named<QLineEdit>(panel, "Numbers of GPUs to use");
        QTest::keyClicks(sizes, QStringLiteral("64, 128"));
        QCOMPARE(limits.size(), 0);
        panel.enterTyped();
        QCOMPARE(jobs.size(), 1);
        QCOMPARE(jobs[0][0].value<TrainingJob>().sequence_length, 3072);
        QCOMPARE(limits.size(), 1);
        QCOMPARE(limits[0][0].value<SearchLimits>().world_sizes, (std::vector<int>{64, 128}));
        panel.enterTyped(); // once
        QCOMPARE(jobs.size() + limits.size(), 2);
    }
};

QTEST_MAIN(FormFieldsTest)
#include "form_fields_test.moc"
