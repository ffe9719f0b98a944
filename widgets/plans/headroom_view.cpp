// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/headroom_view.h"
#include "widgets/charts/split_text.h"

#include "widgets/charts/figures_table.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>

namespace pipette {
namespace {

QString figure(int number) {
    return number > 0 ? QString::number(number) : QString();
}

} // namespace

HeadroomView::HeadroomView(QWidget* parent)
    : QWidget(parent),
      table_(figuresTable(&rows_, tr("Headroom"))),
      note_(formNote(tr("What headroom is"))),
      progress_(new QProgressBar),
      find_(new QPushButton(tr("Find the headroom"))),
      cancel_(new QPushButton(tr("Ca&ncel"))) {
    setAccessibleName(tr("Headroom"));
    find_->setObjectName(QStringLiteral("find-headroom"));
    cancel_->setObjectName(QStringLiteral("cancel-headroom"));
    progress_->setAccessibleName(tr("Looking for the headroom"));
    progress_->setRange(0, 0);
    progress_->setTextVisible(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(find_);
    buttons->addWidget(cancel_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, tokens::space_2);
    layout->addWidget(table_, 1);
    layout->addWidget(note_);
    layout->addWidget(progress_);
    layout->addLayout(buttons);
    connect(find_, &QPushButton::clicked, this, &HeadroomView::findRequested);
    connect(cancel_, &QPushButton::clicked, this, &HeadroomView::cancelRequested);
    setHeadroom({}, {}, State::impossible);
}

void HeadroomView::setHeadroom(const HeadroomNow& now, const std::optional<Headroom>& found, State state) {
    find_->setEnabled(state == State::ready);
    cancel_->setEnabled(state == State::running);
    progress_->setVisible(state == State::running);
    note_->setText(found
                       ? tr("Each figure is moved alone, over every configuration that the limits allow. "
                            "The upper estimate of the GPUs' memory decides: times do not count, and nothing "
                            "lies on the host.")
                   : state == State::running
                       ? tr("The headroom is being looked for.")
                       : tr("The headroom says how far this job can grow before nothing fits in memory. It "
                            "has not been looked for yet."));
    if (rows_.rowCount() > 0 && now == now_ && found == found_)
        return;
    now_ = now, found_ = found;
    struct Row {
        QString name, unit;
        int now;
        Fit fit;
    };
    const Headroom headroom = found.value_or(Headroom{});
    const std::vector<Row> rows{
        {tr("Longest sequence"), tr("tokens"), now.sequence_length, headroom.sequence_length},
        {tr("Largest micro batch"), tr("sequences"), now.micro_batch, headroom.micro_batch},
        {tr("Deepest model"), tr("layers"), now.layers, headroom.layers},
        {tr("Fewest GPUs"), tr("GPUs"), now.gpus, headroom.gpus}};
    ChartTable::Content content;
    content.columns = {tr("What"), tr("Now"), tr("Fits"), tr("Unit"), tr("With")};
    content.rows = static_cast<int>(rows.size());
    content.cell = [rows, known = found.has_value()](int row, int column) -> ChartTable::Cell {
        const Row& line = rows[static_cast<std::size_t>(row)];
        switch (column) {
        case 0:
            return {line.name, {}};
        case 1:
            return {figure(line.now), line.now};
        case 2:
            return {!known               ? QString()
                    : line.fit.value > 0 ? figure(line.fit.value)
                                         : tr("nothing"),
                    line.fit.value};
        case 3:
            return {line.unit, {}};
        default:
            return {known && line.fit.value > 0 ? splitLine(short_name(line.fit.config)) : QString(), {}};
        }
    };
    rows_.setContent(std::move(content));
}

} // namespace pipette
