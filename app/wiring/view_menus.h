// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

class QMenu;
class QWidget;

namespace pipette {

class PlanViews;
class ViewSlots;
struct LinkIntent;
struct ViewSlot;

/// What the window adds to the context menus of its views: where else the selection shows, the picture of a
/// table, and what is asked of a link.
class ViewMenus : public Wiring {
    Q_OBJECT

public:
    explicit ViewMenus(const WindowContext& context);

private:
    void serve(PlanViews& views); ///< of a window that has come
    void addPictureAction(QWidget& owner, ViewSlots& views, const QString& view);
    QMenu* showInMenu(ViewSlots& views, const ViewSlot& of); ///< the other views of the same selection
    void changeLink(const LinkIntent& intent);
    void breakLink(const LinkIntent& intent, const QString& name); ///< or tells that it works again
};

} // namespace pipette
