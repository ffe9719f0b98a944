// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/enlarger.h"

#include <QByteArray>
#include <QList>
#include <QMainWindow>

class QAction;
class QComboBox;
class QMenu;
class QVBoxLayout;

namespace pipette {

class DockArea;
class PlanViews;

/// Where a person left the second window; empty members: as a new user finds it.
struct SecondLayout {
    QByteArray geometry; ///< of QWidget::saveGeometry()
    QByteArray docks;    ///< of QMainWindow::saveState()
};

/// Another window on the same document, for another screen. It has views of the plan of its own, as docks.
/// The document, its files and the jobs are the main window's.
class SecondWindow : public QMainWindow {
    Q_OBJECT

public:
    SecondWindow();
    ~SecondWindow() override;

    PlanViews& views() { return *views_; }
    /// Before the window shows. What cannot be read is left out.
    void restore(const SecondLayout& layout);
    SecondLayout layout() const;
    bool shows(const QString& view) const; ///< in front, behind a tab or afloat
    void call(const QString& view);        ///< shows a view, in front
    /// For a menu: each shows or closes a view.
    const QList<QAction*>& viewActions() const { return view_actions_; }
    void reset(); ///< the docks as a new user finds them
    /// The type of the program is about to become so much larger than usual; 1: usual again.
    void scale(double factor);
    /// What its views can show, in a box of the menu bar; one choice alone needs no box.
    void setChoices(const QStringList& choices, int chosen);
    QComboBox& choice() { return *choice_; }
    /// The window is made while the type is so much larger.
    void beginScaled(double factor) { enlarger_.begin(factor); }

signals:
    void choiceMade(int choice); ///< by a person
    void closing();              ///< by a person or by close(); it is still visible

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void makeChoice();
    void makeViewActions();
    void makeArea();
    void checkActions();

    PlanViews* views_;
    QComboBox* choice_;
    QVBoxLayout* page_;
    DockArea* area_ = nullptr;
    QList<QAction*> view_actions_;
    Enlarger enlarger_;
};

} // namespace pipette
