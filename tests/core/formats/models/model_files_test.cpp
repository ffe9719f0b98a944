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

    void parametersOfPresetsAreTheSumOfTheirTensors() {
        // As the files of their weights on Hugging Face sum up, without multi-token prediction.
        const std::pair<const char*, double> totals[]{
            {"mixtral-8x7b", 46'702'792'704.0},      {"mixtral-8x22b", 140'620'634'112.0},
            {"qwen3-30b-a3b", 30'532'122'624.0},     {"qwen3-235b-a22b", 235'093'634'560.0},
            {"deepseek-v2-lite", 15'706'484'224.0},  {"deepseek-v3", 671'026'419'200.0},
            {"moonlight-16b-a3b", 15'960'110'208.0}, {"kimi-k2", 1'026'408'232'448.0},
            {"gpt-oss-20b", 20'914'757'184.0},       {"gpt-oss-120b", 116'829'156'672.0},
            {"llama-4-scout", 107'769'861'120.0},    {"llama-4-maverick", 400'711'848'960.0},
            {"grok-1", 315'684'820'992.0},           {"llama-3.1-405b", 405'853'388'800.0},
            {"qwen2.5-7b", 7'615'616'512.0},         {"qwen2.5-72b", 72'706'203'648.0},
            {"qwen3-8b", 8'190'735'360.0},           {"qwen3-32b", 32'762'123'264.0},
            {"mistral-7b", 7'241'732'096.0},         {"mistral-nemo-12b", 12'247'782'400.0},
            {"gemma-2-2b", 2'614'341'888.0},         {"gemma-2-9b", 9'241'705'984.0},
            {"gemma-2-27b", 27'227'128'320.0}};
        for (const auto& [name, total] : totals)
            QVERIFY2(total_parameters(load_model(name)) == total,
                     qPrintable(QStringLiteral("%1: %2").arg(name).arg(total_parameters(load_model(name)), 0,
                                                                       'f', 0)));
    }

    void activeParametersAreThePublishedOnes() { // to the digits that their makers publish
        const std::tuple<const char*, double, double> active[]{
            {"mixtral-8x7b", 12.9, 0.05}, {"mixtral-8x22b", 39, 0.5},   {"deepseek-v3", 37, 0.6},
            {"kimi-k2", 32, 0.9},         {"qwen3-30b-a3b", 3.3, 0.06}, {"qwen3-235b-a22b", 22, 0.5},
            {"llama-4-scout", 17, 0.5},   {"llama-4-maverick", 17, 0.5}};
        for (const auto& [name, billions, rounding] : active)
            QVERIFY2(std::abs(active_parameters(load_model(name)) / 1e9 - billions) <= rounding, name);
        // The card counts one embedding: 5.13 B and 3.61 B.
        for (const auto& [name, billions] : {std::pair{"gpt-oss-120b", 5.13}, {"gpt-oss-20b", 3.61}}) {
            const TransformerModel model = load_model(name);
            const double one = active_parameters(model) - double(model.hidden) * model.vocab;
            QVERIFY2(std::abs(one / 1e9 - billions) < 0.006, qPrintable(QString::number(one)));
        }
        const TransformerModel dense = load_model("llama-3-8b");
        QCOMPARE(active_parameters(dense), total_parameters(dense));
    }

    void flopsOfATokenAreMegatrons() {
        // Billions, as NVIDIA prints them beside its measurements of Megatron-Bridge; without multi-token
        // prediction where it says so.
        const auto billions = [](const char* name, int sequence, int predicted) {
            TransformerModel model = load_model(name);
            model.mtp_layers = predicted;
            return flops_per_token(model, sequence) / 1e9;
        };
        const auto close = [](double found, double printed) { return std::abs(found / printed - 1) < 0.005; };
        QVERIFY(close(billions("llama-3-8b", 8192, 0), 51.5));
        QVERIFY(close(billions("llama-3-70b", 8192, 0), 449.2));
        QVERIFY(close(billions("llama-3.1-405b", 8192, 0), 2524.2));
        QVERIFY(close(billions("deepseek-v3", 4096, 1), 260.0));
        QVERIFY(close(billions("deepseek-v3", 4096, 0), 250.0));
        QVERIFY(close(billions("qwen3-30b-a3b", 4096, 0), 23.0));
        QVERIFY(close(billions("qwen3-235b-a22b", 4096, 0), 148.03));
        QVERIFY(close(billions("kimi-k2", 4096, 0), 204.5));
        QVERIFY(close(billions("gpt-oss-120b", 4096, 0), 32.6));
    }

    void configsOfMixturesEqualTheirPresets() {
        const auto equals = [](const char* preset, const std::string& text) {
            TransformerModel model = hugging_face(text), known = load_model(preset);
            model.name = known.name, model.source = known.source;
            model.sequence_length = known.sequence_length; // presets have that of their training
            QVERIFY2(model == known, preset);
        };
        equals("mixtral-8x7b",
               R"({"architectures": ["MixtralForCausalLM"], "attention_dropout": 0.0, "bos_token_id": 1,
            "eos_token_id": 2, "hidden_act": "silu", "hidden_size": 4096, "initializer_range": 0.02, "intermediate_size": 14336,
            "max_position_embeddings": 32768, "model_type": "mixtral", "num_attention_heads": 32, "num_experts_per_tok": 2,
            "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8, "output_router_logits": false,
            "rms_norm_eps": 1e-05, "rope_theta": 1000000.0, "router_aux_loss_coef": 0.02, "sliding_window": null,
            "tie_word_embeddings": false, "torch_dtype": "bfloat16", "transformers_version": "4.36.0", "use_cache": true,
            "vocab_size": 32000})");
        equals(
            "deepseek-v3",
            R"({"architectures": ["DeepseekV3ForCausalLM"], "attention_bias": false, "attention_dropout": 0.0,
            "auto_map": {"AutoConfig": "configuration_deepseek.DeepseekV3Config"}, "bos_token_id": 0, "eos_token_id": 1,
            "ep_size": 1, "first_k_dense_replace": 3, "hidden_act": "silu", "hidden_size": 7168, "initializer_range": 0.02,
            "intermediate_size": 18432, "kv_lora_rank": 512, "max_position_embeddings": 163840, "model_type": "deepseek_v3",
            "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_group": 8, "n_routed_experts": 256, "n_shared_experts": 1,
            "norm_topk_prob": true, "num_attention_heads": 128, "num_experts_per_tok": 8, "num_hidden_layers": 61,
            "num_key_value_heads": 128, "num_nextn_predict_layers": 1, "q_lora_rank": 1536, "qk_nope_head_dim": 128,
            "qk_rope_head_dim": 64, "quantization_config": {"activation_scheme": "dynamic", "fmt": "e4m3",
            "quant_method": "fp8", "weight_block_size": [128, 128]}, "rms_norm_eps": 1e-06, "rope_scaling": {"beta_fast": 32,
            "beta_slow": 1, "factor": 40, "mscale": 1.0, "mscale_all_dim": 1.0, "original_max_position_embeddings": 4096,
            "type": "yarn"}, "rope_theta": 10000, "routed_scaling_factor": 2.5, "scoring_func": "sigmoid",
            "tie_word_embeddings": false, "topk_group": 4, "topk_method": "noaux_tc", "torch_dtype": "bfloat16",
            "transformers_version": "4.33.1", "use_cache": true, "v_head_dim": 128, "vocab_size": 129280})");
        equals(
            "qwen3-30b-a3b",
            R"({"architectures": ["Qwen3MoeForCausalLM"], "attention_bias": false, "attention_dropout": 0.0,
            "bos_token_id": 151643, "decoder_sparse_step": 1, "eos_token_id": 151645, "head_dim": 128, "hidden_act": "silu",
            "hidden_size": 2048, "initializer_range": 0.02, "intermediate_size": 6144, "max_position_embeddings": 40960,
            "max_window_layers": 48, "mlp_only_layers": [], "model_type": "qwen3_moe", "moe_intermediate_size": 768,
            "norm_topk_prob": true, "num_attention_heads": 32, "num_experts": 128, "num_experts_per_tok": 8,
            "num_hidden_layers": 48, "num_key_value_heads": 4, "output_router_logits": false, "rms_norm_eps": 1e-06,
            "rope_scaling": null, "rope_theta": 1000000.0, "router_aux_loss_coef": 0.001, "sliding_window": null,
            "tie_word_embeddings": false, "torch_dtype": "bfloat16", "use_cache": true, "use_sliding_window": false,
            "vocab_size": 151936})");
        equals("gpt-oss-20b",
               R"({"architectures": ["GptOssForCausalLM"], "attention_bias": true, "attention_dropout": 0.0,
            "eos_token_id": 200002, "experts_per_token": 4, "head_dim": 64, "hidden_act": "silu", "hidden_size": 2880,
            "initial_context_length": 4096, "initializer_range": 0.02, "intermediate_size": 2880,
            "layer_types": ["sliding_attention", "full_attention"], "max_position_embeddings": 131072,
            "model_type": "gpt_oss", "num_attention_heads": 64, "num_experts_per_tok": 4, "num_hidden_layers": 24,
            "num_key_value_heads": 8, "num_local_experts": 32, "output_router_logits": false, "pad_token_id": 199999,
            "quantization_config": {"modules_to_not_convert": ["lm_head"], "quant_method": "mxfp4"}, "rms_norm_eps": 1e-05,
            "rope_theta": 150000, "router_aux_loss_coef": 0.9, "sliding_window": 128, "swiglu_limit": 7.0,
            "tie_word_embeddings": false, "use_cache": true, "vocab_size": 201088})");
        equals("llama-4-scout",
               R"({"model_type": "llama4", "boi_token_index": 200080, "text_config": {"attention_bias": false,
            "attention_chunk_size": 8192, "attention_dropout": 0.0, "bos_token_id": 200000, "for_llm_compressor": false,
            "head_dim": 128, "hidden_act": "silu", "hidden_size": 5120, "initializer_range": 0.02,
            "interleave_moe_layer_step": 1, "intermediate_size": 8192, "intermediate_size_mlp": 16384,
            "max_position_embeddings": 10485760, "model_type": "llama4_text", "no_rope_layers": [],
            "num_attention_heads": 40, "num_experts_per_tok": 1, "num_hidden_layers": 48, "num_key_value_heads": 8,
            "num_local_experts": 16, "rms_norm_eps": 1e-05, "router_aux_loss_coef": 0.001, "router_jitter_noise": 0.0,
            "torch_dtype": "bfloat16", "use_cache": true, "use_qk_norm": true, "vocab_size": 202048},
            "vision_config": {"hidden_size": 1408}})");
        equals("gemma-2-2b",
               R"({"architectures": ["Gemma2ForCausalLM"], "attention_bias": false, "attention_dropout": 0.0,
            "attn_logit_softcapping": 50.0, "cache_implementation": "hybrid", "final_logit_softcapping": 30.0, "head_dim": 256,
            "hidden_act": "gelu_pytorch_tanh", "hidden_activation": "gelu_pytorch_tanh", "hidden_size": 2304,
            "intermediate_size": 9216, "max_position_embeddings": 8192, "model_type": "gemma2", "num_attention_heads": 8,
            "num_hidden_layers": 26, "num_key_value_heads": 4, "query_pre_attn_scalar": 256, "rms_norm_eps": 1e-06,
            "rope_theta": 10000.0, "sliding_window": 4096, "vocab_size": 256000})");
        equals("qwen2.5-7b",
               R"({"architectures": ["Qwen2ForCausalLM"], "attention_dropout": 0.0, "hidden_act": "silu",
            "hidden_size": 3584, "intermediate_size": 18944, "max_position_embeddings": 131072, "max_window_layers": 28,
            "model_type": "qwen2", "num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4,
            "rms_norm_eps": 1e-06, "sliding_window": 131072, "tie_word_embeddings": false, "use_mrope": false,
            "use_sliding_window": false, "vocab_size": 152064})");
    }

    void megatronArgumentsMayHaveExperts() {
        TransformerModel model = megatron(
            "--num-layers 61 --hidden-size 7168 --ffn-hidden-size 18432 --num-attention-heads 128 --swiglu "
            "--disable-bias-linear --untie-embeddings-and-output-weights --position-embedding-type rope "
            "--seq-length 4096 --vocab-size 129280\n--num-experts 256 --moe-router-topk 8 "
            "--moe-ffn-hidden-size 2048 --moe-shared-expert-intermediate-size 2048 "
            "--moe-router-enable-expert-bias\n--moe-layer-freq ([0]*3+[1]*58)\n--multi-latent-attention "
            "--q-lora-rank 1536 --kv-lora-rank 512 --qk-head-dim 128 --qk-pos-emb-head-dim 64 --v-head-dim "
            "128 "
            "--qk-layernorm --mtp-num-layers 1");
        const TransformerModel preset = load_model("deepseek-v3");
        model.name = preset.name, model.source = preset.source;
        QCOMPARE(model, preset);
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

    void whatChangesTheShapeAndIsNotKnownIsNamed() {
        const std::string llama = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008,
            "num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 32000,
            "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "torch_dtype": "bfloat16", "eos_token_id": 2)";
        hugging_face(llama + "}");
        VERIFY_REFUSED(
            hugging_face(llama + R"(, "num_local_experts": 8})"),
            "$.num_local_experts: changes the shape of a model, and what it means for llama is not "
            "known");
        VERIFY_REFUSED(hugging_face(llama + R"(, "mlp_bias": true})"), "$.mlp_bias: changes the shape");
        hugging_face(llama + R"(, "mlp_bias": false, "num_local_experts": null})");
        VERIFY_REFUSED(hugging_face(R"({"model_type": "mixtral", "num_local_experts": 8})"),
                       "has no \"num_hidden_layers\"");
        VERIFY_REFUSED(hugging_face(R"({"model_type": "t5"})"),
                       "$.model_type: is \"t5\", expected one of deepseek_v2, deepseek_v3, gemma2, gpt2, ");
        VERIFY_REFUSED(hugging_face(R"({"model_type": "llama"})"), "has no \"num_hidden_layers\"");
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
        const auto drops = [](const std::string& share) {
            return megatron("--num-layers 2 --hidden-size 64 --num-attention-heads 4 --seq-length 64 "
                            "--vocab-size 99" +
                            share)
                .attention_dropout;
        };
        QVERIFY(drops("") && drops(" --attention-dropout 0.1"));
        QVERIFY(!drops(" --attention-dropout 0.0") && !drops(" --attention-dropout 0"));
    }

    void megatronArgumentsThatCannotBeMeantAreRefused() {
        VERIFY_REFUSED(megatron("--num-layers 24\n--hidden-size $HIDDEN\n"),
                       "args.sh: line 2: --hidden-size is the shell variable");
        VERIFY_REFUSED(megatron("--num-layers many\n--hidden-size 2\n"),
                       "line 1: \"many\" is not a whole number");
        VERIFY_REFUSED(megatron("--num-layers 24\n--num-layers 25\n"),
                       "line 2: \"--num-layers\" is given twice");
        VERIFY_REFUSED(
            megatron(
                "--num-layers 4 --hidden-size 64 --num-attention-heads 4 --seq-length 64 --vocab-size 99\n"
                "--num-experts 8\n--moe-layer-freq [0,1]*2\n"),
            "line 3: --moe-layer-freq is a list of layers other than");
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
                       "neither a file nor a preset; presets are qwen2.5-0.5b, qwen3-0.6b, llama-1b");
        VERIFY_REFUSED(load_model("../models/llama-2-7b"), "neither a file nor a preset");
        write_atomically(file, R"({"format": "pipette-model", "version": 1, "name": "x", "layers": 0})");
        VERIFY_REFUSED(load_model(file), "$.layers: is 0");
    }
};

QTEST_GUILESS_MAIN(ModelFilesTest)
#include "model_files_test.moc"
