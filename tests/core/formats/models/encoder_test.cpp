// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/encoder.h"

#include "core/base/input_error.h"
#include "core/cost/compute_time.h"
#include "core/cost/traffic.h"
#include "core/formats/documents/resources.h"
#include "core/formats/launchers/megatron_flags.h"
#include "core/formats/models/hugging_face.h"
#include "core/formats/models/model_json.h"
#include "core/formats/text/json_reader.h"
#include "core/memory/memory_model.h"
#include "core/workload/fine_tuning.h"
#include "core/workload/layers/part_folds.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>

using namespace pipette;

namespace {

/// An encoder of the sizes of CLIP ViT-L/14 at 336 pixels, with a projector of two matrices.
Encoder small_encoder(bool frozen = false) {
    return {.layers = 24,
            .hidden = 1024,
            .heads = 16,
            .ffn_hidden = 4096,
            .patches = 1152, // two images
            .attended = 576,
            .patch = 588,
            .merged = 4,
            .projector = 2048,
            .frozen = frozen};
}

/// 12 hidden^2 and two norms a layer, patches, positions, projector to a hidden size of 1024.
constexpr double layers_held = 24.0 * (12 * 1024 * 1024 + 2 * 1024) + 588.0 * 1024 + 576.0 * 1024;
constexpr double projector_held = 4.0 * 1024 * 2048 + 2048.0 * 1024;

SmallCase with_encoder(int pp, int tp, int dp, bool frozen = false) {
    SmallCase c(uniform_cluster(2, 8, 4, 20), pp, tp, 1, dp);
    c.model.encoder = small_encoder(frozen);
    return c;
}

std::vector<DeviceMemory> memory_of(const SmallCase& c) {
    const std::vector<DeviceRoom> rooms(static_cast<std::size_t>(c.config.pp), DeviceRoom{.gpu_bytes = 80e9});
    return analytic_memory(c.model, c.job, c.config, rooms);
}

double bytes_of(const DeviceMemory& memory, std::string_view name) {
    double bytes = 0;
    for (const auto& part : memory.parts)
        bytes += part.name == name ? part.bytes : 0;
    return bytes;
}

std::string refused_place(nlohmann::ordered_json json) {
    try {
        model_from_json(JsonValue(json, "model.json"));
    } catch (const InputError& error) {
        return error.place();
    }
    return {};
}

} // namespace

class EncoderTest : public QObject {
    Q_OBJECT

private slots:
    void parametersAndOperationsAreSums() {
        SmallCase c = with_encoder(1, 1, 8);
        TransformerModel without = c.model;
        without.encoder.reset();
        COMPARE_CLOSE(total_parameters(c.model) - total_parameters(without), layers_held + projector_held);
        // A patch meets all 576 of its image, twice 1024 elements wide.
        const double once = 1152 * (24 * (2.0 * 12 * 1024 * 1024 + 2.0 * 576 * 2 * 1024) + 2.0 * 588 * 1024) +
                            1152 / 4 * 2 * projector_held;
        COMPARE_CLOSE(encoder_forward_flops(c.model), once);
        COMPARE_CLOSE(model_flops_per_sequence(c.model, c.job) - model_flops_per_sequence(without, c.job),
                      3 * once);
        c.model.encoder->frozen = true;
        COMPARE_CLOSE(model_flops_per_sequence(c.model, c.job) - model_flops_per_sequence(without, c.job),
                      once);
        COMPARE_CLOSE(trained_parameters(c.model, {}) - trained_parameters(without, {}), projector_held);
    }

    void theFirstChunkComputesTheEncoder() {
        SmallCase c = with_encoder(2, 1, 8);
        const KindCalibration fit;
        const GpuKind gpu = a100();
        const auto compute = [&](int chunk) {
            return chunk_compute(c.model, c.job, c.config, chunk, {gpu, fit});
        };
        const ChunkCompute first = compute(0), last = compute(1);
        const LayerTimes encoder = encoder_times(c.model, c.job, c.config, {gpu, fit});
        c.model.encoder->frozen = true;
        const ChunkCompute frozen = compute(0);
        c.model.encoder.reset();
        const ChunkCompute plain = compute(0);
        const double launched = fit.launch_share * 24 * fit.launch_s;
        COMPARE_CLOSE(first.forward - plain.forward, encoder.forward + launched / 3);
        COMPARE_CLOSE(first.backward - plain.backward, encoder.backward + launched * 2 / 3);
        COMPARE_CLOSE(compute(1).forward, last.forward);
        COMPARE_CLOSE(frozen.forward, first.forward);
        QVERIFY(frozen.backward > plain.backward); // the projector is trained
        QVERIFY(frozen.backward < plain.backward + 0.2 * encoder.backward);
    }

    void patchesAttendToWhatComesBehindThemToo() {
        const SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 1, 1, 8);
        const KindCalibration fit;
        const GpuKind gpu = a100();
        TransformerModel model = c.model;
        const auto core = [&](bool causal) {
            model.causal = causal;
            for (const ModelPart& part : layers_of(model)->parts())
                if (part.table.core)
                    return roofline_times(part.table, model, c.job, c.config, {gpu, fit});
            return LayerTimes{};
        };
        const LayerTimes half = core(true), all = core(false);
        COMPARE_CLOSE(all.forward, 2 * half.forward);
        COMPARE_CLOSE(all.backward, 2 * half.backward);
    }

    void recomputationRepeatsTheEncodersLayers() {
        SmallCase c = with_encoder(1, 1, 8);
        const KindCalibration fit;
        const GpuKind gpu = a100();
        const auto recomputed = [&] {
            return chunk_compute(c.model, c.job, c.config, 0, {gpu, fit}).recompute;
        };
        const double kept = bytes_of(memory_of(c)[0], "activations");
        COMPARE_CLOSE(recomputed(), 0.0);
        c.config.recompute = Recompute::full;
        const double with = recomputed();
        QVERIFY(bytes_of(memory_of(c)[0], "activations") < kept / 4);
        c.model.encoder->frozen = true;
        const double frozen = recomputed();
        c.model.encoder.reset();
        COMPARE_CLOSE(frozen, recomputed());
        QVERIFY(with > 1.2 * frozen);
    }

    void memoryHoldsWhatIsTrained() {
        SmallCase c = with_encoder(2, 2, 4);
        c.job.framework = "megatron", c.config.zero_stage = 0;
        const std::vector<DeviceMemory> trained = memory_of(c);
        c.model.encoder->frozen = true;
        const std::vector<DeviceMemory> frozen = memory_of(c);
        c.model.encoder.reset();
        const std::vector<DeviceMemory> plain = memory_of(c);
        const auto more = [&](const std::vector<DeviceMemory>& than, std::string_view part) {
            return bytes_of(than[0], part) - bytes_of(plain[0], part);
        };
        // tp halves matrices; norms, patches and positions are whole.
        const double matrices = 24.0 * 12 * 1024 * 1024 / 2 + projector_held / 2,
                     whole = layers_held - 24.0 * 12 * 1024 * 1024;
        COMPARE_CLOSE(more(trained, "parameters"), 2 * (matrices + whole));
        COMPARE_CLOSE(more(frozen, "parameters"), more(trained, "parameters"));
        COMPARE_CLOSE(more(frozen, "optimizer"),
                      more(trained, "optimizer") * (projector_held / 2) / (matrices + whole));
        COMPARE_CLOSE(more(frozen, "gradients"),
                      more(trained, "gradients") * (projector_held / 2) / (matrices + whole));
        QVERIFY(more(frozen, "activations") < more(trained, "activations") / 4);
        COMPARE_CLOSE(trained[1].estimate, plain[1].estimate);
    }

    void tensorParallelismAddsUpTwiceALayer() {
        SmallCase c = with_encoder(2, 4, 2);
        c.config.sequence_parallel = false;
        const Traffic traffic = traffic_of(c.model, c.job, c.config);
        const auto sums =
            std::find_if(traffic.collectives.begin(), traffic.collectives.end(), [](const auto& row) {
                return row.when == When::layer && row.bytes == std::vector<double>{2.0 * 1152 * 1024};
            });
        QVERIFY(sums != traffic.collectives.end());
        QCOMPARE(sums->forward_calls, (std::vector<double>{2 * 24 + 1, 0})); // the projector adds up once
        QCOMPARE(sums->backward_calls, (std::vector<double>{2 * 24 + 1, 0}));
        c.model.encoder->frozen = true;
        for (const Collective& row : traffic_of(c.model, c.job, c.config).collectives)
            if (row.bytes == sums->bytes)
                QCOMPARE(row.backward_calls, (std::vector<double>{0, 0}));
    }

    void filesKeepEncodersAndSayWhatIsWrong() {
        SmallCase c = with_encoder(1, 1, 8, true);
        nlohmann::ordered_json json = model_to_json(c.model);
        QCOMPARE(*model_from_json(JsonValue(json, "model.json")).encoder, *c.model.encoder);
        QVERIFY(encoder_text(c.model).find("24 layers, 0.31 B parameters, frozen, 1152 patches") !=
                std::string::npos);
        const auto place = [&](const char* member, const nlohmann::ordered_json& value) {
            nlohmann::ordered_json wrong = json;
            wrong["encoder"][member] = value;
            return refused_place(wrong);
        };
        QCOMPARE(place("heads", 7), "$.encoder.heads");
        QCOMPARE(place("patches", 0), "$.encoder.patches");
        QCOMPARE(place("attended", 5000), "$.encoder.attended");
        QCOMPARE(place("layers", 100'000), "$.encoder.layers");
        QCOMPARE(place("hidden", "wide"), "$.encoder.hidden");
        QVERIFY(!place("pixels", 3).empty());
        QVERIFY_THROWS_EXCEPTION(InputError, megatron_flags(c.config, c.model, c.job));
    }

    /// What the published file of LLaVA-1.5 7B says of its shape; transformers leaves out usual sizes.
    static nlohmann::json llava_config() {
        return nlohmann::json::parse(R"({
            "model_type": "llava", "image_token_index": 32000, "projector_hidden_act": "gelu",
            "vision_feature_layer": -2, "vision_feature_select_strategy": "default", "vocab_size": 32064,
            "text_config": {"model_type": "llama", "max_position_embeddings": 4096, "vocab_size": 32064},
            "vision_config": {"model_type": "clip_vision_model", "hidden_size": 1024, "image_size": 336,
                              "intermediate_size": 4096, "num_attention_heads": 16, "num_hidden_layers": 24,
                              "patch_size": 14, "projection_dim": 768, "vocab_size": 32000}})");
    }

private slots:
    void aConfigOfLlavaIsThePreset() {
        const TransformerModel preset = load_model("llava-1.5-7b");
        const std::string file = "config.json";
        nlohmann::json json = llava_config();
        const TransformerModel read = model_from_hugging_face(JsonValue(json, file), "llava");
        QCOMPARE(read.encoder, preset.encoder);
        QCOMPARE(read.vocab, 32064);
        QCOMPARE(read.sequence_length, 4096);
        TransformerModel same = preset;
        same.name = read.name, same.source = read.source;
        same.vocab = read.vocab, same.sequence_length = read.sequence_length;
        QVERIFY(read == same);
        json["text_config"]["hidden_size"] = 5120, json["text_config"]["num_attention_heads"] = 40;
        QCOMPARE(model_from_hugging_face(JsonValue(json, file), "llava").encoder->projector, 5120);
    }

    void aConfigOfAnotherKindOfEncoderIsRefused() {
        const auto place = [](const char* pointer, const nlohmann::json& value) {
            nlohmann::json json = llava_config();
            json[nlohmann::json::json_pointer(pointer)] = value;
            const std::string file = "config.json";
            try {
                model_from_hugging_face(JsonValue(json, file), "llava");
            } catch (const InputError& error) {
                return error.place();
            }
            return std::string();
        };
        QCOMPARE(place("/vision_config/model_type", "siglip_vision_model"), "$.vision_config.model_type");
        QCOMPARE(place("/vision_config/patch_size", 15), "$.vision_config.patch_size");
        QCOMPARE(place("/vision_config/image_size", 2'000'000'000), "$.vision_config.image_size");
        QCOMPARE(place("/vision_config/hidden_size", nullptr), "$.vision_config.hidden_size");
        QCOMPARE(place("/text_config", 7), "$.text_config");
        QCOMPARE(place("/text_config/num_experts", 8), "$.text_config.num_experts");
        QCOMPARE(place("/text_config", llava_config()), "$.text_config.model_type");
    }
};

QTEST_GUILESS_MAIN(EncoderTest)
#include "encoder_test.moc"
