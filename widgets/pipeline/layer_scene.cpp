// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/layer_scene.h"

#include "core/base/index.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pipette {
namespace {

constexpr double least_bar_height = 40, most_bar_height = 110;
constexpr double words_height = 64;  // below the bar
constexpr double empty_chunk = 0.35; // in layers

struct LayerWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::LayerStrip)
};

} // namespace

LayerScene::LayerScene(const std::vector<int>& layers, const ParallelConfig& config, QSize size)
    : layers_(layers),
      config_(config),
      bar_(margin, 8 + heading, size.width() - 2 * margin,
           std::clamp(size.height() - 8 - heading - words_height, least_bar_height, most_bar_height)) {
    unit_ = bar_.width() / (std::accumulate(layers.begin(), layers.end(), 0) + empty_chunk * chunks());
}

double LayerScene::left(int chunk) const {
    const int before = std::accumulate(layers_.begin(), layers_.begin() + chunk, 0);
    return bar_.left() + unit_ * (before + empty_chunk * chunk);
}

QRectF LayerScene::chunkRect(int chunk) const {
    const double begin = left(chunk);
    const double end = chunk + 1 < chunks() ? left(chunk + 1) : bar_.right();
    return {begin + 0.5, bar_.top(), std::max(1.0, end - begin - 1), bar_.height()};
}

QRect LayerScene::borderRect(int border) const {
    return QRectF(left(border + 1) - grip, bar_.top(), 2 * grip, bar_.height()).toAlignedRect();
}

int LayerScene::borderAt(const QPointF& point) const {
    int nearest = -1;
    double distance = grip + 1;
    for (int border = 0; border + 1 < chunks(); ++border)
        if (const double away = std::abs(point.x() - left(border + 1)); away < distance)
            nearest = border, distance = away;
    return bar_.adjusted(-grip, 0, grip, 0).contains(point) ? nearest : -1;
}

int LayerScene::chunkAt(const QPointF& point) const {
    if (!bar_.contains(point))
        return -1;
    int chunk = chunks() - 1;
    while (chunk > 0 && point.x() < left(chunk))
        --chunk;
    return chunk;
}

int LayerScene::layersTo(int chunk, double x) const {
    return static_cast<int>(std::lround((x - left(chunk)) / unit_ - empty_chunk));
}

int LayerScene::deviceOf(int chunk) const {
    return device_of_chunk(config_, chunk);
}

QString LayerScene::chunkText(int chunk) const {
    const int layers = layers_[index(chunk)];
    if (config_.vpp == 1)
        return LayerWords::tr("Stage %1: %n layers", nullptr, layers).arg(chunk);
    return LayerWords::tr("Chunk %1 on stage %2: %n layers", nullptr, layers)
        .arg(QString::number(chunk), QString::number(deviceOf(chunk)));
}

QString LayerScene::borderText(int border) const {
    return filled(LayerWords::tr("Border between: %1; %2"), chunkText(border), chunkText(border + 1));
}

} // namespace pipette
