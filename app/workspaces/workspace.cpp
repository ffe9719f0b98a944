// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/workspace.h"

#include "app/workspaces/dock_area.h"
#include "widgets/theme/tokens.h"

#include <QObject>

#include <algorithm>

namespace pipette {
namespace {

using tokens::scaled;

/// Less room than the smallest window has with type of the usual size: large type on a small projector.
bool crowded(const DockArea& area) {
    return area.width() < scaled(1000);
}

/// Two columns and two rows; the setup is closed, for nobody fills it in there.
void arrange_plan_crowded(DockArea& to) {
    to.first("topology");
    to.split("topology", "candidates", Qt::Vertical);
    to.split("topology", "memory", Qt::Horizontal);
    to.tabs("topology", {"board", "heatmap"});
    to.tabs("memory", {"selection", "layers"});
    to.tabs("candidates",
            {"gantt", "breakdown", "compare", "annealing", "scenarios", "headroom", "pools", "why"});
    to.tabs("candidates", {"setup"});
    to.seat_guests_behind("gantt");
    for (const char* view : {"board", "memory", "candidates"})
        to.front(view);
    to.share({{"topology", to.width() * 6 / 10}, {"memory", to.width() * 4 / 10}}, Qt::Horizontal);
    to.share({{"topology", to.height() / 2}, {"candidates", to.height() / 2}}, Qt::Vertical);
}

void arrange_plan(DockArea& to) {
    if (crowded(to))
        return arrange_plan_crowded(to);
    const int width = to.width(), height = to.height();
    const bool large = width >= scaled(1500); // room for a view below another
    to.first("setup");
    to.split("setup", "topology", Qt::Horizontal);
    to.split("topology", "candidates", Qt::Vertical);
    to.split("topology", "board", Qt::Horizontal);
    to.split("board", "memory", Qt::Horizontal);
    to.split("memory", "selection", Qt::Vertical);
    to.split("candidates", "gantt", Qt::Horizontal);
    large ? to.split("topology", "heatmap", Qt::Vertical) : to.tabs("topology", {"heatmap"});
    to.tabs("gantt", {"breakdown", "compare", "annealing"});
    to.tabs("selection", {"layers"});
    to.tabs("candidates", {"scenarios", "headroom", "pools", "why"});
    to.seat_guests_behind("gantt");
    for (const char* view : {"topology", "selection", "gantt", "candidates"})
        to.front(view);
    const int setup = std::clamp(width / 5, scaled(256), scaled(300)),
              side = std::clamp(width * 22 / 100, scaled(250), scaled(320));
    const int middle = (width - setup - side) / 2;
    to.share({{"setup", setup}, {"topology", middle}, {"board", middle}, {"memory", side}}, Qt::Horizontal);
    const int table = (width - setup) * (large ? 62 : 65) / 100; // its memory column in sight
    to.share({{"candidates", table}, {"gantt", width - setup - table}}, Qt::Horizontal);
    const int upper = height * (large ? 62 : 58) / 100;
    to.share({{"topology", upper}, {"candidates", height - upper}}, Qt::Vertical);
    if (large)
        to.share({{"topology", upper * 58 / 100}, {"heatmap", upper * 42 / 100}}, Qt::Vertical);
    const int memory = upper * (large ? 60 : 50) / 100; // where it is large, 16 stages without scrolling
    to.share({{"memory", memory}, {"selection", upper - memory}}, Qt::Vertical);
}

void arrange_studies(DockArea& to) {
    const bool wide = to.width() >= scaled(1500); // room for a chart beside another
    to.first("study");
    to.split("study", "study-curve", Qt::Horizontal);
    to.split("study-curve", "study-points", Qt::Vertical);
    wide ? to.split("study-curve", "study-front", Qt::Horizontal) : to.tabs("study-curve", {"study-front"});
    to.tabs("study-curve",
            {"study-tokens", "study-outcome", "study-bars", "study-swings", "availability-chart"});
    to.tabs("study-points", {"availability"});
    to.seat_guests_behind("study-curve");
    to.front("study-curve");
    to.front("study-points");
    const int side = std::clamp(to.width() / 5, scaled(280), scaled(340)), charts = to.width() - side;
    const int front = wide ? charts * 36 / 100 : 0;
    to.share({{"study", side}, {"study-curve", charts - front}}, Qt::Horizontal);
    if (wide)
        to.share({{"study-curve", charts - front}, {"study-front", front}}, Qt::Horizontal);
    to.share({{"study-curve", to.height() * 6 / 10}, {"study-points", to.height() * 4 / 10}}, Qt::Vertical);
}

void arrange_evidence(DockArea& to) {
    to.first("validation");
    to.tabs("validation", {"log", "training"});
    to.seat_guests_behind("validation");
    to.front("validation");
}

void arrange_lab(DockArea& to) {
    to.first("lab");
    to.seat_guests_behind("lab");
}

constexpr Workspace every_workspace[] = {
    {"plan", QT_TRANSLATE_NOOP("Workspaces", "Plan"),
     QT_TRANSLATE_NOOP("Workspaces", "One plan: where its GPUs go, how long a step takes, whether it fits"),
     Glyph::plan, arrange_plan},
    {"studies", QT_TRANSLATE_NOOP("Workspaces", "Studies"),
     QT_TRANSLATE_NOOP("Workspaces", "Many plans, one question: sizes, prices, slower links, other machines"),
     Glyph::studies, arrange_studies},
    {"evidence", QT_TRANSLATE_NOOP("Workspaces", "Evidence"),
     QT_TRANSLATE_NOOP("Workspaces", "Measured runs: how good the estimates are, and learning from them"),
     Glyph::evidence, arrange_evidence},
    {"lab", QT_TRANSLATE_NOOP("Workspaces", "Lab"),
     QT_TRANSLATE_NOOP("Workspaces", "Pipeline schedules side by side, without a cluster"), Glyph::lab,
     arrange_lab},
};

} // namespace

std::span<const Workspace> allWorkspaces() {
    return every_workspace;
}

} // namespace pipette
