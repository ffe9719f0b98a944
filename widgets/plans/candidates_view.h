// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/view_tools.h"
#include "widgets/plans/candidates_model.h"
#include "widgets/plans/selection.h"

#include <QHash>
#include <QWidget>

#include <functional>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace pipette {

class TableLook;

/// How many configurations are no candidates.
struct LeftOut {
    long rejected = 0, indivisible = 0;
};

/// The candidate table with its filter: choosing a row asks for that candidate, ticking rows asks to compare
/// them.
class CandidatesView : public QWidget, public WithTools {
    Q_OBJECT

public:
    explicit CandidatesView(QWidget* parent = nullptr);

    CandidatesModel& model() { return model_; }
    QTableView* table() { return table_; }
    ViewTools& tools() const override { return *tools_; }
    /// Lines in the document's order, and the rejected configurations that the plan keeps.
    void setLines(std::vector<CandidateLine> lines, std::shared_ptr<const std::vector<Rejection>> rejected,
                  const LeftOut& left_out);
    void setLine(int row, CandidateLine line);
    /// Filters to the plans that cannot be told from the best.
    void showTies();

public slots:
    void setSelection(const pipette::Selection& selection);

signals:
    void selectionRequested(pipette::Selection selection);
    void compareRequested(const std::vector<int>& rows);
    void improveRequested(int row);
    /// A person went to the row of a rejected configuration (`rejected`), or back to that of the selection.
    void rejectionChosen(const std::optional<pipette::Rejection>& rejected);
    void whyNotRequested(); ///< a person asks why the configuration of the current row was rejected

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; ///< of the table: it has other room
    void changeEvent(QEvent* event) override;

private:
    void currentChanged();
    /// Does what shows other rows. The chosen candidate stays the chosen one, though it may not be among
    /// them: the table by itself would choose a neighbour.
    void showOther(const std::function<void()>& change);
    void makeTable();
    void orderRows();
    void sortBy(int column, Qt::SortOrder order); ///< -1: the first order, in groups
    void placeHeading();                          ///< of the other planners
    void showMenu(const QPoint& where);
    void showCounts();
    void fitColumns();
    void shareRoom();
    int leastNote() const; ///< width of the last column
    void showRejected();
    void scaleRanges();
    int measured(const QString& text);
    const Rejection* currentRejection() const; ///< null: the current row is none
    int currentRow() const;                    ///< of the model; -1 without or when rejected

    CandidatesModel model_;
    CandidatesFilter filter_;
    ViewTools* tools_;
    QTableView* table_;
    TableLook* look_;
    QLineEdit* text_;
    QCheckBox* rejected_;
    QLabel* counts_;
    Selection selection_;
    QHash<QString, int> widths_; ///< of the table's texts, pixels
    LeftOut left_out_;
    bool has_plan_ = false;  ///< any candidate
    bool following_ = false; ///< the table follows the selection, not the person
};

} // namespace pipette
