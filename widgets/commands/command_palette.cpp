// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/command_palette.h"

#include "widgets/commands/choice_row.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QStyledItemDelegate>

#include <algorithm>

namespace pipette {
namespace {

constexpr int wide = 560, high = 380, most_shown = 60;
enum Role { group_role = Qt::UserRole, keys_role };

/// The title at the left, where it stands and its keys at the right.
class CommandLook : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QString keys = index.data(keys_role).toString(), group = index.data(group_role).toString();
        paintChoiceRow(*painter, option, index.data().toString(),
                       keys.isEmpty() ? group : group + QStringLiteral("   ") + keys);
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {wide / 2, choiceRowSize(option, {}, {}).height()};
    }
};

/// How well a title answers: 0 begins with the text, 1 its words begin with those of the text, 2 holds them
/// somewhere; -1: it does not.
int rankOf(const Command& command, const QString& text, const QStringList& words) {
    if (command.title.startsWith(text, Qt::CaseInsensitive))
        return 0;
    const QString all = command.title + QLatin1Char(' ') + command.group;
    const QStringList own = all.split(QRegularExpression(QStringLiteral("[^\\w]+")), Qt::SkipEmptyParts);
    int rank = 1;
    for (const QString& word : words) {
        if (!all.contains(word, Qt::CaseInsensitive))
            return -1;
        if (std::none_of(own.begin(), own.end(),
                         [&](const QString& one) { return one.startsWith(word, Qt::CaseInsensitive); }))
            rank = 2;
    }
    return rank;
}

} // namespace

std::vector<int> matchingCommands(const std::vector<Command>& commands, const QString& text) {
    const QString asked = text.simplified();
    const QStringList words = asked.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::pair<int, int>> ranked;
    for (int number = 0; number < static_cast<int>(commands.size()); ++number)
        if (const int rank = rankOf(commands[static_cast<std::size_t>(number)], asked, words); rank >= 0)
            ranked.emplace_back(rank, number);
    std::sort(ranked.begin(), ranked.end());
    std::vector<int> numbers;
    for (const auto& [rank, number] : ranked)
        numbers.push_back(number);
    return numbers;
}

CommandPalette::CommandPalette(std::vector<Command> commands, QWidget* parent)
    : QDialog(parent), commands_(std::move(commands)), text_(new QLineEdit), list_(new QListWidget) {
    setWindowTitle(tr("Commands"));
    setAccessibleName(tr("Commands"));
    text_->setPlaceholderText(tr("Type what to do: plan, dark, sample, experts…"));
    text_->setAccessibleName(tr("What to do"));
    text_->installEventFilter(this);
    list_->setAccessibleName(tr("Commands that match"));
    list_->setItemDelegate(new CommandLook(list_));
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setUniformItemSizes(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, tokens::space_2);
    layout->addWidget(text_);
    layout->addWidget(list_);
    resize(wide, high);
    connect(text_, &QLineEdit::textChanged, this, &CommandPalette::showMatches);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    showMatches();
    text_->setFocus();
}

void CommandPalette::showMatches() {
    matches_ = matchingCommands(commands_, text_->text());
    matches_.resize(std::min<std::size_t>(matches_.size(), most_shown));
    list_->clear();
    for (const int number : matches_) {
        const Command& command = commands_[static_cast<std::size_t>(number)];
        auto* item = new QListWidgetItem(command.title, list_);
        item->setData(group_role, command.group);
        item->setData(keys_role, command.keys.toString(QKeySequence::NativeText));
    }
    list_->setCurrentRow(0);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const int rows = list_->count();
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up: {
        const int step = static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down ? 1 : rows - 1;
        if (rows > 0)
            list_->setCurrentRow((list_->currentRow() + step) % rows);
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    default:
        return QDialog::eventFilter(watched, event);
    }
}

void CommandPalette::runCurrent() {
    const int row = list_->currentRow();
    if (row < 0 || row >= static_cast<int>(matches_.size()))
        return;
    const auto run = commands_[static_cast<std::size_t>(matches_[static_cast<std::size_t>(row)])].run;
    accept();
    run();
}

} // namespace pipette
