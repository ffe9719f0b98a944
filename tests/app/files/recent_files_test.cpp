// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of recent files, one for each kind, and files that are opened together.
#include "app/files/recent_files.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "tests/app/window_fixture.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>

#include <filesystem>
#include <fstream>

using namespace pipette;
using namespace pipette::test;

namespace {

void drop(MainWindow& window, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

QStringList entries(MainWindow& window) {
    QStringList texts;
    for (QMenu* menu : window.findChildren<QMenu*>())
        if (menu->title() == QLatin1String("Open &recent")) {
            emit menu->aboutToShow();
            for (const QAction* action : menu->actions())
                if (!action->isSeparator())
                    texts << action->text();
        }
    return texts;
}

} // namespace

class RecentFilesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    QString file(const QString& name) { return folder_->filePath(name); }
    QString written(const QString& name, const std::string& text = "x") {
        QDir().mkpath(QFileInfo(file(name)).path());
        std::ofstream(file(name).toStdString()) << text;
        return file(name);
    }
    QString clusterFile(const QString& name, int nodes) {
        write_cluster(*small_cluster(nodes, 4), file(name).toStdString());
        return file(name);
    }
    QString modelFile(const QString& name) {
        const std::filesystem::path preset = find_resources() / "models" / "gpt-1.7b.json";
        std::filesystem::copy_file(preset, file(name).toStdString());
        return file(name);
    }

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QCoreApplication::setOrganizationName(QStringLiteral("pipette-test"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, file(QStringLiteral("settings")));
        QSettings().clear();
    }

    void eachKindHasItsOwnListNewestFirst() {
        for (int i = 0; i < 10; ++i)
            addRecentFile(FileKind::cluster, written(QStringLiteral("c%1.json").arg(i)));
        addRecentFile(FileKind::plan, written(QStringLiteral("plan.json")));
        addRecentFile(FileKind::cluster, file(QStringLiteral("c5.json")));
        const QStringList clusters = recentFiles(FileKind::cluster);
        QCOMPARE(clusters.size(), 8);
        QCOMPARE(clusters[0], file(QStringLiteral("c5.json"))); // moved, not doubled
        QCOMPARE(clusters[1], file(QStringLiteral("c9.json")));
        QCOMPARE(recentFiles(FileKind::plan), QStringList{file(QStringLiteral("plan.json"))});
        QVERIFY(recentFiles(FileKind::model).isEmpty());
        QFile::remove(file(QStringLiteral("c9.json")));
        QVERIFY(!recentFiles(FileKind::cluster).contains(file(QStringLiteral("c9.json"))));
        forgetRecentFiles();
        QVERIFY(recentFiles(FileKind::cluster).isEmpty() && recentFiles(FileKind::plan).isEmpty());
        QVERIFY(!lastFolder(FileKind::cluster).isEmpty());
    }

    void theOneListOfEarlierVersionsIsThatOfPlans() {
        QSettings().setValue(QStringLiteral("recent"), QStringList{written(QStringLiteral("old.json"))});
        QCOMPARE(recentFiles(FileKind::plan), QStringList{file(QStringLiteral("old.json"))});
        forgetRecentFiles();
        QVERIFY(recentFiles(FileKind::plan).isEmpty());
    }

    void foldersAreRememberedByKind() {
        QVERIFY(lastFolder(FileKind::model).isEmpty());
        addRecentFile(FileKind::model, written(QStringLiteral("models/m.json")));
        addRecentFile(FileKind::plan, written(QStringLiteral("plans/p.json")));
        QCOMPARE(lastFolder(FileKind::model), file(QStringLiteral("models")));
        QCOMPARE(lastFolder(FileKind::plan), file(QStringLiteral("plans")));
        QDir(file(QStringLiteral("models"))).removeRecursively();
        QVERIFY(lastFolder(FileKind::model).isEmpty()); // a dialog would begin nowhere
    }

    void filesOfOneNameAreToldApart() {
        const QStringList files{QStringLiteral("/a/plan.json"), QStringLiteral("/b/plan.json"),
                                QStringLiteral("/b/other.json")};
        QCOMPARE(recentName(files[0], files), QStringLiteral("plan.json — a"));
        QCOMPARE(recentName(files[1], files), QStringLiteral("plan.json — b"));
        QCOMPARE(recentName(files[2], files), QStringLiteral("other.json"));
    }

    void severalFilesOpenAtOnceAndAreRemembered() {
        FakePlanner fake;
        MainWindow window(WindowOptions{fake.calls(), {}, true});
        window.answerQuestionsWith(QStringLiteral("discard"));
        window.show();
        drop(window, {modelFile(QStringLiteral("model.json")), clusterFile(QStringLiteral("c.json"), 3)});
        QVERIFY(QTest::qWaitFor([&] { return window.idle(); }, 60000));
        QVERIFY2(window.document().setup().cluster, qPrintable(window.lastMessage()));
        QCOMPARE(window.document().setup().cluster->node_count(), 3);
        QCOMPARE(window.document().setup().model.name, std::string("gpt-1.7b"));
        QCOMPARE(recentFiles(FileKind::cluster), QStringList{file(QStringLiteral("c.json"))});
        QCOMPARE(recentFiles(FileKind::model), QStringList{file(QStringLiteral("model.json"))});
        const QStringList texts = entries(window);
        QCOMPARE(texts,
                 (QStringList{QStringLiteral("Clusters"), QStringLiteral("c.json"), QStringLiteral("Models"),
                              QStringLiteral("model.json"), QStringLiteral("&Forget these files")}));
    }

    void whatDoesNotGoTogetherChangesNothing() {
        WindowFixture fixture;
        const auto before = fixture.document().setup();
        const QString a = clusterFile(QStringLiteral("a.json"), 2),
                      b = clusterFile(QStringLiteral("b.json"), 3);
        drop(*fixture.window, {a, b});
        QVERIFY(fixture.settle());
        const QString told = fixture.window->lastMessage();
        QVERIFY2(told.contains(QLatin1String("b.json")) &&
                     told.contains(QLatin1String("one cluster at a time")),
                 qPrintable(told));
        QVERIFY(fixture.document().setup() == before);
        drop(*fixture.window, {a, written(QStringLiteral("broken.json"), "{\"format\": ")});
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window->lastMessage().contains(QLatin1String("broken.json")),
                 qPrintable(fixture.window->lastMessage()));
        QVERIFY(fixture.document().setup() == before); // the good one neither
        fixture.window->store().save(file(QStringLiteral("plan.json")));
        QVERIFY(fixture.settle());
        drop(*fixture.window, {a, file(QStringLiteral("plan.json"))});
        QVERIFY(fixture.settle());
        QVERIFY2(fixture.window->lastMessage().contains(QLatin1String("is a whole plan: open it alone")),
                 qPrintable(fixture.window->lastMessage()));
        QVERIFY(recentFiles(FileKind::cluster).isEmpty()); // of a window that remembers nothing
    }
};

QTEST_MAIN(RecentFilesTest)
#include "recent_files_test.moc"
