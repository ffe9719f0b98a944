// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/glyphs.h"

#include <span>

namespace pipette {

class DockArea;

/// What a person does in the window, with the views for it laid out. A view is at home in one workspace and
/// can be called into any.
struct Workspace {
    const char* id;             ///< of settings, actions and pictures: "plan"
    const char* title;          ///< to be translated
    const char* tip;            ///< to be translated
    Glyph glyph;                ///< beside its title
    void (*arrange)(DockArea&); ///< lays out the views that are at home here as a new user finds them
};

/// Every workspace, in the order of its row.
std::span<const Workspace> allWorkspaces();

} // namespace pipette
