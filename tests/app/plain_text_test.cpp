// SPDX-License-Identifier: GPL-3.0-or-later
// Names from files reach every label, tool tip, box, action and item of the window word for word.
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/window_fixture.h"
#include "widgets/answer/pill.h"
#include "widgets/charts/chart_view.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/lab/schedule_lab.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"

#include <QtWidgets>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Every name is held by these, so that a part of one that was lost or turned into something else is noticed.
const auto begins = QStringLiteral("Q7"), ends = QStringLiteral("7Q");

const QStringList hostile{QStringLiteral("<b>x</b>"), QStringLiteral("<img src=x>"),
                          QStringLiteral("%1 %2 %9"), QStringLiteral("&File"),
                          QStringLiteral("a\nb"),     QStringLiteral("\x1b[31m"),
                          QStringLiteral("\u202e"),   QStringLiteral("[*]"),
                          QStringLiteral("a\tb"),     QStringLiteral("&lt;i>")};

QString held(const QString& text) {
    return begins + text + ends;
}

QString rendered(const QString& text, Qt::TextFormat format) {
    const bool rich = format == Qt::RichText || (format == Qt::AutoText && Qt::mightBeRichText(text));
    if (!rich)
        return text;
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

/// As menus and buttons show a text: the key's mark gone, the shortcut beyond a tab apart.
QString withoutKeys(const QString& text) {
    QString seen;
    for (qsizetype i = 0; i < text.size() && text[i] != QLatin1Char('\t'); ++i)
        if (text[i] != QLatin1Char('&') || (++i < text.size() && text[i] == QLatin1Char('&')))
            seen += i < text.size() ? text[i] : QChar();
        else
            --i;
    return seen;
}

bool hasToolButton(const QAction& action) {
    const QObjectList shown = action.associatedObjects();
    return std::any_of(shown.begin(), shown.end(),
                       [](const QObject* object) { return qobject_cast<const QToolButton*>(object); });
}

/// Collects what a person meets in a window, and how it fails to be the names.
class Walk {
public:
    explicit Walk(QStringList names) {
        for (const QString& name : names)
            shown_ << nameText(name);
    }

    void everything(QWidget& root) {
        QList<QWidget*> widgets = root.findChildren<QWidget*>();
        widgets.prepend(&root);
        for (QWidget* widget : widgets)
            one(*widget);
        for (const QAction* action : root.findChildren<QAction*>()) {
            seen("action", withoutKeys(action->text()));
            if (hasToolButton(*action)) // menus show none
                seen("tool tip of an action", rendered(action->toolTip(), Qt::AutoText));
            seen("status tip", action->statusTip());
        }
        for (const QAbstractItemModel* model : root.findChildren<QAbstractItemModel*>())
            items(*model);
    }

    void tips(QWidget& view) {
        for (int y = 0; y < view.height(); y += 9)
            for (int x = 0; x < view.width(); x += 9) {
                const QPoint at(x, y);
                QHelpEvent event(QEvent::ToolTip, at, view.mapToGlobal(at));
                QApplication::sendEvent(&view, &event);
                seen("tool tip of a chart", rendered(QToolTip::text(), Qt::AutoText));
            }
        QToolTip::hideText();
    }

    void items(const QAbstractItemModel& model) {
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column) {
                const QModelIndex index = model.index(row, column);
                seen("item", index.data().toString());
                seen("item read aloud", index.data(Qt::AccessibleTextRole).toString());
                seen("tool tip of an item", rendered(index.data(Qt::ToolTipRole).toString(), Qt::AutoText));
            }
        for (const auto& [orientation, count] :
             {std::pair(Qt::Horizontal, model.columnCount()), std::pair(Qt::Vertical, model.rowCount())})
            for (int section = 0; section < count; ++section) {
                seen("heading", model.headerData(section, orientation).toString());
                seen("tool tip of a heading",
                     rendered(model.headerData(section, orientation, Qt::ToolTipRole).toString(),
                              Qt::AutoText));
            }
    }

    void seen(const char* where, const QString& text) {
        if (!text.contains(begins) && !text.contains(ends))
            return;
        places_.insert(QString::fromLatin1(where));
        QString rest = text; // with every whole name taken out nothing of a name is left
        for (const QString& name : shown_)
            rest.remove(name);
        if (rest.contains(begins) || rest.contains(ends))
            complaints_ << QStringLiteral("%1: %2").arg(QString::fromLatin1(where), text);
    }

    QSet<QString> places() const { return places_; }
    QStringList complaints() const { return complaints_; }

private:
    void one(QWidget& widget) {
        seen("name for screen readers", widget.accessibleName());
        seen("description for screen readers", widget.accessibleDescription());
        seen("tool tip", rendered(widget.toolTip(), Qt::AutoText));
        seen("title", QString(widget.windowTitle()).replace(QLatin1String("[*][*]"), QLatin1String("[*]")));
        if (const auto* label = qobject_cast<QLabel*>(&widget))
            seen("label", rendered(label->text(), label->textFormat()));
        if (const auto* button = qobject_cast<QAbstractButton*>(&widget))
            seen("button", withoutKeys(button->text()));
        if (const auto* box = qobject_cast<QGroupBox*>(&widget))
            seen("title of a group", withoutKeys(box->title()));
        if (const auto* status = qobject_cast<QStatusBar*>(&widget))
            seen("status bar", status->currentMessage());
        if (const auto* text = qobject_cast<QTextEdit*>(&widget))
            seen("text", text->toPlainText());
        if (const auto* choice = qobject_cast<QComboBox*>(&widget))
            items(*choice->model());
        if (const auto* view = qobject_cast<QAbstractItemView*>(&widget); view && view->model())
            items(*view->model());
        if (auto* chart = qobject_cast<ChartView*>(&widget))
            items(*chart->chartTable());
    }

    QStringList shown_, complaints_;
    QSet<QString> places_;
};

std::shared_ptr<const Cluster> hostileCluster(const std::string& name) {
    Cluster parts = *small_cluster(4, 4);
    parts.name = parts.origin = name;
    parts.node_kinds[0].name = parts.node_kinds[0].gpu.name = name;
    for (std::size_t i = 0; i < parts.nodes.size(); ++i) {
        parts.nodes[i].host = name + std::to_string(i);
        parts.nodes[i].rack = name;
    }
    parts.history.times = {name};
    parts.history.snapshots = {parts.inter_node.bandwidth};
    Fault fault;
    fault.node = 0, fault.other = 2;
    fault.reason = fault.source = fault.seen = name;
    parts.faults = {fault};
    return std::make_shared<const Cluster>(make_cluster(parts));
}

} // namespace

class PlainTextTest : public QObject {
    Q_OBJECT

private slots:
    void whatSteersTheDisplayStandsAsItsCode() {
        QCOMPARE(nameText(QStringLiteral("a\x1b[31m\n\r\t\u202e\u2066\u2028\u007f")),
                 QStringLiteral("a\\x1b[31m\\n\\r\\t\\u202e\\u2066\\u2028\\x7f"));
        QCOMPARE(nameText(QStringLiteral("Zürich <b>&</b> 東京 %2")),
                 QStringLiteral("Zürich <b>&</b> 東京 %2"));
        QCOMPARE(messageText(QStringLiteral("one\ntwo\x1b")), QStringLiteral("one\ntwo\\x1b"));
        QCOMPARE(filled(QStringLiteral("%1, %2 of %3"), QStringLiteral("%2 %3"), 4, QStringLiteral("%1")),
                 QStringLiteral("%2 %3, 4 of %1"));
    }

    void namesAreShownWordForWord_data() {
        QTest::addColumn<QString>("text");
        for (const QString& text : hostile)
            QTest::addRow("%s", qPrintable(nameText(text))) << text;
    }
    void namesAreShownWordForWord() {
        QFETCH(QString, text);
        const QString name = held(text);
        WindowFixture fixture(false);
        fixture.fake.calibrations[0].source = name.toStdString();
        fixture.fake.calibrations[0].gpu = name.toStdString();
        fixture.window->resize(1500, 1000);
        PlanDocument& document = fixture.document();
        document.setCluster(hostileCluster(name.toStdString()));
        TransformerModel model = small_model();
        model.name = model.source = name.toStdString();
        document.set<DocumentPart::model>(model);
        TrainingJob job = small_job();
        job.framework = name.toStdString();
        document.set<DocumentPart::job>(job);
        Faults faults;
        faults.degraded = {
            {document.setup().cluster->nodes[0].host, document.setup().cluster->nodes[1].host, 0.5}};
        document.set<DocumentPart::faults>(faults, QStringLiteral("faults"));
        fixture.window->planning().plan();
        QVERIFY(fixture.settle());
        document.select({0, {document.shown().candidate->mapping.gpu_of_rank[0]}, 0, 0});
        document.setExcluded({0, 1}, true);
        for (const ViewSlot& slot : fixture.window->views().all())
            fixture.window->workspaces().call(slot.id);
        fixture.window->settle();
        QVERIFY(fixture.settle());

        Walk walk({name});
        walk.everything(*fixture.window);
        for (const ViewSlot& slot : fixture.window->views().all())
            if (slot.chart) {
                fixture.window->workspaces().call(slot.id);
                QCoreApplication::processEvents();
                walk.tips(*slot.chart);
            }
        QVERIFY2(walk.complaints().isEmpty(), qPrintable(walk.complaints().join(QLatin1Char('\n'))));
        for (const char* place : {"label", "tool tip", "title", "action", "tool tip of an action", "item",
                                  "text", "heading", "tool tip of a chart", "description for screen readers"})
            QVERIFY2(walk.places().contains(QLatin1String(place)), place);
    }

    void messagesAndQuestionsAreShownWordForWord() {
        for (const QString& text : hostile) {
            WindowFixture fixture(false);
            fixture.window->answerQuestionsWith({}); // a person is there to read
            fixture.document().setCluster(hostileCluster(held(text).toStdString()));
            Walk walk({held(text)});
            QTimer::singleShot(0, fixture.window.get(), [&] {
                for (QMessageBox* box : fixture.window->findChildren<QMessageBox*>()) {
                    walk.everything(*box);
                    box->done(QMessageBox::Cancel);
                }
            });
            QVERIFY(!fixture.window->close()); // asks, with the cluster's name
            QVERIFY2(walk.complaints().isEmpty(), qPrintable(walk.complaints().join(QLatin1Char('\n'))));
            QVERIFY(walk.places().contains(QLatin1String("label")));
            fixture.window->answerQuestionsWith(QStringLiteral("discard"));
        }
    }

    void boxesNeverTakeTheirTextForHtml() {
        for (const QString& text : hostile) {
            const QString name = nameText(held(text));
            const std::unique_ptr<QMessageBox> box(plainBox(nullptr, QMessageBox::Warning, name, name, name));
            Walk walk({held(text)});
            walk.everything(*box);
            QVERIFY2(walk.complaints().isEmpty(), qPrintable(walk.complaints().join(QLatin1Char('\n'))));
            QCOMPARE(walk.places(), (QSet<QString>{QStringLiteral("label"), QStringLiteral("title")}));
        }
    }

    void recentFilesKeepTheirNames() {
        QTemporaryDir folder;
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
        QStringList paths, names;
        for (const QString& text : hostile)
            if (!text.contains(QLatin1Char('/'))) {
                QFile file(folder.filePath(held(text)));
                QVERIFY2(file.open(QIODevice::WriteOnly),
                         qPrintable(file.errorString())); // lists leave out what is gone
                names << held(text);
                paths << file.fileName();
            }
        QSettings().setValue(QStringLiteral("recent"), paths);
        WindowFixture fixture(false);
        Walk walk(names);
        int found = 0;
        for (auto* menu : fixture.window->findChildren<QMenu*>()) {
            emit menu->aboutToShow();
            for (const QAction* action : menu->actions()) {
                const QString text = withoutKeys(action->text());
                walk.seen("action", text);
                found += text.contains(begins);
            }
        }
        QVERIFY2(walk.complaints().isEmpty(), qPrintable(walk.complaints().join(QLatin1Char('\n'))));
        QCOMPARE(found, static_cast<int>(names.size()));
    }

    void schedulesFromFilesKeepTheirNames() {
        for (const QString& text : hostile) {
            const QString name = held(text);
            ScheduleLab lab;
            lab.setOwnSchedule(0, make_schedule(ScheduleKind::one_f_one_b, {4, 8, 1, 1}), nameText(name));
            lab.show();
            QTRY_VERIFY(!lab.timelines().isEmpty());
            for (auto* menu : lab.findChildren<QMenu*>())
                emit menu->aboutToShow();
            Walk walk({name});
            walk.everything(lab);
            QVERIFY2(walk.complaints().isEmpty(), qPrintable(walk.complaints().join(QLatin1Char('\n'))));
            for (const char* place : {"label", "item", "action"})
                QVERIFY2(walk.places().contains(QLatin1String(place)), place);
        }
    }

    void thePlanTellsWhatItReliesOn() {
        WindowFixture fixture;
        fixture.window->resize(900, 560); // no tool bar hides what the plan relies on
        const auto reliance = [&]() -> Pill* {
            for (Pill* pill : fixture.window->findChildren<Pill*>())
                if (pill->isVisible() && pill->shown().reason == Reason::links)
                    return pill;
            return nullptr;
        };
        QVERIFY(!reliance());
        auto assuming = std::make_shared<PlanRecord>(*fixture.document().state().record());
        assuming->plan.candidates[0].assumed_links = {{0, 1}, {2, 3}};
        fixture.document().setPlan(assuming);
        fixture.window->settle();
        QTRY_VERIFY(reliance());
        QVERIFY(reliance()->text().contains(QLatin1String("relies on 2 links not measured")));
        QVERIFY(reliance()->toolTip().contains(QLatin1String("n0 to n1: not measured")));
        QCOMPARE(reliance()->accessibleDescription(), reliance()->toolTip());
        QVERIFY(reliance()->focusPolicy() & Qt::TabFocus);
        QTest::keyClick(reliance(), Qt::Key_Space); // by keyboard: Selection tells it in full
        const ViewSlot* selection = fixture.window->views().find(QStringLiteral("selection"));
        QVERIFY(selection->widget->isVisible());
        QVERIFY(selection->widget->findChild<QTextBrowser*>()->toPlainText().contains(
            QLatin1String("n2 to n3: not measured")));
    }

    void planAndSaveTakeWhatIsStillTyped() {
        WindowFixture fixture;
        SetupPanel& setup = *fixture.window->views().setup;
        QSpinBox* sequence = nullptr;
        for (auto* box : setup.findChildren<QSpinBox*>())
            if (box->accessibleName().startsWith(QLatin1String("Sequence length")))
                sequence = box;
        QVERIFY(sequence);
        const auto type = [&](const char* digits) {
            sequence->setFocus();
            sequence->selectAll();
            QTest::keyClicks(sequence, QString::fromLatin1(digits));
        };
        type("3072");
        fixture.window->action(QStringLiteral("plan"))->trigger();
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.document().state().record()->plan.inputs.job.sequence_length, 3072);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        fixture.window->store().save(path);
        QVERIFY(fixture.settle());
        type("5120");
        fixture.window->action(QStringLiteral("save"))->trigger();
        QVERIFY(fixture.settle());
        QCOMPARE(fixture.document().setup().job.sequence_length, 5120);
        QVERIFY(!fixture.document().modified());
    }
};

QTEST_MAIN(PlainTextTest)
#include "plain_text_test.moc"
