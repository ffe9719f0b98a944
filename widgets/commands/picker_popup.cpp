// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/picker_popup.h"

#include "widgets/commands/choice_row.h"
#include "widgets/commands/picker.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>
#include <QStyle>
#include <QStyledItemDelegate>

#include <algorithm>

namespace pipette {
namespace {

constexpr tokens::Length most_high{420};
enum ListRole { entry_role = Qt::UserRole, side_role }; ///< a heading has no entry

bool isEntry(const QModelIndex& index) {
    return index.data(entry_role).isValid();
}

/// Entries as rows of a choice, headings small and fainter.
class PickLook : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QString words = index.data().toString();
        if (isEntry(index))
            return paintChoiceRow(*painter, option, words, index.data(side_role).toString());
        painter->save();
        painter->setFont(smallFont(option.font));
        painter->setPen(themeOf(option.palette).muted);
        painter->drawText(option.rect.adjusted(tokens::space_2, 0, -tokens::space_2, 0),
                          Qt::AlignLeft | Qt::AlignVCenter, words);
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return choiceRowSize(option, index.data().toString(), index.data(side_role).toString());
    }
};

/// Keys that are the list's and not the search line's.
bool isOfList(int key) {
    return key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown ||
           key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape || key == Qt::Key_F4 ||
           key == Qt::Key_Tab || key == Qt::Key_Backtab;
}

} // namespace

PickerPopup::PickerPopup(QComboBox& field, const PickerWords& words)
    : QFrame(&field, Qt::Popup),
      field_(field),
      none_(words.none),
      search_(new QLineEdit),
      list_(new QListWidget),
      nothing_(plainLabel()) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(words.name);
    setFont(field.font());
    search_->setPlaceholderText(words.prompt);
    search_->setAccessibleName(words.prompt);
    search_->installEventFilter(this);
    list_->setAccessibleName(words.name);
    list_->setItemDelegate(new PickLook(list_));
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setMinimumSize(tokens::row, tokens::row); // so that few entries have no more room than they need
    list_->setAutoScroll(false);                     // else the list moves away under the mouse
    list_->setMouseTracking(true);
    nothing_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    nothing_->setMargin(tokens::space_2);
    nothing_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding); // what was typed may be long
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_1, tokens::space_1, tokens::space_1, tokens::space_1);
    layout->setSpacing(tokens::space_1);
    layout->addWidget(search_);
    layout->addWidget(list_, 1);
    layout->addWidget(nothing_, 1);
    connect(search_, &QLineEdit::textChanged, this, &PickerPopup::showMatches);
    connect(list_, &QListWidget::itemEntered, this, &PickerPopup::point);
    connect(list_, &QListWidget::itemClicked, this, &PickerPopup::choose);
    showMatches();
    search_->setFocus();
}

void PickerPopup::openWith(const QString& typed) {
    place();
    show();
    search_->setFocus(Qt::PopupFocusReason);
    search_->setText(typed);
    if (list_->currentItem())
        list_->scrollToItem(list_->currentItem(), QAbstractItemView::PositionAtCenter);
}

/// As wide as the longest entry and at least as the field, below it, or above it where more room is.
void PickerPopup::place() {
    const QRect room = field_.screen()->availableGeometry();
    const QMargins edges = layout()->contentsMargins();
    const int entries = list_->sizeHintForColumn(0) + style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const int wide = std::min(std::max(field_.width(), edges.left() + entries + edges.right()), room.width());
    int high = edges.top() + search_->sizeHint().height() + layout()->spacing() + edges.bottom();
    for (int row = 0; row < list_->count(); ++row)
        high += list_->sizeHintForRow(row);
    high = std::min<int>(high, most_high);
    const QPoint top = field_.mapToGlobal(QPoint(0, 0)),
                 bottom = field_.mapToGlobal(QPoint(0, field_.height()));
    const int above = top.y() - room.top(), below = room.bottom() + 1 - bottom.y();
    const bool opens_above = high > below && above > below;
    high = std::min(high, std::max(opens_above ? above : below, minimumSizeHint().height()));
    setGeometry(std::max(std::min(top.x(), room.right() + 1 - wide), room.left()),
                opens_above ? top.y() - high : bottom.y(), wide, high);
}

void PickerPopup::showMatches() {
    const QStringList words = search_->text().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    list_->clear();
    rows_.clear();
    QString group;
    for (int entry = 0; entry < field_.count(); ++entry) {
        const QString own = field_.itemData(entry, pick_group_role).toString();
        const QString all = field_.itemText(entry) + QLatin1Char(' ') + own;
        if (!std::all_of(words.begin(), words.end(),
                         [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); }))
            continue;
        if (own != group || rows_.empty())
            addHeading(own);
        group = own;
        addEntry(entry);
    }
    list_->setVisible(!rows_.empty());
    nothing_->setVisible(rows_.empty());
    if (rows_.empty())
        return sayNothingFound();
    search_->setAccessibleDescription({});
    if (!words.isEmpty())
        goTo(0);
}

void PickerPopup::addHeading(const QString& group) {
    auto* item = new QListWidgetItem(group, list_);
    item->setFlags(Qt::NoItemFlags);
}

void PickerPopup::addEntry(int entry) {
    const QString text = field_.itemText(entry), side = field_.itemData(entry, pick_side_role).toString();
    auto* item = new QListWidgetItem(text, list_);
    item->setData(entry_role, entry);
    item->setData(side_role, side);
    item->setData(Qt::AccessibleTextRole, side.isEmpty() ? text : text + QStringLiteral(", ") + side);
    item->setData(Qt::ToolTipRole, field_.itemData(entry, Qt::ToolTipRole));
    rows_.push_back(list_->count() - 1);
    if (entry == field_.currentIndex())
        list_->setCurrentItem(item);
}

void PickerPopup::sayNothingFound() {
    const QString sentence = filled(none_, nameText(search_->text().trimmed()));
    const int room = width() - 2 * (tokens::space_1 + tokens::space_2);
    nothing_->setText(nothing_->fontMetrics().elidedText(sentence, Qt::ElideMiddle, room));
    search_->setAccessibleDescription(sentence);
}

int PickerPopup::currentPlace() const {
    const auto found = std::find(rows_.begin(), rows_.end(), list_->currentRow());
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

void PickerPopup::goTo(int shown) {
    if (rows_.empty())
        return;
    const int row = rows_[static_cast<std::size_t>(std::clamp(shown, 0, static_cast<int>(rows_.size()) - 1))];
    list_->setCurrentRow(row);
    if (row > 0 && !isEntry(list_->model()->index(row - 1, 0)))
        list_->scrollToItem(list_->item(row - 1)); // its heading
    list_->scrollToItem(list_->item(row));
    if (!QAccessible::isActive())
        return;
    QAccessibleEvent told(list_, QAccessible::Focus); // the search line keeps the keyboard
    told.setChild(row);
    QAccessible::updateAccessibility(&told);
}

void PickerPopup::point(QListWidgetItem* at) {
    if (at->data(entry_role).isValid())
        list_->setCurrentItem(at);
}

bool PickerPopup::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && isOfList(static_cast<QKeyEvent*>(event)->key())) {
        event->accept(); // the window's Escape clears the selection
        return true;
    }
    if (event->type() == QEvent::KeyPress && isOfList(static_cast<QKeyEvent*>(event)->key()))
        return takeKey(*static_cast<QKeyEvent*>(event));
    return QFrame::eventFilter(watched, event);
}

bool PickerPopup::takeKey(const QKeyEvent& key) {
    const int shown = static_cast<int>(rows_.size()), now = currentPlace();
    const int page = std::max(list_->viewport()->height() / std::max(list_->sizeHintForRow(0), 1) - 1, 1);
    switch (key.key()) {
    case Qt::Key_Down:
        goTo(now + 1 < shown ? now + 1 : 0);
        break;
    case Qt::Key_Up:
        if (key.modifiers() & Qt::AltModifier)
            close();
        else
            goTo(now > 0 ? now - 1 : shown - 1);
        break;
    case Qt::Key_PageDown:
        goTo(now + page);
        break;
    case Qt::Key_PageUp:
        goTo(now - page);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(list_->currentItem());
        break;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: { // from the field to its neighbour
        close();
        QKeyEvent on(QEvent::KeyPress, key.key(), key.modifiers());
        QCoreApplication::sendEvent(&field_, &on);
        break;
    }
    default:
        close();
    }
    return true;
}

void PickerPopup::choose(const QListWidgetItem* item) {
    if (!item || !item->data(entry_role).isValid())
        return;
    const int entry = item->data(entry_role).toInt();
    close();
    emit chosen(entry);
}

/// A press beside the list closes it; one on the field does not open it again.
void PickerPopup::mousePressEvent(QMouseEvent* event) {
    const QPoint on_field = field_.mapFromGlobal(event->globalPosition().toPoint());
    setAttribute(Qt::WA_NoMouseReplay, field_.rect().contains(on_field));
    QFrame::mousePressEvent(event);
}

void PickerPopup::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.strong_border);
    painter.fillRect(rect().adjusted(1, 1, -1, -1), theme.base);
}

} // namespace pipette
