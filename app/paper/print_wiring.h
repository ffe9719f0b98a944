// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

class QMenu;
class QPrinter;

namespace pipette {

class WhyWiring;

/// What is printed: a view, or the answer and all views of the workspace.
class PrintWiring : public Wiring {
    Q_OBJECT

public:
    PrintWiring(const WindowContext& context, WhyWiring& why) : Wiring(context), why_(why) {}

    void fillMenu(QMenu* menu); ///< with the action "print"
    /// Opens the dialog, with the view that the keyboard is in chosen.
    void ask();
    /// Prints a view by its id; an empty one: the answer, then every view that the workspace shows. In light
    /// colours, whatever the theme is.
    void print(QPrinter& printer, const QString& view);

private:
    static void setUsualMargins(QPrinter& printer);
    QString viewAtHand() const; ///< the one that the keyboard is in; empty: none
    QStringList shownViews() const;
    void openPreview(const QString& view);
    void openPrinters(const QString& view);

    WhyWiring& why_;
};

} // namespace pipette
