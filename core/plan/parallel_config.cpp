// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/parallel_config.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"

#include <fmt/format.h>
#include <numeric>

namespace pipette {
namespace {

void require(bool holds, const char* field, const std::string& reason) {
    if (!holds)
        throw InputError({}, field, reason);
}

} // namespace

std::string short_name(const ParallelConfig& c) {
    std::string text = fmt::format("pp={} tp={}", c.pp, c.tp);
    if (c.cp > 1)
        text += fmt::format(" cp={}", c.cp);
    text += fmt::format(" dp={}", c.dp);
    if (c.vpp > 1)
        text += fmt::format(" vpp={}", c.vpp);
    text += fmt::format(" mb={}", c.micro_batch);
    if (c.pp > 1)
        text += fmt::format(" {}", name_of(c.schedule));
    if (c.recompute != Recompute::none)
        text += fmt::format(" {}-recompute", name_of(c.recompute));
    return text;
}

int device_of_chunk(const ParallelConfig& c, int chunk) {
    return family_of(c.schedule).device_of_chunk(chunk, c.pp);
}

std::vector<int> even_layers(int layers, int chunks) {
    std::vector<int> split(static_cast<std::size_t>(chunks), layers / chunks);
    // Extra layers go to the middle: the first chunk has the embedding, the last the head and the loss.
    const int extra = layers % chunks, first = (chunks - extra) / 2;
    for (int i = 0; i < extra; ++i)
        ++split[static_cast<std::size_t>(first + i)];
    return split;
}

void check(const ParallelConfig& c, const TransformerModel& model, const TrainingJob& job) {
    const std::pair<const char*, int> sizes[] = {{"pp", c.pp},   {"tp", c.tp},
                                                 {"cp", c.cp},   {"dp", c.dp},
                                                 {"vpp", c.vpp}, {"micro_batch", c.micro_batch}};
    double world = 1;
    for (const auto& [field, value] : sizes) {
        require(bounds::parallel_size.hold(value), field,
                fmt::format("is {}, expected {}", value, text_of(bounds::parallel_size)));
        world *= value;
    }
    require(world <= double(bounds::parallel_size.most) * c.vpp * c.micro_batch, "pp*tp*cp*dp",
            "is more GPUs than any cluster has");
    require(c.global_batch == job.global_batch, "global_batch",
            fmt::format("is {}, the job has {}", c.global_batch, job.global_batch));
    require(c.zero_stage == 0 || c.zero_stage == 1, "zero_stage",
            fmt::format("is {}, expected 0 or 1", c.zero_stage));
    require(model.heads % c.tp == 0, "tp", fmt::format("{} does not divide the {} heads", c.tp, model.heads));
    require(model.kv_heads % c.tp == 0 || c.tp % model.kv_heads == 0, "tp",
            fmt::format("{} does not fit the {} key-value heads", c.tp, model.kv_heads));
    require(model.ffn_hidden % c.tp == 0, "tp",
            fmt::format("{} does not divide ffn_hidden {}", c.tp, model.ffn_hidden));
    require(c.cp == 1 || job.sequence_length % (2 * c.cp) == 0, "cp",
            fmt::format("2*{} does not divide the sequence of {} tokens", c.cp, job.sequence_length));
    require(!c.sequence_parallel || job.sequence_length % (c.tp * c.cp) == 0, "tp",
            fmt::format("{} does not divide the sequence of {} tokens (sequence parallelism)", c.tp * c.cp,
                        job.sequence_length));
    require(
        c.global_batch % (static_cast<long long>(c.dp) * c.micro_batch) == 0, "global_batch",
        fmt::format("{} is not a multiple of dp*micro_batch = {}*{}", c.global_batch, c.dp, c.micro_batch));
    require(static_cast<long long>(c.pp) * c.vpp <= model.layers, "pp",
            fmt::format("{} stages of {} chunks are more than the {} layers", c.pp, c.vpp, model.layers));
    require(static_cast<int>(c.layers_per_stage.size()) == c.chunks(), "layers_per_stage",
            fmt::format("has {} entries, expected pp*vpp = {}", c.layers_per_stage.size(), c.chunks()));
    for (const int layers : c.layers_per_stage)
        require(layers >= 0, "layers_per_stage", "has a negative entry");
    require(std::accumulate(c.layers_per_stage.begin(), c.layers_per_stage.end(), 0LL) == model.layers,
            "layers_per_stage", fmt::format("does not sum to the model's {} layers", model.layers));
}

} // namespace pipette
