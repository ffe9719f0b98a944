// SPDX-License-Identifier: GPL-3.0-or-later
// No text is cut: measured from every label, button, field, table head and tab that is in sight, in every
// workspace and every mode of the lab, from 1024 x 768 on, in every language.
#include "app/lab/lab_panel.h"
#include "app/window/language.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/looks/measured_fonts.h"
#include "tests/app/looks/sample_job.h"
#include "tests/app/window_fixture.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAbstractScrollArea>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStyleOptionSpinBox>
#include <QTabBar>
#include <QToolButton>

using namespace pipette;
using namespace pipette::test;

namespace {

/// What is cut: the text, the pixels that it needs, and those that it has.
class Clipped {
public:
    void measure(const QWidget& window) {
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->visibleRegion().isEmpty())
                continue; // it lies in a dock that another dock covers
            label(qobject_cast<const QLabel*>(widget));
            button(qobject_cast<const QAbstractButton*>(widget));
            combo(qobject_cast<const QComboBox*>(widget));
            spin(qobject_cast<const QSpinBox*>(widget));
            head(qobject_cast<const QHeaderView*>(widget));
            tabs(qobject_cast<const QTabBar*>(widget));
            if (const auto* group = qobject_cast<const QGroupBox*>(widget))
                need(*group, group->title(), wide(*group, group->title()) + 24, group->width());
        }
    }
    const QStringList& found() const { return found_; }
    int measured() const { return measured_; }

private:
    /// Whether something around it cuts it at the right; what scrolls sideways does not count.
    static bool beside(const QWidget& widget) {
        for (const QWidget *inner = &widget, *outer = widget.parentWidget(); outer && !inner->isWindow();
             inner = outer, outer = outer->parentWidget()) {
            const auto* scroll = qobject_cast<const QAbstractScrollArea*>(outer->parentWidget());
            if (scroll && scroll->viewport() == outer && scroll->horizontalScrollBar()->maximum() > 0 &&
                scroll->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff)
                return false;
            if (widget.mapTo(outer, QPoint(widget.width(), 0)).x() > outer->width() + 1)
                return true;
        }
        return false;
    }
    static int wide(const QWidget& widget, const QString& text) {
        return widget.fontMetrics().size(Qt::TextShowMnemonic, text).width();
    }
    void need(const QWidget& widget, const QString& text, int needed, int has) {
        measured_ += !text.isEmpty();
        if (!text.isEmpty() && beside(widget))
            found_ << QStringLiteral("%1 \"%2\" reaches out of its place")
                          .arg(QLatin1String(widget.metaObject()->className()), text);
        if (!text.isEmpty() && needed > has + 1)
            found_ << QStringLiteral("%1 \"%2\" needs %3 and has %4")
                          .arg(QLatin1String(widget.metaObject()->className()), text)
                          .arg(needed)
                          .arg(has);
    }
    void label(const QLabel* of) {
        if (!of || of->text().isEmpty() || of->inherits("pipette::MomentLabel") || // as a pill
            !of->pixmap(Qt::ReturnByValue).isNull())
            return;
        if (tokens::typeScale() > 1 && of->objectName() == QLatin1String("answer-facts"))
            return; // in a presentation it may end in dots, last of all
        if (of->wordWrap())
            need(*of, of->text(), of->heightForWidth(of->width()), of->height());
        else
            need(*of, of->text(), of->sizeHint().width(), of->width());
    }
    void button(const QAbstractButton* of) {
        const auto* tool = qobject_cast<const QToolButton*>(of);
        if (!of || of->inherits("pipette::Pill") || // which shortens itself and tells all in its tool tip
            (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()))
            return;
        if (qobject_cast<const QCheckBox*>(of) || qobject_cast<const QRadioButton*>(of))
            return need(*of, of->text(), of->sizeHint().width(), of->width());
        const int icon = of->icon().isNull() ? 0 : of->iconSize().width() + 4;
        need(*of, of->text(), wide(*of, of->text()) + icon + 4, of->width());
    }
    void combo(const QComboBox* of) {
        if (!of || of->isEditable())
            return;
        QStyleOptionComboBox option;
        option.initFrom(of);
        option.frame = of->hasFrame();
        const QRect field =
            of->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, of);
        const int icon = of->itemIcon(of->currentIndex()).isNull() ? 0 : of->iconSize().width() + 4;
        need(*of, of->currentText(), wide(*of, of->currentText()) + icon, field.width());
    }
    void spin(const QSpinBox* of) {
        if (!of)
            return;
        QStyleOptionSpinBox option;
        option.initFrom(of);
        option.subControls = QStyle::SC_All;
        option.buttonSymbols = of->buttonSymbols();
        option.frame = of->hasFrame();
        need(*of, of->text(), wide(*of, of->text()),
             of->style()
                 ->subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxEditField, of)
                 .width());
    }
    void head(const QHeaderView* of) {
        if (!of || of->orientation() != Qt::Horizontal || !of->model())
            return;
        for (int section = 0; section < of->count(); ++section) {
            const QString text = of->model()->headerData(section, Qt::Horizontal).toString();
            if (!of->isSectionHidden(section))
                need(*of, text, wide(*of, text) + 8, of->sectionSize(section));
        }
    }
    void tabs(const QTabBar* of) {
        for (int tab = 0; of && tab < of->count(); ++tab)
            if (of->isTabVisible(tab) &&
                of->tabRect(tab).isValid()) { // a dock area has empty rows of its own
                const int icon = of->tabIcon(tab).isNull() ? 0 : of->iconSize().width() + 4;
                need(*of, of->tabText(tab), wide(*of, of->tabText(tab)) + icon + 8, of->tabRect(tab).width());
            }
    }

    QStringList found_;
    int measured_ = 0;
};

} // namespace

class ClippedTextTest : public QObject {
    Q_OBJECT

    std::unique_ptr<WindowFixture> fixture_;
    QString language_; ///< that the window speaks
    QSize size_;       ///< that the window should have

    void measure(const QString& where) {
        QVERIFY(fixture_->settle());
        fixture_->window->settle();
        QTest::qWait(50); // what has come is laid out
        QVERIFY2(fixture_->window->width() <= size_.width() && fixture_->window->height() <= size_.height(),
                 qPrintable(where + QStringLiteral(" makes the window larger")));
        Clipped clipped;
        clipped.measure(*fixture_->window);
        constexpr int patience = 20;
        for (int time = 0; time < patience && !clipped.found().isEmpty(); ++time) { // not laid out yet
            QTest::qWait(50);
            clipped = {};
            clipped.measure(*fixture_->window);
        }
        QVERIFY2(clipped.measured() > 14,
                 qPrintable(where + QStringLiteral(": %1 texts").arg(clipped.measured())));
        QVERIFY2(clipped.found().isEmpty(),
                 qPrintable(where + QLatin1Char('\n') + clipped.found().join(QLatin1Char('\n'))));
    }

    /// A window with a plan, in a language.
    void open(const QString& language) {
        fixture_.reset();
        language_ = language;
        speak(*qApp, languageNamed(language));
        applyTheme(*qApp, ThemeKind::light);
        fixture_ =
            std::make_unique<WindowFixture>(false, QString(), core_planner(shipped_knowledge(), "test"));
        fixture_->document().load(large_job(), {});
        fixture_->window->planning().plan();
        QVERIFY(fixture_->settle());
        fixture_->window->action(QStringLiteral("theme-dark"))->trigger(); // a style anew asks all sizes anew
    }

private slots:
    void noTextIsCut_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<QSize>("size");
        for (const Language& language : languages())
            for (const QSize size : {QSize(1024, 768), QSize(1280, 800), QSize(1920, 1080)})
                for (const Workspace& workspace : allWorkspaces())
                    QTest::addRow("%s, %s at %dx%d", qPrintable(language.name), workspace.id, size.width(),
                                  size.height())
                        << language.name << QString::fromLatin1(workspace.id) << size;
    }

    void noTextIsCut() {
        QFETCH(QString, language);
        if (lacksFontFor(language))
            QSKIP("no font here has Chinese characters: how wide they are cannot be measured");
        if (language != language_)
            open(language);
        QVERIFY(fixture_);
        QFETCH(QString, workspace);
        QFETCH(QSize, size);
        fixture_->window->resize(size);
        size_ = size;
        fixture_->window->workspaces().show(workspace);
        fixture_->window->workspaces().reset();
        measure(workspace);
        if (workspace == QLatin1String("lab")) {
            LabPanel& lab = *fixture_->window->views().lab;
            lab.setMode(LabMode::free_play);
            measure(QStringLiteral("free play"));
            lab.lab().orderByHand(0);
            measure(QStringLiteral("order by hand"));
            lab.lab().handOrder().end();
            lab.setMode(LabMode::lesson);
        } else // every view in front of its place once
            for (const ViewSlot& slot : fixture_->window->views().all())
                if (slot.home == workspace) {
                    fixture_->window->workspaces().call(slot.id);
                    measure(slot.id);
                }
    }

    void largeTypeIsNotCutEither_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const Language& language : languages())
            for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)})
                QTest::addRow("%s at %dx%d", qPrintable(language.name), size.width(), size.height())
                    << language.name << size;
    }

    /// In a presentation, on a small projector, too.
    void largeTypeIsNotCutEither() {
        QFETCH(QString, language);
        if (lacksFontFor(language))
            QSKIP("no font here has Chinese characters: how wide they are cannot be measured");
        if (language != language_)
            open(language);
        QFETCH(QSize, size);
        MainWindow& window = *fixture_->window;
        window.resize(size);
        size_ = size;
        window.action(QStringLiteral("presentation"))->trigger();
        for (const Workspace& workspace : allWorkspaces()) {
            const QString id = QString::fromLatin1(workspace.id);
            window.workspaces().show(id);
            measure(id);
            for (const ViewSlot& slot : window.views().all())
                if (slot.home == id) {
                    window.workspaces().call(slot.id);
                    measure(slot.id);
                }
        }
        window.workspaces().show(QStringLiteral("plan"));
        window.action(QStringLiteral("presentation"))->trigger();
    }
};

QTEST_MAIN(ClippedTextTest)
#include "clipped_text_test.moc"
