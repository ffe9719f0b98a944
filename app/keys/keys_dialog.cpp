// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keys/keys_dialog.h"

#include "app/keys/key_choices.h"
#include "widgets/charts/table_look.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>

#include <functional>
#include <utility>

namespace pipette {
namespace {

enum Column { group_column, title_column, keys_column, usual_column, column_count };

QString shownKeys(const QKeySequence& keys) {
    return keys.toString(QKeySequence::NativeText);
}

/// A field that tells one stroke at once: Qt's own waits for more.
class StrokeEdit : public QKeySequenceEdit {
public:
    explicit StrokeEdit(std::function<void(const QKeySequence&)> typed) : typed_(std::move(typed)) {}

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Escape)
            return event->ignore(); // leaves the dialog, as everywhere
        QKeySequenceEdit::keyPressEvent(event);
        switch (event->key()) {
        case Qt::Key_Control:
        case Qt::Key_Shift:
        case Qt::Key_Alt:
        case Qt::Key_AltGr:
        case Qt::Key_Meta:
            return; // more is to come
        default:
            if (keySequence().count() > 0)
                typed_(QKeySequence(keySequence()[0]));
        }
    }

private:
    std::function<void(const QKeySequence&)> typed_;
};

} // namespace

KeysDialog::KeysDialog(KeyChoices& choices, QWidget* parent)
    : QDialog(parent),
      choices_(choices),
      words_(new QLineEdit),
      table_(new QTableWidget),
      title_(plainLabel()),
      keys_(new StrokeEdit([this](const QKeySequence& typed) { ask(typed); })),
      none_(new QPushButton(tr("&No keys"))),
      usual_(new QPushButton(tr("&Reset"))),
      told_(plainLabel()),
      take_(new QPushButton(tr("&Take them away"))),
      leave_(new QPushButton(tr("&Leave them there"))) {
    setObjectName(QStringLiteral("keyboard"));
    setWindowTitle(tr("Keyboard shortcuts"));
    setAccessibleName(windowTitle());
    words_->setPlaceholderText(tr("Search: an action, a menu or keys"));
    words_->setAccessibleName(tr("Search the actions"));
    words_->setClearButtonEnabled(true);
    makeTable();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* all = buttons->addButton(tr("Reset &all"), QDialogButtonBox::ResetRole);
    for (QPushButton* button : {none_, usual_, take_, leave_, all, buttons->button(QDialogButtonBox::Close)})
        button->setAutoDefault(false); // Enter ends the typing of keys
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(all, &QPushButton::clicked, this, [this] {
        choices_.resetAll();
        settle();
    });
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(words_);
    layout->addWidget(table_, 1);
    layout->addWidget(makeEditor());
    layout->addWidget(buttons);
    connect(words_, &QLineEdit::textChanged, this, &KeysDialog::showMatching);
    connect(table_, &QTableWidget::currentCellChanged, this, &KeysDialog::settle);
    table_->setCurrentCell(0, title_column);
    settle();
    resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 34);
}

void KeysDialog::makeTable() {
    table_->setAccessibleName(tr("Actions and their keys"));
    table_->setColumnCount(column_count);
    table_->setHorizontalHeaderLabels({tr("Menu"), tr("Action"), tr("Keys"), tr("At first")});
    table_->setRowCount(static_cast<int>(choices_.actions().size()));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    applyTableLook(*table_);
    int row = 0;
    for (const NamedAction& one : choices_.actions()) {
        int column = 0;
        for (const QString& text :
             {one.group, one.title, shownKeys(one.action->shortcut()), shownKeys(one.usual)})
            table_->setItem(row, column++, new QTableWidgetItem(text));
        table_->item(row++, group_column)->setData(Qt::UserRole, one.name);
    }
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(title_column, QHeaderView::Stretch);
}

QWidget* KeysDialog::makeEditor() {
    auto* editor = new QWidget;
    keys_->setAccessibleName(tr("Keys of the chosen action"));
    title_->setFont(strongFont(font()));
    told_->setWordWrap(true);
    told_->setObjectName(QStringLiteral("keys-told"));
    take_->setObjectName(QStringLiteral("keys-take"));
    leave_->setObjectName(QStringLiteral("keys-leave"));
    none_->setObjectName(QStringLiteral("keys-none"));
    usual_->setObjectName(QStringLiteral("keys-usual"));
    connect(none_, &QPushButton::clicked, this, [this] { take({}); });
    connect(usual_, &QPushButton::clicked, this, [this] {
        for (const NamedAction& one : choices_.actions())
            if (one.name == chosen())
                return ask(one.usual);
    });
    connect(take_, &QPushButton::clicked, this, [this] { take(wanted_); });
    connect(leave_, &QPushButton::clicked, this, &KeysDialog::settle);
    auto* grid = new QGridLayout(editor);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(title_, 0, 0, 1, 3);
    grid->addWidget(keys_, 1, 0);
    grid->addWidget(none_, 1, 1);
    grid->addWidget(usual_, 1, 2);
    grid->addWidget(told_, 2, 0);
    grid->addWidget(take_, 2, 1);
    grid->addWidget(leave_, 2, 2);
    grid->setColumnStretch(0, 1);
    grid->setRowMinimumHeight(2, take_->sizeHint().height()); // the dialog keeps its size
    return editor;
}

QString KeysDialog::chosen() const {
    const int row = table_->currentRow();
    return row < 0 ? QString() : table_->item(row, group_column)->data(Qt::UserRole).toString();
}

void KeysDialog::showRows() {
    const auto& actions = choices_.actions();
    for (int row = 0; row < table_->rowCount(); ++row) {
        const NamedAction& one = actions[static_cast<std::size_t>(row)];
        QFont font = table_->font();
        if (one.action->shortcut() != one.usual)
            font = strongFont(font); // the person's own
        table_->item(row, keys_column)->setText(shownKeys(one.action->shortcut()));
        table_->item(row, keys_column)->setFont(font);
    }
}

void KeysDialog::showMatching() {
    const QStringList words = words_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int first = -1;
    for (int row = 0; row < table_->rowCount(); ++row) {
        QString text;
        for (const Column column : {group_column, title_column, keys_column})
            text += table_->item(row, column)->text() + u' ';
        bool holds = true;
        for (const QString& word : words)
            holds = holds && text.contains(word, Qt::CaseInsensitive);
        table_->setRowHidden(row, !holds);
        if (holds && first < 0)
            first = row;
    }
    if (table_->currentRow() < 0 || table_->isRowHidden(table_->currentRow()))
        table_->setCurrentCell(first, title_column);
}

void KeysDialog::showChosen() {
    const QSignalBlocker quiet(keys_);
    const QString name = chosen();
    title_->clear();
    keys_->clear();
    for (const NamedAction& one : choices_.actions())
        if (one.name == name) {
            title_->setText(filled(tr("%1: %2"), one.group, one.title));
            keys_->setKeySequence(one.action->shortcut());
            none_->setEnabled(!one.action->shortcut().isEmpty());
            usual_->setEnabled(one.action->shortcut() != one.usual);
        }
    keys_->setEnabled(!name.isEmpty());
    if (name.isEmpty())
        none_->setEnabled(false), usual_->setEnabled(false);
}

void KeysDialog::ask(const QKeySequence& keys) {
    settle();
    const QString name = chosen();
    const auto tell = [this](const QString& why) {
        told_->setText(why);
        told_->show();
    };
    if (!KeyChoices::allowed(keys))
        return tell(
            filled(tr("%1 belongs to fields and views. Take a function key, or one with Ctrl or Alt."),
                   shownKeys(keys)));
    const auto conflict = choices_.conflict(name, keys);
    if (!conflict)
        return take(keys);
    wanted_ = keys;
    const QSignalBlocker quiet(keys_);
    keys_->setKeySequence(keys);
    tell(filled(conflict->name.isEmpty() ? tr("%1 cannot be taken away from: %2.")
                                         : tr("%1 starts already: %2."),
                shownKeys(keys), conflict->title));
    take_->setVisible(!conflict->name.isEmpty());
    leave_->show();
}

void KeysDialog::settle() {
    for (QWidget* of_conflict : std::initializer_list<QWidget*>{told_, take_, leave_})
        of_conflict->hide();
    wanted_ = {};
    showRows();
    showChosen();
}

void KeysDialog::take(const QKeySequence& keys) {
    choices_.give(chosen(), keys);
    settle();
}

} // namespace pipette
