// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/core_words.h"

#include <QtGlobal>

namespace pipette {
namespace {

// A long text takes several literals. NOLINTBEGIN(bugprone-suspicious-missing-comma)
constexpr const char* words[]{
    // what time and memory go to (core/base/inks.h)
    QT_TRANSLATE_NOOP("core", "forward"),
    QT_TRANSLATE_NOOP("core", "forward again (recomputation)"),
    QT_TRANSLATE_NOOP("core", "backward"),
    QT_TRANSLATE_NOOP("core", "input gradient"),
    QT_TRANSLATE_NOOP("core", "weight gradient"),
    QT_TRANSLATE_NOOP("core", "forward and backward overlapped"),
    QT_TRANSLATE_NOOP("core", "send"),
    QT_TRANSLATE_NOOP("core", "compute"),
    QT_TRANSLATE_NOOP("core", "recomputation"),
    QT_TRANSLATE_NOOP("core", "tensor parallel"),
    QT_TRANSLATE_NOOP("core", "context parallel"),
    QT_TRANSLATE_NOOP("core", "expert parallel"),
    QT_TRANSLATE_NOOP("core", "pipeline transfers"),
    QT_TRANSLATE_NOOP("core", "idle (bubble)"),
    QT_TRANSLATE_NOOP("core", "gradient exchange"),
    QT_TRANSLATE_NOOP("core", "host (offload)"),
    QT_TRANSLATE_NOOP("core", "optimizer"),
    QT_TRANSLATE_NOOP("core", "parameters"),
    QT_TRANSLATE_NOOP("core", "gradients"),
    QT_TRANSLATE_NOOP("core", "gathered layers"),
    QT_TRANSLATE_NOOP("core", "activations"),
    QT_TRANSLATE_NOOP("core", "logits"),
    QT_TRANSLATE_NOOP("core", "temporary"),
    QT_TRANSLATE_NOOP("core", "run-ahead"),
    QT_TRANSLATE_NOOP("core", "fragmentation"),
    QT_TRANSLATE_NOOP("core", "other memory"),
    QT_TRANSLATE_NOOP("core", "sharded parameters"),
    // verdicts, transfers
    QT_TRANSLATE_NOOP("core", "safe"),
    QT_TRANSLATE_NOOP("core", "tight"),
    QT_TRANSLATE_NOOP("core", "over"),
    QT_TRANSLATE_NOOP("core", "blocking"),
    QT_TRANSLATE_NOOP("core", "in-turn"),
    QT_TRANSLATE_NOOP("core", "overlapped"),
    // groups of ranks (core/plan/groups)
    QT_TRANSLATE_NOOP("core", "expert group"),
    QT_TRANSLATE_NOOP("core", "expert data parallel group"),
    QT_TRANSLATE_NOOP("core", "expert tensor group"),
    QT_TRANSLATE_NOOP("core", "shard group"),
    QT_TRANSLATE_NOOP("core", "shard replica group"),
    QT_TRANSLATE_NOOP("core", "tensor parallel group"),
    QT_TRANSLATE_NOOP("core", "x group"),
    QT_TRANSLATE_NOOP("core", "y group"),
    QT_TRANSLATE_NOOP("core", "context parallel group"),
    QT_TRANSLATE_NOOP("core", "data parallel group"),
    // parts of a logged step
    QT_TRANSLATE_NOOP("core", "forward and backward (compute and pipeline)"),
    QT_TRANSLATE_NOOP("core", "pipeline"),
    QT_TRANSLATE_NOOP("core", "gradient exchange (data parallel)"),
    QT_TRANSLATE_NOOP("core", "outside of the timers"),
    // schedules (core/schedule/kinds)
    QT_TRANSLATE_NOOP("core", "Chimera"),
    QT_TRANSLATE_NOOP("core", "DualPipe"),
    QT_TRANSLATE_NOOP("core", "DualPipeV"),
    QT_TRANSLATE_NOOP("core", "Eager 1F1B"),
    QT_TRANSLATE_NOOP("core", "GPipe"),
    QT_TRANSLATE_NOOP("core", "Interleaved 1F1B"),
    QT_TRANSLATE_NOOP("core", "Local updates"),
    QT_TRANSLATE_NOOP("core", "Looped breadth-first"),
    QT_TRANSLATE_NOOP("core", "1F1B"),
    QT_TRANSLATE_NOOP("core", "TeraPipe"),
    QT_TRANSLATE_NOOP("core", "V-Half"),
    QT_TRANSLATE_NOOP("core", "V-Min"),
    QT_TRANSLATE_NOOP("core", "Varuna"),
    QT_TRANSLATE_NOOP("core", "ZB-H1"),
    QT_TRANSLATE_NOOP("core", "ZB-H2"),
    QT_TRANSLATE_NOOP("core", "ZB-V"),
    QT_TRANSLATE_NOOP("core", "Two 1F1B pipelines run in opposite directions and fill each other's gaps."),
    QT_TRANSLATE_NOOP("core", "It helps with as many microbatches as devices and passes of equal length, for "
                              "two copies of the parameters."),
    QT_TRANSLATE_NOOP("core", "Microbatches enter at both ends. Each device holds two stages and runs a "
                              "forward of one direction inside a backward of the other."),
    QT_TRANSLATE_NOOP("core", "It helps mixtures of experts: messages between experts hide behind the "
                              "overlapped passes, for two copies of the parameters."),
    QT_TRANSLATE_NOOP("core", "It is one half of DualPipe folded into a V: two chunks a device, and forwards "
                              "run inside backwards."),
    QT_TRANSLATE_NOOP(
        "core", "It helps mixtures of experts as DualPipe does, without the second copy of the parameters."),
    QT_TRANSLATE_NOOP(
        "core",
        "It is 1F1B with about twice as many forwards ahead, so that transfers run while devices compute."),
    QT_TRANSLATE_NOOP("core", "It helps when links are slow and memory is free."),
    QT_TRANSLATE_NOOP(
        "core",
        "All forwards run first, then all backwards. Each device holds every microbatch until its backward."),
    QT_TRANSLATE_NOOP("core",
                      "It is the simplest order, and good with few microbatches and full recomputation."),
    QT_TRANSLATE_NOOP("core", "Each device holds several chunks of the model that lie one round of devices "
                              "apart. The pipeline fills in smaller steps."),
    QT_TRANSLATE_NOOP("core",
                      "It helps when links are fast and the microbatches are a multiple of the devices: the "
                      "bubble shrinks by the number of chunks, and transfers grow by it."),
    QT_TRANSLATE_NOOP("core", "Each stage learns from a loss of its own and starts its backward at once. No "
                              "gradient crosses a boundary."),
    QT_TRANSLATE_NOOP("core", "It is for research: it trains another objective than the other schedules."),
    QT_TRANSLATE_NOOP("core",
                      "All microbatches go through one chunk of the model before the next chunk begins."),
    QT_TRANSLATE_NOOP("core", "It helps when memory is free: the bubble is that of the interleaved schedule "
                              "for any number of microbatches, and gradients of a chunk are complete early."),
    QT_TRANSLATE_NOOP(
        "core", "A device runs a few forwards ahead, as many as devices follow it. From then on it runs one "
                "forward and one backward in turn, so that each backward frees what a forward took."),
    QT_TRANSLATE_NOOP("core", "It is the default: the bubble of GPipe in the memory of as many microbatches "
                              "as there are devices. Every framework has it."),
    QT_TRANSLATE_NOOP(
        "core", "Each sequence is cut into slices of tokens, which follow each other through the pipeline."),
    QT_TRANSLATE_NOOP("core", "It helps with very long sequences and few microbatches: the bubble shrinks by "
                              "the number of slices."),
    QT_TRANSLATE_NOOP("core", "Two chunks lie on the devices like a V, and a tight rhythm lets each backward "
                              "follow its forward soon."),
    QT_TRANSLATE_NOOP(
        "core", "It helps when activations do not fit: about half the memory of 1F1B for a longer bubble."),
    QT_TRANSLATE_NOOP("core", "It is the V with the tightest rhythm: a device holds as little as can be."),
    QT_TRANSLATE_NOOP("core",
                      "It helps when activations still do not fit: about a third of the memory of 1F1B."),
    QT_TRANSLATE_NOOP(
        "core",
        "Forwards run as they come, and a device repeats a forward just before its gradient arrives."),
    QT_TRANSLATE_NOOP("core", "It was made for slow networks of cloud machines, always with recomputation."),
    QT_TRANSLATE_NOOP("core", "The backward is split. The gradient that others wait for goes out at once, "
                              "and weight gradients fill the gaps."),
    QT_TRANSLATE_NOOP("core", "It helps when memory is short: less bubble than 1F1B in the same memory."),
    QT_TRANSLATE_NOOP("core", "It splits the backward as ZB-H1 does and runs more forwards ahead, so that no "
                              "device waits between its first and its last operation."),
    QT_TRANSLATE_NOOP("core", "It helps when links cost time or the weight gradient is short, and there is "
                              "memory for twice as many microbatches."),
    QT_TRANSLATE_NOOP("core", "Each device holds two chunks that lie down the devices and back up, like a V, "
                              "and the backward is split. The first and the last layers share a device."),
    QT_TRANSLATE_NOOP("core", "It has the least bubble in the memory of 1F1B, best where forward, input "
                              "gradient and weight gradient take equally long."),
    // axes of studies (core/study/axes)
    QT_TRANSLATE_NOOP("core", "Tokens to train on"),
    QT_TRANSLATE_NOOP("core", "Price of a GPU-hour"),
    QT_TRANSLATE_NOOP("core", "Price"),
    QT_TRANSLATE_NOOP("core", "Power of a GPU with its share of the node"),
    QT_TRANSLATE_NOOP("core", "Power usage effectiveness"),
    QT_TRANSLATE_NOOP("core", "Time between interruptions of one GPU"),
    QT_TRANSLATE_NOOP("core", "Interruptions"),
    QT_TRANSLATE_NOOP("core", "tokens"),
    QT_TRANSLATE_NOOP("core", "x"),
    QT_TRANSLATE_NOOP("core", "W"),
    QT_TRANSLATE_NOOP("core", "hours"),
    QT_TRANSLATE_NOOP("core", "Sequence length"),
    QT_TRANSLATE_NOOP("core", "Global batch"),
    QT_TRANSLATE_NOOP("core", "Tokens a step"),
    QT_TRANSLATE_NOOP("core", "Micro batch"),
    QT_TRANSLATE_NOOP("core", "Precision"),
    QT_TRANSLATE_NOOP("core", "Recomputation"),
    QT_TRANSLATE_NOOP("core", "Pipeline schedule"),
    QT_TRANSLATE_NOOP("core", "Framework"),
    QT_TRANSLATE_NOOP("core", "Optimizer"),
    QT_TRANSLATE_NOOP("core", "Primary weights"),
    QT_TRANSLATE_NOOP("core", "Share of the optimizer's state on the host"),
    QT_TRANSLATE_NOOP("core", "Launcher"),
    QT_TRANSLATE_NOOP("core", "Model"),
    QT_TRANSLATE_NOOP("core", "Model depth"),
    QT_TRANSLATE_NOOP("core", "sequences"),
    QT_TRANSLATE_NOOP("core", "layers"),
    QT_TRANSLATE_NOOP("core", "GPUs"),
    QT_TRANSLATE_NOOP("core", "Cluster"),
    QT_TRANSLATE_NOOP("core", "Machine"),
    QT_TRANSLATE_NOOP("core", "GPU kind"),
    QT_TRANSLATE_NOOP("core", "Network cards"),
    QT_TRANSLATE_NOOP("core", "Oversubscription of a leaf"),
    QT_TRANSLATE_NOOP("core", "Nodes lost"),
    QT_TRANSLATE_NOOP("core", "Bandwidth between nodes"),
    QT_TRANSLATE_NOOP("core", "Bandwidth inside nodes"),
    QT_TRANSLATE_NOOP("core", "Bandwidth of switches above the nodes"),
    QT_TRANSLATE_NOOP("core", "HBM bandwidth"),
    QT_TRANSLATE_NOOP("core", "GPU memory"),
    QT_TRANSLATE_NOOP("core", "Peak of matrix products"),
    QT_TRANSLATE_NOOP("core", "to 1"),
    QT_TRANSLATE_NOOP("core", "nodes"),
    QT_TRANSLATE_NOOP("core", "GB/s"),
    QT_TRANSLATE_NOOP("core", "GiB"),
    // questions (core/study/questions.cpp)
    QT_TRANSLATE_NOOP("core", "What if I lose two nodes?"),
    QT_TRANSLATE_NOOP("core", "Is half the bandwidth between nodes enough?"),
    QT_TRANSLATE_NOOP("core", "What if these GPUs had twice the HBM bandwidth?"),
    QT_TRANSLATE_NOOP("core", "These GPUs, or fewer of a stronger kind?"),
    QT_TRANSLATE_NOOP("core", "Which of two networks is worth its price?"),
    QT_TRANSLATE_NOOP("core", "What changes most when an input moves by 10 %?"),
    QT_TRANSLATE_NOOP("core", "GPUs, their kind, and the price of a GPU-hour behind @"),
    QT_TRANSLATE_NOOP("core", "GPUs, their kind, network cards, and the price of a GPU-hour behind @"),
    // numbers of lessons (core/lesson)
    QT_TRANSLATE_NOOP("core", "Microbatches"),
    QT_TRANSLATE_NOOP("core", "Chunks a GPU"),
    QT_TRANSLATE_NOOP("core", "Forward"),
    QT_TRANSLATE_NOOP("core", "ms"),
    QT_TRANSLATE_NOOP("core", "Backward"),
    QT_TRANSLATE_NOOP("core", "Link"),
    QT_TRANSLATE_NOOP("core", "Recompute"),
    QT_TRANSLATE_NOOP("core", "Both at once"),
    QT_TRANSLATE_NOOP("core", "Weight share"),
    QT_TRANSLATE_NOOP("core", "Batch"),
    QT_TRANSLATE_NOOP("core", "Sequence"),
    QT_TRANSLATE_NOOP("core", "Slow link"),
    QT_TRANSLATE_NOOP("core", "Time of a step"),
    QT_TRANSLATE_NOOP("core", "Idle share"),
    QT_TRANSLATE_NOOP("core", "Work of the busiest GPU"),
    QT_TRANSLATE_NOOP("core", "Microbatches held"),
    QT_TRANSLATE_NOOP("core", "Microbatches held by the first GPU"),
    QT_TRANSLATE_NOOP("core", "Microbatches held by the last GPU"),
    QT_TRANSLATE_NOOP("core", "Transfers between GPUs"),
    QT_TRANSLATE_NOOP("core", "Copies of the parameters"),
    QT_TRANSLATE_NOOP("core", "Memory of the fullest GPU"),
    QT_TRANSLATE_NOOP("core", "Memory that the fullest GPU has"),
    QT_TRANSLATE_NOOP("core", "Parameters of the fullest GPU"),
    QT_TRANSLATE_NOOP("core", "Gradients of the fullest GPU"),
    QT_TRANSLATE_NOOP("core", "Optimizer state of the fullest GPU"),
    QT_TRANSLATE_NOOP("core", "Activations of the fullest GPU"),
    QT_TRANSLATE_NOOP("core", "Compute"),
    QT_TRANSLATE_NOOP("core", "Tensor parallel messages"),
    QT_TRANSLATE_NOOP("core", "Messages to experts"),
    QT_TRANSLATE_NOOP("core", "Waits for links between stages"),
    QT_TRANSLATE_NOOP("core", "Exchange of gradients and parameters"),
    QT_TRANSLATE_NOOP("core", "Bubble"),
    QT_TRANSLATE_NOOP("core", "Tokens a second"),
    QT_TRANSLATE_NOOP("core", "Share of the peak that is used"),
    // exports (core/formats/launchers)
    QT_TRANSLATE_NOOP("core", "where each rank runs, and the configuration (JSON)"),
    QT_TRANSLATE_NOOP("core", "where each rank runs: rank, host, local_gpu (TSV)"),
    QT_TRANSLATE_NOOP("core", "AxoNN's ax.init: a grid of x, y and z and its replicas"),
    QT_TRANSLATE_NOOP("core", "all candidates of the plan as a table"),
    QT_TRANSLATE_NOOP("core", "DeepSpeed hostfile; whole nodes in order only"),
    QT_TRANSLATE_NOOP("core", "DeepSpeed's JSON: batch, precision, ZeRO"),
    QT_TRANSLATE_NOOP("core", "Kubernetes MPIJob (v2beta1) with its ConfigMap"),
    QT_TRANSLATE_NOOP("core", "Megatron-LM flags of the whole configuration"),
    QT_TRANSLATE_NOOP("core", "MPICH and other users of Hydra (Intel MPI)"),
    QT_TRANSLATE_NOOP("core", "Open MPI with a sequential hostfile"),
    QT_TRANSLATE_NOOP("core", "Open MPI with a rankfile, ranks bound to CPU cores"),
    QT_TRANSLATE_NOOP("core", "SLURM batch script with an arbitrary distribution"),
    QT_TRANSLATE_NOOP("core", "torchrun, a command line a node; whole nodes in order only"),
    QT_TRANSLATE_NOOP("core", "torchtitan's TOML: training, parallelism, activation checkpoints"),
    QT_TRANSLATE_NOOP("core", "timeline of one iteration as Chrome trace, for Perfetto"),
    // steps of a search (core/search/rounds)
    QT_TRANSLATE_NOOP("core", "Listing configurations"),
    QT_TRANSLATE_NOOP("core", "Checking memory"),
    QT_TRANSLATE_NOOP("core", "Bounding times"),
    QT_TRANSLATE_NOOP("core", "Placing"),
    QT_TRANSLATE_NOOP("core", "Ordering nodes"),
    QT_TRANSLATE_NOOP("core", "Refining"),
    QT_TRANSLATE_NOOP("core", "Improving"),
    QT_TRANSLATE_NOOP("core", "Comparing with other planners"),
    // GPUs that come and go (core/study/availability)
    QT_TRANSLATE_NOOP("core", "start"),
    QT_TRANSLATE_NOOP("core", "keep"),
    QT_TRANSLATE_NOOP("core", "replan"),
    QT_TRANSLATE_NOOP("core", "pause"),
    QT_TRANSLATE_NOOP("core", "done"),
    QT_TRANSLATE_NOOP("core", "best choice"),
    QT_TRANSLATE_NOOP("core", "always replan"),
    QT_TRANSLATE_NOOP("core", "never replan"),
    QT_TRANSLATE_NOOP("core", "GPUs there"),
    QT_TRANSLATE_NOOP("core", "T tokens"),
    QT_TRANSLATE_NOOP("core", "B tokens"),
    QT_TRANSLATE_NOOP("core", "M tokens"),
    QT_TRANSLATE_NOOP("core", "Tokens over hours on GPUs that come and go"),
};
// NOLINTEND(bugprone-suspicious-missing-comma)

} // namespace

std::span<const char* const> coreWords() {
    return words;
}

} // namespace pipette
