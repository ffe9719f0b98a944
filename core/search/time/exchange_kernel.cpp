// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/exchange_kernel.h"

#include "core/base/index.h"
#include "core/search/time/group_exchange.h"
#include "core/search/time/hop_rings.h"
#include "core/search/time/node_rings.h"

#include <algorithm>
#include <numeric>

namespace pipette {
namespace {

/// No two ranks hold the same parameters.
class NoExchange final : public ExchangeKernel {
public:
    using ExchangeKernel::ExchangeKernel;
    void reset(std::span<const std::uint32_t>) override {}
    void soften(const SoftMaximum&, const double*) override {}
    double energy() const override { return 0; }
    FirstLook attempt_first(const Move&) override { return {}; }
    double attempt_last(const Move&, double) override { return 0; }
    void keep(const Move&) override {}
    void undo() override {}
};

std::unique_ptr<ExchangeKernel> made(const PlacementProblem& problem) {
    switch (problem.exchange.form) {
    case ExchangeForm::none:
        return std::make_unique<NoExchange>(problem);
    case ExchangeForm::hops:
        return std::make_unique<HopRings>(problem);
    case ExchangeForm::nodes:
        return std::make_unique<NodeRings>(problem);
    case ExchangeForm::groups:
        break;
    }
    return std::make_unique<GroupExchange>(problem);
}

} // namespace

std::unique_ptr<ExchangeKernel> exchange_kernel(const PlacementProblem& problem,
                                                std::span<const std::uint32_t> slot_of_block) {
    std::unique_ptr<ExchangeKernel> kernel = made(problem);
    kernel->reset(slot_of_block);
    return kernel;
}

StageExchangeKernel::StageExchangeKernel(const PlacementProblem& problem)
    : ExchangeKernel(problem),
      energy_(values_),
      begin_(values_),
      new_energy_(values_),
      new_values_(values_),
      is_touched_(index(problem.devices), 0) {
    touched_.reserve(is_touched_.size());
}

void StageExchangeKernel::find_all() {
    for (int device = 0; device < problem_.devices; ++device)
        values_[index(device)] = stage_s(device);
    taken_ = false;
}

void StageExchangeKernel::soften(const SoftMaximum& soft, const double* begin) {
    soft_ = soft;
    std::copy_n(begin, problem_.devices, begin_.begin());
    for (std::size_t device = 0; device < is_touched_.size(); ++device)
        energy_[device] = soft_.part(begin_[device] + values_[device]);
}

double StageExchangeKernel::energy() const {
    return std::accumulate(energy_.begin(), energy_.end(), 0.0);
}

bool StageExchangeKernel::touch(int device) {
    if (is_touched_[index(device)])
        return false;
    is_touched_[index(device)] = 1;
    touched_.push_back(device);
    return true;
}

double StageExchangeKernel::work_out(const Move& move) {
    taken_ = true;
    touched_.clear();
    take(move);
    double change_of_energy = 0;
    for (const int touched : touched_) {
        const std::size_t device = index(touched);
        is_touched_[device] = 0;
        new_values_[device] = stage_s(touched);
        new_energy_[device] = soft_.part(begin_[device] + new_values_[device]);
        change_of_energy += new_energy_[device] - energy_[device];
    }
    return change_of_energy;
}

void StageExchangeKernel::keep(const Move&) {
    taken_ = false;
    for (const int device : touched_) {
        values_[index(device)] = new_values_[index(device)];
        energy_[index(device)] = new_energy_[index(device)];
    }
}

void StageExchangeKernel::undo() {
    if (taken_)
        take_back();
    taken_ = false;
}

} // namespace pipette
