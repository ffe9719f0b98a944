// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <QWidget>

class QTextBrowser;

namespace pipette {

/// In words and figures: what is selected, where it is, what it costs and why.
class SelectionPanel : public QWidget {
    Q_OBJECT

public:
    explicit SelectionPanel(QWidget* parent = nullptr);
    QString plainText() const;

public slots:
    void setShown(const pipette::Shown& shown);
    void setSelection(const pipette::Selection& selection);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    QString explanation() const; ///< HTML

    Shown shown_;
    Selection selection_;
    QTextBrowser* text_;
    QString drawn_; ///< what it shows
};

} // namespace pipette
