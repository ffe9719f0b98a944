// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/view_menu.h"

#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/copy_table.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>
#include <QWidget>

namespace pipette {
namespace {

struct ViewMenu {
    Q_DECLARE_TR_FUNCTIONS(pipette::ViewMenu)
};

void add_copy(QMenu& menu, const char* name, const QString& words, const QString& text) {
    menu.addAction(words, [text] { QGuiApplication::clipboard()->setText(text); })
        ->setObjectName(QLatin1String(name));
}

} // namespace

void openViewMenu(QWidget& view, const MenuSubject& subject, const QPoint& global,
                  const std::function<void(QMenu&)>& own) {
    auto* menu = new QMenu(&view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (!subject.title.isEmpty()) {
        constexpr tokens::Length widest{360};
        QAction* title = menu->addAction( // a section's words are cut
            menuText(menu->fontMetrics().elidedText(subject.title, Qt::ElideRight, widest)));
        title->setEnabled(false);
        menu->addSeparator();
    }
    if (own)
        own(*menu);
    menu->addSeparator();
    if (!subject.value.isEmpty())
        add_copy(*menu, "copy-value", ViewMenu::tr("Copy the &value"), subject.value);
    if (subject.table && subject.row >= 0 && subject.row < subject.table->rowCount())
        add_copy(*menu, "copy-row", ViewMenu::tr("Copy the &row"), rowText(*subject.table, subject.row));
    menu->addActions(view.actions());
    menu->popup(global);
}

int itemOfMenu(const DrawnItems& items, const QContextMenuEvent& event) {
    return event.reason() == QContextMenuEvent::Keyboard ? items.drawnCursor()
                                                         : items.drawnItemAt(event.pos());
}

QPoint menuPoint(const QWidget& view, const QContextMenuEvent& event, const QRectF& place) {
    if (event.reason() != QContextMenuEvent::Keyboard)
        return event.globalPos();
    const QRect seen = place.toAlignedRect() & view.rect();
    return view.mapToGlobal(seen.isEmpty() ? view.rect().center() : seen.center());
}

void openItemMenu(QWidget& view, DrawnItems& items, const QContextMenuEvent& event,
                  const QAbstractItemModel* table, const std::function<void(QMenu&, int)>& own) {
    const int item = itemOfMenu(items, event);
    const auto add_own = [&](QMenu& menu) {
        if (own)
            own(menu, item);
    };
    if (item < 0)
        return openViewMenu(view, {}, menuPoint(view, event, {}), add_own);
    const DrawnItem drawn = items.drawnItem(item);
    openViewMenu(view, {drawn.name, drawn.value, table, items.drawnRow(item)},
                 menuPoint(view, event, drawn.place), add_own);
    if (!drawn.selected)
        items.chooseDrawn(item); // last: afterwards the number may belong to another item
}

} // namespace pipette
