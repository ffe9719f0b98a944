// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help_browser.h"
#include "app/window/help_window.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"
#include "tests/app/window_fixture.h"
#include "widgets/theme/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTreeWidget>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Where each link of the page that is shown leads.
QStringList linksOf(const QTextBrowser& browser) {
    QStringList links;
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at)
            if (const QString to = at.fragment().charFormat().anchorHref();
                !to.isEmpty() && !links.contains(to))
                links << to;
    return links;
}

/// Names that links may give to places of the page that is shown.
QStringList anchorsOf(const QTextBrowser& browser) {
    QStringList anchors;
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at)
            anchors << at.fragment().charFormat().anchorNames();
    return anchors;
}

/// Cells of the rows of a Markdown table that begin with "| `name` |" or "| name |", by that name.
QHash<QString, QStringList> tableRows(const QString& text) {
    QHash<QString, QStringList> rows;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1String("| ")))
            continue;
        QStringList cells;
        for (const QString& cell : line.split(QLatin1Char('|')))
            cells << cell.trimmed();
        rows.insert(cells.at(1), cells.mid(2));
    }
    return rows;
}

const HelpPage& pageNamed(const std::vector<HelpPage>& pages, const char* name) {
    for (const HelpPage& page : pages)
        if (page.path.endsWith(QLatin1Char('/') + QString::fromLatin1(name)))
            return page;
    throw std::runtime_error(std::string("no page ") + name);
}

/// 8 equal devices, 32 microbatches and free links, as the page of schedules has it.
Timeline exampleOf(ScheduleKind kind) {
    const auto schedule = make_schedule(kind, {8, 32, family_of(kind).default_chunks, 1});
    const StageTimes times({}, *schedule);
    Simulator simulator(schedule);
    simulator.run(times.view(), P2p::overlapped);
    return simulator.timeline();
}

} // namespace

class HelpTest : public QObject {
    Q_OBJECT

private slots:
    void everyFileOfTheFolderIsAPage() {
        QStringList shown;
        for (const HelpPage& page : helpPages()) {
            shown << QFileInfo(page.path).fileName();
            QVERIFY2(!page.title.isEmpty() && !page.headings.empty(), qPrintable(page.path));
        }
        shown.sort();
        QCOMPARE(shown, QDir(helpFolder()).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name));
    }

    void everyPageOpensAndEveryLinkLeadsSomewhere() {
        HelpBrowser browser;
        int followed = 0, pictures = 0;
        for (const HelpPage& page : helpPages()) {
            const QUrl from = QUrl::fromLocalFile(page.path);
            browser.setSource(from);
            QVERIFY2(browser.toPlainText().contains(page.title), qPrintable(page.path));
            for (const HelpHeading& heading : page.headings)
                QVERIFY2(anchorsOf(browser).contains(heading.anchor), qPrintable(heading.anchor));
            pictures += int(page.text.count(QLatin1String("](planner.svg)")));
            for (const QString& link : linksOf(browser)) {
                const QUrl to = from.resolved(QUrl(link));
                QVERIFY2(to.isLocalFile(), qPrintable(link)); // no page outside of the program
                QVERIFY2(QFileInfo(to.toLocalFile()).isFile(), qPrintable(page.path + link));
                browser.setSource(to);
                QCOMPARE(browser.source(), to);
                QVERIFY2(!to.hasFragment() || anchorsOf(browser).contains(to.fragment()), qPrintable(link));
                browser.setSource(from);
                ++followed;
            }
        }
        QVERIFY(followed >= 10);
        QCOMPARE(pictures, 1);
    }

    /// The pages that planner.md leads to in its table: each has an example whose numbers a command prints.
    void everyLawHasAnExample() {
        const auto pages = helpPages();
        static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+\\.md)\\)"));
        int laws = 0;
        for (const QString& line : pageNamed(pages, "planner.md").text.split(QLatin1Char('\n'))) {
            if (!line.startsWith(QLatin1String("| ")))
                continue;
            for (auto match = link.globalMatch(line); match.hasNext(); ++laws) {
                const QString name = match.next().captured(1);
                const QString& text = pageNamed(pages, name.toUtf8().constData()).text;
                QVERIFY2(text.contains(QLatin1String("**Example.**")), qPrintable(name));
                QVERIFY2(text.contains(QLatin1String("\n```\npipette ")), qPrintable(name));
            }
        }
        QVERIFY(laws >= 15);
    }

    void picturesAreDrawnAsWideAsThereIsRoom() {
        HelpBrowser browser;
        const QUrl name(QStringLiteral("planner.svg"));
        const auto width = [&] {
            const QImage image = browser.loadResource(QTextDocument::ImageResource, name).value<QImage>();
            return image.isNull() ? 0 : int(image.width() / image.devicePixelRatio());
        };
        browser.resize(1200, 600);
        browser.show();
        browser.setSource(QUrl::fromLocalFile(QDir(helpFolder()).filePath(QStringLiteral("planner.md"))));
        QCOMPARE(width(), 760);
        browser.resize(400, 600);
        QTRY_VERIFY(width() > 200 && width() < 400);
        QVERIFY(browser.document()->resource(QTextDocument::ImageResource, name).value<QImage>().width() <
                400 * browser.devicePixelRatio());
    }

    void anotherThemeKeepsThePlace() {
        HelpWindow window(helpPages());
        window.show();
        window.showPage(1);
        auto* browser = window.findChild<HelpBrowser*>();
        browser->scrollToAnchor(QStringLiteral("one-page-for-each-law"));
        const auto links = [&] {
            for (QTextBlock block = browser->document()->begin(); block.isValid(); block = block.next())
                for (auto at = block.begin(); !at.atEnd(); ++at)
                    if (at.fragment().charFormat().isAnchor() &&
                        !at.fragment().charFormat().anchorHref().isEmpty())
                        return at.fragment().charFormat().foreground().color();
            return QColor();
        };
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QCoreApplication::processEvents();
            QVERIFY(contrastRatio(links(), theme(kind).base) >= 4.5);
            QVERIFY(browser->source().fileName() == QLatin1String("planner.md"));
        }
    }

    void wordsAreFoundOnOtherPages() {
        HelpWindow window(helpPages());
        window.show();
        window.showPage(0);
        auto* browser = window.findChild<HelpBrowser*>();
        auto* words = window.findChild<QLineEdit*>(QStringLiteral("help-words"));
        auto* told = window.findChild<QLabel*>(QStringLiteral("help-found"));
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keySequence(&window, QKeySequence::Find);
        QTRY_VERIFY(words->hasFocus());
        QTest::keyClicks(words, QStringLiteral("eager-1f1b"));
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(browser->source().fileName(), QStringLiteral("schedules.md"));
        QCOMPARE(browser->textCursor().selectedText(), QStringLiteral("eager-1f1b"));
        const int first = browser->textCursor().position();
        QVERIFY(window.findNext());
        QVERIFY(browser->textCursor().position() > first);
        QVERIFY(window.findPrevious());
        QCOMPARE(browser->textCursor().position(), first);
        auto* contents = window.findChild<QTreeWidget*>();
        QCOMPARE(contents->currentItem()->text(0), QStringLiteral("Pipeline schedules"));
        words->setText(QStringLiteral("no page says this"));
        QVERIFY(!window.findNext());
        QVERIFY(!told->text().isEmpty());
    }

    void contentsLeadToHeadingsAndBackReturns() {
        HelpWindow window(helpPages());
        window.show();
        window.showPage(0);
        auto* browser = window.findChild<HelpBrowser*>();
        auto* contents = window.findChild<QTreeWidget*>();
        contents->setCurrentItem(contents->topLevelItem(1)->child(1));
        QCOMPARE(browser->source().fileName(), QStringLiteral("planner.md"));
        QCOMPARE(browser->source().fragment(), helpPages()[1].headings[1].anchor);
        QVERIFY(browser->verticalScrollBar()->value() > 100); // there, not at the top
        browser->backward();
        QCOMPARE(contents->currentItem(), contents->topLevelItem(0));
        window.showPage(1000);
        QCOMPARE(contents->currentItem(), contents->topLevelItem(contents->topLevelItemCount() - 1));
    }

    void theMenuOpensThem() {
        WindowFixture fixture(false);
        for (const char* name : {"help-index", "help-planner", "help-glossary"}) {
            QAction* action = fixture.window->action(QString::fromLatin1(name));
            QVERIFY2(action, name);
            action->trigger();
            auto* opened = fixture.window->findChild<HelpWindow*>();
            QVERIFY2(opened && opened->isVisible(), name);
            QVERIFY(opened->findChild<HelpBrowser*>()->source().fileName().startsWith(
                QString::fromLatin1(name).mid(5)));
            delete opened;
        }
    }

    /// The table of schedules holds what `pipette simulate` prints, and all of them with their papers.
    void schedulesAreAsSimulated() {
        const auto pages = helpPages();
        const QString& text = pageNamed(pages, "schedules.md").text;
        const auto rows = tableRows(text);
        for (const ScheduleKind kind : all_schedules()) {
            const ScheduleFamily& family = family_of(kind);
            const QString name = QString::fromLatin1(family.name.data());
            QVERIFY2(rows.contains(name), qPrintable(name));
            const QStringList& cells = rows[name];
            const Timeline timeline = exampleOf(kind);
            double held = 0;
            for (const DeviceUse& use : timeline.devices)
                held = std::max(held, use.peak_activations / family.default_chunks);
            QCOMPARE(cells.at(0), QString::number(timeline.makespan));
            QCOMPARE(cells.at(1), QStringLiteral("%1 %").arg(100 * idle_share(timeline), 0, 'f', 2));
            QCOMPARE(cells.at(2), QString::number(held));
            static const QRegularExpression arxiv(QStringLiteral("arXiv:[0-9.]+[0-9]"));
            const QString paper =
                arxiv.match(QString::fromLatin1(family.citation.data(), qsizetype(family.citation.size())))
                    .captured();
            QVERIFY2(!paper.isEmpty() && text.contains(paper), qPrintable(name));
        }
    }
};

QTEST_MAIN(HelpTest)
#include "help_test.moc"
