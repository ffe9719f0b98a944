// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/planner.h"
#include "widgets/charts/chart_view.h"
#include "widgets/plans/shown.h"
#include "widgets/theme/legend.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace pipette {

/// The annealer at work: iteration time (estimated) against moves or time, one thin line a chain for the
/// current cost and one thick line for the best of all chains. Long curves are thinned to what a screen can
/// show. While a search runs the configuration that moved last is drawn; afterwards that of the candidate
/// shown elsewhere, or the best of all where it was not annealed. Keys: left and right walk along the best
/// curve, up and down change the configuration, X changes the x axis.
class AnnealingCurve : public ChartView {
    Q_OBJECT

public:
    enum class Against { moves, time };

    explicit AnnealingCurve(QWidget* parent = nullptr);

    void begin(); ///< a new search: forgets the last one
    void end();   ///< it is over
    /// New points in the order they came, and how many seconds after the start of the search.
    void addPoints(std::span<const AnnealingPoint> points, double seconds);
    void takeUp(const AnnealingCurve& other); ///< the search that the other one draws, as far as it is
    void setAgainst(Against against);
    Against against() const { return against_; }
    void setShown(const Shown& shown);

    void renderTo(QPainter* painter, QSize size) override;

    static constexpr std::size_t most_points = 2000; ///< kept of one chain

protected:
    QString tipAt(const QPoint& point) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Sample {
        double moves, seconds, cost_s, best_s;
    };
    struct Chain {
        std::vector<Sample> samples;
        std::size_t stride = 1; ///< one of so many points is kept
        std::size_t seen = 0;
    };
    struct Range {
        double x_high = 1, low = 0, high = 1;
    };
    struct Scale;
    using Chains = std::map<int, Chain>; ///< by chain number
    struct Run {
        ParallelConfig config;
        Chains chains;
    };

    const Chains* chains() const;
    void draw(int candidate);
    /// Draws what a finished search leaves to look at.
    void settle();
    double xOf(const Sample& sample) const {
        return against_ == Against::moves ? sample.moves : sample.seconds;
    }
    Range range(const Chains& chains) const;
    QRectF plotArea(QSize size) const;
    std::vector<Sample> bestOfAll(const Chains& chains) const;
    QString name() const;
    void paintAxes(QPainter& painter, const QRectF& area, const Range& range) const;
    /// Draws every chain; the legend's entries of the first of them.
    std::vector<LegendEntry> paintChains(QPainter& painter, const Chains& all, const Scale& at) const;
    QPolygonF stepsOf(const std::vector<Sample>& best, const Scale& at) const;
    void refreshTable();

    std::map<int, Run> runs_;              ///< by candidate
    std::optional<ParallelConfig> wanted_; ///< of the candidate shown elsewhere
    Against against_ = Against::moves;
    int drawn_ = -1;      ///< candidate
    bool live_ = false;   ///< a search runs
    bool chosen_ = false; ///< by the keyboard, while it runs
    int cursor_ = -1;     ///< sample of the best curve under the keyboard
};

} // namespace pipette
