// SPDX-License-Identifier: GPL-3.0-or-later
// The tour that shows a new user around.
#include "app/tour/tour.h"
#include "app/tour/tour_bubble.h"
#include "app/window/language.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/habits/looks.h"
#include "tests/app/habits/own_settings.h"
#include "tests/app/looks/measured_fonts.h"
#include "tests/app/window_fixture.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QSettings>

using namespace pipette;
using namespace pipette::test;

namespace {

constexpr int stop_count = 5;

Tour* begin(MainWindow& window) {
    window.action(QStringLiteral("tour"))->trigger();
    return window.findChild<Tour*>();
}

QPushButton* button(const Tour& tour, int number) {
    return tour.bubble().findChildren<QPushButton*>()[number];
}
QPushButton* next(const Tour& tour) {
    for (QPushButton* one : tour.bubble().findChildren<QPushButton*>())
        if (one->isDefault())
            return one;
    return nullptr;
}

/// What the bubble cuts or covers; empty: nothing.
QStringList wrongs(const MainWindow& window, const Tour& tour) {
    QStringList wrong;
    const TourBubble& bubble = tour.bubble();
    if (!bubble.isVisible() || !window.rect().contains(bubble.geometry()))
        wrong << QStringLiteral("reaches out of the window");
    if (tour.place().isEmpty() || !tour.place().adjusted(-2, -2, 2, 2).contains(bubble.tip()))
        wrong << QStringLiteral("does not point at its place");
    if (bubble.geometry().contains(tour.place()))
        wrong << QStringLiteral("covers its place");
    for (const QLabel* label : bubble.findChildren<QLabel*>()) {
        const bool cut = label->wordWrap() ? label->heightForWidth(label->width()) > label->height()
                                           : label->sizeHint().width() > label->width();
        if (cut || !bubble.rect().contains(label->geometry()))
            wrong << label->text();
    }
    for (const QPushButton* one : bubble.findChildren<QPushButton*>())
        if (one->sizeHint().width() > one->width() || !bubble.rect().contains(one->geometry()))
            wrong << one->text();
    return wrong;
}

} // namespace

class TourTest : public QObject {
    Q_OBJECT

    std::unique_ptr<OwnSettings> settings_;
    FakePlanner fake_;

    std::unique_ptr<MainWindow> remembering() {
        auto window = std::make_unique<MainWindow>(WindowOptions{fake_.calls(), {}, true});
        window->answerQuestionsWith(QStringLiteral("discard"));
        window->show();
        window->greet();
        return window;
    }

private slots:
    void init() {
        applyTheme(*qApp, ThemeKind::light);
        settings_ = std::make_unique<OwnSettings>(QStringLiteral("tour"));
    }
    void cleanup() { speak(*qApp, languages().front()); }

    void theVeryFirstStartShowsItAndNoOtherDoes() {
        {
            const auto window = remembering();
            auto* tour = window->findChild<Tour*>();
            QVERIFY(tour && tour->bubble().isVisible());
            button(*tour, 0)->click(); // skipped
            QTRY_VERIFY(!window->findChild<Tour*>());
        }
        QVERIFY(!remembering()->findChild<Tour*>());
        QSettings().clear();
        QSettings().setValue(QStringLiteral("window/geometry"), QByteArray("of an earlier program"));
        QVERIFY(!remembering()->findChild<Tour*>());
    }

    void aWindowThatDoesNotRememberShowsNone() {
        WindowFixture bench;
        bench.window->greet();
        QVERIFY(!bench.window->findChild<Tour*>());
        QVERIFY(begin(*bench.window)); // but for who asks
        QVERIFY(!QSettings().contains(QStringLiteral("tour/ended")));
    }

    void theKeyboardLeadsThroughIt() {
        WindowFixture bench;
        bench.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        Tour* tour = begin(*bench.window);
        QCOMPARE(tour->stop(), 0);
        QTRY_COMPARE(bench.window->focusWidget(), static_cast<QWidget*>(next(*tour)));
        QTest::keyClick(bench.window->focusWidget(), Qt::Key_Return);
        QCOMPARE(tour->stop(), 1);
        button(*tour, 1)->click();
        QCOMPARE(tour->stop(), 0);
        for (int stop = 0; stop < stop_count - 1; ++stop)
            QTest::keyClick(bench.window->focusWidget(), Qt::Key_Enter);
        QCOMPARE(tour->stop(), stop_count - 1);
        QTest::keyClick(bench.window->focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(!bench.window->findChild<Tour*>());
        begin(*bench.window);
        QTest::keyClick(bench.window->focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!bench.window->findChild<Tour*>());
    }

    void screenReadersReadEachStop() {
        WindowFixture bench;
        Tour* tour = begin(*bench.window);
        QStringList names;
        for (int stop = 0; stop < stop_count; ++stop) {
            QVERIFY(!names.contains(tour->bubble().accessibleName()));
            names << tour->bubble().accessibleName();
            QVERIFY(tour->bubble().accessibleName().contains(QString::number(stop + 1)));
            QVERIFY(tour->bubble().accessibleDescription().size() > 60);
            QCOMPARE(tour->bubble().accessibleDescription(),
                     tour->bubble().findChildren<QLabel*>().back()->text());
            next(*tour)->click();
        }
    }

    void itFollowsTheWindow() {
        WindowFixture bench;
        bench.window->resize(1280, 800);
        Tour* tour = begin(*bench.window);
        for (int stop = 0; stop < 3; ++stop)
            next(*tour)->click();
        QTest::qWait(50);
        const QRect before = tour->place();
        bench.window->resize(1700, 1000);
        QTRY_VERIFY(tour->place() != before);
        QTest::qWait(50);
        QCOMPARE(wrongs(*bench.window, *tour).join(u' '), QString());
        bench.window->workspaces().show(QStringLiteral("lab")); // its place is out of sight
        QTest::qWait(50);
        QVERIFY(tour->place().isEmpty());
        QVERIFY(tour->bubble().isVisible() && bench.window->rect().contains(tour->bubble().geometry()));
        bench.window->workspaces().show(QStringLiteral("plan"));
        QTest::qWait(50);
        QCOMPARE(wrongs(*bench.window, *tour).join(u' '), QString());
    }

    void nothingIsCut_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const Language& language : languages())
            for (const QSize size : {QSize(1024, 768), QSize(1280, 800), QSize(1920, 1080)})
                QTest::addRow("%s %d", qPrintable(language.name), size.width()) << language.name << size;
    }

    void nothingIsCut() {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        if (lacksFontFor(language))
            QSKIP("no font here has Chinese characters: how wide they are cannot be measured");
        speak(*qApp, languageNamed(language));
        WindowFixture bench;
        if (size.width() == 1024)
            bench.window->action(QStringLiteral("theme-dark"))->trigger();
        bench.window->resize(size);
        bench.window->workspaces().reset();
        QVERIFY(bench.settle());
        Tour* tour = begin(*bench.window);
        for (int stop = 0; stop < stop_count; ++stop) {
            QTest::qWait(50);
            keepLook(*bench.window,
                     QStringLiteral("tour-%1-%2").arg(QLatin1String(QTest::currentDataTag())).arg(stop));
            const QStringList wrong = wrongs(*bench.window, *tour);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString::number(stop) + wrong.join(u'\n')));
            next(*tour)->click();
        }
    }

    void itIsReadableInAPresentation() {
        WindowFixture bench;
        bench.window->resize(1280, 800);
        bench.window->action(QStringLiteral("presentation"))->trigger();
        QVERIFY(bench.settle());
        Tour* tour = begin(*bench.window);
        for (int stop = 0; stop < stop_count; ++stop) {
            QTest::qWait(50);
            const QStringList wrong = wrongs(*bench.window, *tour);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString::number(stop) + wrong.join(u'\n')));
            next(*tour)->click();
        }
        bench.window->action(QStringLiteral("presentation"))->trigger();
    }
};

QTEST_MAIN(TourTest)
#include "tour_test.moc"
