// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of a study: what was asked comes first, words have one size and lie on nothing.
#include "core/formats/reports/font_metrics.h"
#include "core/formats/reports/report_charts.h"
#include "core/formats/reports/studies/label_room.h"

#include <QtTest>

#include <cmath>

using namespace pipette;

namespace {

/// Sizes that double, each twice as fast as the one before: 160 days on 8 GPUs, 80 on 16 ...
StudyResult doubling(const TrainingGoal& goal) {
    StudyResult result;
    for (int gpus = 8; gpus <= 256; gpus *= 2) {
        auto best = std::make_shared<Candidate>();
        best->config.pp = 1, best->config.tp = 1, best->config.dp = gpus;
        best->iteration_time_s = 80.0 / gpus;
        best->low_s = 0.8 * best->iteration_time_s, best->high_s = 1.2 * best->iteration_time_s;
        best->tokens_per_s = 1000.0 * gpus;
        PointResult point;
        point.at = {{"gpus", static_cast<double>(gpus)}};
        point.planned.best = best;
        point.done = true;
        point.outcome.days = 1280.0 / gpus;
        point.outcome.cost = 1e5 + 100.0 * gpus;
        point.outcome.currency = goal.currency;
        point.outcome.price_text = "2 USD a GPU-hour (price as entered)";
        point.meets_deadline = meets(point.outcome, goal);
        point.deadline = deadline_of(*best, point.outcome, goal);
        result.points.push_back(point);
    }
    result.pareto = pareto_front(result.points);
    return result;
}

TrainingGoal goal_of(double days, double budget) {
    TrainingGoal goal;
    goal.tokens = 1e12, goal.days = days, goal.budget = budget;
    return goal;
}

template <class Shape>
std::vector<Shape> all_of(const ReportChart& chart) {
    std::vector<Shape> found;
    for (const ChartShape& shape : chart.shapes)
        if (const auto* one = std::get_if<Shape>(&shape))
            found.push_back(*one);
    return found;
}

const ChartLabel* label_named(const std::vector<ChartLabel>& labels, const std::string& text) {
    const auto found = std::find_if(labels.begin(), labels.end(),
                                    [&](const ChartLabel& label) { return label.text == text; });
    return found == labels.end() ? nullptr : &*found;
}

/// The box of a label, as narrow as its letters are.
QRectF box_of(const ChartLabel& label) {
    const double width = text_width(font_text(label.text), label.size, label.bold ? Font::bold : Font::plain);
    const double left = label.anchor == ChartLabel::Anchor::start ? label.x
                        : label.anchor == ChartLabel::Anchor::end ? label.x - width
                                                                  : label.x - width / 2;
    return {left, label.y - 0.7 * label.size, width, 0.7 * label.size};
}

} // namespace

class StudyChartsTest : public QObject {
    Q_OBJECT

private slots:
    void what_was_asked_comes_first() {
        TrainingGoal goal = goal_of(30, 0);
        const auto days = goal_chart(doubling(goal), goal);
        QVERIFY(days && days->title == "Days over GPUs");
        const std::vector<ChartLabel> labels = all_of<ChartLabel>(*days);
        QVERIFY(label_named(labels, "deadline 30 days") && label_named(labels, "in time"));
        QVERIFY(label_named(labels, "days to train 1T tokens"));
        goal = goal_of(0, 110'000);
        const auto cost = goal_chart(doubling(goal), goal);
        QVERIFY(cost && cost->title == "Cost over GPUs");
        QVERIFY(label_named(all_of<ChartLabel>(*cost), "budget 110,000 USD"));
        const auto neither = goal_chart(doubling(goal_of(0, 0)), goal_of(0, 0));
        QVERIFY(neither && neither->title.starts_with("Tokens a second"));
    }

    /// The range is a field, late points are hollow, and sizes that double are equally far apart.
    void late_points_are_hollow_and_sizes_lie_on_a_logarithmic_axis() {
        const TrainingGoal goal = goal_of(30, 0);
        const auto chart = goal_chart(doubling(goal), goal);
        std::vector<ChartDot> dots = all_of<ChartDot>(*chart);
        std::erase_if(dots, [](const ChartDot& dot) { return dot.item < 0; });
        QCOMPARE(dots.size(), std::size_t{6});
        for (std::size_t i = 0; i < dots.size(); ++i) {
            QCOMPARE(dots[i].hollow, 1280.0 / (8 << i) > 30);
            if (i > 1)
                QVERIFY(std::abs(dots[i].x - 2 * dots[i - 1].x + dots[i - 2].x) < 0.01);
        }
        QVERIFY(all_of<ChartArea>(*chart).size() == 1);
    }

    void words_lie_on_no_line_no_dot_and_no_other_words() {
        const TrainingGoal goal = goal_of(30, 110'000);
        const StudyResult result = doubling(goal);
        for (const double width : {300.0, 640.0, 1400.0})
            for (const double height : {180.0, 400.0, 700.0})
                for (const auto& chart :
                     {goal_chart(result, goal, {width, height}), front_chart(result, goal, {width, height}),
                      outcome_chart(result, goal, {width, height}),
                      points_chart(result, goal, {width, height})}) {
                    QVERIFY(chart);
                    QCOMPARE(chart->width, width);
                    const std::vector<ChartLabel> labels = all_of<ChartLabel>(*chart);
                    for (std::size_t a = 0; a < labels.size(); ++a) {
                        QCOMPARE(labels[a].size, 11.0);
                        for (std::size_t b = 0; b < a; ++b)
                            QVERIFY2(!box_of(labels[a]).intersects(box_of(labels[b])),
                                     (chart->title + ": " + labels[a].text + ", " + labels[b].text).c_str());
                        for (const ChartDot& dot : all_of<ChartDot>(*chart))
                            QVERIFY2(!box_of(labels[a]).contains(dot.x, dot.y), labels[a].text.c_str());
                    }
                }
    }

    /// What linear scaling would give ends where the frame ends.
    /// Words at a dot stand on a free side, and nowhere where another dot is about as near.
    void words_belong_to_the_nearest_dot() {
        LabelRoom room(0, 0, 400, 200);
        const ChartDot dot{100, 100, Ink::accent, 4, {}, -1}, alone{300, 100, Ink::accent, 4, {}, -1};
        for (const ChartDot& one : {dot, alone})
            room.keep_free(one.x, one.y, one.radius);
        for (const double away : {-18.0, 18.0})
            room.keep_free(dot.x + away, dot.y, 4), room.keep_free(dot.x, dot.y + away, 4);
        ChartShapes shapes;
        QVERIFY(!room.add_beside(shapes, dot, {0, 0, "crowded", {}, 11}));
        QVERIFY(shapes.empty());
        QVERIFY(room.add_beside(shapes, alone, {0, 0, "alone", {}, 11}));
        QCOMPARE(shapes.size(), std::size_t(1));
        QVERIFY(!room.add(shapes, {0, 0, "outside", {}, 11}, {{395, 100}})); // over the right edge
        room.keep_free({{0, 40}, {400, 40}});
        QVERIFY(!room.add(shapes, {0, 0, "on a line", {}, 11}, {{20, 43}}));
        QVERIFY(room.add(shapes, {0, 0, "below it", {}, 11}, {{20, 43}, {20, 70}}));
        QCOMPARE(std::get<ChartLabel>(shapes.back()).y, 70.0);
    }

    void no_line_leaves_the_chart() {
        StudyResult result = doubling(goal_of(0, 0));
        for (PointResult& point : result.points) {
            auto slower = std::make_shared<Candidate>(*point.planned.best);
            slower->tokens_per_s = 1000 * std::sqrt(slower->config.world());
            point.planned.best = slower;
        }
        const auto chart = gpus_chart(result, {500, 300});
        QVERIFY(chart);
        for (const ChartPath& path : all_of<ChartPath>(*chart))
            for (const ChartPoint& point : path.points)
                QVERIFY(point.x >= 0 && point.x <= 500 && point.y >= 0 && point.y <= 300);
    }

    void bars_have_their_dots_and_figures_in_their_middle() {
        const TrainingGoal goal = goal_of(30, 0);
        const auto chart = points_chart(doubling(goal), goal, {900, 500});
        std::vector<ChartBar> bars = all_of<ChartBar>(*chart);
        std::erase_if(bars, [](const ChartBar& bar) { return bar.ink == Ink::good_soft; });
        const std::vector<ChartDot> dots = all_of<ChartDot>(*chart);
        QCOMPARE(bars.size(), 2 * dots.size());
        for (std::size_t i = 0; i < dots.size(); ++i)
            QVERIFY(std::abs(dots[i].y - (bars[2 * i].y + bars[2 * i].height / 2)) < 1e-6);
    }
};

QTEST_GUILESS_MAIN(StudyChartsTest)
#include "study_charts_test.moc"
