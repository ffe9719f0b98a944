// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace pipette {

/// A number of tokens as people write it: "15T", "300B", "16M"; a plain number is of tokens, too.
class TokensBox : public QDoubleSpinBox {
public:
    explicit TokensBox(QWidget* parent = nullptr);

    double valueFromText(const QString& text) const override;
    QString textFromValue(double value) const override;
    QValidator::State validate(QString& text, int& at) const override;
};

} // namespace pipette
