// SPDX-License-Identifier: GPL-3.0-or-later
// The choices of a cluster and of a model in Setup lead to the document.
#include "app/files/recent_files.h"
#include "app/workspaces/window_views.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "tests/app/window_fixture.h"
#include "widgets/commands/picker.h"
#include "widgets/commands/picker_popup.h"
#include "widgets/plans/setup_panel.h"

#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QTemporaryDir>

#include <filesystem>

using namespace pipette;
using namespace pipette::test;

class PickersTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    QString file(const QString& name) { return folder_->filePath(name); }

    static Picker* named(WindowFixture& bench, const char* name) {
        for (Picker* picker : bench.window->views().setup->findChildren<Picker*>())
            if (picker->accessibleName() == QLatin1String(name))
                return picker;
        return nullptr;
    }
    /// Opens a picker, types and takes what is found first; its text.
    static QString choose(WindowFixture& bench, Picker& picker, const QString& typed) {
        picker.showPopup();
        for (PickerPopup* popup : picker.findChildren<PickerPopup*>()) {
            if (!popup->isVisible())
                continue;
            auto* search = popup->findChild<QLineEdit*>();
            search->setText(typed);
            const QListWidgetItem* item = popup->findChild<QListWidget*>()->currentItem();
            const QString text = item ? item->text() : QString();
            QTest::keyClick(search, Qt::Key_Return);
            return bench.settle() ? text : QString();
        }
        return {};
    }

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QCoreApplication::setOrganizationName(QStringLiteral("pipette-test"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, file(QStringLiteral("settings")));
        QSettings().clear();
    }

    void aRecentClusterOpens() {
        WindowFixture bench(false);
        Picker* clusters = named(bench, "Sample clusters");
        QVERIFY(clusters);
        write_cluster(*small_cluster(3, 4), file(QStringLiteral("mine.json")).toStdString());
        addRecentFile(FileKind::cluster, file(QStringLiteral("mine.json"))); // while the window is there
        QCOMPARE(choose(bench, *clusters, QStringLiteral("recent mine")), QStringLiteral("mine.json"));
        QVERIFY2(bench.document().setup().cluster->node_count() == 3,
                 qPrintable(bench.window->lastMessage()));
        QCOMPARE(clusters->currentIndex(), -1);
        QCOMPARE(clusters->placeholderText(), QString::fromStdString(bench.document().setup().cluster->name));
    }

    void aSampleOpensBelowRecentFiles() {
        WindowFixture bench(false);
        write_cluster(*small_cluster(3, 4), file(QStringLiteral("mine.json")).toStdString());
        addRecentFile(FileKind::cluster, file(QStringLiteral("mine.json")));
        const SampleCluster& sample = sampleClusters().back();
        QCOMPARE(choose(bench, *named(bench, "Sample clusters"), QStringLiteral("samples ") + sample.title),
                 sample.title);
        QCOMPARE(QString::fromStdString(bench.document().setup().cluster->name), sample.title);
    }

    void aPresetAndARecentModelAreTaken() {
        WindowFixture bench(false);
        Picker* models = named(bench, "Model preset");
        QVERIFY(models);
        QCOMPARE(models->count(), static_cast<int>(model_preset_names().size()));
        QCOMPARE(choose(bench, *models, QStringLiteral("8B qwen3")), QStringLiteral("qwen3-8b"));
        QCOMPARE(bench.document().setup().model.name, std::string("qwen3-8b"));
        QCOMPARE(models->currentText(), QStringLiteral("qwen3-8b"));
        const QString mine = file(QStringLiteral("mine.json"));
        std::filesystem::copy_file(find_resources() / "models" / "gpt-1.7b.json", mine.toStdString());
        addRecentFile(FileKind::model, mine);
        QCOMPARE(choose(bench, *models, QStringLiteral("mine")), QStringLiteral("mine.json"));
        QCOMPARE(bench.document().setup().model.name, std::string("gpt-1.7b"));
        QCOMPARE(models->currentText(), QStringLiteral("gpt-1.7b"));
    }
};

QTEST_MAIN(PickersTest)
#include "pickers_test.moc"
