// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lab_times.h"

#include "core/base/bounds.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include <array>

namespace pipette {
namespace {

constexpr double by_default = -1; // of times that a schedule may know better
constexpr int time_decimals = 32; // that hold every figure of a time of a file, from 1e-9 ms

std::optional<std::vector<double>> values_of(const QString& text) {
    std::vector<double> values;
    for (const QString& word : text.split(listSeparator())) {
        bool good = false;
        values.push_back(QLocale().toDouble(word.trimmed(), &good));
        if (!good || !bounds::schedule_time.hold(values.back()))
            return std::nullopt;
    }
    return values;
}

/// The numbers with all their figures, as values_of() reads them.
QString listText(const std::vector<double>& values) {
    QStringList words;
    for (const double value : values)
        words << numberText(value, 'g', QLocale::FloatingPointShortest);
    return words.join(listSeparator());
}

} // namespace

LabTimes::LabTimes(QWidget* parent)
    : QGroupBox(tr("Times (ms)"), parent),
      forward_(new QLineEdit),
      backward_(new QLineEdit),
      link_(new QLineEdit),
      p2p_(new QComboBox),
      refusal_(plainLabel()) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(8, 6, 8, 8);
    form->setVerticalSpacing(4);
    const auto field = [&](QLineEdit* edit, const QString& label, const QString& help) {
        edit->setAccessibleName(tr("%1, milliseconds").arg(label));
        edit->setToolTip(help);
        form->addRow(label, edit);
        connect(edit, &QLineEdit::editingFinished, this, &LabTimes::changed);
    };
    field(forward_, tr("Forward"),
          tr("One microbatch through a device: one number, or one for each device with commas"));
    field(backward_, tr("Backward"),
          tr("The whole backward: one number, or one for each device with commas"));
    field(link_, tr("Link"), tr("One transfer: one number, or one for each boundary between neighbours"));
    wrap_ = spin(*form, tr("Wrap link"), tr("Link from the last device to the first, milliseconds"),
                 tr("as the slowest"), tr("Where chunks go round: interleaved, breadth-first"));
    weight_share_ = spin(*form, tr("Weight share"), tr("Share of the backward that is the weight gradient"),
                         {}, tr("Where a schedule splits the backward"));
    weight_share_->setRange(0, 1);
    weight_share_->setSingleStep(0.05);
    weight_share_->setValue(0.5);
    overlapped_ = spin(*form, tr("Overlapped"), tr("Forward and backward overlapped, milliseconds"),
                       tr("their sum"), tr("DualPipe: a forward inside a backward"));
    recompute_ = spin(*form, tr("Recompute"), tr("Repeated forward before a backward, milliseconds"),
                      tr("as the schedule does"), tr("Usually none; Varuna repeats the forward"));
    p2p_->setAccessibleName(tr("Transfers"));
    p2p_->view()->setAccessibleName(p2p_->accessibleName());
    p2p_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    p2p_->addItem(tr("as the schedule does"));
    for (const P2p p2p : all_p2ps())
        p2p_->addItem(wordText(name_of(p2p)), static_cast<int>(p2p));
    p2p_->setToolTip(
        tr("Whether a device waits for its transfers: not at all, for both ways at once, or for one after "
           "the other"));
    connect(p2p_, &QComboBox::currentIndexChanged, this, &LabTimes::changed);
    form->addRow(tr("Transfers"), p2p_);
    refusal_->setWordWrap(true);
    refusal_->setAccessibleName(tr("Why the times cannot be used"));
    refusal_->hide();
    form->addRow(refusal_);
}

QDoubleSpinBox* LabTimes::spin(QFormLayout& form, const QString& label, const QString& name,
                               const QString& default_text, const QString& help) {
    QDoubleSpinBox* box = formFigure();
    box->setDecimals(time_decimals);
    box->setRange(by_default, bounds::schedule_time.most);
    box->setSpecialValueText(default_text);
    box->setValue(by_default);
    box->setKeyboardTracking(false);
    box->setAccessibleName(name);
    box->setToolTip(QStringLiteral("%1. %2").arg(name, help));
    form.addRow(label, box);
    connect(box, &QDoubleSpinBox::valueChanged, this, &LabTimes::changed);
    return box;
}

void LabTimes::set(const DeviceTimes& times, std::optional<P2p> p2p) {
    forward_->setText(listText(times.forward));
    backward_->setText(listText(times.backward));
    link_->setText(listText(times.link));
    const auto given = [](double time) { return time < 0 ? by_default : time; };
    overlapped_->setValue(given(times.overlapped));
    recompute_->setValue(given(times.recompute));
    wrap_->setValue(given(times.wrap_link));
    weight_share_->setValue(times.weight_share);
    p2p_->setCurrentIndex(p2p ? p2p_->findData(static_cast<int>(*p2p)) : 0);
}

std::optional<DeviceTimes> LabTimes::read() {
    DeviceTimes times;
    const std::array<std::pair<QLineEdit*, std::vector<double>*>, 3> fields{
        {{forward_, &times.forward}, {backward_, &times.backward}, {link_, &times.link}}};
    QString refusal;
    for (const auto& [edit, values] : fields) {
        if (auto read = values_of(edit->text()))
            *values = std::move(*read);
        else
            refusal = filled(tr("⚠ %1: \"%2\" is not a number of %3, nor a list of such with commas"),
                             edit->accessibleName(), edit->text(), ownText(text_of(bounds::schedule_time)));
    }
    times.weight_share = weight_share_->value();
    // Between the special value and 0 lies nothing that means a time.
    const auto given = [](const QDoubleSpinBox& box) { return box.value() < 0 ? by_default : box.value(); };
    times.overlapped = given(*overlapped_), times.recompute = given(*recompute_),
    times.wrap_link = given(*wrap_);
    refusal_->setText(refusal);
    refusal_->setVisible(!refusal.isEmpty());
    if (!refusal.isEmpty())
        return std::nullopt;
    return times;
}

std::optional<P2p> LabTimes::p2p() const {
    if (p2p_->currentIndex() <= 0)
        return std::nullopt;
    return static_cast<P2p>(p2p_->currentData().toInt());
}

} // namespace pipette
