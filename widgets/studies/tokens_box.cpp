// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/tokens_box.h"

#include "core/base/input_error.h"
#include "core/study/goal.h"
#include "widgets/theme/units_text.h"

#include <optional>

namespace pipette {
namespace {

/// Empty: no number of tokens (yet).
std::optional<double> tokens_in(QString text) {
    text.remove(QLatin1Char(' ')).replace(QLocale().decimalPoint(), QLatin1String("."));
    try {
        return tokens_from_text({}, text.toUpper().toStdString());
    } catch (const InputError&) {
        return std::nullopt;
    }
}

} // namespace

TokensBox::TokensBox(QWidget* parent) : QDoubleSpinBox(parent) {
    setDecimals(0);
    setRange(0, bounds::tokens.most);
    setStepType(AdaptiveDecimalStepType);
}

double TokensBox::valueFromText(const QString& text) const {
    return tokens_in(text).value_or(0);
}

QString TokensBox::textFromValue(double value) const {
    return figuresText(tokens_words(value));
}

QValidator::State TokensBox::validate(QString& text, int&) const {
    return text == specialValueText() || tokens_in(text) ? QValidator::Acceptable : QValidator::Intermediate;
}

} // namespace pipette
