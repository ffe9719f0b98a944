// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/planner.h"
#include "widgets/chart_view.h"

#include <map>
#include <span>
#include <vector>

namespace pipette {

/// The annealer at work: iteration time (estimated) against moves or time, one thin line a chain for the
/// current cost and one thick line for the best of all chains. Long curves are thinned to what a screen can
/// show. Keys: left and right walk along the best curve, up and down change the configuration, X changes the
/// x axis.
class AnnealingCurve : public ChartView {
    Q_OBJECT

public:
    enum class Against { moves, time };

    explicit AnnealingCurve(QWidget* parent = nullptr);

    void clear(); ///< a new search begins
    /// New points in the order they came, and how many seconds after the start of the search.
    void addPoints(std::span<const AnnealingPoint> points, double seconds);
    /// Name of a configuration of this search ("pp=8 tp=8 dp=2"); numbers are AnnealingPoint::candidate.
    void setName(int candidate, const QString& name);
    void setAgainst(Against against);
    Against against() const { return against_; }
    /// Which configuration is drawn; -1 (the default): the one that moved last.
    void setCandidate(int candidate);

    void renderTo(QPainter* painter, QSize size) override;

    static constexpr std::size_t most_points = 2000; ///< kept of one chain

protected:
    bool event(QEvent* event) override;
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
    using Chains = std::map<int, Chain>; ///< by chain number

    int candidate() const;
    const Chains* chains() const;
    double xOf(const Sample& sample) const {
        return against_ == Against::moves ? sample.moves : sample.seconds;
    }
    Range range(const Chains& chains) const;
    QRectF plotArea(QSize size) const;
    std::vector<Sample> bestOfAll(const Chains& chains) const;
    QString nameOf(int candidate) const;
    void paintAxes(QPainter& painter, const QRectF& area, const Range& range) const;
    void refreshTable();

    std::map<int, Chains> runs_; ///< by candidate
    std::map<int, QString> names_;
    Against against_ = Against::moves;
    int chosen_ = -1;
    int latest_ = -1;
    int cursor_ = -1; ///< sample of the best curve under the keyboard
};

} // namespace pipette
