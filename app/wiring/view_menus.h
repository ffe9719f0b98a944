// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

class QWidget;

namespace pipette {

struct LinkIntent;
struct ViewSlot;

/// What the window adds to the context menus of its views: where else the selection shows, the picture of a
/// table, and what is asked of a link.
class ViewMenus : public Wiring {
    Q_OBJECT

public:
    /// After the actions "picture-..." have been made.
    explicit ViewMenus(const WindowContext& context);

private:
    void addPictureAction(QWidget& owner, QAction& picture);
    QMenu* showInMenu(const ViewSlot& of); ///< the other views of the same selection
    void changeLink(const LinkIntent& intent);
    void breakLink(const LinkIntent& intent, const QString& name); ///< or tells that it works again
};

} // namespace pipette
