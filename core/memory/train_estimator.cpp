// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/memory/memory_estimator.h"
#include "core/memory/memory_features.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace pipette {
namespace {

using Layer = MemoryEstimator::Layer;

/// Adam's moments of one array (Kingma and Ba 2015).
struct Moments {
    Eigen::ArrayXXd first, second;
    void step(Eigen::Ref<Eigen::MatrixXd> value, const Eigen::MatrixXd& gradient, double rate, double at) {
        if (first.size() == 0)
            first = second = Eigen::ArrayXXd::Zero(value.rows(), value.cols());
        first = 0.9 * first + 0.1 * gradient.array();
        second = 0.999 * second + 0.001 * gradient.array().square();
        value.array() -=
            rate * (first / (1 - std::pow(0.9, at))) / ((second / (1 - std::pow(0.999, at))).sqrt() + 1e-8);
    }
};

/// A network in training. Columns are samples.
class Trainer {
public:
    Trainer(Eigen::Index inputs, const TrainingOptions& options, Random& random)
        : quantile_(options.quantile),
          decay_(options.target == MemoryTarget::residual ? options.weight_decay : 1e-4) {
        const Eigen::Index sizes[] = {inputs, options.hidden, options.hidden, 2};
        for (int i = 0; i < 3; ++i) {
            Layer layer{Eigen::MatrixXd(sizes[i + 1], sizes[i]), Eigen::VectorXd::Zero(sizes[i + 1])};
            for (Eigen::Index j = 0; j < layer.weight.size(); ++j)
                layer.weight.data()[j] = random.normal() / std::sqrt(double(sizes[i]));
            layers_.push_back(std::move(layer));
        }
        layers_[2].weight *= 0.1; // starts near the mean
    }
    const std::vector<Layer>& layers() const { return layers_; }

    Eigen::MatrixXd output(const Eigen::MatrixXd& x) const {
        const Eigen::MatrixXd one = (layers_[0].weight * x).colwise() + layers_[0].bias;
        const Eigen::MatrixXd two =
            (layers_[1].weight * one.array().tanh().matrix()).colwise() + layers_[1].bias;
        return (layers_[2].weight * two.array().tanh().matrix()).colwise() + layers_[2].bias;
    }

    /// One step on a batch; returns its mean loss.
    double step(const Eigen::MatrixXd& x, const Eigen::RowVectorXd& y, double rate) {
        const Eigen::MatrixXd a =
            ((layers_[0].weight * x).colwise() + layers_[0].bias).array().tanh().matrix();
        const Eigen::MatrixXd b =
            ((layers_[1].weight * a).colwise() + layers_[1].bias).array().tanh().matrix();
        const Eigen::MatrixXd out = (layers_[2].weight * b).colwise() + layers_[2].bias;
        double loss = 0;
        Eigen::MatrixXd delta(2, out.cols());
        for (Eigen::Index i = 0; i < out.cols(); ++i) {
            constexpr double scale = 0.1; // in spreads of the target
            const double r = out(0, i) - y[i], over = y[i] - out(1, i);
            loss += std::abs(r) < scale ? r * r / (2 * scale) : std::abs(r) - scale / 2;
            loss += over > 0 ? quantile_ * over : (quantile_ - 1) * over;
            delta(0, i) = std::clamp(r / scale, -1.0, 1.0);
            delta(1, i) = over > 0 ? -quantile_ : 1 - quantile_;
        }
        delta /= static_cast<double>(out.cols());
        ++steps_;
        const Eigen::MatrixXd delta_b =
            (layers_[2].weight.transpose() * delta).array() * (1 - b.array().square());
        const Eigen::MatrixXd delta_a =
            (layers_[1].weight.transpose() * delta_b).array() * (1 - a.array().square());
        update(2, delta, b, rate);
        update(1, delta_b, a, rate);
        update(0, delta_a, x, rate);
        return loss / static_cast<double>(out.cols());
    }

private:
    void update(std::size_t i, const Eigen::MatrixXd& delta, const Eigen::MatrixXd& input, double rate) {
        weights_[i].step(layers_[i].weight, delta * input.transpose() + decay_ * layers_[i].weight, rate,
                         double(steps_));
        biases_[i].step(layers_[i].bias, delta.rowwise().sum(), rate, double(steps_));
    }
    double quantile_, decay_;
    long steps_ = 0;
    std::vector<Layer> layers_;
    Moments weights_[3], biases_[3];
};

void shuffle(std::vector<std::size_t>& order, Random& random) {
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
}

/// Trains networks on some of the samples (columns of x and y).
struct Training {
    const Eigen::MatrixXd& x;
    const Eigen::RowVectorXd& y;
    const TrainingOptions& options;
    const std::stop_token& stop;

    Trainer run(std::vector<std::size_t> order, Random& random,
                const std::function<void(const TrainingProgress&)>& progress) const {
        Trainer trainer(x.rows(), options, random);
        constexpr std::size_t batch = 64;
        for (int epoch = 0; epoch < options.epochs && !stop.stop_requested(); ++epoch) {
            shuffle(order, random);
            const double rate = 5e-3 * 0.5 * (1 + std::cos(3.14159265358979 * epoch / options.epochs)) + 1e-5;
            double loss = 0;
            for (std::size_t first = 0; first < order.size(); first += batch) {
                const std::vector<std::size_t> part(
                    order.begin() + static_cast<std::ptrdiff_t>(first),
                    order.begin() + static_cast<std::ptrdiff_t>(std::min(first + batch, order.size())));
                loss += trainer.step(x(Eigen::all, part), y(part), rate) * static_cast<double>(part.size());
            }
            if (progress)
                progress({epoch + 1, options.epochs, loss / static_cast<double>(order.size())});
        }
        return trainer;
    }
};

/// What networks learn from: a column a sample.
struct Lessons {
    Eigen::MatrixXd features;
    Eigen::RowVectorXd
        target; ///< logarithm of what was measured, over the physics' estimate if that is corrected
    Eigen::RowVectorXd highest; ///< logarithm of the physics' upper over its estimate
};

Lessons lessons_of(const std::vector<MemorySample>& samples, MemoryTarget target) {
    const auto count = static_cast<Eigen::Index>(samples.size());
    Lessons lessons{{}, Eigen::RowVectorXd(count), Eigen::RowVectorXd(count)};
    for (Eigen::Index i = 0; i < count; ++i) {
        const MemorySample& s = samples[static_cast<std::size_t>(i)];
        const std::vector<DeviceRoom> rooms(static_cast<std::size_t>(s.config.pp), s.room);
        const std::vector<DeviceMemory> analytic = analytic_memory(s.model, s.job, s.config, rooms);
        const DeviceMemory& device = measured_device(analytic, s.of_first_device);
        const Eigen::VectorXd features = memory_features(target, s.model, s.job, s.config, device);
        if (i == 0)
            lessons.features.resize(features.size(), count);
        lessons.features.col(i) = features;
        lessons.highest[i] = target == MemoryTarget::residual ? std::log(device.upper / device.estimate) : 0;
        lessons.target[i] =
            std::log(s.measured_bytes) - (target == MemoryTarget::residual ? std::log(device.estimate) : 0);
    }
    return lessons;
}

/// Brings features and target to mean 0 and spread 1, and notes in `state` what they had.
void standardise(Lessons& lessons, MemoryEstimator::State& state) {
    Eigen::MatrixXd& x = lessons.features;
    Eigen::RowVectorXd& y = lessons.target;
    state.feature_mean = x.rowwise().mean();
    state.feature_spread =
        ((x.colwise() - state.feature_mean).array().square().rowwise().mean().sqrt() + 1e-3).matrix();
    state.target_mean = y.mean();
    state.target_spread = std::max(1e-3, std::sqrt((y.array() - state.target_mean).square().mean()));
    x = ((x.colwise() - state.feature_mean).array().colwise() / state.feature_spread.array())
            .cwiseMax(-3)
            .cwiseMin(3);
    y = (y.array() - state.target_mean) / state.target_spread;
}

/// By how much, as a logarithm and sorted, networks miss what they never saw: each of options.folds
/// parts of the samples (in the order of `all`) by a network trained on the others.
std::vector<double> missed_outside(const Training& training, const Lessons& lessons,
                                   const MemoryEstimator::State& state, const std::vector<std::size_t>& all) {
    const TrainingOptions& options = training.options;
    std::vector<double> above;
    for (int fold = 0; fold < options.folds && !training.stop.stop_requested(); ++fold) {
        std::vector<std::size_t> inside, outside;
        for (std::size_t i = 0; i < all.size(); ++i)
            (static_cast<int>(i) % options.folds == fold ? outside : inside).push_back(all[i]);
        Random fold_random(options.seed);
        const Eigen::MatrixXd out =
            training.run(inside, fold_random, {}).output(training.x(Eigen::all, outside));
        for (std::size_t i = 0; i < outside.size(); ++i) {
            const auto c = static_cast<Eigen::Index>(i), sample = static_cast<Eigen::Index>(outside[i]);
            const double measured = lessons.target[sample], highest = lessons.highest[sample];
            const double missed = state.target_spread * (measured - std::max(out(0, c), out(1, c)));
            // estimate_memory() holds these whatever the shift.
            const double factor = std::max(state.target_mean + state.target_spread * out(0, c), 0.0);
            const bool held =
                highest > 0 && state.target_mean + state.target_spread * measured <= factor + highest;
            above.push_back(held ? std::min(missed, 0.0) : missed);
        }
    }
    std::sort(above.begin(), above.end());
    return above;
}

} // namespace

MemoryEstimator train_memory_estimator(const std::vector<MemorySample>& samples,
                                       const TrainingOptions& options,
                                       const std::function<void(const TrainingProgress&)>& progress,
                                       std::stop_token stop) {
    if (samples.size() < fewest_samples)
        throw InputError({}, "runs",
                         fmt::format("{} runs with memory are too few to train on, expected {} or more",
                                     samples.size(), fewest_samples));
    MemoryEstimator::State state;
    Lessons lessons = lessons_of(samples, options.target);
    standardise(lessons, state);

    Random random(options.seed);
    std::vector<std::size_t> all(samples.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    shuffle(all, random);
    const Training training{lessons.features, lessons.target, options, stop};
    state.layers = training.run(all, random, progress).layers();
    // What networks miss on samples they never saw corrects the upper output of the one trained on all.
    const std::vector<double> above = missed_outside(training, lessons, state, all);
    const auto rank = static_cast<std::size_t>(options.quantile * static_cast<double>(above.size()));
    if (!above.empty())
        state.upper_shift = above[std::min(rank, above.size() - 1)];

    MemoryEstimator estimator;
    estimator.set_state(std::move(state));
    estimator.target = options.target;
    estimator.framework = samples.front().job.framework;
    estimator.of_first_device = samples.front().of_first_device;
    estimator.samples = static_cast<int>(samples.size());
    return estimator;
}

} // namespace pipette
