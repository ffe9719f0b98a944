// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lesson_list.h"

#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace pipette {
namespace {

constexpr tokens::Length chip{18};
constexpr int sharper = 2, edge_bar = 3; // pixels; sharper: of a picture, for each of the screen

/// The number of a lesson in a circle.
QIcon numberIcon(int number, const QFont& font, const Theme& theme) {
    QPixmap picture(chip * sharper, chip * sharper);
    picture.setDevicePixelRatio(sharper);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.strong_border, tokens::border));
    painter.setBrush(theme.base);
    const QRectF circle(1, 1, chip - 2, chip - 2);
    painter.drawEllipse(circle);
    painter.setPen(theme.muted);
    painter.setFont(sizedFont(font, tokens::chip_text));
    painter.drawText(circle, Qt::AlignCenter, QString::number(number));
    return picture;
}

/// A row: soft ground and a bar at its edge where it is chosen, its mark, its title.
class LessonRowLook : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme& theme = themeOf(option.palette);
        const QRect row = option.rect;
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->fillRect(row, chosen ? theme.accent_soft : theme.base);
        if (chosen)
            painter->fillRect(QRect(row.topLeft(), QSize(edge_bar, row.height())), theme.accent);
        const QRect mark(row.left() + tokens::space_2, row.center().y() - chip / 2 + 1, chip, chip);
        index.data(Qt::DecorationRole).value<QIcon>().paint(painter, mark);
        QFont font = option.font;
        font.setWeight(chosen ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
        painter->setPen(theme.text);
        const QRect words = row.adjusted(tokens::space_4 + chip, 0, -tokens::space_1, 0);
        painter->drawText(
            words, Qt::AlignLeft | Qt::AlignVCenter,
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, words.width()));
        painter->restore();
    }
};

} // namespace

LessonList::LessonList(QWidget* parent) : QWidget(parent), progress_(plainLabel()), list_(new QListWidget) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(tokens::space_1);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(tokens::space_2, tokens::space_1, tokens::space_2, 0);
    QLabel* title = plainLabel(tr("Lessons"));
    title->setFont(strongFont(font()));
    progress_->setFont(smallFont(font()));
    head->addWidget(title);
    head->addWidget(progress_);
    head->addStretch(1);
    layout->addLayout(head);
    list_->setAccessibleName(tr("Lessons"));
    list_->setItemDelegate(new LessonRowLook(list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setIconSize({chip, chip});
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTextElideMode(Qt::ElideRight);
    layout->addWidget(list_, 1);
    connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            emit chosen(row);
    });
}

void LessonList::setRows(std::vector<Row> rows) {
    rows_ = std::move(rows);
    showRows();
}

void LessonList::setCurrent(int row) {
    const QSignalBlocker quiet(list_);
    list_->setCurrentRow(row);
}

void LessonList::showRows() {
    const QSignalBlocker quiet(list_);
    const Theme& theme = themeOf(this);
    const int current = list_->currentRow();
    list_->clear();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        const int number = static_cast<int>(i) + 1;
        auto* item = new QListWidgetItem(
            row.done ? markIcon(Mark::good, theme) : numberIcon(number, font(), theme), row.title, list_);
        item->setToolTip(plainTip(row.title));
        item->setSizeHint({0, tokens::row + 2});
        item->setData(Qt::AccessibleTextRole,
                      filled(row.done ? tr("Lesson %1, done: %2") : tr("Lesson %1: %2"), number, row.title));
    }
    list_->setCurrentRow(current);
    const auto done = std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.done; });
    progress_->setText(filled(tr("%1 of %2 done"), static_cast<int>(done), static_cast<int>(rows_.size())));
}

void LessonList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showRows();
    QWidget::changeEvent(event);
}

} // namespace pipette
