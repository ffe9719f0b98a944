// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/new_cluster_dialog.h"
#include "core/base/units.h"
#include "tests/app/window_fixture.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QtTest>

using namespace pipette;
using namespace pipette::test;

namespace {

template <class Field>
Field* field(QWidget& dialog, const char* name) {
    for (Field* one : dialog.findChildren<Field*>())
        if (one->accessibleName() == QLatin1String(name))
            return one;
    return nullptr;
}

QPushButton* take_button(QWidget& dialog) {
    return dialog.findChild<QPushButton*>(QStringLiteral("make"));
}

} // namespace

class NewClusterTest : public QObject {
    Q_OBJECT

private slots:
    void aDescribedClusterIsPlannedOnAndUndone() {
        WindowFixture fixture(false);
        const auto before = fixture.document().setup().cluster;
        fixture.window->findChild<QAction*>(QStringLiteral("action-new-cluster"))->trigger();
        auto* dialog = fixture.window->findChild<NewClusterDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        field<QSpinBox>(*dialog, "Nodes")->setValue(12);
        field<QSpinBox>(*dialog, "Nodes below a leaf switch")->setValue(4);
        field<QDoubleSpinBox>(*dialog, "Oversubscription")->setValue(2);
        QVERIFY(
            field<QLabel>(*dialog, "The cluster that results")->text().startsWith(QStringLiteral("96 GPUs")));
        take_button(*dialog)->click();
        const auto made = fixture.document().setup().cluster;
        QCOMPARE(made->node_count(), 12);
        QVERIFY(is_assumed(*made));
        QCOMPARE(made->fabric.levels.size(), std::size_t(1));
        fixture.document().undoStack().undo();
        QCOMPARE(fixture.document().setup().cluster, before);
    }

    void theMakersSystemIsFilledIn() {
        NewClusterDialog dialog(known_gpus());
        auto* gpu = field<QComboBox>(dialog, "GPU kind");
        gpu->setCurrentText(QStringLiteral("V100-SXM3-32GB"));
        QCOMPARE(field<QSpinBox>(dialog, "GPUs of a node")->value(), 16);
        QCOMPARE(field<QSpinBox>(dialog, "Network cards of a node")->value(), 8);
        QCOMPARE(dialog.choices().nic_gb_per_s, 12.5);
        QCOMPARE(dialog.choices().gpu_link_gb_per_s, 150.0);
    }

    void whatNoClusterIsCannotBeMade() {
        NewClusterDialog dialog(known_gpus());
        field<QSpinBox>(dialog, "GPUs of a node")->setValue(4);
        field<QSpinBox>(dialog, "Network cards of a node")->setValue(5);
        QVERIFY(!take_button(dialog)->isEnabled());
        field<QSpinBox>(dialog, "Network cards of a node")->setValue(4);
        QVERIFY(take_button(dialog)->isEnabled());
    }
};

QTEST_MAIN(NewClusterTest)
#include "new_cluster_test.moc"
