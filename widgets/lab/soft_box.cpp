// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/soft_box.h"

#include "widgets/theme/style_parts.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QPainter>

namespace pipette {
namespace {

QColor groundOf(SoftBox::Ground ground, const Theme& theme) {
    switch (ground) {
    case SoftBox::Ground::head:
        return theme.alternate;
    case SoftBox::Ground::good:
        return theme.good_soft;
    case SoftBox::Ground::warning:
        return theme.warning_soft;
    case SoftBox::Ground::over:
        return theme.error_soft;
    case SoftBox::Ground::card:
        break;
    }
    return theme.base;
}

} // namespace

SoftBox::SoftBox(Ground ground, QWidget* parent) : QWidget(parent), ground_(ground) {}

void SoftBox::setGround(Ground ground) {
    ground_ = ground;
    update();
}

void SoftBox::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintBox(painter, rect(), tokens::card_radius, groundOf(ground_, theme),
             QPen(theme.border, tokens::border));
}

} // namespace pipette
