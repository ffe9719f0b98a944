// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/import_dialog.h"

#include "core/base/bounds.h"
#include "core/formats/logs/import_report.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <type_traits>

namespace pipette {

ImportDialog::ImportDialog(std::shared_ptr<const ImportedCluster> imported, QWidget* parent)
    : QDialog(parent),
      imported_(std::move(imported)),
      name_(new QLineEdit),
      list_(plainList(tr("What became of the logs"))),
      nics_(new QSpinBox),
      inside_(formFigure()),
      between_(formFigure()),
      latency_(formFigure()),
      again_(new QPushButton(tr("&Read the logs again"))) {
    setObjectName(QStringLiteral("import"));
    setWindowTitle(tr("Import of logs"));
    setAccessibleName(windowTitle());
    const Cluster& cluster = *imported_->cluster;
    QLabel* size = plainLabel(QString::fromStdString(size_of_import(cluster)));
    size->setWordWrap(true);
    QFont bold = size->font();
    bold.setBold(true);
    size->setFont(bold);
    name_->setObjectName(QStringLiteral("import-name"));
    name_->setAccessibleName(tr("Name of the cluster"));
    name_->setText(QString::fromStdString(cluster.name));
    list_->setObjectName(QStringLiteral("import-list"));
    list_->setPlainText(importReportText(imported_->report));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* take = buttons->addButton(tr("&Take the cluster"), QDialogButtonBox::AcceptRole);
    take->setDefault(true);
    QPushButton* copy = buttons->addButton(tr("C&opy the list"), QDialogButtonBox::ActionRole);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this] {
        const Cluster& made = *imported_->cluster;
        QApplication::clipboard()->setText(QString::fromStdString(made.name + ": " + size_of_import(made)) +
                                           QLatin1Char('\n') +
                                           QString::fromStdString(counts_of_import(imported_->report)) +
                                           QLatin1Char('\n') + list_->toPlainText());
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::take);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* form = new QFormLayout;
    form->addRow(tr("&Name of the cluster"), name_);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(size);
    layout->addLayout(counts());
    layout->addLayout(form);
    layout->addLayout(machine());
    layout->addWidget(list_, 1);
    layout->addWidget(buttons);
    const int letter = fontMetrics().averageCharWidth();
    resize(letter * 110, fontMetrics().height() * 32);
    take->setFocus();
}

QGridLayout* ImportDialog::counts() {
    const ImportReport& report = imported_->report;
    const auto number = [](auto count) { return QString::number(static_cast<qlonglong>(count)); };
    auto* grid = new QGridLayout;
    int column = 0;
    for (const auto& [name, count] :
         {std::pair(tr("pairs measured"), report.pairs > 0
                                              ? filled(tr("%1 of %2"), report.measured_pairs, report.pairs)
                                              : tr("none to measure")),
          std::pair(tr("pairs failed"), number(report.failed_pairs)),
          std::pair(tr("pairs missing"), number(report.missing_pairs)),
          std::pair(tr("skipped"), number(report.skipped.size())),
          std::pair(tr("conflicts"), number(report.conflicts.size())),
          std::pair(tr("assumed"), number(report.assumptions.size()))}) {
        QLabel* figure = plainLabel(count);
        constexpr int large = 16;
        figure->setFont(sizedFont(strongFont(figure->font()), large));
        figure->setAccessibleName(tr("%1: %2").arg(name, count));
        grid->addWidget(figure, 0, column);
        grid->addWidget(plainLabel(name), 1, column++);
    }
    return grid;
}

/// What logs cannot say of the machines, in the place of what the import assumed.
QLayout* ImportDialog::machine() {
    const ImportOptions& options = imported_->options;
    auto* grid = new QGridLayout;
    int column = 0;
    const auto add = [&](const QString& name, auto* box, const auto& bounds, auto value,
                         const QString& unit) {
        box->setRange(0, bounds.most);
        box->setSpecialValueText(tr("as read"));
        box->setSuffix(unit);
        box->setValue(value);
        box->setAccessibleName(name);
        connect(box, &std::remove_pointer_t<decltype(box)>::valueChanged, this,
                [this] { again_->setEnabled(entered() != imported_->options); });
        grid->addWidget(plainLabel(name), 0, column);
        grid->addWidget(box, 1, column++);
    };
    add(tr("NICs a node"), nics_, bounds::node_nics, options.nics, QString());
    add(tr("Inside a node, a stream"), inside_, bounds::bandwidth, options.intra_node_gb_per_s, tr(" GB/s"));
    add(tr("Between nodes, if not measured"), between_, bounds::bandwidth, options.inter_node_gb_per_s,
        tr(" GB/s"));
    add(tr("Latency, if not measured"), latency_, bounds::latency, options.latency_us, tr(" µs"));
    again_->setEnabled(false);
    again_->setAutoDefault(false);
    connect(again_, &QPushButton::clicked, this, [this] {
        ImportOptions wanted = entered();
        wanted.name = name_->text().trimmed().toStdString();
        hide();
        emit againRequested(wanted);
        deleteLater();
    });
    grid->addWidget(again_, 1, column);
    return grid;
}

ImportOptions ImportDialog::entered() const {
    ImportOptions options = imported_->options;
    options.nics = nics_->value();
    options.intra_node_gb_per_s = inside_->value();
    options.inter_node_gb_per_s = between_->value();
    options.latency_us = latency_->value();
    return options;
}

void ImportDialog::take() {
    std::shared_ptr<const Cluster> cluster = imported_->cluster;
    const std::string name = name_->text().trimmed().toStdString();
    if (!name.empty() && name != cluster->name) {
        auto renamed = std::make_shared<Cluster>(*cluster);
        renamed->name = name;
        cluster = std::move(renamed);
    }
    accept();
    emit taken(cluster);
}

QPlainTextEdit* plainList(const QString& name) {
    auto* list = new QPlainTextEdit;
    list->setAccessibleName(name);
    list->setReadOnly(true);
    list->setTabChangesFocus(true);
    list->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return list;
}

QString importReportText(const ImportReport& report) {
    QString text;
    for (const ReportSection& section : report_sections(report)) {
        QString title = QString::fromStdString(section.title);
        title.front() = title.front().toUpper();
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + title + QStringLiteral(":\n");
        for (const std::string& line : section.lines)
            text += QStringLiteral("  • ") + messageText(line) + QLatin1Char('\n');
    }
    return text;
}

} // namespace pipette
