// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/card_dock.h"

#include "widgets/charts/card_frame.h"
#include "widgets/charts/view_tools.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QStyleOptionToolButton>
#include <QToolButton>

namespace pipette {
namespace {

constexpr tokens::Length button_side{22};

/// The button of a menu whose icon says that it opens one.
class BareMenuButton : public QToolButton {
public:
    using QToolButton::QToolButton;

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override {
        QToolButton::initStyleOption(option);
        option->features &= ~QStyleOptionToolButton::HasMenu; // no arrow
    }
};

QToolButton* menuButton(QToolButton* button) {
    constexpr tokens::Length drawn{14};
    button->setIconSize({drawn, drawn});
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(new QMenu(button));
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

TitleTabs::TitleTabs(QWidget* parent) : QTabBar(parent) {
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideRight);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void TitleTabs::resizeEvent(QResizeEvent* event) {
    QTabBar::resizeEvent(event);
    emit resized();
}

void TitleTabs::mousePressEvent(QMouseEvent* event) {
    moves_dock_ = tabAt(event->position().toPoint()) == currentIndex();
    moves_dock_ ? event->ignore() : QTabBar::mousePressEvent(event);
}

void TitleTabs::mouseMoveEvent(QMouseEvent* event) {
    moves_dock_ ? event->ignore() : QTabBar::mouseMoveEvent(event);
}

void TitleTabs::mouseReleaseEvent(QMouseEvent* event) {
    moves_dock_ ? event->ignore() : QTabBar::mouseReleaseEvent(event);
}

void TitleTabs::mouseDoubleClickEvent(QMouseEvent* event) {
    event->ignore(); // floats the dock
}

CardDock::CardDock(const QString& title, QWidget* parent) : QDockWidget(title, parent) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* bar = new QWidget;
    bar->setFixedHeight(tokens::dock_title);
    tabs_ = new TitleTabs(bar);
    tabs_->setAccessibleName(tr("Views of this place"));
    more_ = menuButton(new QToolButton(bar));
    more_->setAccessibleName(tr("More views of this place"));
    more_->setText(QStringLiteral("+9")); // as wide as it becomes
    more_->hide();
    menu_ = menuButton(new BareMenuButton(bar));
    menu_->setIcon(glyphIcon(Glyph::more));
    menu_->setFixedSize(button_side, button_side);
    menu_->setAccessibleName(tr("Menu of %1").arg(title));
    setPlainTip(*menu_, tr("Takes the view out of the window, closes it, and what else has no room here"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(tokens::space_1, 0, tokens::space_1, 0);
    row->setSpacing(0);
    row->addWidget(tabs_, 1);
    row->addWidget(more_);
    row->addWidget(menu_);
    setTitleBarWidget(bar);
    new CardFrame(*this, TitleLine::drawn);
    showTabs({title});
    connect(menu_->menu(), &QMenu::aboutToShow, this, [this] { fillMenu(*menu_->menu()); });
    connect(tabs_, &TitleTabs::resized, this, &CardDock::fitTitle);
    connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
        if (tab >= 0 && tabs_->tabText(tab) != windowTitle())
            emit tabChosen(tabs_->tabText(tab));
    });
}

void CardDock::showTabs(const QStringList& titles) {
    const QSignalBlocker quiet(tabs_);
    QStringList shown;
    for (int tab = 0; tab < tabs_->count(); ++tab)
        shown << tabs_->tabText(tab);
    if (shown != titles) {
        while (tabs_->count() > 0)
            tabs_->removeTab(0);
        for (const QString& title : titles)
            tabs_->addTab(title);
        QFont font = tabs_->font();
        font.setWeight(titles.size() > 1 ? QFont::Medium : QFont::DemiBold);
        tabs_->setFont(font);
        tabs_->setFocusPolicy(titles.size() > 1 ? Qt::TabFocus : Qt::NoFocus);
    }
    tabs_->setCurrentIndex(
        static_cast<int>(titles.indexOf(windowTitle()))); // of this dock, whoever was chosen
    fitTitle();
}

ViewTools* CardDock::tools() const {
    const auto* view = dynamic_cast<const WithTools*>(widget());
    return view ? &view->tools() : nullptr;
}

void CardDock::fillMenu(QMenu& menu) {
    menu.clear();
    qDeleteAll(menu.findChildren<QMenu*>(Qt::FindDirectChildrenOnly)); // submenus of tools outlive clear()
    if (const ViewTools* seated = tools())
        seated->addMissing(menu);
    menu.addSeparator();
    menu.addAction(isFloating() ? tr("&Put back into the window") : tr("&Take out of the window"), this,
                   [this] { setFloating(!isFloating()); });
    menu.addAction(tr("&Close"), this, &QDockWidget::close);
}

void CardDock::seatTools() {
    if (const ViewTools* seated = tools())
        connect(seated, &ViewTools::roomWanted, this, &CardDock::fitTitle, Qt::UniqueConnection);
    fitTitle();
}

/// A title that has no room is not cut: it moves into a menu, the chosen one last. Tools have what the titles
/// leave.
void CardDock::fitTitle() {
    const int right = tabs_->parentWidget()->width() - button_side - tokens::space_1;
    int room = right - tokens::space_1;
    const int current = tabs_->currentIndex();
    int all = 0;
    for (int tab = 0; tab < tabs_->count(); ++tab)
        all += tabs_->widthOf(tab);
    more_->menu()->clear();
    if (ViewTools* seated = tools())
        room -= seated->seat(*tabs_->parentWidget(), right, std::max(room - all, 0));
    const int least = more_->sizeHint().width() + tabs_->widthOf(std::max(current, 0));
    int left = all <= room ? all : room - least;
    QStringList names;
    for (int tab = 0; tab < tabs_->count(); ++tab) {
        const QString title = tabs_->tabText(tab);
        if (all > room && tab != current)
            left -= tabs_->widthOf(tab);
        const bool fits = all <= room || tab == current || left >= 0;
        if (fits !=
            tabs_->isTabVisible(tab)) // QTabBar lays its tabs out anew only if the last call changes one
            tabs_->setTabVisible(tab, fits);
        if (fits)
            continue;
        names << title;
        more_->menu()->addAction(menuText(title), this, [this, title] { emit tabChosen(title); });
    }
    more_->setText(QStringLiteral("+%1").arg(names.size()));
    setPlainTip(*more_, names.join(QLatin1Char('\n')));
    more_->setVisible(!names.isEmpty());
}

} // namespace pipette
