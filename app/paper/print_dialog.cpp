// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paper/print_dialog.h"

#include "widgets/theme/plain_text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace pipette {

PrintDialog::PrintDialog(const std::vector<std::pair<QString, QString>>& views, const QString& chosen,
                         QWidget* parent)
    : QDialog(parent), what_(new QComboBox) {
    setObjectName(QStringLiteral("print"));
    setWindowTitle(tr("Print"));
    setAccessibleName(windowTitle());
    what_->setAccessibleName(tr("What is printed"));
    what_->view()->setAccessibleName(what_->accessibleName());
    what_->addItem(tr("The answer and all views of this workspace"), QString());
    for (const auto& [id, title] : views)
        what_->addItem(title, id);
    what_->setCurrentIndex(std::max(what_->findData(chosen), 0));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* print = buttons->addButton(tr("&Print…"), QDialogButtonBox::AcceptRole);
    QPushButton* preview = buttons->addButton(tr("Pre&view…"), QDialogButtonBox::ActionRole);
    connect(preview, &QPushButton::clicked, this,
            [this] { emit previewRequested(what_->currentData().toString()); });
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        emit printRequested(what_->currentData().toString());
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* form = new QFormLayout;
    form->addRow(tr("&What"), what_);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(
        plainLabel(tr("Charts are drawn as sharp as the printer is, tables with all their rows.")));
    layout->addWidget(buttons);
    print->setDefault(true); // a button knows its dialog only now
}

} // namespace pipette
