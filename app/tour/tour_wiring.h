// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/tour/tour.h"
#include "app/wiring/wiring.h"

#include <QPointer>

#include <vector>

class QMenu;

namespace pipette {

/// The tour of the window: by itself at the very first start, later when a person asks for it.
class TourWiring : public Wiring {
    Q_OBJECT

public:
    explicit TourWiring(const WindowContext& context) : Wiring(context), remembers_(context.remembers) {}

    void fillMenu(QMenu* menu); ///< with the action "tour"
    /// Begins it unless this person has used the program before. A window that does not remember cannot
    /// know.
    void beginAtFirstStart();
    void begin();
    Tour* tour() const { return tour_; } ///< null: none is on

private:
    std::vector<TourStop> stops() const;

    bool remembers_;
    QPointer<Tour> tour_;
};

} // namespace pipette
