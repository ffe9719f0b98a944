// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/candidate_timelines.h"
#include "app/second/second_window.h"
#include "app/wiring/wiring.h"

#include <memory>

class QMenu;
class QSettings;

namespace pipette {

class ScreenModes;

/// Opens and closes the second window, gives it the menus that it shares with the main window, and remembers
/// it between sessions. What its views show and ask comes from the same parts as in the main window: see
/// PlanWindows.
class SecondWiring : public Wiring {
    Q_OBJECT

public:
    SecondWiring(const WindowContext& context, ScreenModes& screen);
    ~SecondWiring() override;

    void fillMenu(QMenu* menu); ///< adds the action "new-window"
    void open();                ///< or brings it to the front
    void close();               ///< closes the second window, because the main window closes
    SecondWindow* window() const { return second_.get(); } ///< null: it is not open
    void showTitle();                                      ///< of the document
    bool idle() const { return timelines_.idle(); }

    /// Before the main window shows. Opens the second window, once the program runs, if it was open at quit.
    void restore(const QSettings& settings);
    void remember(QSettings& settings) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void make();
    void makeMenus();
    void makeChoice();
    void fillChoice();             ///< of the plan and the scenarios
    void showChosen(int scenario); ///< -1: the plan
    /// Unless a person has given that key to an action which both windows have.
    void giveCloseItsKey();
    void addScreenActions(QMenu* menu);
    void place(); ///< on another screen, where there is one
    void drop();  ///< its person has closed it

    ScreenModes& screen_;
    CandidateTimelines timelines_;              ///< of the scenario that it shows
    std::shared_ptr<const Candidate> scenario_; ///< that it shows; null: the plan
    SecondLayout left_;                         ///< when it was closed last
    std::unique_ptr<SecondWindow> second_;
};

} // namespace pipette
