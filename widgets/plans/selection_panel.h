// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <QWidget>

class QPushButton;
class QTextBrowser;

namespace pipette {

/// In words and figures: what is selected, where it is, what it costs and why. Below them: what can be done
/// with the selected GPUs.
class SelectionPanel : public QWidget {
    Q_OBJECT

public:
    explicit SelectionPanel(QWidget* parent = nullptr);
    QString plainText() const;

signals:
    void pinToggled(); ///< of the selected GPUs
    void excludeToggled();

public slots:
    void setShown(const pipette::Shown& shown);
    void setSelection(const pipette::Selection& selection);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void showActions();
    QString explanation() const; ///< HTML

    Shown shown_;
    Selection selection_;
    QTextBrowser* text_;
    QWidget* actions_; ///< hidden where no GPU is selected
    QPushButton *pin_, *exclude_;
    QString drawn_; ///< what it shows
};

} // namespace pipette
