// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/launch_dialog.h"

#include "app/window/import_dialog.h"
#include "widgets/theme/plain_text.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace pipette {
namespace {

constexpr qsizetype most_shown = 200'000; // characters of a file: the seats of 65,536 ranks are more

} // namespace

LaunchDialog::LaunchDialog(const QString& launcher, std::vector<ExportedFile> files, const QStringList& notes,
                           QWidget* parent)
    : QDialog(parent),
      files_(std::move(files)),
      list_(new QListWidget),
      text_(plainList(tr("Text of the file"))) {
    setObjectName(QStringLiteral("launch"));
    setWindowTitle(tr("Launch files: %1").arg(launcher));
    setAccessibleName(windowTitle());
    list_->setAccessibleName(tr("Files of the folder"));
    int first = 0;
    for (const ExportedFile& file : files_) {
        const auto lines = std::count(file.text.begin(), file.text.end(), '\n');
        auto* item = new QListWidgetItem(nameText(file.name), list_);
        item->setToolTip(plainTip(lines == 1 ? tr("1 line") : tr("%1 lines").arg(lines)));
        if (file.name == "README.txt")
            first = list_->count() - 1;
    }
    text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text_->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    connect(list_, &QListWidget::currentRowChanged, this, &LaunchDialog::showFile);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* write = buttons->addButton(tr("&Write into a folder…"), QDialogButtonBox::AcceptRole);
    QPushButton* copy = buttons->addButton(tr("C&opy this file"), QDialogButtonBox::ActionRole);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this] {
        const ExportedFile& file = files_[static_cast<std::size_t>(list_->currentRow())];
        QApplication::clipboard()->setText(QString::fromStdString(file.text));
    });
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        emit writeRequested();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* halves = new QSplitter;
    halves->addWidget(list_);
    halves->addWidget(text_);
    halves->setChildrenCollapsible(false);
    halves->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    for (const QString& note : notes) {
        QLabel* label = plainLabel(note);
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    layout->addWidget(halves, 1);
    layout->addWidget(buttons);
    write->setDefault(true);
    const int letter = fontMetrics().averageCharWidth();
    halves->setSizes({letter * 24, letter * 90});
    resize(letter * 118, fontMetrics().height() * 32);
    list_->setCurrentRow(first);
    list_->setFocus();
}

void LaunchDialog::showFile(int file) {
    const QString text = QString::fromStdString(files_[static_cast<std::size_t>(file)].text);
    text_->setPlainText(text.size() <= most_shown
                            ? text
                            : text.first(most_shown) + tr("\n… The file goes on; it is written whole."));
}

} // namespace pipette
