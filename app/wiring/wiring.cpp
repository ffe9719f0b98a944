// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/wiring.h"

#include "app/document/plan_document.h"
#include "app/workspaces/plan_views.h"

namespace pipette {

Wiring::Wiring(const WindowContext& context)
    : window_(context.window),
      document_(context.document),
      store_(context.store),
      planning_(context.planning),
      edits_(context.edits),
      views_(context.views),
      windows_(context.windows),
      workspaces_(context.workspaces),
      notices_(context.notices),
      actions_(context.actions) {}

bool Wiring::onlyLooksAt(const PlanViews& views) {
    if (!views.showsOther())
        return false;
    tellRefusal(
        tr("Nothing is changed in a window that shows a scenario: let it show the plan, or go on from the "
           "scenario"));
    return true;
}

bool Wiring::changedSince(std::uint64_t revision, const QString& name) {
    if (revision == document_.revision())
        return false;
    tellRefusal(tr("Something has changed since %1 was asked for: ask for it again").arg(name));
    return true;
}

} // namespace pipette
