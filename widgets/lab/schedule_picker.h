// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "core/schedule/schedule_family.h"
#include "widgets/lab/lab_simulation.h"

#include <QGroupBox>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace pipette {

/// A schedule and its sizes, or a person's own from a file; right below, why they do not go together when
/// they do not, and what the schedule is: its idea, when it helps and its source. One that is not shown is
/// folded.
class SchedulePicker : public QGroupBox {
    Q_OBJECT

public:
    explicit SchedulePicker(const QString& title, QWidget* parent = nullptr);

    LabChoice choice() const;
    void setChosen(ScheduleKind kind, const ScheduleSize& size);
    /// Shows a person's own schedule; it stays in the list.
    void setOwn(std::shared_ptr<const Schedule> schedule, const QString& title);
    /// Whether the schedule can be ordered by hand, with the reason when it cannot.
    void setHandRefusal(const QString& text);
    /// Empty: all is well.
    void setRefusal(const QString& text);
    QString refusalText() const;

signals:
    void changed();
    /// A schedule of the person's own is wanted.
    void openRequested();
    /// The person wants to order the schedule by hand.
    void orderByHandRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeBody();
    void showKind();
    bool ownChosen() const;
    QSpinBox* spin(const QString& name, const WholeBounds& bounds);

    QComboBox* kind_;
    QSpinBox *devices_, *microbatches_, *chunks_, *slices_;
    QLabel *refusal_, *source_;
    QPushButton* hand_;
    std::shared_ptr<const Schedule> own_;
    QString own_title_;
    int chosen_ = 0; ///< in kind_, before a file is asked for
};

} // namespace pipette
