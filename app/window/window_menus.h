// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme_choice.h"
#include "app/wiring/wiring.h"

#include <functional>
#include <utility>

namespace pipette {

class Commands;
class EvidenceWiring;
class ExportWiring;
class FileWiring;
class HeadroomWiring;
class PoolsWiring;
class KeysWiring;
class LogWiring;
class PlacementWiring;
class PrintWiring;
class ScenarioWiring;
class ScreenModes;
class SecondWiring;
class SetupWiring;
class StudyWiring;
class TourWiring;

/// Makes the menus. Each of their actions calls a function of one part of the window.
class WindowMenus : public Wiring {
    Q_OBJECT

public:
    /// What the actions call.
    struct Offers {
        FileWiring& files;
        SetupWiring& setup;
        PlacementWiring& placement;
        ScenarioWiring& scenarios;
        ExportWiring& exports;
        StudyWiring& studies;
        HeadroomWiring& headroom;
        PoolsWiring& pools;
        EvidenceWiring& evidence;
        LogWiring& logs;
        Commands& commands;
        ThemeFollower& themes;
        SecondWiring& second;
        ScreenModes& screen;
        PrintWiring& print;
        KeysWiring& keys;
        TourWiring& tour;
    };

    WindowMenus(const WindowContext& context, const Offers& offers);

    void enableActions(); ///< those that can be done now

private:
    QAction* addAction(QMenu* menu, const QString& name, const QString& text, const QKeySequence& keys,
                       std::function<void()> run) {
        return actions_.add(menu, name, text, keys, std::move(run));
    }
    void makeFileMenu();
    void addOpening(QMenu* file);
    void addWriting(QMenu* file);
    void makeEditMenu();
    void makeStepActions(QMenu* menu);
    void makeViewMenu();
    void makeThemeActions(QMenu* menu);
    void makeLanguageActions(QMenu* menu);
    void makeWorkspaceActions(QMenu* menu);
    void makePlanMenu();
    void makeAskMenu();
    void addQuestionCards(); ///< where there is no study yet
    void makeHelpMenu();

    Offers offers_;
    bool remember_;
};

} // namespace pipette
