// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/gpu_kind_dialog.h"

#include "app/window/import_dialog.h"
#include "widgets/theme/plain_text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace pipette {

GpuKindDialog::GpuKindDialog(const QStringList& kinds, const QStringList& left_out, QWidget* parent)
    : QDialog(parent), kinds_(new QComboBox) {
    setObjectName(QStringLiteral("gpu-kind"));
    setWindowTitle(tr("Import of logs"));
    setAccessibleName(windowTitle());
    kinds_->setAccessibleName(tr("GPUs of the nodes"));
    kinds_->view()->setAccessibleName(kinds_->accessibleName());
    for (const QString& kind : kinds)
        kinds_->addItem(nameText(kind), kind);
    kinds_->setPlaceholderText(tr("Choose"));
    kinds_->setCurrentIndex(-1); // the first of the list is no better a guess than any
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* go_on = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    go_on->setEnabled(false);
    connect(kinds_, &QComboBox::currentIndexChanged, go_on,
            [go_on](int kind) { go_on->setEnabled(kind >= 0); });
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        emit chosen(kinds_->currentData().toString());
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* form = new QFormLayout;
    form->addRow(tr("&GPUs of the nodes"), kinds_);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(plainLabel(tr("The logs do not say which of the known GPUs they were measured on.")));
    layout->addLayout(form);
    if (!left_out.isEmpty()) {
        layout->addWidget(plainLabel(tr("Left out:")));
        QPlainTextEdit* list = plainList(tr("What of the logs is left out"));
        list->setPlainText(messageText(left_out.join(QLatin1Char('\n'))));
        layout->addWidget(list, 1);
    }
    layout->addWidget(buttons);
    go_on->setDefault(true); // a button knows its dialog only now
    setMinimumWidth(fontMetrics().averageCharWidth() * 80);
}

} // namespace pipette
