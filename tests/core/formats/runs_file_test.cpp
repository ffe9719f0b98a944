// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/text/atomic_file.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>

using namespace pipette;

namespace {

const std::string header =
    "run_id,source,framework,model,layers,hidden,heads,kv_heads,ffn_hidden,gated_mlp,sequence_length,vocab,"
    "gpu,gpu_memory_gib,gpus,gpus_per_node,node_bandwidth_gb_per_s,tp,pp,dp,cp,vpp,micro_batch,global_batch,"
    "precision,recompute,sequence_parallel,zero_stage,iteration_time_s,peak_memory_gib,memory_scope,status,"
    "clean\n";
const std::string row =
    "r1,here,nanotron,llama-1B,16,2048,32,32,8192,1,4096,131072,H100,80,8,8,400,1,1,8,1,1,2,256,bf16,"
    "none,0,0,3.25,50.5,first_stage,ok,1\n";

std::string with(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

std::vector<MeasuredRun> read(const std::string& text) {
    static const std::vector<KnownGpu> known = known_gpus();
    return parse_runs_csv(text, "runs.csv", known);
}

} // namespace

class RunsFileTest : public QObject {
    Q_OBJECT

private slots:
    void aRunIsReadWhole() {
        const std::vector<MeasuredRun> runs = read(header + row);
        QCOMPARE(runs.size(), 1u);
        QCOMPARE(runs[0].model.layers, 16);
        QCOMPARE(runs[0].dp, 8);
        QCOMPARE(runs[0].time_s, 3.25);
        QCOMPARE(runs[0].peak_memory_bytes, 50.5 * 1024 * 1024 * 1024);
        QVERIFY(runs[0].memory_scope == MemoryScope::first_rank);
        QVERIFY(runs[0].clean);
    }

    void fineTuningIsReadFromColumnsOrWords() {
        const std::string columns = with(header, "clean", "clean,lora_rank,lora_targets,mean_sequence");
        const auto tuned = [&](const std::string& values) {
            return read(columns + with(row, "ok,1\n", "ok,1," + values + "\n")).front();
        };
        QVERIFY(!tuned(",,").fine_tunes && tuned(",,").tuning == FineTuning{});
        const MeasuredRun run = tuned("16,attention,512");
        QVERIFY(run.fine_tunes && run.lacks.empty());
        QVERIFY((run.tuning == FineTuning{16, AdapterTargets::attention, 512}));
        QVERIFY(job_of(run).tuning == run.tuning);
        QVERIFY((tuned("0,,512").tuning == FineTuning{0, AdapterTargets::all, 512}));
        VERIFY_REFUSED(tuned("-1,,"), "lora_rank");
        VERIFY_REFUSED(tuned("8,heads,"), "lora_targets");
        VERIFY_REFUSED(tuned(",,soon"), "mean_sequence");
        const auto named = [&](const std::string& framework, const std::string& model) {
            return read(header + with(with(row, "nanotron", framework), "llama-1B", model)).front();
        };
        QVERIFY(named("NeMo", "llama-1B SFT").fine_tunes);
        QVERIFY(named("NeMo", "llama-1B SFT").tuning == FineTuning{});
        QCOMPARE(named("NeMo", "llama-1B LoRA").tuning.adapter_rank, 32); // as its recipes have it
        QVERIFY(named("nanotron", "llama-1B LoRA").lacks.starts_with("lora_rank"));
        QVERIFY(!named("NeMo", "llama-1B finetuned").lacks.empty());
        const MeasuredRun ruled =
            read(header + with(with(row, "here", "MLPerf v5.0"), "llama-1B", "llama-1B LoRA")).front();
        QVERIFY((ruled.tuning == FineTuning{16, AdapterTargets::attention, 0}));
    }

    void whatWasNotPublishedIsZero() {
        const MeasuredRun run = read(header + with(row, "3.25,50.5", ",")).front();
        QCOMPARE(run.time_s, 0.0);
        QCOMPARE(run.peak_memory_bytes, 0.0);
    }

    void flashAttentionMayBeSaid() {
        QVERIFY(!read(header + row).front().flash_attention);
        const std::string more = with(header, "clean", "clean,flash_attention");
        QVERIFY(read(more + with(row, ",1\n", ",1,1\n")).front().flash_attention.value());
        QVERIFY(!read(more + with(row, ",1\n", ",1,0\n")).front().flash_attention.value());
        QVERIFY(!read(more + with(row, ",1\n", ",1,\n")).front().flash_attention);
        VERIFY_REFUSED(read(more + with(row, ",1\n", ",1,maybe\n")), "flash_attention");
    }

    void complaintsNameFileAndLine() {
        const std::string good = header + row;
        const auto second = [&](const std::string& what, const std::string& by) {
            return good + with(with(row, "r1", "r2"), what, by);
        };
        for (const std::string& text :
             {second("16,2048", "sixteen,2048"), second("16,2048", "0,2048"),
              second("16,2048", "99999999999999999999,2048"), second(",ok,", ",fine,"), second("3.25", "-1"),
              second("3.25", "nan"), second("3.25", "1e400"), second("32,32,8192", "32,64,8192"),
              second(",1\n", ",2\n"), second("r2,here", "\"r2,here"), second(",ok,1", "")}) {
            VERIFY_REFUSED(read(text), "runs.csv");
            VERIFY_REFUSED(read(text), "line 3");
        }
    }

    void aRowThatLacksSomethingIsNamedAndNotCounted() {
        const auto lacking = [](const std::string& what, const std::string& by) {
            const std::vector<MeasuredRun> runs = read(header + row + with(with(row, "r1", "r2"), what, by));
            return runs.size() == 2 && runs[0].lacks.empty() ? why_inexpressible(runs[1]) : "not read";
        };
        QCOMPARE(lacking("16,2048", ",2048"), std::string("layers: not published"));
        QCOMPARE(lacking(",131072", ","), std::string("vocab: not published"));
        QCOMPARE(lacking("H100", "V100+T4"), std::string("gpu: \"V100+T4\" is none of the known GPUs"));
        QCOMPARE(lacking("bf16", "int4"), std::string("precision: \"int4\" is not predicted"));
        QCOMPARE(lacking("bf16", "fp8 blockwise"),
                 std::string("precision: \"fp8 blockwise\" is not predicted")); // a recipe of none of ours
        QVERIFY(
            lacking("bf16", "NVFP4").find("cannot compute in nvfp4, it has fp32, tf32, fp16, bf16, fp8") !=
            std::string::npos);
        QCOMPARE(lacking(",none,", ",some,"), std::string("recompute: \"some\" is not predicted"));
        QCOMPARE(lacking("llama-1B", "llama-1B LoRA"), std::string("lora_rank: not published"));
        QCOMPARE(lacking(",1,1,8,1,1,2,256", ",1,1,8,1,1,,256"), std::string("micro_batch: not published"));
        QCOMPARE(lacking("none,0,0,3.25", "none,0,3,3.25"), std::string());
        QCOMPARE(lacking("none,0,0,3.25", ",0,3,3.25"), std::string("recompute: not published"));
        QCOMPARE(lacking("r2,here", "r2,\"tables (older, since replaced)\""),
                 std::string("source: a newer table of the same runs has replaced it"));
        QCOMPARE(lacking(",1,1,8,1,1,2", ",1,1,8,,,2"), std::string()); // neither cp nor vpp
        QCOMPARE(lacking(",none,", ",,"), std::string());               // not said: nothing is recomputed
    }

    void furtherColumnsTellWhatARunDidBeside() {
        const auto further = [](const std::string& columns, const std::string& values) {
            const MeasuredRun run =
                read(with(header, "clean", "clean," + columns) + with(row, ",1\n", ",1," + values + "\n"))
                    .front();
            return why_inexpressible(run);
        };
        QCOMPARE(further("experts,ep", ",1"), std::string());
        QCOMPARE(further("experts,ep", "8,4"), std::string("experts_per_token: not published"));
        QCOMPARE(further("fsdp_shard", "8"), std::string()); // of ZeRO-0, which spreads nothing
        QCOMPARE(further("offload", "optimizer to host memory"),
                 std::string("offload_fraction: not published"));
        QCOMPARE(further("offload,offload_fraction", "optimizer to host memory,0.5"), std::string());
        QCOMPARE(further("offload", "activations of 2 layers"), std::string());
        const auto updates = [](const std::string& columns, const std::string& values) {
            return read(with(header, "clean", "clean,offload,offload_fraction," + columns) +
                        with(row, ",1\n", ",1,optimizer,1," + values + "\n"))
                .front()
                .gpu.host.update_gparam_per_s;
        };
        QCOMPARE(updates("notes", "cores bound"), 6.7);
        QCOMPARE(updates("notes", "cores not bound"), 0.65 * 6.7);
        QCOMPARE(updates("notes,host_update_gparam_per_s", "cores not bound,3"), 3.0);
        QVERIFY(further("offload,offload_fraction", "optimizer to NVMe,1").starts_with("offload: "));
        QVERIFY(further("offload", "activations of -2 layers").starts_with("offload_activations: "));
        QVERIFY(further("offload,offload_fraction,optimizer", "optimizer,1,muon").starts_with("offload: "));
        QCOMPARE(further("attention", "gated delta net"),
                 std::string("attention: this kind is not predicted"));
        QCOMPARE(further("notes", "SFT Performance"), std::string());
        QCOMPARE(further("notes", "finetuned further"),
                 std::string("notes: whether all weights are fine-tuned is not told"));
        const MeasuredRun nemotron =
            read(header + with(with(row, "llama-1B", "Nemotron-8B"), "8192,1,4096", "8192,0,4096")).front();
        QVERIFY(!nemotron.model.gated_mlp && !nemotron.model.biases && !nemotron.model.learned_positions);
        QCOMPARE(further("url,mfu", "https://example.org,0.4"), std::string());
    }

    void shardedParametersAreReadWithTheirGroups() {
        const auto sharded = [](const std::string& values) {
            return read(with(header, "clean", "clean,fsdp_shard,hsdp_replicas,overlap") +
                        with(with(row, "none,0,0,3.25", "none,0,3,3.25"), ",1\n", ",1," + values + "\n"))
                .front();
        };
        QCOMPARE(config_of(sharded("8,,")).zero_stage, 3);
        QCOMPARE(config_of(sharded("8,,")).shards(), 8);
        QCOMPARE(config_of(sharded("4,2,")).shard_replicas(), 2);
        QCOMPARE(why_inexpressible(sharded("4,4,")),
                 std::string("hsdp_replicas: 4 of 4 GPUs are not the dp*cp = 8*1"));
        QVERIFY(why_inexpressible(sharded("3,,")).starts_with("shard: 3 does not divide"));
        QVERIFY(!job_of(sharded("8,,")).overlap_tensor_parallel);
        QVERIFY(job_of(sharded("8,,async tp")).overlap_tensor_parallel);
        const MeasuredRun spread = read(with(header, "clean", "clean,fsdp_shard") +
                                        with(with(row, "none,0,0,3.25", "none,0,,3.25"), ",1\n", ",1,8\n"))
                                       .front();
        QCOMPARE(spread.lacks, std::string("zero_stage: not published, though parameters are sharded"));
    }

    void tensorGridsAreReadWithTheirX() {
        const auto grid = [](const std::string& framework, const std::string& tp_x) {
            return read(with(header, "clean", "clean,tp_x") +
                        with(with(with(row, "nanotron", framework), ",1,1,8,1,1,2", ",4,1,2,1,1,2"), ",1\n",
                             ",1," + tp_x + "\n"))
                .front();
        };
        const ParallelConfig config = config_of(grid("AxoNN", "2"));
        QCOMPARE(config.tp_x, 2);
        QCOMPARE(config.tp_y(), 2);
        QCOMPARE(why_inexpressible(grid("AxoNN", "2")), std::string());
        QCOMPARE(config_of(grid("AxoNN", "")).tp_x, 1);
        QVERIFY(why_inexpressible(grid("AxoNN", "3")).starts_with("tp_x: 3 does not divide"));
        QVERIFY(why_inexpressible(grid("nanotron", "2")).starts_with("tp_x: "));
        QVERIFY_THROWS_EXCEPTION(InputError, grid("AxoNN", "0"));
    }

    /// How full a GPU was, or that it was too full, does not depend on links that nobody published.
    void memoryCountsWhereLinksAreNotKnown() {
        const std::string two_nodes =
            with(with(row, "80,8,8,400", "80,16,8,"), ",1,1,8,1,1,2", ",1,1,16,1,1,2");
        const MeasuredRun full = read(header + two_nodes).front();
        QVERIFY(full.lacks.empty() && tells_memory(full));
        QCOMPARE(full.time_s, 0.0);
        const MeasuredRun failed =
            read(header + with(with(two_nodes, "3.25,50.5", ","), ",ok,", ",oom,")).front();
        QCOMPARE(why_inexpressible(failed), std::string());
        QCOMPARE(read(header + with(two_nodes, "3.25,50.5", "3.25,")).front().lacks,
                 std::string("node_bandwidth_gb_per_s: not published"));
    }

    void expertsAreReadWithTheirLayout() {
        const std::string columns =
            "experts,experts_per_token,moe_ffn_hidden,shared_experts,shared_ffn_hidden,"
            "first_dense_layers,moe_layers,ep,etp,dispatcher,overlap,attention,"
            "recompute_modules";
        const auto mixed = [&](const std::string& values, const std::string& from = "none,",
                               const std::string& to = "none,") {
            return read(with(header, "clean", "clean," + columns) +
                        with(with(row, from, to), ",1\n", ",1," + values + "\n"))
                .front();
        };
        const MeasuredRun run =
            mixed("64,6,1408,2,2816,1,15,8,1,flex hybridep,overlap-moe-expert-parallel-comm,"
                  "mla(q_lora=0;kv_lora=512;nope=128;rope=64;v=128),");
        QCOMPARE(why_inexpressible(run), std::string());
        Experts moe;
        moe.experts = 64, moe.experts_per_token = 6, moe.ffn_hidden = 1408, moe.shared_ffn_hidden = 2816;
        moe.first_dense_layers = 1;
        QVERIFY(run.model.moe == moe);
        QVERIFY(run.model.mla == (LatentAttention{0, 512, 128, 64, 128}));
        QCOMPARE(config_of(run).ep, 8);
        QCOMPARE(job_of(run).dispatcher, std::string("deepep"));
        QVERIFY(job_of(run).overlap_expert_exchange);
        QCOMPARE(mixed("64,6,1408,,,1,14,8,1,,,,").lacks,
                 std::string("moe_layers: 14 of 16 layers are not all but the first 1"));
        QCOMPARE(mixed("64,6,1408,,,,,8,1,,,,", "none,", ",").lacks, std::string("recompute: not published"));
        const MeasuredRun overlapped =
            mixed("64,6,1408,,,,,8,1,,overlap-moe-expert-parallel-comm,,", "none,", ","); // leaves none
        QVERIFY(overlapped.lacks.empty() && overlapped.recompute == Recompute::none);
        QVERIFY(why_inexpressible(mixed("64,6,1408,,,,,5,1,,,,")).starts_with("ep: 5 does not divide"));
        const std::string tail = "64,6,1408,,,,,8,1,alltoall,,,";
        const auto modules = [&](const char* names) {
            return text_of(repeated_modules(config_of(mixed(tail + names, "none,", "selective,"))));
        };
        QCOMPARE(modules("core_attn"), "core_attn");
        QCOMPARE(modules("moe_act layernorm"), "layernorm+moe_act");
        QCOMPARE(modules(""), "core_attn");
        QVERIFY(mixed(tail + "gdn_norm_out", "none,", "selective,").lacks.starts_with("recompute_modules"));
        VERIFY_REFUSED(mixed("64,6,1408,,,,,8,1,,,mla(kv_lora=512),"),
                       "line 2, attention: is \"mla(kv_lora=512)\"");
        VERIFY_REFUSED(mixed("64,65,1408,,,,,8,1,,,,"), "expected experts_per_token");
    }

    void ofTheSameLayoutTheNewestSoftwareCounts() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("runs.csv").toStdString();
        const auto on = [](const std::string& id, const std::string& software) {
            return with(with(row, "r1", id), "nanotron", software);
        };
        write_atomically(file, header + on("a", "NeMo 25.11") + on("b", "NeMo 26.04.01") +
                                   on("c", "NeMo 26.04") + with(on("d", "NeMo 25.11"), ",256,", ",512,") +
                                   on("e", "NeMo"));
        const std::vector<MeasuredRun> runs = read_runs_csv({file});
        QCOMPARE(runs[0].lacks, std::string("framework: NeMo 26.04.01 ran the same layout"));
        QVERIFY(runs[1].lacks.empty() && !runs[2].lacks.empty() && runs[3].lacks.empty());
    }

    void precisionsAreNamedFreely() {
        for (const auto& [name, precision] :
             {std::pair("BF16", Precision::bf16), std::pair("bf16 (pure)", Precision::bf16),
              std::pair("MXFP8", Precision::mxfp8), std::pair("FP8-CS (per tensor)", Precision::fp8),
              std::pair("fp8_mx", Precision::mxfp8), std::pair("fp16", Precision::fp16),
              std::pair("fp8 mxfp8 on bf16", Precision::mxfp8), std::pair("FP8", Precision::fp8),
              std::pair("fp8 linear rowwise", Precision::fp8_rowwise),
              std::pair("NVFP4", Precision::nvfp4)}) {
            const MeasuredRun run = read(header + with(row, "bf16", name)).front();
            QVERIFY2(run.precision == precision && run.lacks.empty(), name);
        }
        // Four bits are NVFP4 where the GPU has it.
        const auto four_bits = [](const char* gpu) {
            return read(header + with(with(row, "bf16", "fp4"), "H100", gpu)).front();
        };
        QVERIFY(four_bits("B200").precision == Precision::nvfp4 && four_bits("B200").lacks.empty());
        QVERIFY(four_bits("MI355X-288GB").lacks.starts_with("precision"));
    }

    void aGpuComputesInWhatItsMakerStates() {
        const std::vector<KnownGpu> known = known_gpus();
        const auto has = [&](const char* gpu, Precision precision) {
            return find_gpu(known, gpu)->kind.supports(precision);
        };
        for (const char* gpu : {"H100", "B200", "GB300", "MI355X-288GB", "MI300X-192GB", "L40S-48GB"})
            QVERIFY2(has(gpu, Precision::fp8) && has(gpu, Precision::fp8_rowwise), gpu);
        for (const char* gpu : {"B200", "B300", "GB200", "GB300"})
            QVERIFY2(has(gpu, Precision::mxfp8) && has(gpu, Precision::nvfp4), gpu);
        QVERIFY(has("MI355X-288GB", Precision::mxfp8) && !has("MI355X-288GB", Precision::nvfp4));
        for (const char* gpu : {"H100", "H200", "A100", "MI300X-192GB", "L40S-48GB"})
            QVERIFY2(!has(gpu, Precision::mxfp8) && !has(gpu, Precision::nvfp4), gpu);
        QCOMPARE(unsupported_text(find_gpu(known, "H100")->kind, Precision::mxfp8),
                 std::string("H100-SXM5-80GB cannot compute in mxfp8, it has fp32, tf32, fp16, bf16, fp8"));
    }

    void notesTellOfCudaGraphs() {
        const auto graphs = [](const std::string& notes) {
            return read(with(header, "clean", "clean,notes") + with(row, ",1\n", ",1," + notes + "\n"))
                .front()
                .cuda_graphs;
        };
        QVERIFY(!graphs(""));
        QVERIFY(graphs(R"("26.04; cuda graphs ""none"" [""full_iteration""]")"));
        QVERIFY(graphs(R"("26.04; cuda graphs ""transformer_engine"" ")"));
        QVERIFY(!graphs(R"("cuda graphs ""transformer_engine"" [""attn"", ""moe_router""]")")); // not all
        QVERIFY(!graphs("CUDA graphs off"));
    }

    void anNvlinkDomainCountsAsANode() {
        const auto nodes_of = [](const std::string& domain) {
            std::string four = with(with(row, "80,8,8,400", "80,16,4,200"), ",1,1,8,1,1,2", ",1,1,16,1,1,2");
            return read(with(header, "clean", "clean,nvlink_domain") +
                        with(std::move(four), ",1\n", ",1," + domain + "\n"))
                .front();
        };
        QCOMPARE(nodes_of("").gpus_per_node, 4);
        QCOMPARE(nodes_of("72").gpus_per_node, 16);
        QCOMPARE(nodes_of("72").node_bandwidth_gb_per_s, 800.0);
        QCOMPARE(nodes_of("12").gpus_per_node, 8); // a part that the job fills evenly
    }

    void aRunIsThereOnce() {
        VERIFY_REFUSED(read(header + row + row), "line 3, run_id: \"r1\" of \"here\" appears twice");
        QCOMPARE(read(header + row + with(row, "here", "there")).size(), 2u); // another source's numbers
        QCOMPARE(read(header + with(row, "r1", "") + with(row, "r1", "")).size(), 2u);
        QTemporaryDir folder;
        const std::string one = folder.filePath("one.csv").toStdString();
        const std::string two = folder.filePath("two.csv").toStdString();
        write_atomically(one, header + row);
        write_atomically(two, header + with(row, "r1", "r2") + row);
        QCOMPARE(read_runs_csv({one}).size(), 1u);
        VERIFY_REFUSED(read_runs_csv({one, two}),
                       "two.csv: \"r1\" of \"here\" appears twice, in another file before");
    }

    void namesThatATerminalWouldObeyAreRefused() {
        for (const char* name : {"\x1b[31mred", "bell\x07", "\x7f",
                                 "\xc2\x9b"
                                 "31m",
                                 "\xff", "half\xc3"}) {
            VERIFY_REFUSED(read(header + with(row, "r1", name)), "line 2, run_id: is \"");
            VERIFY_REFUSED(read(header + with(row, "llama-1B", name)), "line 2, model: is \"");
        }
        VERIFY_REFUSED(read(header + with(row, "here", std::string(257, 'x'))),
                       "line 2, source: has 257 bytes");
        QCOMPARE(read(header + with(row, "here", "Zürich 東京")).size(), 1u);
    }

    void aHeaderMustBeWholeAndSaidOnce() {
        VERIFY_REFUSED(read(""), "runs.csv");
        VERIFY_REFUSED(read(with(header, ",gpus,", ",") + with(row, ",8,8,400", ",8,400")), "gpus");
        VERIFY_REFUSED(read(with(header, ",vocab", ",hidden") + row), "hidden");
        VERIFY_REFUSED(read(with(header, ",vocab", ",hidden") + row), "line 1");
    }

    /// Cut anywhere, a file is read up to whole rows or refused, never half a row taken for a whole one.
    void aTruncatedFileIsRefusedOrEndsWithAWholeRow() {
        const std::string text = header + row;
        const std::size_t all_there = text.size() - 1; // without the line feed
        for (std::size_t length = 0; length < all_there; ++length) {
            const std::string part = text.substr(0, length);
            if (part.size() >= header.size() - 1 && part.size() <= header.size())
                QCOMPARE(read(part).size(), 0u);
            else
                VERIFY_REFUSED(read(part), "runs.csv");
        }
    }

    void manyRunsAreRead() {
        std::string text = header;
        for (int i = 0; i < 50'000; ++i)
            text += with(row, "r1", "r" + std::to_string(i));
        QCOMPARE(read(text).size(), 50'000u);
    }
};

QTEST_GUILESS_MAIN(RunsFileTest)
#include "runs_file_test.moc"
