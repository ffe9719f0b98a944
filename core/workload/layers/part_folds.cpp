// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/part_folds.h"

namespace pipette {
namespace {

/// Adds `elements` of each of `sets` sets.
void add(PartParameters& count, double elements, double sets, const Axis& sets_cut, bool once,
         const AxisSizes& sizes) {
    if (sets_cut == axis::none)
        count.shared += elements * sets;
    else
        (once ? count.once_a_model : count.experts) += elements * sets / sizes.of(sets_cut);
}

void add_matrices(PartParameters& count, const Product& product, const AxisSizes& sizes) {
    add(count,
        product.alike * product.in * product.out / sizes.of(product.in_cut) / sizes.of(product.out_cut),
        product.sets, product.sets_cut, false, sizes);
}

double adapter_elements(const Product& product, const FineTuning& tuning) {
    return carries_adapters(product, tuning) ? tuning.adapter_rank * (product.in + product.out) : 0;
}

} // namespace

PartParameters parameters_of(const PartTable& part, const AxisSizes& sizes) {
    PartParameters count;
    for (const Product& product : part.products)
        add_matrices(count, product, sizes);
    for (const Weights& weights : part.weights)
        add(count, weights.elements / sizes.of(weights.cut) / sizes.of(weights.cut_too), weights.sets,
            weights.sets_cut, weights.once_a_model, sizes);
    return count;
}

PartParameters cast_parameters_of(const PartTable& part, const AxisSizes& sizes) {
    PartParameters count;
    for (const Product& product : part.products)
        if (product.casts)
            add_matrices(count, product, sizes);
    return count;
}

double active_parameters(const PartTable& part) {
    double met = 0;
    for (const Product& product : part.products)
        met += product.alike * product.in * product.out * (product.sets > 1 ? product.rows.per_token : 1);
    for (const Weights& weights : part.weights)
        met += weights.elements * weights.met;
    return met;
}

bool carries_adapters(const Product& product, const FineTuning& tuning) {
    if (!tuning.freezes_weights() || product.adapters == AdapterPlace::nowhere)
        return false;
    return product.adapters == AdapterPlace::attention || tuning.targets == AdapterTargets::all;
}

PartParameters adapters_of(const PartTable& part, const FineTuning& tuning, const AxisSizes& sizes) {
    PartParameters count;
    for (const Product& product : part.products)
        add(count, adapter_elements(product, tuning) / sizes.of(product.in_cut) / sizes.of(product.out_cut),
            product.sets, product.sets_cut, false, sizes);
    return count;
}

double active_adapters(const PartTable& part, const FineTuning& tuning) {
    double met = 0;
    for (const Product& product : part.products)
        met += adapter_elements(product, tuning) * (product.sets > 1 ? product.rows.per_token : 1);
    return met;
}

double product_flops(const PartTable& part) {
    double flops = 0;
    for (const Product& product : part.products)
        if (product.counted)
            flops += 2 * product.alike * product.in * product.out * product.rows.per_token;
    for (const Weights& weights : part.weights)
        if (weights.counted)
            flops += 2 * weights.elements * weights.met;
    return flops;
}

double core_flops(const AttentionCore& core, double keys) {
    return 2 * keys * (core.query + core.output);
}

double rows_of(const TokenRows& rows, const TrainingJob& job, const AxisSizes& sizes, double tokens) {
    return tokens * rows.per_token / sizes.of(rows.cut) * sizes.of(rows.gathered) *
           sizes.of(rows.gathered_too) * (rows.routed ? job.expert_imbalance : 1);
}

} // namespace pipette
