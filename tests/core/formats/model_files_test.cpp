// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/resources.h"
#include "core/formats/models/hugging_face.h"
#include "core/formats/models/megatron_arguments.h"
#include "core/formats/models/model_json.h"
#include "core/formats/text/atomic_file.h"
#include "tests/core/formats/refusal.h"

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

TransformerModel hugging_face(const std::string& text) {
    const std::string file = "config.json";
    const auto document = parse_json(text, file);
    return model_from_hugging_face(JsonValue(document, file), "m");
}

TransformerModel megatron(const std::string& text) {
    return model_from_megatron_arguments(text, "args.sh", "m");
}

} // namespace

class ModelFilesTest : public QObject {
    Q_OBJECT

private slots:
    void publishedParameterCountsAreExact() {
        // The counts that the models' makers publish with their weights.
        QCOMPARE(total_parameters(load_model("llama-2-7b")), 6'738'415'616.0);
        QCOMPARE(total_parameters(load_model("llama-2-13b")), 13'015'864'320.0);
        QCOMPARE(total_parameters(load_model("llama-2-70b")), 68'976'648'192.0);
        QCOMPARE(total_parameters(load_model("llama-3-8b")), 8'030'261'248.0);
        QCOMPARE(total_parameters(load_model("llama-3-70b")), 70'553'706'496.0);
    }

    void gptPresetsHaveTheirNominalSize() { // SC21 table 1 rounds to one decimal
        for (const auto& [name, billions] : std::vector<std::pair<const char*, double>>{{"gpt-1.7b", 1.7},
                                                                                        {"gpt-3.6b", 3.6},
                                                                                        {"gpt-7.5b", 7.5},
                                                                                        {"gpt-18.4b", 18.4},
                                                                                        {"gpt-39.1b", 39.1},
                                                                                        {"gpt-76.1b", 76.1},
                                                                                        {"gpt-145.6b", 145.6},
                                                                                        {"gpt-310.1b", 310.1},
                                                                                        {"gpt-529.6b", 529.6},
                                                                                        {"gpt-1008b", 1008}})
            QVERIFY2(std::abs(total_parameters(load_model(name)) / 1e9 - billions) < 0.051, name);
    }

    void everyPresetLoadsAndNamesItsSource() {
        const auto names = model_preset_names();
        QVERIFY(names.size() >= 23);
        for (const std::string& name : names) {
            const TransformerModel model = load_model(name);
            QCOMPARE(model.name, name);
            QVERIFY2(!model.source.empty(), name.c_str());
            const auto document = parse_json(model_to_json(model).dump(), "m");
            const std::string file = "m";
            QCOMPARE(model_from_json(JsonValue(document, file)), model);
        }
    }

    void everyGpuKindNamesItsSource() {
        const auto known = known_gpus();
        for (const KnownGpu& gpu : known) {
            QVERIFY2(!gpu.kind.source.empty() && !gpu.kind.architecture.empty(), gpu.kind.name.c_str());
            for (const std::string& device : gpu.device_names)
                QCOMPARE(find_gpu(known, device), &gpu);
        }
        QVERIFY(!gpu_kind_named("V100-SXM2-16GB").supports(Precision::bf16));
        QVERIFY(!gpu_kind_named("V100-SXM2-32GB").flash_attention);
        QCOMPARE(gpu_kind_named("NVIDIA H100 80GB HBM3").name, std::string("H100-SXM5-80GB"));
    }

    void huggingFaceConfigsEqualTheirPresets() {
        TransformerModel model = hugging_face(
            R"({"model_type": "llama", "hidden_size": 8192, "intermediate_size": 28672, "num_attention_heads": 64,
                "num_hidden_layers": 80, "num_key_value_heads": 8, "vocab_size": 32000, "rms_norm_eps": 1e-05,
                "max_position_embeddings": 4096, "tie_word_embeddings": false, "rope_scaling": null})");
        const TransformerModel preset = load_model("llama-2-70b");
        model.name = preset.name, model.source = preset.source;
        QCOMPARE(model, preset);
    }

    void gpt2AndNeoxAreRead() {
        const TransformerModel gpt2 = hugging_face(
            R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "vocab_size": 50257, "n_inner": null})");
        QCOMPARE(total_parameters(gpt2), 124'439'808.0); // published for GPT-2 small
        const TransformerModel neox = hugging_face(
            R"({"model_type": "gpt_neox", "hidden_size": 2560, "intermediate_size": 10240, "num_attention_heads": 32,
                "num_hidden_layers": 32, "vocab_size": 50304, "max_position_embeddings": 2048})");
        QVERIFY(!neox.gated_mlp && neox.biases && !neox.learned_positions && !neox.tied_embeddings);
        QVERIFY(std::abs(total_parameters(neox) / 2'775'208'960.0 - 1) < 1e-3); // published for Pythia 2.8B
    }

    void mixturesAndOddHeadsAreRefused() {
        VERIFY_REFUSED(hugging_face(R"({"model_type": "mixtral", "num_local_experts": 8})"),
                       "$.num_local_experts: is a mixture of experts");
        VERIFY_REFUSED(hugging_face(R"({"model_type": "llama", "num_local_experts": 8})"),
                       "mixture of experts");
        VERIFY_REFUSED(hugging_face(R"({"model_type": "t5"})"),
                       "$.model_type: is \"t5\", expected one of gpt2, gpt_neox, llama, mistral, qwen2");
        VERIFY_REFUSED(hugging_face(R"({"model_type": "llama"})"), "has no \"num_hidden_layers\"");
        VERIFY_REFUSED(
            hugging_face(
                R"({"model_type": "mistral", "hidden_size": 5120, "intermediate_size": 14336, "num_attention_heads": 32,
                    "num_hidden_layers": 40, "head_dim": 128, "vocab_size": 131072, "max_position_embeddings": 1024000})"),
            "$.head_dim: is 128");
        VERIFY_REFUSED(
            hugging_face(
                R"({"model_type": "gpt2", "n_embd": 770, "n_head": 12, "n_layer": 12, "vocab_size": 50257})"),
            "heads 12 does not divide hidden 770");
    }

    void megatronArgumentsAreReadFromScripts() {
        const TransformerModel model =
            megatron("#!/bin/bash\r\nGPT_ARGS=\"\r\n  --num-layers 24 \\\r\n"
                     "  --hidden-size=2304 --num-attention-heads '24'\r\n"
                     "  --seq-length 2048 --max-position-embeddings 2048 # --num-layers 99\r\n"
                     "  --vocab-size 50257 --tensor-model-parallel-size 8 --fp16\r\n\"\r\n");
        TransformerModel preset = load_model("gpt-1.7b");
        preset.name = model.name, preset.source = model.source;
        QCOMPARE(model, preset); // Megatron pads the vocabulary of 50257 to 51200 with tp 8
        const TransformerModel llama = megatron(
            "--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --group-query-attention "
            "--num-query-groups 8 "
            "--ffn-hidden-size 14336 --swiglu --disable-bias-linear --untie-embeddings-and-output-weights "
            "--position-embedding-type rope --normalization RMSNorm --seq-length 8192 --vocab-size 128256");
        QCOMPARE(total_parameters(llama), 8'030'261'248.0);
    }

    void megatronArgumentsThatCannotBeMeantAreRefused() {
        VERIFY_REFUSED(megatron("--num-layers 24\n--hidden-size $HIDDEN\n"),
                       "args.sh: line 2: --hidden-size is the shell variable");
        VERIFY_REFUSED(megatron("--num-layers many\n--hidden-size 2\n"),
                       "line 1: \"many\" is not a whole number");
        VERIFY_REFUSED(megatron("--num-layers 24\n--num-layers 25\n"),
                       "line 2: \"--num-layers\" is given twice");
        VERIFY_REFUSED(megatron("--num-experts 8\n"), "line 1: --num-experts makes a mixture of experts");
        VERIFY_REFUSED(megatron("hello\n"), "has no --num-layers");
        VERIFY_REFUSED(megatron(std::string("--num-layers 2\0 4", 17)), "NUL byte");
    }

    void loadModelTakesFilesAndNames() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("mine.json").toStdString();
        TransformerModel model = load_model("gpt-1.7b");
        model.name = "mine";
        write_atomically(file, model_to_json(model).dump());
        QCOMPARE(load_model(file), model);
        VERIFY_REFUSED(load_model("llama-9-1b"),
                       "neither a file nor a preset; presets are llama-1b, gpt-1.7b");
        VERIFY_REFUSED(load_model("../models/llama-2-7b"), "neither a file nor a preset");
        write_atomically(file, R"({"format": "pipette-model", "version": 1, "name": "x", "layers": 0})");
        VERIFY_REFUSED(load_model(file), "$.layers: is 0");
    }
};

QTEST_GUILESS_MAIN(ModelFilesTest)
#include "model_files_test.moc"
