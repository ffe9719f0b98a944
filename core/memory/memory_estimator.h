// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/memory_model.h"

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// What the network learns: the logarithm of measured over analytic memory (ours: it extrapolates with the
/// physics), or of the memory itself from the configuration (Pipette, DATE 2024, section 5).
enum class MemoryTarget { residual, direct };

/// A measured peak to learn from.
struct MemorySample {
    TransformerModel model;
    TrainingJob job;
    ParallelConfig config;
    double measured_bytes = 0;
    bool of_first_device = false;                             ///< else of the fullest device
    DeviceRoom room{std::numeric_limits<double>::infinity()}; ///< of each of its GPUs
};

struct TrainingOptions {
    MemoryTarget target = MemoryTarget::residual;
    std::uint64_t seed = 1;
    int epochs = 200;
    int hidden = 8;             ///< width of both hidden layers
    double weight_decay = 3e-2; ///< of `residual`: pull of the weights to zero, which is the physics alone
    int folds = 5;              ///< of the cross-validation that corrects the upper quantile
    double quantile = 0.995;    ///< that the upper estimate shall hold
};

/// How training goes, for a live plot: mean loss of the epoch just done.
struct TrainingProgress {
    int epoch = 0, epochs = 0;
    double loss = 0;
};

/// A small network (two hidden layers of tanh) with two outputs: estimate and upper quantile. A value: copy
/// it freely.
class MemoryEstimator {
public:
    struct Range {
        double estimate = 0, upper = 0; ///< bytes
    };

    bool trained() const { return !layers_.empty(); }
    /// What the network says of the device that was learned (first or fullest), given what analytic_memory()
    /// says of all devices. estimate_memory() adds what the physics alone knows of the upper estimate.
    Range predict(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                  const std::vector<DeviceMemory>& analytic) const;

    MemoryTarget target = MemoryTarget::residual;
    std::string framework; ///< TrainingJob::framework of the samples
    std::string source;    ///< what it was trained on
    bool of_first_device = false;
    int samples = 0;

    struct Layer {
        Eigen::MatrixXd weight; ///< outputs x inputs
        Eigen::VectorXd bias;
    };
    /// Everything that was learned, for files: three layers, mean and spread of features and of the target,
    /// and the factor's logarithm on the upper output that held-out samples asked for.
    struct State {
        std::vector<Layer> layers;
        Eigen::VectorXd feature_mean, feature_spread;
        double target_mean = 0, target_spread = 1, upper_shift = 0;
    };
    State state() const {
        return {layers_, feature_mean_, feature_spread_, target_mean_, target_spread_, upper_shift_};
    }
    /// Throws InputError when the sizes do not fit together.
    void set_state(State state);

private:
    std::vector<Layer> layers_;
    Eigen::VectorXd feature_mean_, feature_spread_;
    double target_mean_ = 0, target_spread_ = 1, upper_shift_ = 0;
};

inline constexpr std::size_t fewest_samples = 20; ///< that train_memory_estimator() takes

/// Trains on samples of one framework: Adam on minibatches, Huber's loss for the estimate and the pinball
/// loss for the upper quantile, which is then corrected (cross-conformal) so that it holds the quantile of
/// the samples as networks predict them that never saw them, where the physics' upper does not hold them
/// already. Deterministic by seed. Stopped early it returns what it has learned so far. Throws InputError for
/// fewer than fewest_samples.
MemoryEstimator train_memory_estimator(const std::vector<MemorySample>& samples,
                                       const TrainingOptions& options = {},
                                       const std::function<void(const TrainingProgress&)>& progress = {},
                                       std::stop_token stop = {});

/// Memory of every pipeline device: analytic, corrected by the estimator trained for the job's framework when
/// there is one (`estimators` may be empty). The upper estimate is its quantile, or what the physics may
/// reach where that is more; the verdict follows. What the search, the bars and `pipette estimate` show.
std::vector<DeviceMemory> estimate_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config, const std::vector<DeviceRoom>& rooms,
                                          const std::vector<MemoryEstimator>& estimators);
/// What estimate_memory() returns, for a caller that has the analytic memory of the configuration already.
std::vector<DeviceMemory> learned_memory(std::vector<DeviceMemory> analytic, const TransformerModel& model,
                                         const TrainingJob& job, const ParallelConfig& config,
                                         const std::vector<MemoryEstimator>& estimators);

} // namespace pipette
