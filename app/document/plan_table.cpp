// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plan_table.h"

#include "core/cluster/faults.h"
#include "core/plan/candidate.h"

#include <utility>

namespace pipette {

Setup setup_of(const PlanInputs& inputs) {
    Setup setup{inputs, nullptr, nullptr};
    setup.start.reset();
    setup.pinned_ranks.clear();
    return setup;
}

PlanBasis basis_of(const Setup& setup) {
    return {setup, setup.faults.degraded.empty()
                       ? setup.cluster
                       : std::make_shared<const Cluster>(degraded(*setup.cluster, setup.faults.degraded))};
}

std::shared_ptr<const PlanRecord> record_of(Plan plan, const PlanBasis& basis) {
    auto record = std::make_shared<PlanRecord>();
    static_cast<PlanBasis&>(*record) = basis;
    record->calibration = plan.calibration;
    record->plan = std::move(plan);
    return record;
}

std::vector<PlanRow> rows_of(const std::shared_ptr<const PlanRecord>& record) {
    std::vector<PlanRow> rows;
    if (!record)
        return rows;
    for (const std::vector<Candidate>* list : {&record->plan.candidates, &record->plan.baselines})
        for (const Candidate& candidate : *list) {
            const std::shared_ptr<const Candidate> shared(record, &candidate);
            rows.push_back({shared, shared, false});
        }
    return rows;
}

PlanTable::PlanTable(std::shared_ptr<const PlanRecord> record, std::vector<PlanRow> rows)
    : basis_(record), record_(std::move(record)), rows_(std::move(rows)) {}

PlanTable::PlanTable(std::shared_ptr<const PlanBasis> basis, std::vector<PlanRow> rows)
    : basis_(std::move(basis)), rows_(std::move(rows)) {}

const PlanRow* PlanTable::row(int number) const {
    return number >= 0 && number < count() ? &rows_[static_cast<std::size_t>(number)] : nullptr;
}

PlanTable PlanTable::with(int number, PlanRow row) const {
    PlanTable table = *this;
    table.rows_.at(static_cast<std::size_t>(number)) = std::move(row);
    return table;
}

Shown PlanTable::shown(int number) const {
    Shown shown;
    if (!basis_)
        return shown;
    shown.cluster = basis_->cluster;
    shown.model = {basis_, &basis_->setup.model};
    shown.job = {basis_, &basis_->setup.job};
    if (const PlanRow* line = row(number))
        shown.candidate = line->current;
    return shown;
}

std::shared_ptr<const Candidate> evaluated_of(Candidate fresh, const PlanTable& table, int row) {
    const Candidate& planned = *table.row(row)->planned;
    fresh.tie = planned.tie && fresh.low_s <= table.rows().front().planned->iteration_time_s;
    return std::make_shared<const Candidate>(proposed_as(planned, std::move(fresh)));
}

} // namespace pipette
