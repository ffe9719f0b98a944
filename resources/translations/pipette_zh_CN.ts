<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ClusterTitle</name>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1（假设）</translation>
    </message>
</context>
<context>
    <name>GapWords</name>
    <message>
        <source>the model&apos;s shape</source>
        <translation>模型的形状</translation>
    </message>
    <message>
        <source>the GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>the parallel layout</source>
        <translation>并行布局</translation>
    </message>
    <message>
        <source>the batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>the log does not tell %1</source>
        <translation>日志没有给出：%1</translation>
    </message>
    <message>
        <source>the precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>the experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>the links between nodes</source>
        <translation>节点间链路</translation>
    </message>
    <message>
        <source>its steps are more than %1 times as long or as short as predicted, so its job is another than the one predicted</source>
        <translation>其步时与预测相差超过 %1 倍，因此其作业并非所预测的作业</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Pipette Planner</source>
        <translation>Pipette Planner</translation>
    </message>
    <message>
        <source>%1. Note: %2</source>
        <translation>%1。注意：%2</translation>
    </message>
</context>
<context>
    <name>QMenu</name>
    <message>
        <source>Select its group</source>
        <translation>选择其所在的组</translation>
    </message>
</context>
<context>
    <name>QWidget</name>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
</context>
<context>
    <name>Workspaces</name>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>One plan: where its GPUs go, how long a step takes, whether it fits</source>
        <translation>一个方案：GPU 如何放置、每步多长、显存是否够用</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>Many plans, one question: sizes, prices, slower links, other machines</source>
        <translation>多个方案回答一个问题：规模、价格、更慢的链路、其他机器</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>实证</translation>
    </message>
    <message>
        <source>Measured runs: how good the estimates are, and learning from them</source>
        <translation>实测运行：估计有多准，以及从中学习</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Pipeline schedules side by side, without a cluster</source>
        <translation>并排比较流水线调度，无需集群</translation>
    </message>
    <message>
        <source>Second window</source>
        <translation>第二个窗口</translation>
    </message>
    <message>
        <source>Views of the plan for another screen</source>
        <translation>用于另一块屏幕的方案视图</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>stage %1 needs %2 GiB of %3 GiB</source>
        <translation>阶段 %1 需要 %2 GiB，只有 %3 GiB</translation>
    </message>
    <message>
        <source>stage %1 needs %2 GiB on the host for each GPU, which has %3 GiB for it</source>
        <translation>阶段 %1 每个 GPU 需要主机内存 %2 GiB，只有 %3 GiB</translation>
    </message>
    <message>
        <source>%1; it fits with %2 recomputation, which %3 of %4 stages need: +%5 %</source>
        <translation>%1；用 %2 重计算可以放下，%4 个阶段中有 %3 个需要：+%5 %</translation>
    </message>
    <message>
        <source>computes all layers again though %1 fits safely with less repeated</source>
        <translation>重计算所有层，而 %1 以更少的重复即可安全放下</translation>
    </message>
    <message>
        <source>computes %1 again though %2 fits safely with less repeated</source>
        <translation>重计算 %1，而 %2 以更少的重复即可安全放下</translation>
    </message>
    <message>
        <source>every placement tried crosses %1</source>
        <translation>尝试过的每种放置都经过 %1</translation>
    </message>
    <message>
        <source>inside node %1</source>
        <translation>在节点 %1 内</translation>
    </message>
    <message>
        <source>inside NVLink domain %1, on %2 of its %3 nodes</source>
        <translation>在 NVLink 域 %1 内，占其 %3 个节点中的 %2 个</translation>
    </message>
    <message>
        <source>over %1 nodes of %2 NVLink domains</source>
        <translation>跨 %2 个 NVLink 域的 %1 个节点</translation>
    </message>
    <message>
        <source>over %1 nodes, %2 domains</source>
        <translation>跨 %1 个节点，%2 个域</translation>
    </message>
    <message>
        <source>over %1 nodes</source>
        <translation>跨 %1 个节点</translation>
    </message>
    <message>
        <source>over %1 domains</source>
        <translation>跨 %1 个域</translation>
    </message>
    <message>
        <source>inside nodes</source>
        <translation>在节点内</translation>
    </message>
    <message>
        <source>in %1, %2 of %3 nodes</source>
        <translation>在 %1 内，%3 个节点中的 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2 nodes</source>
        <translation>%2 个节点中的 %1 个</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>在 %1 内</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: inside one node</source>
        <translation>%1，每组 %2 个 GPU：在一个节点内</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: each inside one node</source>
        <translation>%1，每组 %2 个 GPU：各在一个节点内</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: over up to %3 nodes</source>
        <translation>%1，每组 %2 个 GPU：跨至多 %3 个节点</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: each over up to %3 nodes</source>
        <translation>%1，每组 %2 个 GPU：各跨至多 %3 个节点</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: %3 inside one node, %4 over up to %5 nodes</source>
        <translation>%1，每组 %2 个 GPU：%3 个在一个节点内，%4 个跨至多 %5 个节点</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: each over up to %3 NVLink domains</source>
        <translation>%1，每组 %2 个 GPU：各跨至多 %3 个 NVLink 域</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: each inside one NVLink domain, on %3 of its %4 nodes, %5 to spare</source>
        <translation>%1，每组 %2 个 GPU：各在一个 NVLink 域内，占 %4 个节点中的 %3 个，余 %5 个</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs: inside one NVLink domain, on %3 of its %4 nodes, %5 to spare</source>
        <translation>%1，每组 %2 个 GPU：在一个 NVLink 域内，占 %4 个节点中的 %3 个，余 %5 个</translation>
    </message>
    <message>
        <source>%1 expert groups</source>
        <translation>%1 个专家组</translation>
    </message>
    <message>
        <source>1 expert group</source>
        <translation>1 个专家组</translation>
    </message>
    <message>
        <source>%1 expert data parallel groups</source>
        <translation>%1 个专家数据并行组</translation>
    </message>
    <message>
        <source>1 expert data parallel group</source>
        <translation>1 个专家数据并行组</translation>
    </message>
    <message>
        <source>%1 expert tensor groups</source>
        <translation>%1 个专家张量组</translation>
    </message>
    <message>
        <source>1 expert tensor group</source>
        <translation>1 个专家张量组</translation>
    </message>
    <message>
        <source>%1 shard groups</source>
        <translation>%1 个分片组</translation>
    </message>
    <message>
        <source>1 shard group</source>
        <translation>1 个分片组</translation>
    </message>
    <message>
        <source>%1 shard replica groups</source>
        <translation>%1 个分片副本组</translation>
    </message>
    <message>
        <source>1 shard replica group</source>
        <translation>1 个分片副本组</translation>
    </message>
    <message>
        <source>%1 tensor parallel groups</source>
        <translation>%1 个张量并行组</translation>
    </message>
    <message>
        <source>1 tensor parallel group</source>
        <translation>1 个张量并行组</translation>
    </message>
    <message>
        <source>%1 context parallel groups</source>
        <translation>%1 个上下文并行组</translation>
    </message>
    <message>
        <source>1 context parallel group</source>
        <translation>1 个上下文并行组</translation>
    </message>
    <message>
        <source>%1 data parallel groups</source>
        <translation>%1 个数据并行组</translation>
    </message>
    <message>
        <source>1 data parallel group</source>
        <translation>1 个数据并行组</translation>
    </message>
    <message>
        <source>no calibration, not measured, plus or minus %1 %</source>
        <translation>无校准，未实测，±%1 %</translation>
    </message>
    <message>
        <source>%1: %2 calibration, %3 runs, plus or minus %4 %</source>
        <translation>%1：%2 校准，%3 次运行，±%4 %</translation>
    </message>
    <message>
        <source>%1: %2 calibration, not measured, plus or minus %3 %</source>
        <translation>%1：%2 校准，未实测，±%3 %</translation>
    </message>
    <message>
        <source>%1: %2 calibration of %3, %4 runs, plus or minus %5 %</source>
        <translation>%1：来自 %3 的 %2 校准，%4 次运行，±%5 %</translation>
    </message>
    <message>
        <source>%1: no calibration, not measured, plus or minus %2 %</source>
        <translation>%1：无校准，未实测，±%2 %</translation>
    </message>
    <message>
        <source>%1 is %2 % faster, which predictions cannot tell apart: it fills %3 % of its fullest GPU, the best plan %4 %</source>
        <translation>%1 快 %2 %，预测无法区分：其最满的 GPU 占用 %3 %，最佳方案 %4 %</translation>
    </message>
    <message>
        <source>%1 is %2 % faster, which predictions cannot tell apart: it uses %3 GPUs, the best plan %4</source>
        <translation>%1 快 %2 %，预测无法区分：它使用 %3 个 GPU，最佳方案使用 %4 个</translation>
    </message>
    <message>
        <source>%1 is %2 % faster, which predictions cannot tell apart: the best plan is simpler</source>
        <translation>%1 快 %2 %，预测无法区分：最佳方案更简单</translation>
    </message>
    <message>
        <source>%1 is safe and takes %2 % longer than the best plan, which predictions cannot tell apart: it fills %3 % of its fullest GPU, the best plan %4 %</source>
        <translation>%1 安全，比最佳方案慢 %2 %，预测无法区分：其最满的 GPU 占用 %3 %，最佳方案 %4 %</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stays spare: no configuration uses all</source>
        <translation>%2 个节点中有 %1 个空闲：没有配置能用满</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stay spare: no configuration uses all</source>
        <translation>%2 个节点中有 %1 个空闲：没有配置能用满</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs stay spare: no configuration uses all</source>
        <translation>%2 个 GPU 中有 %1 个空闲：没有配置能用满</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stays spare: %3 instead of %4 on all</source>
        <translation>%2 个节点中有 %1 个空闲：%3，全部使用则为 %4</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stay spare: %3 instead of %4 on all</source>
        <translation>%2 个节点中有 %1 个空闲：%3，全部使用则为 %4</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs stay spare: %3 instead of %4 on all</source>
        <translation>%2 个 GPU 中有 %1 个空闲：%3，全部使用则为 %4</translation>
    </message>
    <message>
        <source>%1 recomputation takes %2 of the iteration (%3 %)</source>
        <translation>%1 重计算占迭代的 %2（%3 %）</translation>
    </message>
    <message>
        <source>%1 recomputation takes %2 of the iteration (%3 %); the fastest plan with %4 takes %5 % longer</source>
        <translation>%1 重计算占迭代的 %2（%3 %）；采用 %4 的最快方案慢 %5 %</translation>
    </message>
    <message>
        <source>%1 recomputation takes %2 of the iteration (%3 %); the fastest plan with %4 takes %5 % longer, with %6 %7 % longer</source>
        <translation>%1 重计算占迭代的 %2（%3 %）；采用 %4 的最快方案慢 %5 %，采用 %6 慢 %7 %</translation>
    </message>
    <message>
        <source>%1 can express any mapping</source>
        <translation>%1 能表达任何映射</translation>
    </message>
    <message>
        <source>%1 takes %2x the time of the best mapping, which is %3</source>
        <translation>%1 用时为最佳映射（%3）的 %2 倍</translation>
    </message>
    <message>
        <source>no placement of any configuration that was tried is faster than the best plan</source>
        <translation>在尝试过的配置中，没有放置比最佳方案更快</translation>
    </message>
    <message>
        <source>the best plan is at most %1 % above %2, which no placement of any configuration that was tried goes below</source>
        <translation>最佳方案最多高于 %2 %1 %，尝试过的配置没有放置能低于此值</translation>
    </message>
    <message>
        <source>step, idle share and memory are the same</source>
        <translation>步时间、空闲比例与显存相同</translation>
    </message>
    <message>
        <source>the same step</source>
        <translation>步时间相同</translation>
    </message>
    <message>
        <source>step %1 %</source>
        <translation>步时间 %1 %</translation>
    </message>
    <message>
        <source>step %1 %, idle %2 points</source>
        <translation>步时间 %1 %，空闲 %2 个百分点</translation>
    </message>
    <message>
        <source>%1 on device %2: there is no such stage, microbatch or slice</source>
        <translation>设备 %2 上的 %1：没有这样的阶段、微批次或切片</translation>
    </message>
    <message>
        <source>%1 is on device %2, but another device holds stage %3</source>
        <translation>%1 在设备 %2 上，但阶段 %3 属于另一设备</translation>
    </message>
    <message>
        <source>%1 is there twice on device %2</source>
        <translation>%1 在设备 %2 上出现两次</translation>
    </message>
    <message>
        <source>%1 is missing on device %2</source>
        <translation>设备 %2 上缺少 %1</translation>
    </message>
    <message>
        <source>%1 on device %2 waits for the activation of %3 on device %4</source>
        <translation>设备 %2 上的 %1 等待设备 %4 上 %3 的激活</translation>
    </message>
    <message>
        <source>%1 on device %2 waits for the gradient of %3 on device %4</source>
        <translation>设备 %2 上的 %1 等待设备 %4 上 %3 的梯度</translation>
    </message>
    <message>
        <source>%1 on device %2 needs %3, which comes later on the same device</source>
        <translation>设备 %2 上的 %1 需要 %3，而它在同一设备上更晚</translation>
    </message>
    <message>
        <source>%1 comes after %2 in the order of device %3</source>
        <translation>在设备 %3 的顺序中 %1 位于 %2 之后</translation>
    </message>
    <message>
        <source>Why %1 wins</source>
        <translation>为什么 %1 胜出</translation>
    </message>
    <message>
        <source>Against the runner-up (%1): %2.</source>
        <translation>与第二名（%1）相比：%2。</translation>
    </message>
    <message>
        <source>Against the best in host order (%1): %2.</source>
        <translation>与主机顺序的最佳方案（%1）相比：%2。</translation>
    </message>
    <message>
        <source>Against Megatron&apos;s rule (%1): %2.</source>
        <translation>与 Megatron 规则（%1）相比：%2。</translation>
    </message>
    <message>
        <source>Against the published recipe (%1): %2.</source>
        <translation>与已发布配方（%1）相比：%2。</translation>
    </message>
    <message>
        <source>%1 less %2</source>
        <translation>%2 少 %1</translation>
    </message>
    <message>
        <source>%1 more %2</source>
        <translation>%2 多 %1</translation>
    </message>
    <message>
        <source>It sends nothing between nodes.</source>
        <translation>它在节点之间不发送任何内容。</translation>
    </message>
    <message>
        <source>It keeps off the slowest link of the cluster, %1; the slowest that it uses is %2.</source>
        <translation>它避开集群最慢的链路 %1；它使用的最慢链路为 %2。</translation>
    </message>
    <message>
        <source>It cannot do without the slowest link of the cluster, %1.</source>
        <translation>它无法避开集群最慢的链路 %1。</translation>
    </message>
    <message>
        <source>Megatron&apos;s rule sends over %1.</source>
        <translation>Megatron 规则经由 %1 发送。</translation>
    </message>
    <message>
        <source>%1 -&gt; %2 (%3 GB/s a stream)</source>
        <translation>%1 → %2（每流 %3 GB/s）</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>runner-up</source>
        <translation>第二名</translation>
    </message>
    <message>
        <source>host order</source>
        <translation>主机顺序</translation>
    </message>
    <message>
        <source>Megatron&apos;s rule</source>
        <translation>Megatron 规则</translation>
    </message>
    <message>
        <source>published recipe</source>
        <translation>已发布配方</translation>
    </message>
    <message>
        <source>sequences up to %1 tokens</source>
        <translation>序列至多 %1 tokens</translation>
    </message>
    <message>
        <source>micro batches up to %1</source>
        <translation>微批次至多 %1</translation>
    </message>
    <message>
        <source>up to %1 layers</source>
        <translation>至多 %1 层</translation>
    </message>
    <message>
        <source>from %1 GPU</source>
        <translation>自 %1 个 GPU 起</translation>
    </message>
    <message>
        <source>from %1 GPUs</source>
        <translation>自 %1 个 GPU 起</translation>
    </message>
    <message>
        <source>%1 (%2 recomputation)</source>
        <translation>%1（%2 重计算）</translation>
    </message>
    <message>
        <source>no sequence fits</source>
        <translation>没有可容纳的序列</translation>
    </message>
    <message>
        <source>no micro batch fits</source>
        <translation>没有可容纳的微批次</translation>
    </message>
    <message>
        <source>no layer fits</source>
        <translation>没有可容纳的层</translation>
    </message>
    <message>
        <source>too few GPUs as it is</source>
        <translation>现有 GPU 已不足</translation>
    </message>
    <message>
        <source>nothing fits, however short the sequences, shallow the model or many of the GPUs</source>
        <translation>无论序列多短、模型多浅或使用多少 GPU 都放不下</translation>
    </message>
    <message>
        <source>A step took %1, as planned: %2 (%3 to %4).</source>
        <translation>每步用时 %1，与规划一致：%2（%3 至 %4）。</translation>
    </message>
    <message>
        <source>A step took %1, %2 % longer than planned: %3 (%4 to %5).</source>
        <translation>每步用时 %1，比规划长 %2 %：%3（%4 至 %5）。</translation>
    </message>
    <message>
        <source>A step took %1, %2 % shorter than planned: %3 (%4 to %5).</source>
        <translation>每步用时 %1，比规划短 %2 %：%3（%4 至 %5）。</translation>
    </message>
    <message>
        <source>That is within the planned range.</source>
        <translation>这在规划范围之内。</translation>
    </message>
    <message>
        <source>The times left their level at step %1: %2 before, %3 since (%4 % longer).</source>
        <translation>第 %1 步起时间偏离原水平：此前 %2，此后 %3（长 %4 %）。</translation>
    </message>
    <message>
        <source>The times left their level at step %1: %2 before, %3 since (%4 % shorter).</source>
        <translation>第 %1 步起时间偏离原水平：此前 %2，此后 %3（短 %4 %）。</translation>
    </message>
    <message>
        <source>The times left their level at step %1: %2 before, %3 up to step %4 (%5 % longer).</source>
        <translation>第 %1 步起时间偏离原水平：此前 %2，至第 %4 步为 %3（长 %5 %）。</translation>
    </message>
    <message>
        <source>It did so from the first step that counts.</source>
        <translation>自第一个计入的步起即如此。</translation>
    </message>
    <message>
        <source>Which part is slower cannot be told: the log has no timers.</source>
        <translation>无法判断哪部分变慢：日志没有计时器。</translation>
    </message>
    <message>
        <source>Every part that the log times is as planned.</source>
        <translation>日志计时的各部分均与规划一致。</translation>
    </message>
    <message>
        <source>No part that the log times explains it.</source>
        <translation>日志计时的各部分都无法解释。</translation>
    </message>
    <message>
        <source>The part that grew is %1: %2 before, %3 since (%4 % longer). It is %5 % of what all parts grew by.</source>
        <translation>增长的部分是%1：此前 %2，此后 %3（长 %4 %）。占各部分增长总和的 %5 %。</translation>
    </message>
    <message>
        <source>The part that is slower than planned is %1: %2 planned, %3 measured (%4 % longer). It is %5 % of what all parts exceed their plans by.</source>
        <translation>比规划慢的部分是%1：规划 %2，实测 %3（长 %4 %）。占各部分超出规划总和的 %5 %。</translation>
    </message>
    <message>
        <source>Tokens a second over GPUs; dashed: linear</source>
        <translation>每秒 tokens 随 GPU 数；虚线：线性</translation>
    </message>
    <message>
        <source>Days, cost and efficiency over GPUs</source>
        <translation>天数、成本与效率随 GPU 数</translation>
    </message>
    <message>
        <source>Days and cost of each point</source>
        <translation>每个点的天数与成本</translation>
    </message>
    <message>
        <source>Days of each point</source>
        <translation>每个点的天数</translation>
    </message>
    <message>
        <source>Time of a step at each point</source>
        <translation>每个点的每步时间</translation>
    </message>
    <message>
        <source>What changes when one input moves by %1 %</source>
        <translation>一个输入变动 %1 % 时的变化</translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation>所用 GPU</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>ms a step</source>
        <translation>ms/步</translation>
    </message>
    <message>
        <source>efficiency, % of linear</source>
        <translation>效率，线性的 %</translation>
    </message>
    <message>
        <source>cost, %1</source>
        <translation>成本，%1</translation>
    </message>
    <message>
        <source>% of time or cost</source>
        <translation>时间或成本的 %</translation>
    </message>
    <message>
        <source>time, input lower</source>
        <translation>时间，输入减小</translation>
    </message>
    <message>
        <source>time, input higher</source>
        <translation>时间，输入增大</translation>
    </message>
    <message>
        <source>cost, input lower</source>
        <translation>成本，输入减小</translation>
    </message>
    <message>
        <source>cost, input higher</source>
        <translation>成本，输入增大</translation>
    </message>
    <message>
        <source>%1 (assumed cluster)</source>
        <translation>%1（假设的集群）</translation>
    </message>
    <message>
        <source>Soonest, %1.</source>
        <translation>最快：%1。</translation>
    </message>
    <message>
        <source>Cheapest, %1.</source>
        <translation>最便宜：%1。</translation>
    </message>
    <message>
        <source>Soonest and cheapest, %1.</source>
        <translation>最快且最便宜：%1。</translation>
    </message>
    <message>
        <source>Cheapest of those that meet the deadline, %1.</source>
        <translation>满足期限者中最便宜：%1。</translation>
    </message>
    <message>
        <source>Cheapest of those that may meet the deadline, %1.</source>
        <translation>可能满足期限者中最便宜：%1。</translation>
    </message>
    <message>
        <source>Soonest and cheapest of those that meet the deadline, %1.</source>
        <translation>最快，且为满足期限者中最便宜：%1。</translation>
    </message>
    <message>
        <source>Every point misses the deadline of %1 days.</source>
        <translation>所有点都未满足 %1 天的期限。</translation>
    </message>
    <message>
        <source>None of these numbers of GPUs trains %1 tokens within %2 days.</source>
        <translation>这些 GPU 数都无法在 %2 天内训练 %1 tokens。</translation>
    </message>
    <message>
        <source>within the deadline of %1 days: %2</source>
        <translation>在 %1 天期限内：%2</translation>
    </message>
    <message>
        <source>misses the deadline of %1 days: %2</source>
        <translation>未满足 %1 天期限：%2</translation>
    </message>
    <message>
        <source>on %1 GPUs</source>
        <translation>用 %1 个 GPU</translation>
    </message>
    <message>
        <source>on %1 GPU</source>
        <translation>用 %1 个 GPU</translation>
    </message>
    <message>
        <source>%1 (%2): %3 days (range %4 to %5)</source>
        <translation>%1（%2）：%3 天（范围 %4 至 %5）</translation>
    </message>
    <message>
        <source>%1 (%2): %3 a step</source>
        <translation>%1（%2）：每步 %3</translation>
    </message>
    <message>
        <source>%1 at %2 a GPU-hour (%3</source>
        <translation>%1，每 GPU 小时 %2（%3</translation>
    </message>
    <message>
        <source>price as entered)</source>
        <translation>按输入的价格）</translation>
    </message>
    <message>
        <source>%1 has the largest effect: with %2 % less the time changes by %3, with %4 % more by %5</source>
        <translation>%1影响最大：减少 %2 % 时时间变化 %3，增加 %4 % 时变化 %5</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens a step in %3, %4</source>
        <translation>每步 %1 个 %2 tokens 的序列，%3，%4</translation>
    </message>
    <message>
        <source>%1 tokens a step (%2 sequences of %3 tokens) in %4, %5</source>
        <translation>每步 %1 tokens（%2 个 %3 tokens 的序列），%4，%5</translation>
    </message>
    <message>
        <source>swaps %1 and %2 inside their block</source>
        <translation>在块内交换 %1 与 %2</translation>
    </message>
    <message>
        <source>swaps %1 and %2</source>
        <translation>交换 %1 与 %2</translation>
    </message>
    <message>
        <source>swaps the blocks %1 and %2</source>
        <translation>交换块 %1 与 %2</translation>
    </message>
    <message>
        <source>swaps the nodes %1 and %2</source>
        <translation>交换节点 %1 与 %2</translation>
    </message>
    <message>
        <source>moves rank %1 from %2 to the spare %3</source>
        <translation>将 rank %1 从 %2 移到空闲的 %3</translation>
    </message>
    <message>
        <source>moves the block %1 to the spares %2</source>
        <translation>将块 %1 移到空闲的 %2</translation>
    </message>
    <message>
        <source>what was dragged is no longer there</source>
        <translation>被拖动的内容已不存在</translation>
    </message>
    <message>
        <source>%1 is excluded</source>
        <translation>%1 已排除</translation>
    </message>
    <message>
        <source>%1 is pinned</source>
        <translation>%1 已固定</translation>
    </message>
    <message>
        <source>nothing would change</source>
        <translation>不会有任何变化</translation>
    </message>
    <message>
        <source>both GPUs are spare: nothing would change</source>
        <translation>两个 GPU 都空闲：不会有任何变化</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>forward again (recomputation)</source>
        <translation>再次前向（重计算）</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>输入梯度</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>forward and backward overlapped</source>
        <translation>前向与反向重叠</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>pipeline transfers</source>
        <translation>流水线传输</translation>
    </message>
    <message>
        <source>idle (bubble)</source>
        <translation>空闲（气泡）</translation>
    </message>
    <message>
        <source>gradient exchange</source>
        <translation>梯度交换</translation>
    </message>
    <message>
        <source>host (offload)</source>
        <translation>主机（卸载）</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>gathered layers</source>
        <translation>收集的层</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>run-ahead</source>
        <translation>超前</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>other memory</source>
        <translation>其他显存</translation>
    </message>
    <message>
        <source>sharded parameters</source>
        <translation>分片参数</translation>
    </message>
    <message>
        <source>safe</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>紧张</translation>
    </message>
    <message>
        <source>over</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>blocking</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>in-turn</source>
        <translation>依次</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>expert group</source>
        <translation>专家组</translation>
    </message>
    <message>
        <source>expert data parallel group</source>
        <translation>专家数据并行组</translation>
    </message>
    <message>
        <source>expert tensor group</source>
        <translation>专家张量组</translation>
    </message>
    <message>
        <source>shard group</source>
        <translation>分片组</translation>
    </message>
    <message>
        <source>shard replica group</source>
        <translation>分片副本组</translation>
    </message>
    <message>
        <source>tensor parallel group</source>
        <translation>张量并行组</translation>
    </message>
    <message>
        <source>x group</source>
        <translation>x 组</translation>
    </message>
    <message>
        <source>y group</source>
        <translation>y 组</translation>
    </message>
    <message>
        <source>context parallel group</source>
        <translation>上下文并行组</translation>
    </message>
    <message>
        <source>data parallel group</source>
        <translation>数据并行组</translation>
    </message>
    <message>
        <source>forward and backward (compute and pipeline)</source>
        <translation>前向与反向（计算与流水线）</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>gradient exchange (data parallel)</source>
        <translation>梯度交换（数据并行）</translation>
    </message>
    <message>
        <source>outside of the timers</source>
        <translation>计时器之外</translation>
    </message>
    <message>
        <source>Chimera</source>
        <translation>Chimera</translation>
    </message>
    <message>
        <source>DualPipe</source>
        <translation>DualPipe</translation>
    </message>
    <message>
        <source>DualPipeV</source>
        <translation>DualPipeV</translation>
    </message>
    <message>
        <source>Eager 1F1B</source>
        <translation>Eager 1F1B</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation>交错 1F1B</translation>
    </message>
    <message>
        <source>Local updates</source>
        <translation>局部更新</translation>
    </message>
    <message>
        <source>Looped breadth-first</source>
        <translation>循环广度优先</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>TeraPipe</source>
        <translation>TeraPipe</translation>
    </message>
    <message>
        <source>V-Half</source>
        <translation>V-Half</translation>
    </message>
    <message>
        <source>V-Min</source>
        <translation>V-Min</translation>
    </message>
    <message>
        <source>Varuna</source>
        <translation>Varuna</translation>
    </message>
    <message>
        <source>ZB-H1</source>
        <translation>ZB-H1</translation>
    </message>
    <message>
        <source>ZB-H2</source>
        <translation>ZB-H2</translation>
    </message>
    <message>
        <source>ZB-V</source>
        <translation>ZB-V</translation>
    </message>
    <message>
        <source>Two 1F1B pipelines run in opposite directions and fill each other&apos;s gaps.</source>
        <translation>两条 1F1B 流水线反向运行，互相填补空隙。</translation>
    </message>
    <message>
        <source>It helps with as many microbatches as devices and passes of equal length, for two copies of the parameters.</source>
        <translation>微批次数等于设备数且前后向等长时有效，代价是两份参数。</translation>
    </message>
    <message>
        <source>Microbatches enter at both ends. Each device holds two stages and runs a forward of one direction inside a backward of the other.</source>
        <translation>微批次从两端进入。每个设备持有两个阶段，在一个方向的反向中执行另一方向的前向。</translation>
    </message>
    <message>
        <source>It helps mixtures of experts: messages between experts hide behind the overlapped passes, for two copies of the parameters.</source>
        <translation>适用于混合专家：专家间通信隐藏在重叠的前后向之后，代价是两份参数。</translation>
    </message>
    <message>
        <source>It is one half of DualPipe folded into a V: two chunks a device, and forwards run inside backwards.</source>
        <translation>它是 DualPipe 的一半折成 V 形：每设备两个块，前向在反向中执行。</translation>
    </message>
    <message>
        <source>It helps mixtures of experts as DualPipe does, without the second copy of the parameters.</source>
        <translation>与 DualPipe 一样适用于混合专家，但不需要第二份参数。</translation>
    </message>
    <message>
        <source>It is 1F1B with about twice as many forwards ahead, so that transfers run while devices compute.</source>
        <translation>它是提前执行约两倍前向的 1F1B，使传输与计算同时进行。</translation>
    </message>
    <message>
        <source>It helps when links are slow and memory is free.</source>
        <translation>链路慢而显存有余时有效。</translation>
    </message>
    <message>
        <source>All forwards run first, then all backwards. Each device holds every microbatch until its backward.</source>
        <translation>先执行全部前向，再执行全部反向。每个设备持有每个微批次直到其反向。</translation>
    </message>
    <message>
        <source>It is the simplest order, and good with few microbatches and full recomputation.</source>
        <translation>最简单的顺序，适合微批次少且全部重计算的情形。</translation>
    </message>
    <message>
        <source>Each device holds several chunks of the model that lie one round of devices apart. The pipeline fills in smaller steps.</source>
        <translation>每个设备持有模型的多个块，彼此相隔一轮设备。流水线以更小的步填充。</translation>
    </message>
    <message>
        <source>It helps when links are fast and the microbatches are a multiple of the devices: the bubble shrinks by the number of chunks, and transfers grow by it.</source>
        <translation>链路快且微批次数为设备数的倍数时有效：气泡按块数缩小，传输按块数增加。</translation>
    </message>
    <message>
        <source>Each stage learns from a loss of its own and starts its backward at once. No gradient crosses a boundary.</source>
        <translation>每个阶段用自己的损失学习并立即开始反向。没有梯度跨越边界。</translation>
    </message>
    <message>
        <source>It is for research: it trains another objective than the other schedules.</source>
        <translation>用于研究：其训练目标与其他调度不同。</translation>
    </message>
    <message>
        <source>All microbatches go through one chunk of the model before the next chunk begins.</source>
        <translation>所有微批次通过模型的一个块之后，下一个块才开始。</translation>
    </message>
    <message>
        <source>It helps when memory is free: the bubble is that of the interleaved schedule for any number of microbatches, and gradients of a chunk are complete early.</source>
        <translation>显存有余时有效：任意微批次数下气泡与交错调度相同，且块的梯度较早完成。</translation>
    </message>
    <message>
        <source>A device runs a few forwards ahead, as many as devices follow it. From then on it runs one forward and one backward in turn, so that each backward frees what a forward took.</source>
        <translation>设备先提前执行若干前向，数量等于其后的设备数。之后前向与反向交替，每个反向释放一个前向占用的显存。</translation>
    </message>
    <message>
        <source>It is the default: the bubble of GPipe in the memory of as many microbatches as there are devices. Every framework has it.</source>
        <translation>默认调度：气泡同 GPipe，显存只需容纳与设备数相同的微批次。所有框架都支持。</translation>
    </message>
    <message>
        <source>Each sequence is cut into slices of tokens, which follow each other through the pipeline.</source>
        <translation>每个序列切成 token 切片，依次通过流水线。</translation>
    </message>
    <message>
        <source>It helps with very long sequences and few microbatches: the bubble shrinks by the number of slices.</source>
        <translation>适合很长的序列和很少的微批次：气泡按切片数缩小。</translation>
    </message>
    <message>
        <source>Two chunks lie on the devices like a V, and a tight rhythm lets each backward follow its forward soon.</source>
        <translation>两个块在设备上呈 V 形，紧凑的节奏使每个反向很快跟随其前向。</translation>
    </message>
    <message>
        <source>It helps when activations do not fit: about half the memory of 1F1B for a longer bubble.</source>
        <translation>激活放不下时有效：显存约为 1F1B 的一半，气泡更长。</translation>
    </message>
    <message>
        <source>It is the V with the tightest rhythm: a device holds as little as can be.</source>
        <translation>节奏最紧凑的 V：设备持有的内容最少。</translation>
    </message>
    <message>
        <source>It helps when activations still do not fit: about a third of the memory of 1F1B.</source>
        <translation>激活仍放不下时有效：显存约为 1F1B 的三分之一。</translation>
    </message>
    <message>
        <source>Forwards run as they come, and a device repeats a forward just before its gradient arrives.</source>
        <translation>前向到达即执行，设备在梯度到来前重复该前向。</translation>
    </message>
    <message>
        <source>It was made for slow networks of cloud machines, always with recomputation.</source>
        <translation>为云主机的慢速网络设计，总是使用重计算。</translation>
    </message>
    <message>
        <source>The backward is split. The gradient that others wait for goes out at once, and weight gradients fill the gaps.</source>
        <translation>反向被拆分。其他设备等待的梯度立即发出，权重梯度填补空隙。</translation>
    </message>
    <message>
        <source>It helps when memory is short: less bubble than 1F1B in the same memory.</source>
        <translation>显存紧张时有效：显存相同而气泡少于 1F1B。</translation>
    </message>
    <message>
        <source>It splits the backward as ZB-H1 does and runs more forwards ahead, so that no device waits between its first and its last operation.</source>
        <translation>与 ZB-H1 一样拆分反向，并提前执行更多前向，使设备在首末操作之间无需等待。</translation>
    </message>
    <message>
        <source>It helps when links cost time or the weight gradient is short, and there is memory for twice as many microbatches.</source>
        <translation>链路耗时或权重梯度较短，且显存可容纳两倍微批次时有效。</translation>
    </message>
    <message>
        <source>Each device holds two chunks that lie down the devices and back up, like a V, and the backward is split. The first and the last layers share a device.</source>
        <translation>每个设备持有两个块，沿设备向下再向上排列成 V 形，并拆分反向。首尾各层位于同一设备。</translation>
    </message>
    <message>
        <source>It has the least bubble in the memory of 1F1B, best where forward, input gradient and weight gradient take equally long.</source>
        <translation>显存同 1F1B 时气泡最小，前向、输入梯度与权重梯度等长时最佳。</translation>
    </message>
    <message>
        <source>Tokens to train on</source>
        <translation>训练 token 数</translation>
    </message>
    <message>
        <source>Price of a GPU-hour</source>
        <translation>GPU 小时价格</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Power of a GPU with its share of the node</source>
        <translation>单 GPU 功率（含节点分摊）</translation>
    </message>
    <message>
        <source>Power usage effectiveness</source>
        <translation>电能使用效率 (PUE)</translation>
    </message>
    <message>
        <source>Time between interruptions of one GPU</source>
        <translation>单 GPU 中断间隔</translation>
    </message>
    <message>
        <source>Interruptions</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>Tokens a step</source>
        <translation>每步 tokens</translation>
    </message>
    <message>
        <source>Micro batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Primary weights</source>
        <translation>主权重</translation>
    </message>
    <message>
        <source>Share of the optimizer&apos;s state on the host</source>
        <translation>主机上优化器状态的比例</translation>
    </message>
    <message>
        <source>Launcher</source>
        <translation>启动器</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model depth</source>
        <translation>模型深度</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>GPU kind</source>
        <translation>GPU 类型</translation>
    </message>
    <message>
        <source>Network cards</source>
        <translation>网卡</translation>
    </message>
    <message>
        <source>Oversubscription of a leaf</source>
        <translation>叶交换机超额订阅</translation>
    </message>
    <message>
        <source>Nodes lost</source>
        <translation>丢失的节点</translation>
    </message>
    <message>
        <source>Bandwidth between nodes</source>
        <translation>节点间带宽</translation>
    </message>
    <message>
        <source>Bandwidth inside nodes</source>
        <translation>节点内带宽</translation>
    </message>
    <message>
        <source>Bandwidth of switches above the nodes</source>
        <translation>节点之上交换机的带宽</translation>
    </message>
    <message>
        <source>HBM bandwidth</source>
        <translation>HBM 带宽</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>Peak of matrix products</source>
        <translation>矩阵乘峰值</translation>
    </message>
    <message>
        <source>to 1</source>
        <translation>比 1</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>What if I lose two nodes?</source>
        <translation>如果失去两个节点会怎样？</translation>
    </message>
    <message>
        <source>Is half the bandwidth between nodes enough?</source>
        <translation>节点间带宽减半够用吗？</translation>
    </message>
    <message>
        <source>What if these GPUs had twice the HBM bandwidth?</source>
        <translation>如果这些 GPU 的 HBM 带宽加倍会怎样？</translation>
    </message>
    <message>
        <source>These GPUs, or fewer of a stronger kind?</source>
        <translation>用这些 GPU，还是更少但更强的 GPU？</translation>
    </message>
    <message>
        <source>Which of two networks is worth its price?</source>
        <translation>两种网络中哪种物有所值？</translation>
    </message>
    <message>
        <source>What changes most when an input moves by 10 %?</source>
        <translation>输入变动 10 % 时什么影响最大？</translation>
    </message>
    <message>
        <source>GPUs, their kind, and the price of a GPU-hour behind @</source>
        <translation>GPU 数、类型，以及 @ 后的 GPU 小时价格</translation>
    </message>
    <message>
        <source>GPUs, their kind, network cards, and the price of a GPU-hour behind @</source>
        <translation>GPU 数、类型、网卡，以及 @ 后的 GPU 小时价格</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Chunks a GPU</source>
        <translation>每 GPU 块数</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Both at once</source>
        <translation>两者同时</translation>
    </message>
    <message>
        <source>Weight share</source>
        <translation>权重梯度占比</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Slow link</source>
        <translation>慢链路</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Idle share</source>
        <translation>空闲比例</translation>
    </message>
    <message>
        <source>Work of the busiest GPU</source>
        <translation>最忙 GPU 的工作量</translation>
    </message>
    <message>
        <source>Microbatches held by the first GPU</source>
        <translation>第一个 GPU 持有的微批次</translation>
    </message>
    <message>
        <source>Microbatches held by the last GPU</source>
        <translation>最后一个 GPU 持有的微批次</translation>
    </message>
    <message>
        <source>Transfers between GPUs</source>
        <translation>GPU 间传输</translation>
    </message>
    <message>
        <source>Copies of the parameters</source>
        <translation>参数份数</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU</source>
        <translation>最满 GPU 的显存</translation>
    </message>
    <message>
        <source>Memory that the fullest GPU has</source>
        <translation>最满 GPU 的显存容量</translation>
    </message>
    <message>
        <source>Parameters of the fullest GPU</source>
        <translation>最满 GPU 的参数</translation>
    </message>
    <message>
        <source>Gradients of the fullest GPU</source>
        <translation>最满 GPU 的梯度</translation>
    </message>
    <message>
        <source>Optimizer state of the fullest GPU</source>
        <translation>最满 GPU 的优化器状态</translation>
    </message>
    <message>
        <source>Activations of the fullest GPU</source>
        <translation>最满 GPU 的激活</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Tensor parallel messages</source>
        <translation>张量并行通信</translation>
    </message>
    <message>
        <source>Messages to experts</source>
        <translation>专家通信</translation>
    </message>
    <message>
        <source>Waits for links between stages</source>
        <translation>等待阶段间链路</translation>
    </message>
    <message>
        <source>Exchange of gradients and parameters</source>
        <translation>梯度与参数交换</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>每秒 tokens</translation>
    </message>
    <message>
        <source>Share of the peak that is used</source>
        <translation>峰值利用率</translation>
    </message>
    <message>
        <source>where each rank runs, and the configuration (JSON)</source>
        <translation>每个 rank 的位置与配置 (JSON)</translation>
    </message>
    <message>
        <source>where each rank runs: rank, host, local_gpu (TSV)</source>
        <translation>每个 rank 的位置：rank, host, local_gpu (TSV)</translation>
    </message>
    <message>
        <source>AxoNN&apos;s ax.init: a grid of x, y and z and its replicas</source>
        <translation>AxoNN 的 ax.init：x、y、z 网格及其副本</translation>
    </message>
    <message>
        <source>all candidates of the plan as a table</source>
        <translation>方案的所有候选，作为表格</translation>
    </message>
    <message>
        <source>DeepSpeed hostfile; whole nodes in order only</source>
        <translation>DeepSpeed hostfile；仅按序的整节点</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s JSON: batch, precision, ZeRO</source>
        <translation>DeepSpeed 的 JSON：批次、精度、ZeRO</translation>
    </message>
    <message>
        <source>Kubernetes MPIJob (v2beta1) with its ConfigMap</source>
        <translation>Kubernetes MPIJob (v2beta1) 及其 ConfigMap</translation>
    </message>
    <message>
        <source>Megatron-LM flags of the whole configuration</source>
        <translation>整个配置的 Megatron-LM 参数</translation>
    </message>
    <message>
        <source>MPICH and other users of Hydra (Intel MPI)</source>
        <translation>MPICH 及其他使用 Hydra 的实现 (Intel MPI)</translation>
    </message>
    <message>
        <source>Open MPI with a sequential hostfile</source>
        <translation>Open MPI，顺序 hostfile</translation>
    </message>
    <message>
        <source>Open MPI with a rankfile, ranks bound to CPU cores</source>
        <translation>Open MPI，rankfile，rank 绑定到 CPU 核</translation>
    </message>
    <message>
        <source>SLURM batch script with an arbitrary distribution</source>
        <translation>SLURM 批处理脚本，任意分布</translation>
    </message>
    <message>
        <source>torchrun, a command line a node; whole nodes in order only</source>
        <translation>torchrun，每节点一条命令；仅按序的整节点</translation>
    </message>
    <message>
        <source>torchtitan&apos;s TOML: training, parallelism, activation checkpoints</source>
        <translation>torchtitan 的 TOML：训练、并行、激活检查点</translation>
    </message>
    <message>
        <source>timeline of one iteration as Chrome trace, for Perfetto</source>
        <translation>一次迭代的时间线，Chrome trace，用于 Perfetto</translation>
    </message>
    <message>
        <source>Listing configurations</source>
        <translation>列出配置</translation>
    </message>
    <message>
        <source>Checking memory</source>
        <translation>检查显存</translation>
    </message>
    <message>
        <source>Bounding times</source>
        <translation>估计时间界</translation>
    </message>
    <message>
        <source>Placing</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Ordering nodes</source>
        <translation>节点排序</translation>
    </message>
    <message>
        <source>Refining</source>
        <translation>细化</translation>
    </message>
    <message>
        <source>Improving</source>
        <translation>改进</translation>
    </message>
    <message>
        <source>Comparing with other planners</source>
        <translation>与其他规划器比较</translation>
    </message>
    <message>
        <source>Stage %1 has %2 layers on %3: %4.</source>
        <translation>阶段 %1 有 %2 层，位于 %3：%4。</translation>
    </message>
    <message>
        <source>Stage %1 has 1 layer on %2: %3.</source>
        <translation>阶段 %1 有 1 层，位于 %2：%3。</translation>
    </message>
    <message>
        <source>Stages %1 have %2 layers each on %3: %4.</source>
        <translation>阶段 %1 各有 %2 层，各位于 %3：%4。</translation>
    </message>
    <message>
        <source>Stages %1 have 1 layer each on %2: %3.</source>
        <translation>阶段 %1 各有 1 层，各位于 %2：%3。</translation>
    </message>
    <message>
        <source>it computes for %1 ms a microbatch</source>
        <translation>每个微批次计算 %1 ms</translation>
    </message>
    <message>
        <source>it computes for %1 ms a microbatch, %2 times as long as on %3</source>
        <translation>每个微批次计算 %1 ms，为 %3 上的 %2 倍</translation>
    </message>
    <message>
        <source>each computes for %1 ms a microbatch</source>
        <translation>每个阶段每个微批次计算 %1 ms</translation>
    </message>
    <message>
        <source>each computes for %1 ms a microbatch, %2 times as long as on %3</source>
        <translation>每个阶段每个微批次计算 %1 ms，为 %3 上的 %2 倍</translation>
    </message>
    <message>
        <source>a microbatch takes %1 ms there, %2 ms of it for exchanges over links</source>
        <translation>一个微批次在此需 %1 ms，其中 %2 ms 用于经链路的交换</translation>
    </message>
    <message>
        <source>its other GPUs wait for %1</source>
        <translation>其余 GPU 等待 %1</translation>
    </message>
    <message>
        <source>no other stage has a layer to give</source>
        <translation>没有其他阶段能让出一层</translation>
    </message>
    <message>
        <source>%1 of %2 GiB are full, and one layer more would need %3 GiB</source>
        <translation>%2 GiB 中已占用 %1 GiB，再多一层需要 %3 GiB</translation>
    </message>
    <message>
        <source>one layer more, from stage %1, would make the iteration %2 ms longer</source>
        <translation>从阶段 %1 再取一层会使迭代延长 %2 ms</translation>
    </message>
    <message>
        <source>one layer more, from stage %1, would make the iteration %2 ms shorter</source>
        <translation>从阶段 %1 再取一层会使迭代缩短 %2 ms</translation>
    </message>
    <message>
        <source>one layer more, from stage %1, would make the iteration no longer</source>
        <translation>从阶段 %1 再取一层不会使迭代延长</translation>
    </message>
    <message>
        <source>changing places with stage %1 would make the iteration %2 ms longer</source>
        <translation>与阶段 %1 交换位置会使迭代延长 %2 ms</translation>
    </message>
    <message>
        <source>changing places with stage %1 would make the iteration %2 ms shorter</source>
        <translation>与阶段 %1 交换位置会使迭代缩短 %2 ms</translation>
    </message>
    <message>
        <source>changing places with stage %1 would make the iteration no longer</source>
        <translation>与阶段 %1 交换位置不会使迭代延长</translation>
    </message>
    <message>
        <source>changing places with stage %1 would not fit into memory</source>
        <translation>与阶段 %1 交换位置则内存不足</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs are pinned</source>
        <translation>%2 个 GPU 中有 %1 个已固定</translation>
    </message>
    <message>
        <source>%1 stay idle: they compute the model %2 times as long as %3; no candidate uses them.</source>
        <translation>%1 闲置：计算该模型的时间为 %3 的 %2 倍；没有候选使用它们。</translation>
    </message>
    <message>
        <source>%1 stay idle: they compute the model %2 times as long as %3; with some of them the iteration is %4 ms longer at best (%5).</source>
        <translation>%1 闲置：计算该模型的时间为 %3 的 %2 倍；使用其中一些时，迭代至少延长 %4 ms（%5）。</translation>
    </message>
    <message>
        <source>%1 stay idle: they compute the model %2 times as long as %3; with some of them the iteration is %4 ms shorter at best (%5).</source>
        <translation>%1 闲置：计算该模型的时间为 %3 的 %2 倍；使用其中一些时，迭代最多缩短 %4 ms（%5）。</translation>
    </message>
    <message>
        <source>%1 stay idle: they compute the model %2 times as long as %3; with some of them the iteration is no longer at best (%4).</source>
        <translation>%1 闲置：计算该模型的时间为 %3 的 %2 倍；使用其中一些时，迭代最好情况下不延长（%4）。</translation>
    </message>
    <message>
        <source>%1 layers on %2</source>
        <translation>%1 层，位于 %2</translation>
    </message>
    <message>
        <source>computes on %1</source>
        <translation>在 %1 上计算</translation>
    </message>
    <message>
        <source>It sends %1 GB a step across levels of the network that have a price (%2): %3 USD a step.</source>
        <translation>它每步在有价格的网络层级（%2）之间发送 %1 GB：每步 %3 USD。</translation>
    </message>
    <message>
        <source>its tp is %1</source>
        <translation>其 tp 为 %1</translation>
    </message>
    <message>
        <source>their tp is %1</source>
        <translation>它们的 tp 均为 %1</translation>
    </message>
    <message>
        <source>%1 layers with tp %2 on %3</source>
        <translation>%3 上 %1 层，tp 为 %2</translation>
    </message>
    <message>
        <source>No pool has a plan of its own; there is the best plan with like replicas, %1.</source>
        <translation>没有池有自己的方案；有副本相同的最佳方案，%1。</translation>
    </message>
    <message>
        <source>No pool has a plan, and all GPUs together have none.</source>
        <translation>没有池有方案，全部 GPU 一起也没有。</translation>
    </message>
    <message>
        <source>no layout divides the model and the GPUs</source>
        <translation>没有布局能整除模型和 GPU</translation>
    </message>
    <message>
        <source>no layout fits in memory: %1</source>
        <translation>没有布局能放入显存：%1</translation>
    </message>
    <message>
        <source>replicas of unlike layouts: a study, for none of the frameworks here runs them in one job</source>
        <translation>布局不同的副本：仅为研究，因为这里的框架都不能在一个作业中运行它们</translation>
    </message>
    <message>
        <source>pools: all GPUs that can be used are of one kind of GPU: a plan has like replicas</source>
        <translation>池：所有可用的 GPU 都是同一种：方案的副本相同</translation>
    </message>
    <message>
        <source>pools: all GPUs that can be used are of one zone: a plan has like replicas</source>
        <translation>池：所有可用的 GPU 都在同一可用区：方案的副本相同</translation>
    </message>
    <message>
        <source>pools: host %1 has no zone</source>
        <translation>池：主机 %1 没有可用区</translation>
    </message>
    <message>
        <source>stages have a tp of their own: a study, for none of the frameworks here runs such a plan</source>
        <translation>各阶段有自己的 tp：仅为研究，因为这里的框架都不能运行这样的方案</translation>
    </message>
    <message>
        <source>gradients are added up between the pools after the last backward pass, and nothing hides that exchange</source>
        <translation>最后一次反向传播之后，各池之间累加梯度，没有什么能掩盖这一交换</translation>
    </message>
    <message>
        <source>The best choice reaches %1 tokens after %2 hours (%3 days), %4.</source>
        <translation>最佳选择在 %2 小时（%3 天）后达到 %1 tokens，%4。</translation>
    </message>
    <message>
        <source>The best choice does %1 steps (%2 tokens, range %3 to %4) in %5 hours, %6.</source>
        <translation>最佳选择在 %5 小时内完成 %1 步（%2 tokens，范围 %3 到 %4），%6。</translation>
    </message>
    <message>
        <source>with %1 starts, %2</source>
        <translation>启动 %1 次，%2</translation>
    </message>
    <message>
        <source>with %1 starts</source>
        <translation>启动 %1 次</translation>
    </message>
    <message>
        <source>with 1 start, %1</source>
        <translation>启动 1 次，%1</translation>
    </message>
    <message>
        <source>with 1 start</source>
        <translation>启动 1 次</translation>
    </message>
    <message>
        <source>which is over the budget of %1</source>
        <translation>超出 %1 的预算</translation>
    </message>
    <message>
        <source>That is %1 % of the goal of %2 tokens.</source>
        <translation>这是 %2 tokens 目标的 %1 %。</translation>
    </message>
    <message>
        <source>A run that always replans %1.</source>
        <translation>总是重新规划的运行%1。</translation>
    </message>
    <message>
        <source>A run that never replans %1.</source>
        <translation>从不重新规划的运行%1。</translation>
    </message>
    <message>
        <source>gets as much done</source>
        <translation>完成同样多</translation>
    </message>
    <message>
        <source>gets %1 % less done</source>
        <translation>完成的量少 %1 %</translation>
    </message>
    <message>
        <source>reaches the goal as soon</source>
        <translation>同样早达到目标</translation>
    </message>
    <message>
        <source>reaches the goal %1 hours later</source>
        <translation>晚 %1 小时达到目标</translation>
    </message>
    <message>
        <source>does not reach the goal</source>
        <translation>达不到目标</translation>
    </message>
    <message>
        <source>Replan at hour %1.</source>
        <translation>在第 %1 小时重新规划。</translation>
    </message>
    <message>
        <source>Replan at hours %1.</source>
        <translation>在第 %1 小时重新规划。</translation>
    </message>
    <message>
        <source>Keep the plan at hour %1: a new one does not pay.</source>
        <translation>在第 %1 小时保留方案：新方案不划算。</translation>
    </message>
    <message>
        <source>Keep the plan at hours %1: a new one does not pay.</source>
        <translation>在第 %1 小时保留方案：新方案不划算。</translation>
    </message>
    <message>
        <source>Wait at hour %1: no plan that could run there gets more done.</source>
        <translation>在第 %1 小时等待：此时能运行的方案都不会完成更多。</translation>
    </message>
    <message>
        <source>Wait at hours %1: no plan that could run there gets more done.</source>
        <translation>在第 %1 小时等待：此时能运行的方案都不会完成更多。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>No plan fits on any of the sets of GPUs: %1.</source>
        <translation>没有方案适合任何一组 GPU：%1。</translation>
    </message>
    <message>
        <source>This study was stopped before every set of GPUs had its plan.</source>
        <translation>在每组 GPU 都有方案之前，此研究已停止。</translation>
    </message>
    <message>
        <source>no GPU is there</source>
        <translation>没有可用的 GPU</translation>
    </message>
    <message>
        <source>start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>replan</source>
        <translation>重新规划</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>best choice</source>
        <translation>最佳选择</translation>
    </message>
    <message>
        <source>always replan</source>
        <translation>总是重新规划</translation>
    </message>
    <message>
        <source>never replan</source>
        <translation>从不重新规划</translation>
    </message>
    <message>
        <source>GPUs there</source>
        <translation>可用 GPU</translation>
    </message>
    <message>
        <source>T tokens</source>
        <translation>T tokens</translation>
    </message>
    <message>
        <source>B tokens</source>
        <translation>B tokens</translation>
    </message>
    <message>
        <source>M tokens</source>
        <translation>M tokens</translation>
    </message>
    <message>
        <source>Tokens over hours on GPUs that come and go</source>
        <translation>时有时无的 GPU 上 tokens 随小时的变化</translation>
    </message>
    <message>
        <source>With replicas of their own on %1 a step takes %2 (range %3 to %4): %5 % less than the best plan with like replicas, %6.</source>
        <translation>%1 各用自己的副本时，一步耗时 %2（范围 %3 至 %4）：比副本相同的最佳方案（%6）少 %5 %。</translation>
    </message>
    <message>
        <source>With replicas of their own on %1 a step takes %2 (range %3 to %4): %5 % more than the best plan with like replicas, %6.</source>
        <translation>%1 各用自己的副本时，一步耗时 %2（范围 %3 至 %4）：比副本相同的最佳方案（%6）多 %5 %。</translation>
    </message>
    <message>
        <source>With replicas of their own on %1 a step takes %2 (range %3 to %4), as long as the best plan with like replicas, %5.</source>
        <translation>%1 各用自己的副本时，一步耗时 %2（范围 %3 至 %4），与副本相同的最佳方案（%5）一样长。</translation>
    </message>
    <message>
        <source>With replicas of their own on %1 a step takes %2 (range %3 to %4); all GPUs together have no plan with like replicas.</source>
        <translation>%1 各用自己的副本时，一步耗时 %2（范围 %3 至 %4）；全部 GPU 一起没有副本相同的方案。</translation>
    </message>
    <message>
        <source>Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4): %5 % less than the best plan with like replicas, %6.</source>
        <translation>仅在 %1 上的副本最快：一步耗时 %2（范围 %3 至 %4）：比副本相同的最佳方案（%6）少 %5 %。</translation>
    </message>
    <message>
        <source>Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4): %5 % more than the best plan with like replicas, %6.</source>
        <translation>仅在 %1 上的副本最快：一步耗时 %2（范围 %3 至 %4）：比副本相同的最佳方案（%6）多 %5 %。</translation>
    </message>
    <message>
        <source>Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4), as long as the best plan with like replicas, %5.</source>
        <translation>仅在 %1 上的副本最快：一步耗时 %2（范围 %3 至 %4），与副本相同的最佳方案（%5）一样长。</translation>
    </message>
    <message>
        <source>Replicas on %1 alone are the fastest: a step takes %2 (range %3 to %4); all GPUs together have no plan with like replicas.</source>
        <translation>仅在 %1 上的副本最快：一步耗时 %2（范围 %3 至 %4）；全部 GPU 一起没有副本相同的方案。</translation>
    </message>
    <message>
        <source>Only replicas on %1 have a plan: a step takes %2 (range %3 to %4): %5 % less than the best plan with like replicas, %6.</source>
        <translation>只有 %1 上的副本有方案：一步耗时 %2（范围 %3 至 %4）：比副本相同的最佳方案（%6）少 %5 %。</translation>
    </message>
    <message>
        <source>Only replicas on %1 have a plan: a step takes %2 (range %3 to %4): %5 % more than the best plan with like replicas, %6.</source>
        <translation>只有 %1 上的副本有方案：一步耗时 %2（范围 %3 至 %4）：比副本相同的最佳方案（%6）多 %5 %。</translation>
    </message>
    <message>
        <source>Only replicas on %1 have a plan: a step takes %2 (range %3 to %4), as long as the best plan with like replicas, %5.</source>
        <translation>只有 %1 上的副本有方案：一步耗时 %2（范围 %3 至 %4），与副本相同的最佳方案（%5）一样长。</translation>
    </message>
    <message>
        <source>Only replicas on %1 have a plan: a step takes %2 (range %3 to %4); all GPUs together have no plan with like replicas.</source>
        <translation>只有 %1 上的副本有方案：一步耗时 %2（范围 %3 至 %4）；全部 GPU 一起没有副本相同的方案。</translation>
    </message>
    <message>
        <source>with this pool, no step is shorter</source>
        <translation>加上此池，没有更短的一步</translation>
    </message>
    <message>
        <source>gradients would cross a broken link</source>
        <translation>梯度会经过损坏的链路</translation>
    </message>
    <message>
        <source>no layout fits in memory without what is broken</source>
        <translation>不用损坏的部分，没有布局能放入显存</translation>
    </message>
    <message>
        <source>pools: the GPUs are of %1 kinds, expected %2 at most</source>
        <translation>池：GPU 有 %1 种，最多 %2 种</translation>
    </message>
    <message>
        <source>pools: the GPUs are of %1 zones, expected %2 at most</source>
        <translation>池：GPU 在 %1 个可用区，最多 %2 个</translation>
    </message>
    <message>
        <source>With replicas of their own it sends %1 GB a step across levels of the network that have a price (%2): %3 USD a step.</source>
        <translation>使用各自的副本时，每步经计费的网络层级 (%2) 发送 %1 GB：每步 %3 美元。</translation>
    </message>
    <message>
        <source>With like replicas it sends %1 GB a step across levels of the network that have a price (%2): %3 USD a step.</source>
        <translation>使用相同副本时，每步经计费的网络层级 (%2) 发送 %1 GB：每步 %3 美元。</translation>
    </message>
    <message>
        <source>one of %1 pools of a step, with %2 of its %3 sequences: the exchange of gradients with the other pools comes on top</source>
        <translation>一步的 %1 个池之一，承担其 %3 个序列中的 %2 个：与其他池的梯度交换另计</translation>
    </message>
    <message>
        <source>by the memory of the GPUs alone: %1</source>
        <translation>仅按 GPU 显存：%1</translation>
    </message>
    <message>
        <source>takes at least %1 on any mapping; the best plan took %2 before it was polished</source>
        <translation>任何映射下至少需 %1；最佳方案在精修前为 %2</translation>
    </message>
    <message>
        <source>days to train %1 tokens</source>
        <translation>训练 %1 个 Token 所需天数</translation>
    </message>
    <message>
        <source>deadline %1 days</source>
        <translation>期限 %1 天</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>a plan starts</source>
        <translation>方案启动</translation>
    </message>
    <message>
        <source>Days over GPUs</source>
        <translation>天数随 GPU 数的变化</translation>
    </message>
    <message>
        <source>Cost over GPUs</source>
        <translation>成本随 GPU 数的变化</translation>
    </message>
    <message>
        <source>in time</source>
        <translation>按期</translation>
    </message>
    <message>
        <source>within budget</source>
        <translation>在预算内</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>range of the estimate</source>
        <translation>估计范围</translation>
    </message>
    <message>
        <source>misses it</source>
        <translation>未满足</translation>
    </message>
    <message>
        <source>takes at least %1 on any mapping; the best plan of as many GPUs took %2 before it was polished</source>
        <translation>任何映射下至少需 %1；同样 GPU 数的最佳方案在精修前为 %2</translation>
    </message>
    <message>
        <source>Estimate as it is</source>
        <translation>当前估计</translation>
    </message>
    <message>
        <source>After calibrating</source>
        <translation>校准后</translation>
    </message>
    <message>
        <source>%1 % off</source>
        <translation>偏差 %1 %</translation>
    </message>
    <message>
        <source>predicted against measured, %</source>
        <translation>预测相对实测，%</translation>
    </message>
    <message>
        <source>Activations held at most</source>
        <translation>最多保留的激活</translation>
    </message>
    <message>
        <source>%1: %2 % slower than the best plan</source>
        <translation>%1：比最佳方案慢 %2 %</translation>
    </message>
    <message>
        <source>%1: %2 % faster than the best plan</source>
        <translation>%1：比最佳方案快 %2 %</translation>
    </message>
    <message>
        <source>%1: level with the best plan</source>
        <translation>%1：与最佳方案持平</translation>
    </message>
    <message>
        <source>Against the best plan (%1): %2.</source>
        <translation>与最佳方案（%1）相比：%2。</translation>
    </message>
    <message>
        <source>%1 (assumed cluster); %2</source>
        <translation>%1（假设的集群）；%2</translation>
    </message>
    <message>
        <source>Days, cost and efficiency over GPUs; %1</source>
        <translation>天数、费用和效率随 GPU 数；%1</translation>
    </message>
    <message>
        <source>Days against money; the line joins what no other point beats in both</source>
        <translation>天数与费用；连线上的点在两方面都未被其他点超越</translation>
    </message>
    <message>
        <source>Days against money; the line joins what no other point beats in both; %1</source>
        <translation>天数与费用；连线上的点在两方面都未被其他点超越；%1</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>best plan</source>
        <translation>最佳方案</translation>
    </message>
    <message>
        <source>Perhaps %1 are %2 that train %3 tokens within %4 days: %5; the deadline lies inside the range of the estimate.</source>
        <translation>%1 也许是%2，可在 %4 天内训练 %3 个 token：%5；期限落在估计的范围之内。</translation>
    </message>
    <message>
        <source>%1 are %2 that train %3 tokens within %4 days: %5.</source>
        <translation>%1 是%2，可在 %4 天内训练 %3 个 token：%5。</translation>
    </message>
    <message>
        <source>the fewest of the sizes tried</source>
        <translation>所试规模中最少的</translation>
    </message>
    <message>
        <source>the cheapest of the sizes tried</source>
        <translation>所试规模中最便宜的</translation>
    </message>
    <message>
        <source>%1 GPUs (assumed)</source>
        <translation>%1 个 GPU（假设）</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>%1 days (range %2 to %3)</source>
        <translation>%1 天（范围 %2 至 %3）</translation>
    </message>
    <message>
        <source>Perhaps %1 is %2 that train %3 tokens within %4 days: %5; the deadline lies inside the range of the estimate.</source>
        <translation>%1 也许是%2，可在 %4 天内训练 %3 个 token：%5；期限落在估计的范围之内。</translation>
    </message>
    <message>
        <source>%1 is %2 that train %3 tokens within %4 days: %5.</source>
        <translation>%1 是%2，可在 %4 天内训练 %3 个 token：%5。</translation>
    </message>
    <message>
        <source>1 GPU (assumed)</source>
        <translation>1 个 GPU（假设）</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 个 GPU</translation>
    </message>
    <message>
        <source>%1 faster in all</source>
        <translation>总计快 %1</translation>
    </message>
    <message>
        <source>%1 slower in all</source>
        <translation>总计慢 %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>So far from the plan, the run is of another job.</source>
        <translation>与计划相差如此之大，该运行属于另一个作业。</translation>
    </message>
</context>
<context>
    <name>pipette::AnimatedPicture</name>
    <message>
        <source>is no animated picture this program writes: expected .gif</source>
        <translation>不是本程序可写的动画图片：应为 .gif</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>未知错误</translation>
    </message>
</context>
<context>
    <name>pipette::AnimationDialog</name>
    <message>
        <source>Animated picture</source>
        <translation>动画图片</translation>
    </message>
    <message>
        <source>Frames that are drawn</source>
        <translation>已绘制的帧</translation>
    </message>
    <message>
        <source>The frames are drawn…</source>
        <translation>正在绘制各帧…</translation>
    </message>
</context>
<context>
    <name>pipette::AnnealingCurve</name>
    <message>
        <source>Annealing: iteration time against moves</source>
        <translation>退火：迭代时间随移动次数变化</translation>
    </message>
    <message>
        <source>Annealing: iteration time against seconds</source>
        <translation>退火：迭代时间随秒数变化</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>链</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>moves of a chain (cost: the quick bound of the time per step)</source>
        <translation>一条链的移动次数（代价：每步时间的快速界）</translation>
    </message>
    <message>
        <source>seconds since the search began</source>
        <translation>搜索开始后的秒数</translation>
    </message>
    <message>
        <source>chain %1</source>
        <translation>链 %1</translation>
    </message>
    <message>
        <source>Nothing annealed yet. While a plan is searched, its cost shows here live. Where placements are few, all of them are looked at instead.</source>
        <translation>尚未退火。搜索方案时，此处实时显示代价。若可能的放置很少，则逐一检查。</translation>
    </message>
    <message>
        <source>%1: lowest cost %2</source>
        <translation>%1：最低代价 %2</translation>
    </message>
    <message>
        <source>best of all</source>
        <translation>全部最佳</translation>
    </message>
    <message>
        <source>best %1 after %2 moves, %3</source>
        <translation>%2 次移动后最佳 %1，%3</translation>
    </message>
    <message>
        <source>best %1 after %2 moves</source>
        <translation>%2 次移动后最佳 %1</translation>
    </message>
    <message>
        <source>moves of a chain</source>
        <translation>一条链的移动次数</translation>
    </message>
    <message>
        <source>%1 was annealed for so few moves that there is no curve. Its lowest cost is %2.</source>
        <translation>%1 的退火移动次数太少，没有曲线。最低代价为 %2。</translation>
    </message>
</context>
<context>
    <name>pipette::AnswerLine</name>
    <message>
        <source>The answer</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>&amp;Why?</source>
        <translation>为什么(&amp;W)？</translation>
    </message>
    <message>
        <source>Why is this plan the best?</source>
        <translation>为什么这个方案最好？</translation>
    </message>
    <message>
        <source>is %1 of it, from the first step that counts.</source>
        <translation>为其 %1，从第一个计入的步起。</translation>
    </message>
    <message>
        <source>is %1 of it, from step %2 to %3.</source>
        <translation>为其 %1，从第 %2 步到第 %3 步。</translation>
    </message>
    <message>
        <source>is %1 of it, since step %2.</source>
        <translation>为其 %1，自第 %2 步起。</translation>
    </message>
    <message>
        <source>1 run of yours</source>
        <translation>您的 1 次运行</translation>
    </message>
    <message>
        <source>%1 runs of yours</source>
        <translation>您的 %1 次运行</translation>
    </message>
    <message>
        <source>Open the plan that they were started with to see whether they are as fast as planned.</source>
        <translation>打开启动它们时所用的方案，以查看是否与规划的一样快。</translation>
    </message>
    <message>
        <source>As planned</source>
        <translation>与规划一致</translation>
    </message>
    <message>
        <source>As predicted</source>
        <translation>与预测一致</translation>
    </message>
    <message>
        <source>than planned</source>
        <translation>相对规划</translation>
    </message>
    <message>
        <source>than predicted</source>
        <translation>相对预测</translation>
    </message>
    <message>
        <source>%1: %2 a step, expected %3 (%4 to %5).</source>
        <translation>%1：每步 %2，预期 %3（%4 至 %5）。</translation>
    </message>
    <message>
        <source>, %1 runs in the mean</source>
        <translation>，%1 次运行的平均</translation>
    </message>
    <message>
        <source>The slowest, %1: %2 a step, expected %3 (%4 to %5).</source>
        <translation>最慢的 %1：每步 %2，预期 %3（%4 至 %5）。</translation>
    </message>
    <message>
        <source>They are of other jobs than the plan.</source>
        <translation>它们与计划不属于同一作业。</translation>
    </message>
</context>
<context>
    <name>pipette::AnswerWiring</name>
    <message>
        <source>The new search runs.</source>
        <translation>新的搜索正在进行。</translation>
    </message>
    <message>
        <source>Plan again.</source>
        <translation>请重新规划。</translation>
    </message>
    <message>
        <source>The answer rests on 1 assumption</source>
        <translation>结论依赖 1 项假设</translation>
    </message>
    <message>
        <source>The answer rests on %1 assumptions</source>
        <translation>结论依赖 %1 项假设</translation>
    </message>
    <message>
        <source>Plan of an earlier setup. Changed since: %1. %2</source>
        <translation>先前设置的方案。此后更改：%1。%2</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>what is excluded or slow</source>
        <translation>排除或变慢的部分</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>own calibration</source>
        <translation>自有校准</translation>
    </message>
    <message>
        <source>setup</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>pipette::AssignmentBoard</name>
    <message>
        <source>Assignment board: stages across, replicas down</source>
        <translation>分配板：横向为阶段，纵向为副本</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>按%1</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>No plan yet. Plan, then drag GPUs here to see what each change would cost.</source>
        <translation>尚无方案。请先规划，然后在此拖动 GPU，查看每次改动的代价。</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>r%1</source>
        <translation>r%1</translation>
    </message>
    <message>
        <source>%1 spare GPUs</source>
        <translation>%1 个空闲 GPU</translation>
    </message>
    <message>
        <source> (%1 shown; all are in the topology)</source>
        <translation>（显示 %1 个；全部见拓扑）</translation>
    </message>
    <message>
        <source>By node</source>
        <translation>按节点</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 racks</source>
        <translation>%1 个机架</translation>
    </message>
    <message>
        <source>no rack given</source>
        <translation>未给出机架</translation>
    </message>
    <message>
        <source>%1 excluded GPUs</source>
        <translation>%1 个已排除的 GPU</translation>
    </message>
    <message>
        <source>%1 spare and %2 excluded GPUs</source>
        <translation>%1 个空闲、%2 个已排除的 GPU</translation>
    </message>
    <message>
        <source>Groups of GPUs that are numbered and move together</source>
        <translation>编号并一起移动的 GPU 组</translation>
    </message>
    <message>
        <source>stages (slices of the layers) across, replicas down</source>
        <translation>横向为阶段（各层的切片），纵向为副本</translation>
    </message>
    <message>
        <source>stages across, replicas down</source>
        <translation>横向为阶段，纵向为副本</translation>
    </message>
</context>
<context>
    <name>pipette::Autosave</name>
    <message>
        <source>Unsaved work is not kept for a crash: %1</source>
        <translation>未保存的工作无法为崩溃保留：%1</translation>
    </message>
    <message>
        <source>Unsaved work of a session that ended unexpectedly could not be read and is kept as %1: %2</source>
        <translation>意外结束的会话中未保存的工作无法读取，已保留为 %1：%2</translation>
    </message>
</context>
<context>
    <name>pipette::AvailabilityAnswer</name>
    <message>
        <source>No plan fits</source>
        <translation>没有方案适合</translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>to %1 tokens</source>
        <translation>达到 %1 tokens</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>in %1 hours</source>
        <translation>在 %1 小时内</translation>
    </message>
</context>
<context>
    <name>pipette::AvailabilityRunner</name>
    <message>
        <source>Cancelled before every set of GPUs was planned</source>
        <translation>在规划完每组 GPU 之前已取消</translation>
    </message>
</context>
<context>
    <name>pipette::AvailabilityView</name>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>Periods of the best choice</source>
        <translation>最佳选择的各时段</translation>
    </message>
    <message>
        <source>What the answer is of</source>
        <translation>答案的对象</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>What is assumed</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>GPUs that come and go</source>
        <translation>时有时无的 GPU</translation>
    </message>
    <message>
        <source>Planning each set of GPUs</source>
        <translation>正在规划每组 GPU</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>Open a file that says which GPUs are there, hour by hour (File, Open). The answer tells what this job gets done, when to replan and when to wait.</source>
        <translation>打开一个逐小时说明哪些 GPU 可用的文件（文件，打开）。答案说明此作业能完成多少、何时重新规划、何时等待。</translation>
    </message>
    <message>
        <source>Not answered yet: Run plans each set of GPUs.</source>
        <translation>尚未回答：“运行”会规划每组 GPU。</translation>
    </message>
    <message>
        <source>This is of an earlier setup: Run answers for what is entered now.</source>
        <translation>这属于先前的设置：“运行”会按当前输入作答。</translation>
    </message>
    <message>
        <source>Each set of GPUs is being planned.</source>
        <translation>正在规划每组 GPU。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>From (h)</source>
        <translation>从 (h)</translation>
    </message>
    <message>
        <source>To (h)</source>
        <translation>到 (h)</translation>
    </message>
    <message>
        <source>GPUs there</source>
        <translation>可用 GPU</translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation>所用 GPU</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Lost work</source>
        <translation>损失的工作</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Cost (%1)</source>
        <translation>费用 (%1)</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>With a file that says which GPUs are there, hour by hour, you learn when to replan and when to wait.</source>
        <translation>打开一个逐小时说明有哪些 GPU 的文件，即可知道何时重新规划、何时等待。</translation>
    </message>
</context>
<context>
    <name>pipette::AvailabilityWiring</name>
    <message>
        <source>Opened %1</source>
        <translation>已打开 %1</translation>
    </message>
    <message>
        <source>Opened %1: it is answered once there is a cluster and a model</source>
        <translation>已打开 %1：有了集群和模型后即作答</translation>
    </message>
    <message>
        <source>Open a cluster and choose a model first</source>
        <translation>请先打开集群并选择模型</translation>
    </message>
    <message>
        <source>%1: %2 hours</source>
        <translation>%1：%2 小时</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
</context>
<context>
    <name>pipette::BarPalette</name>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>microbatch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>%1 (each chunk or direction)</source>
        <translation>%1（各块或方向）</translation>
    </message>
</context>
<context>
    <name>pipette::BreakdownView</name>
    <message>
        <source>range of the estimate</source>
        <translation>估计范围</translation>
    </message>
    <message>
        <source> (%1 to %2)</source>
        <translation>（%1 至 %2）</translation>
    </message>
    <message>
        <source>Where the iteration time goes</source>
        <translation>迭代时间花在哪里</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选方案</translation>
    </message>
    <message>
        <source>Iteration time</source>
        <translation>迭代时间</translation>
    </message>
    <message>
        <source>No plan yet. Choose a candidate to see where its time goes.</source>
        <translation>尚无方案。请选择一个候选方案，查看时间花在哪里。</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
</context>
<context>
    <name>pipette::BudgetEditor</name>
    <message>
        <source>Put first</source>
        <translation>优先</translation>
    </message>
    <message>
        <source>S&amp;eed</source>
        <translation>种子(&amp;E)</translation>
    </message>
    <message>
        <source>C&amp;hains</source>
        <translation>链数(&amp;H)</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Seed of the annealer</source>
        <translation>退火的随机种子</translation>
    </message>
    <message>
        <source>Annealing chains</source>
        <translation>退火链数</translation>
    </message>
    <message>
        <source>Moves a chain at most</source>
        <translation>每链最多移动次数</translation>
    </message>
    <message>
        <source>Quantile over bandwidth snapshots</source>
        <translation>带宽快照的分位数</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>With bandwidth snapshots: plan for the expected time over them, or for a bad day (0.9)</source>
        <translation>有带宽快照时：按期望时间规划，或按较差的一天 (0.9)</translation>
    </message>
    <message>
        <source>Candidate that comes first</source>
        <translation>排在首位的候选方案</translation>
    </message>
    <message>
        <source>Safe and simple</source>
        <translation>安全且简单</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>Predictions cannot tell the candidates within 2 % of the fastest apart. Safe and simple: of these the one whose memory is safe comes first, then the one on fewer GPUs, then the one with fewer kinds of parallelism</source>
        <translation>预测无法区分与最快相差 2 % 以内的候选方案。安全且简单：其中显存安全者在前，其次 GPU 较少者，再次并行种类较少者</translation>
    </message>
</context>
<context>
    <name>pipette::CandidatesFilter</name>
    <message>
        <source>Other planners, for comparison</source>
        <translation>其他规划器，供比较</translation>
    </message>
</context>
<context>
    <name>pipette::CandidatesModel</name>
    <message>
        <source>Host order</source>
        <translation>主机顺序</translation>
    </message>
    <message>
        <source>Published recipe</source>
        <translation>已发布配方</translation>
    </message>
    <message>
        <source>Compare: up to four candidates side by side</source>
        <translation>比较：最多四个候选方案并排</translation>
    </message>
    <message>
        <source>pp, tp, dp, cp, ep: pipeline, tensor, data, context and expert parallel sizes. v (vpp): model chunks a GPU. mb: sequences in a micro batch</source>
        <translation>pp、tp、dp、cp、ep：流水线、张量、数据、上下文和专家并行度。v（vpp）：每个 GPU 的模型块数。mb：一个微批次中的序列数</translation>
    </message>
    <message>
        <source>How much faster or slower than the baseline; both are simulated on this cluster</source>
        <translation>比基线快或慢多少；两者均在此集群上模拟</translation>
    </message>
    <message>
        <source>Model FLOPs without recomputation over the peak of all GPUs</source>
        <translation>不含重计算的模型 FLOPs 除以所有 GPU 的峰值</translation>
    </message>
    <message>
        <source>Fullest GPU: upper estimate as a share of its memory. Safe: below 80 %. Tight: up to 100 %. Over: above</source>
        <translation>最满的 GPU：上限估计占其显存的比例。安全：低于 80 %。紧张：至 100 %。超出：高于 100 %</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>规划器</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Time a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>ties with best</source>
        <translation>与最佳持平</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>edited by hand</source>
        <translation>手动编辑</translation>
    </message>
    <message>
        <source>GPU not calibrated</source>
        <translation>GPU 未校准</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>over</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>the yardstick</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>%1, between %2 and %3 by the calibration&apos;s error</source>
        <translation>%1，按校准误差在 %2 与 %3 之间</translation>
    </message>
    <message>
        <source>Fullest GPU: %1 estimated, %2 at most, of %3</source>
        <translation>最满的 GPU：估计 %1，最多 %2，共 %3</translation>
    </message>
    <message>
        <source>Compare this candidate with others</source>
        <translation>将此候选方案与其他方案比较</translation>
    </message>
    <message>
        <source>compare %1</source>
        <translation>比较 %1</translation>
    </message>
    <message>
        <source>level</source>
        <translation>持平</translation>
    </message>
    <message>
        <source>Split and options</source>
        <translation>划分与选项</translation>
    </message>
    <message>
        <source>Simulated time of one step</source>
        <translation>一步的模拟时间</translation>
    </message>
    <message>
        <source>Where the time lies by the error of the calibration; all rows have one scale. The dashed line is where the range of the chosen plan ends: a range that reaches it cannot be told from the chosen plan</source>
        <translation>按校准误差，时间所在的范围；所有行使用同一刻度。虚线是所选计划范围的终点：到达虚线的范围无法与所选计划区分</translation>
    </message>
</context>
<context>
    <name>pipette::CandidatesView</name>
    <message>
        <source>Show &amp;rejected</source>
        <translation>显示已拒绝(&amp;R)</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选方案</translation>
    </message>
    <message>
        <source>Filter candidates</source>
        <translation>筛选候选方案</translation>
    </message>
    <message>
        <source>Configurations that were rejected: those that were nearest to being chosen, each with the reason</source>
        <translation>被拒绝的配置：最接近入选的那些，各附原因</translation>
    </message>
    <message>
        <source>How many configurations</source>
        <translation>有多少配置</translation>
    </message>
    <message>
        <source>Candidate table</source>
        <translation>候选方案表</translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>尚无方案</translation>
    </message>
    <message>
        <source>Candidates show here once there is a plan</source>
        <translation>有方案后，候选方案显示在此</translation>
    </message>
    <message>
        <source>%1 plans, %2 rejected</source>
        <translation>%1 个方案，%2 个被拒绝</translation>
    </message>
    <message>
        <source>%1 plans</source>
        <translation>%1 个方案</translation>
    </message>
    <message>
        <source>%1 candidates, %2 rejected (the nearest %3 are listed), %4 do not divide.</source>
        <translation>%1 个候选方案，%2 个被拒绝（列出最接近的 %3 个），%4 个不能整除。</translation>
    </message>
    <message>
        <source>%1 candidates, %2 rejected, %3 do not divide.</source>
        <translation>%1 个候选方案，%2 个被拒绝，%3 个不能整除。</translation>
    </message>
    <message>
        <source>Rejected: too much memory, surely slower, or across a fault. Combinations that do not divide the model, the batch or the nodes are not planned.</source>
        <translation>被拒绝：显存过多、必然更慢，或经过故障。不能整除模型、批次或节点的组合不参与规划。</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Improve from here</source>
        <translation>从此处改进(&amp;I)</translation>
    </message>
    <message>
        <source>Filter, e.g. tp 8</source>
        <translation>筛选，例如 tp 8</translation>
    </message>
    <message>
        <source>Rows that hold all of these words: a planner, tp 8, interleaved, over …</source>
        <translation>包含所有这些词的行：规划器、tp 8、interleaved、超出……</translation>
    </message>
    <message>
        <source>&amp;Why not this one?</source>
        <translation>为什么不是这个(&amp;W)</translation>
    </message>
</context>
<context>
    <name>pipette::CandidatesWiring</name>
    <message>
        <source>No Gantt chart: %1</source>
        <translation>没有甘特图：%1</translation>
    </message>
    <message>
        <source>With these layers</source>
        <translation>采用这些层</translation>
    </message>
    <message>
        <source>The plan does not say which calibration its times are from.</source>
        <translation>方案未说明其时间来自哪个校准。</translation>
    </message>
    <message>
        <source>Times: %1</source>
        <translation>时间：%1</translation>
    </message>
    <message>
        <source>. 1 assumption</source>
        <translation>。1 项假设</translation>
    </message>
    <message>
        <source>. %1 assumptions</source>
        <translation>。%1 项假设</translation>
    </message>
    <message>
        <source>Assumed: %1
</source>
        <translation>假设：%1
</translation>
    </message>
    <message>
        <source>Your own calibration has no runs of these GPUs and this framework. </source>
        <translation>您自己的校准中没有这些 GPU 与此框架的运行。 </translation>
    </message>
    <message>
        <source>Calibrated on 1 run of yours. </source>
        <translation>已用您的 1 次运行校准。 </translation>
    </message>
    <message>
        <source>Calibrated on %1 runs of yours. </source>
        <translation>已用您的 %1 次运行校准。 </translation>
    </message>
    <message>
        <source>⚠ These times, edits and the Gantt chart use the plan&apos;s own calibration, not that of this program. Plan again to compare. </source>
        <translation>⚠ 这些时间、编辑和甘特图使用方案自带的校准，而非本程序的校准。请重新规划以便比较。 </translation>
    </message>
    <message>
        <source>⚠ These times use another calibration than this program. Edits use that of this program. Plan again to compare. </source>
        <translation>⚠ 这些时间使用的校准与本程序不同。编辑使用本程序的校准。请重新规划以便比较。 </translation>
    </message>
    <message>
        <source>end of comparing</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <source>No plan of this search can take less than %1 a step</source>
        <translation>此搜索中没有方案每步能少于 %1</translation>
    </message>
    <message>
        <source>times ± %1</source>
        <translation>时间 ± %1</translation>
    </message>
    <message>
        <source>Times of layers: %1. </source>
        <translation>层时间：%1。</translation>
    </message>
</context>
<context>
    <name>pipette::CardDock</name>
    <message>
        <source>Views of this place</source>
        <translation>此处的视图</translation>
    </message>
    <message>
        <source>More views of this place</source>
        <translation>此处的更多视图</translation>
    </message>
    <message>
        <source>Menu of %1</source>
        <translation>%1 的菜单</translation>
    </message>
    <message>
        <source>Takes the view out of the window, closes it, and what else has no room here</source>
        <translation>将视图移出窗口、关闭视图，以及此处放不下的其他选项</translation>
    </message>
    <message>
        <source>&amp;Put back into the window</source>
        <translation>放回窗口(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Take out of the window</source>
        <translation>移出窗口(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
</context>
<context>
    <name>pipette::ChangeWords</name>
    <message>
        <source>%1 unchanged</source>
        <translation>%1 不变</translation>
    </message>
    <message>
        <source>by part: </source>
        <translation>各部分：</translation>
    </message>
</context>
<context>
    <name>pipette::ChartView</name>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>保存图片(&amp;P)…</translation>
    </message>
</context>
<context>
    <name>pipette::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type what to do: plan, dark, sample, experts…</source>
        <translation>输入要做的事：规划、深色、示例、专家…</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>要做什么</translation>
    </message>
    <message>
        <source>Commands that match</source>
        <translation>匹配的命令</translation>
    </message>
</context>
<context>
    <name>pipette::Commands</name>
    <message>
        <source>Recent: %1</source>
        <translation>最近：%1</translation>
    </message>
    <message>
        <source>Sample clusters</source>
        <translation>示例集群</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>pipette::CompareModel</name>
    <message>
        <source>cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>time per step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>tokens/s of a GPU</source>
        <translation>每 GPU 的 tokens/s</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>fullest GPU</source>
        <translation>最满的 GPU</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>pipeline (pp)</source>
        <translation>流水线 (pp)</translation>
    </message>
    <message>
        <source>tensor (tp)</source>
        <translation>张量 (tp)</translation>
    </message>
    <message>
        <source>%1 = %2·%3</source>
        <translation>%1 = %2·%3</translation>
    </message>
    <message>
        <source>context (cp)</source>
        <translation>上下文 (cp)</translation>
    </message>
    <message>
        <source>data (dp)</source>
        <translation>数据 (dp)</translation>
    </message>
    <message>
        <source>chunks a device (vpp)</source>
        <translation>每设备块数 (vpp)</translation>
    </message>
    <message>
        <source>micro batch</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>optimizer on the host</source>
        <translation>主机上的优化器</translation>
    </message>
    <message>
        <source>activations on the host</source>
        <translation>主机上的激活</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>best of these</source>
        <translation>其中最佳</translation>
    </message>
    <message>
        <source>, best of these</source>
        <translation>，其中最佳</translation>
    </message>
</context>
<context>
    <name>pipette::CompareView</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Differences between the compared plans</source>
        <translation>所比较方案之间的差异</translation>
    </message>
    <message>
        <source>Tick up to four candidates in the table, or pin the plan as a scenario (Ctrl+D) and change anything, to compare here, in the Gantt chart and in the memory bars.</source>
        <translation>在表中勾选最多四个候选方案，或将方案固定为情景 (Ctrl+D) 后作任意更改，即可在此处、甘特图和显存条中比较。</translation>
    </message>
    <message>
        <source>How to compare</source>
        <translation>如何比较</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>停止比较</translation>
    </message>
</context>
<context>
    <name>pipette::CopyTable</name>
    <message>
        <source>Copy the &amp;table</source>
        <translation>复制表格(&amp;T)</translation>
    </message>
    <message>
        <source>Copy the table as &amp;Markdown</source>
        <translation>复制为 &amp;Markdown 表格</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Copy the &amp;value</source>
        <translation>复制值(&amp;V)</translation>
    </message>
    <message>
        <source>Copy the &amp;row</source>
        <translation>复制行(&amp;R)</translation>
    </message>
</context>
<context>
    <name>pipette::DeviceTable</name>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Begins, ms</source>
        <translation>开始，ms</translation>
    </message>
    <message>
        <source>Ends, ms</source>
        <translation>结束，ms</translation>
    </message>
    <message>
        <source>Computes, ms</source>
        <translation>计算，ms</translation>
    </message>
    <message>
        <source>Idle, % of the pipeline&apos;s time</source>
        <translation>空闲，占流水线时间的 %</translation>
    </message>
    <message>
        <source>Most activations held</source>
        <translation>最多持有的激活</translation>
    </message>
</context>
<context>
    <name>pipette::EvidenceWiring</name>
    <message>
        <source>Open measured runs</source>
        <translation>打开实测运行</translation>
    </message>
    <message>
        <source>Measured runs (*.csv);;All files (*)</source>
        <translation>实测运行 (*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Memory of %1 jobs is estimated with what was learned; the document keeps it</source>
        <translation>%1 作业的显存按学到的估计；文档会保留</translation>
    </message>
    <message>
        <source>Memory is estimated with what comes with the planner</source>
        <translation>显存按规划器自带的方法估计</translation>
    </message>
    <message>
        <source>Reading measured runs…</source>
        <translation>正在读取实测运行…</translation>
    </message>
    <message>
        <source>Read 1 measured run</source>
        <translation>已读取 1 次实测运行</translation>
    </message>
    <message>
        <source>Read %1 measured runs</source>
        <translation>已读取 %1 次实测运行</translation>
    </message>
    <message>
        <source>A measured run as a plan: change it, or plan with F5 to see what would be faster</source>
        <translation>一次实测运行作为方案：可修改，或按 F5 规划以查看怎样更快</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Save the memory estimator</source>
        <translation>保存显存估计器</translation>
    </message>
    <message>
        <source>Memory estimators (*.json)</source>
        <translation>显存估计器 (*.json)</translation>
    </message>
    <message>
        <source>The training was cancelled</source>
        <translation>训练已取消</translation>
    </message>
    <message>
        <source>The estimator is trained</source>
        <translation>估计器已训练</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>choice of the memory estimator</source>
        <translation>选择显存估计器</translation>
    </message>
    <message>
        <source>The %1 published runs come with the program: add your own log to test the estimates on your cluster</source>
        <translation>这 %1 次已发表的运行随程序提供：添加您自己的日志，即可在您的集群上检验估计</translation>
    </message>
</context>
<context>
    <name>pipette::ExportWiring</name>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>&amp;Picture of</source>
        <translation>图片(&amp;P)</translation>
    </message>
    <message>
        <source>Export a picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Share a page</source>
        <translation>分享页面</translation>
    </message>
    <message>
        <source>Pages (*.html *.pdf)</source>
        <translation>页面 (*.html *.pdf)</translation>
    </message>
    <message>
        <source>Nothing to export yet: plan first</source>
        <translation>尚无可导出的内容：请先规划</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>已导出 %1</translation>
    </message>
    <message>
        <source>There is no study yet</source>
        <translation>尚无研究</translation>
    </message>
    <message>
        <source>Nothing to report yet: plan first</source>
        <translation>尚无可报告的内容：请先规划</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Assumed cluster: %1</source>
        <translation>假设的集群：%1</translation>
    </message>
    <message>
        <source>Export %1: the folder for its files</source>
        <translation>导出 %1：其文件所在的文件夹</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Replace the launch files in %1?</source>
        <translation>替换 %1 中的启动文件？</translation>
    </message>
</context>
<context>
    <name>pipette::FaultsEditor</name>
    <message>
        <source>Excluded GPUs</source>
        <translation>已排除的 GPU</translation>
    </message>
    <message>
        <source>Include all</source>
        <translation>全部纳入</translation>
    </message>
    <message>
        <source>Pinned GPUs</source>
        <translation>已固定的 GPU</translation>
    </message>
    <message>
        <source>Unpin all</source>
        <translation>全部取消固定</translation>
    </message>
    <message>
        <source>Degraded links</source>
        <translation>降速链路</translation>
    </message>
    <message>
        <source>Links that run at a fraction of their measured bandwidth</source>
        <translation>仅达到实测带宽一部分的链路</translation>
    </message>
    <message>
        <source>First host of the slow link</source>
        <translation>慢链路的第一个主机</translation>
    </message>
    <message>
        <source>Second host of the slow link</source>
        <translation>慢链路的第二个主机</translation>
    </message>
    <message>
        <source>Share of the measured bandwidth</source>
        <translation>占实测带宽的比例</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add the slow link</source>
        <translation>添加慢链路</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the chosen slow link</source>
        <translation>移除所选慢链路</translation>
    </message>
    <message>
        <source>Slow links</source>
        <translation>慢链路</translation>
    </message>
    <message>
        <source>No GPU is excluded</source>
        <translation>没有排除的 GPU</translation>
    </message>
    <message>
        <source>Excluded: %1</source>
        <translation>已排除：%1</translation>
    </message>
    <message>
        <source>%1 – %2 at %3</source>
        <translation>%1 – %2，%3</translation>
    </message>
    <message>
        <source>No GPU is pinned</source>
        <translation>没有固定的 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs pinned</source>
        <translation>%1 个 GPU 已固定</translation>
    </message>
</context>
<context>
    <name>pipette::FileWiring</name>
    <message>
        <source>Opened %1</source>
        <translation>已打开 %1</translation>
    </message>
    <message>
        <source>Cluster %1: plan with F5</source>
        <translation>集群 %1：按 F5 规划</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Not saved. %1</source>
        <translation>未保存。%1</translation>
    </message>
    <message>
        <source>Read %1 again; Undo brings back what was here</source>
        <translation>已重新读取 %1；“撤销”可恢复原内容</translation>
    </message>
    <message>
        <source>Recovered the unsaved work of a session that ended unexpectedly</source>
        <translation>已恢复意外结束的会话中未保存的工作</translation>
    </message>
    <message>
        <source>Recovered unsaved changes of %1</source>
        <translation>已恢复 %1 未保存的更改</translation>
    </message>
    <message>
        <source>choice of the model %1</source>
        <translation>选择模型 %1</translation>
    </message>
    <message>
        <source>The logs are read: take the cluster, or cancel</source>
        <translation>日志已读取：采用该集群，或取消</translation>
    </message>
    <message>
        <source>Nothing was imported</source>
        <translation>未导入任何内容</translation>
    </message>
    <message>
        <source>Imported %1: plan with F5</source>
        <translation>已导入 %1：按 F5 规划</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes to “%1” first?</source>
        <translation>先保存对“%1”的更改吗？</translation>
    </message>
    <message>
        <source>Save the plan</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Pipette plans (*.json)</source>
        <translation>Pipette 方案 (*.json)</translation>
    </message>
    <message>
        <source>%1 has been deleted or moved</source>
        <translation>%1 已被删除或移动</translation>
    </message>
    <message>
        <source>%1 has been changed by another program</source>
        <translation>%1 已被其他程序更改</translation>
    </message>
    <message>
        <source>File deleted</source>
        <translation>文件已删除</translation>
    </message>
    <message>
        <source>File changed</source>
        <translation>文件已更改</translation>
    </message>
    <message>
        <source>“%1” has been deleted or moved since it was opened or saved here.</source>
        <translation>“%1”自在此打开或保存后已被删除或移动。</translation>
    </message>
    <message>
        <source>“%1” has been changed by another program or window since it was opened or saved here.</source>
        <translation>“%1”自在此打开或保存后已被其他程序或窗口更改。</translation>
    </message>
    <message>
        <source>Save writes what this window holds under the same name again.</source>
        <translation>“保存”将以相同名称再次写入此窗口的内容。</translation>
    </message>
    <message>
        <source>Overwrite puts what this window holds in the place of the other version. Reload shows the other version; Undo brings yours back.</source>
        <translation>“覆盖”用此窗口的内容替换另一版本。“重新加载”显示另一版本；“撤销”可恢复您的版本。</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>覆盖(&amp;O)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>&amp;Forget these files</source>
        <translation>清除这些文件(&amp;F)</translation>
    </message>
    <message>
        <source>Cluster %1: plan with F5, in %2, for not all of its GPUs compute in %3</source>
        <translation>集群 %1：按 F5 规划，使用 %2，因为并非所有 GPU 都能以 %3 计算</translation>
    </message>
</context>
<context>
    <name>pipette::GanttBars</name>
    <message>
        <source>%1 to %2 (%3)</source>
        <translation>%1 至 %2（%3）</translation>
    </message>
    <message>
        <source>device %1 waits for the one that ends last on other snapshots
%2</source>
        <translation>设备 %1 等待在其他快照中最后结束的设备
%2</translation>
    </message>
    <message>
        <source>device %1, gradient exchange and optimizer
%2</source>
        <translation>设备 %1，梯度交换与优化器
%2</translation>
    </message>
    <message>
        <source>device %1 sends the output of %2
%3</source>
        <translation>设备 %1 发送 %2 的输出
%3</translation>
    </message>
    <message>
        <source>device %1, %2, stage %3
never runs: the devices wait for each other</source>
        <translation>设备 %1，%2，阶段 %3
永不运行：设备互相等待</translation>
    </message>
    <message>
        <source>device %1, %2, stage %3
%4%5
idle before: %6%7</source>
        <translation>设备 %1，%2，阶段 %3
%4%5
之前空闲：%6%7</translation>
    </message>
    <message>
        <source>
on the critical path</source>
        <translation>
位于关键路径</translation>
    </message>
    <message>
        <source>
of forward and backward: </source>
        <translation>
前向与反向中：</translation>
    </message>
</context>
<context>
    <name>pipette::GanttPlot</name>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
</context>
<context>
    <name>pipette::GanttShares</name>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>pipette::GanttView</name>
    <message>
        <source>%1: deadlock, nothing runs after %2</source>
        <translation>%1：死锁，%2 后不再运行</translation>
    </message>
    <message>
        <source>Gantt chart</source>
        <translation>甘特图</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>保存图片(&amp;P)…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Colour by &amp;kind of work</source>
        <translation>按工作类型着色(&amp;K)</translation>
    </message>
    <message>
        <source>Colour by &amp;stage</source>
        <translation>按阶段着色(&amp;S)</translation>
    </message>
    <message>
        <source>Colour by &amp;microbatch</source>
        <translation>按微批次着色(&amp;M)</translation>
    </message>
    <message>
        <source>%1: %2, idle %3</source>
        <translation>%1：%2，空闲 %3</translation>
    </message>
</context>
<context>
    <name>pipette::GpuCarrying</name>
    <message>
        <source>%1 (%2 GPUs)</source>
        <translation>%1（%2 个 GPU）</translation>
    </message>
</context>
<context>
    <name>pipette::GpuGroups</name>
    <message>
        <source>%1 of %2, %3 GPUs %4</source>
        <translation>%1 / %2，%3 个 GPU %4</translation>
    </message>
    <message>
        <source>, slowest link %1</source>
        <translation>，最慢链路 %1</translation>
    </message>
</context>
<context>
    <name>pipette::GpuKindDialog</name>
    <message>
        <source>Import of logs</source>
        <translation>导入日志</translation>
    </message>
    <message>
        <source>GPUs of the nodes</source>
        <translation>节点的 GPU</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;GPUs of the nodes</source>
        <translation>节点的 GPU(&amp;G)</translation>
    </message>
    <message>
        <source>The logs do not say which of the known GPUs they were measured on.</source>
        <translation>日志未说明在哪种已知 GPU 上测得。</translation>
    </message>
    <message>
        <source>Left out:</source>
        <translation>未采用：</translation>
    </message>
    <message>
        <source>What of the logs is left out</source>
        <translation>日志中未采用的内容</translation>
    </message>
</context>
<context>
    <name>pipette::GpuRoles</name>
    <message>
        <source>excluded</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>GPU %1 of %2</source>
        <translation>%2 的 GPU %1</translation>
    </message>
    <message>
        <source>%1 assumed</source>
        <translation>%1（假设）</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>%1（实测）</translation>
    </message>
    <message>
        <source>%1 inside the node</source>
        <translation>%1（节点内）</translation>
    </message>
    <message>
        <source>%1 inside the NVLink domain</source>
        <translation>%1（NVLink 域内）</translation>
    </message>
    <message>
        <source>rank %1, stage %2, replica %3</source>
        <translation>rank %1，阶段 %2，副本 %3</translation>
    </message>
    <message>
        <source>; pinned</source>
        <translation>；已固定</translation>
    </message>
    <message>
        <source>; excluded</source>
        <translation>；已排除</translation>
    </message>
</context>
<context>
    <name>pipette::GpuView</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 GPUs: %2</source>
        <translation>%1 个 GPU：%2</translation>
    </message>
    <message>
        <source>Select %1 alone</source>
        <translation>仅选择%1</translation>
    </message>
    <message>
        <source>Zoom in	PgDown</source>
        <translation>放大	PgDown</translation>
    </message>
    <message>
        <source>Pick up to move	M</source>
        <translation>拾起以移动	M</translation>
    </message>
    <message>
        <source>Moving. Aim with the arrows, Enter drops, Esc lets go.</source>
        <translation>正在移动。用方向键瞄准，Enter 放下，Esc 放弃。</translation>
    </message>
    <message>
        <source>Unpin	P</source>
        <translation>取消固定	P</translation>
    </message>
    <message>
        <source>Pin	P</source>
        <translation>固定	P</translation>
    </message>
    <message>
        <source>Include	X</source>
        <translation>纳入	X</translation>
    </message>
    <message>
        <source>Exclude	X</source>
        <translation>排除	X</translation>
    </message>
    <message>
        <source>Moving %1. Aim with the arrows, Enter drops, Esc lets go.</source>
        <translation>正在移动 %1。用方向键瞄准，Enter 放下，Esc 放弃。</translation>
    </message>
    <message>
        <source>Nothing to group GPUs by</source>
        <translation>没有可用于分组 GPU 的依据</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>按%1</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Let go; nothing was moved.</source>
        <translation>已放弃；没有移动任何内容。</translation>
    </message>
</context>
<context>
    <name>pipette::HandEdits</name>
    <message>
        <source>; %1 then lies %2</source>
        <translation>；之后 %1 位于 %2</translation>
    </message>
    <message>
        <source>would not fit: stage %1 needs %2 of %3</source>
        <translation>放不下：阶段 %1 需要 %2，共 %3</translation>
    </message>
    <message>
        <source>The mapping can be edited when the plan is complete</source>
        <translation>方案完成后才能编辑映射</translation>
    </message>
</context>
<context>
    <name>pipette::HandOrderBar</name>
    <message>
        <source>Order by hand</source>
        <translation>手动排序</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take the last move back (Ctrl+Z)</source>
        <translation>撤销上一步移动 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Make the move again (Ctrl+Shift+Z)</source>
        <translation>重做移动 (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Back to the order that this one came from</source>
        <translation>恢复为最初的顺序</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Read an order from a schedule file</source>
        <translation>从调度文件读取顺序</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Write the order to a schedule file, which pipette simulate reads, too</source>
        <translation>将顺序写入调度文件，pipette simulate 也可读取</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Leave the order; Order by hand on the same schedule takes it up again</source>
        <translation>离开此顺序；对同一调度“手动排序”可继续</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Activations of a microbatch</source>
        <translation>一个微批次的激活</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>What one microbatch keeps on a device between its forward and its backward</source>
        <translation>一个微批次在设备上前向与反向之间所保留的内容</translation>
    </message>
    <message>
        <source>Memory limit for activations</source>
        <translation>激活的显存上限</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>How much of its memory a device has for activations</source>
        <translation>设备可用于激活的显存</translation>
    </message>
    <message>
        <source>A microbatch holds</source>
        <translation>每微批次占用</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>可运行</translation>
    </message>
    <message>
        <source>does not run as it should</source>
        <translation>不能按要求运行</translation>
    </message>
</context>
<context>
    <name>pipette::HandOrderEditor</name>
    <message>
        <source>Move %1 on device %2</source>
        <translation>移动设备 %2 上的 %1</translation>
    </message>
    <message>
        <source>Reset the order</source>
        <translation>重置顺序</translation>
    </message>
    <message>
        <source>%1 by hand</source>
        <translation>%1（手动）</translation>
    </message>
</context>
<context>
    <name>pipette::HandOrderWords</name>
    <message>
        <source>%1 microbatches on device %2 (%3)</source>
        <translation>设备 %2 上 %1 个微批次（%3）</translation>
    </message>
    <message>
        <source>%1 microbatches on device %2</source>
        <translation>设备 %2 上 %1 个微批次</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>The times do not fit the order: %1</source>
        <translation>时间与顺序不匹配：%1</translation>
    </message>
    <message>
        <source>The order cannot run. These operations are wrong:</source>
        <translation>此顺序无法运行。以下操作有误：</translation>
    </message>
    <message>
        <source>Deadlock after %1: %2 operations wait for each other</source>
        <translation>%1 后死锁：%2 个操作互相等待</translation>
    </message>
    <message>
        <source>a step takes %1, %2 idle</source>
        <translation>每步 %1，空闲 %2</translation>
    </message>
    <message>
        <source>Too much memory: device %1 holds %2 at %3, the limit is %4</source>
        <translation>显存超限：设备 %1 在 %3 时占用 %2，上限为 %4</translation>
    </message>
    <message>
        <source>Runs: %1</source>
        <translation>可运行：%1</translation>
    </message>
    <message>
        <source>At most %1.</source>
        <translation>最多 %1。</translation>
    </message>
    <message>
        <source>It runs: %1.</source>
        <translation>可以运行：%1。</translation>
    </message>
    <message>
        <source>Against %1: %2.</source>
        <translation>与 %1 相比：%2。</translation>
    </message>
    <message>
        <source>over the limit: %1</source>
        <translation>超出上限：%1</translation>
    </message>
    <message>
        <source>Drag a block to another place of its device.</source>
        <translation>将方块拖到其设备的另一位置。</translation>
    </message>
</context>
<context>
    <name>pipette::HeadroomFinder</name>
    <message>
        <source>Cancelled before the headroom was found</source>
        <translation>在找到余量之前已取消</translation>
    </message>
    <message>
        <source>Headroom: %1</source>
        <translation>余量：%1</translation>
    </message>
</context>
<context>
    <name>pipette::HeadroomView</name>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>What headroom is</source>
        <translation>什么是余量</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>Looking for the headroom</source>
        <translation>正在查找余量</translation>
    </message>
    <message>
        <source>The headroom says how far this job can grow before nothing fits in memory. It has not been looked for yet.</source>
        <translation>余量说明此作业在显存放不下之前还能增长多少。尚未查找。</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>最长序列</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>Largest micro batch</source>
        <translation>最大微批次</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Deepest model</source>
        <translation>最深模型</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>最少 GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>可容纳</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>With</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Find the headroom</source>
        <translation>查找余量</translation>
    </message>
    <message>
        <source>Each figure is moved alone, over every configuration that the limits allow. The upper estimate of the GPUs&apos; memory decides: times do not count, and nothing lies on the host.</source>
        <translation>每个数字单独变动，遍历限制允许的所有配置。由 GPU 显存的上限估计决定：不计时间，也不放到主机。</translation>
    </message>
    <message>
        <source>The headroom is being looked for.</source>
        <translation>正在查找余量。</translation>
    </message>
</context>
<context>
    <name>pipette::HeadroomWiring</name>
    <message>
        <source>Open a cluster and choose a model first</source>
        <translation>请先打开集群并选择模型</translation>
    </message>
</context>
<context>
    <name>pipette::HeatmapCells</name>
    <message>
        <source>the GPU itself</source>
        <translation>GPU 自身</translation>
    </message>
    <message>
        <source>%1 inside the node</source>
        <translation>%1（节点内）</translation>
    </message>
    <message>
        <source>broken, %1</source>
        <translation>故障，%1</translation>
    </message>
    <message>
        <source>%1 itself</source>
        <translation>%1 自身</translation>
    </message>
    <message>
        <source> (inside the node)</source>
        <translation>（节点内）</translation>
    </message>
</context>
<context>
    <name>pipette::HeatmapView</name>
    <message>
        <source>GB/s, log</source>
        <translation>GB/s，对数</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>in a node</source>
        <translation>节点内</translation>
    </message>
    <message>
        <source>links between nodes</source>
        <translation>节点间链路</translation>
    </message>
    <message>
        <source>links between GPUs</source>
        <translation>GPU 间链路</translation>
    </message>
    <message>
        <source>- - median %1</source>
        <translation>- - 中位数 %1</translation>
    </message>
    <message>
        <source>, slowest %1</source>
        <translation>，最慢 %1</translation>
    </message>
    <message>
        <source>receiver</source>
        <translation>接收方</translation>
    </message>
    <message>
        <source>sender</source>
        <translation>发送方</translation>
    </message>
    <message>
        <source>Bandwidth heatmap: sender down, receiver across</source>
        <translation>带宽热力图：纵向为发送方，横向为接收方</translation>
    </message>
    <message>
        <source>Snapshot of the measured bandwidth</source>
        <translation>实测带宽的快照</translation>
    </message>
    <message>
        <source>used for planning</source>
        <translation>用于规划</translation>
    </message>
    <message>
        <source>broken (%1); %2</source>
        <translation>故障（%1）；%2</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 到 %2：%3</translation>
    </message>
    <message>
        <source>Reading the bandwidth...</source>
        <translation>正在读取带宽...</translation>
    </message>
    <message>
        <source>No cluster yet. Open one to see its measured bandwidth.</source>
        <translation>尚无集群。打开一个以查看其实测带宽。</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>number of links</source>
        <translation>链路数</translation>
    </message>
    <message>
        <source>every link between nodes</source>
        <translation>节点间每条链路</translation>
    </message>
    <message>
        <source>every link</source>
        <translation>每条链路</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
</context>
<context>
    <name>pipette::HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Help page</source>
        <translation>帮助页</translation>
    </message>
    <message>
        <source>Help pages</source>
        <translation>帮助页</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Search all help pages</source>
        <translation>搜索所有帮助页</translation>
    </message>
    <message>
        <source>Search all pages (Ctrl+F)</source>
        <translation>搜索所有页面 (Ctrl+F)</translation>
    </message>
    <message>
        <source>⚠ on no page</source>
        <translation>⚠ 没有匹配的页面</translation>
    </message>
</context>
<context>
    <name>pipette::ImportDialog</name>
    <message>
        <source>What became of the logs</source>
        <translation>日志的处理结果</translation>
    </message>
    <message>
        <source>Import of logs</source>
        <translation>导入日志</translation>
    </message>
    <message>
        <source>Name of the cluster</source>
        <translation>集群名称</translation>
    </message>
    <message>
        <source>&amp;Take the cluster</source>
        <translation>采用此集群(&amp;T)</translation>
    </message>
    <message>
        <source>C&amp;opy the list</source>
        <translation>复制列表(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Name of the cluster</source>
        <translation>集群名称(&amp;N)</translation>
    </message>
    <message>
        <source>pairs measured</source>
        <translation>对已测</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>none to measure</source>
        <translation>无需测量</translation>
    </message>
    <message>
        <source>pairs failed</source>
        <translation>对失败</translation>
    </message>
    <message>
        <source>pairs missing</source>
        <translation>对缺失</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>conflicts</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;Read the logs again</source>
        <translation>重新读取日志(&amp;R)</translation>
    </message>
    <message>
        <source>as read</source>
        <translation>如所读</translation>
    </message>
    <message>
        <source>NICs a node</source>
        <translation>每节点网卡数</translation>
    </message>
    <message>
        <source>Inside a node, a stream</source>
        <translation>节点内，每个流</translation>
    </message>
    <message>
        <source> GB/s</source>
        <translation> GB/s</translation>
    </message>
    <message>
        <source>Between nodes, if not measured</source>
        <translation>节点间，若未测量</translation>
    </message>
    <message>
        <source>Latency, if not measured</source>
        <translation>延迟，若未测量</translation>
    </message>
    <message>
        <source> µs</source>
        <translation> µs</translation>
    </message>
</context>
<context>
    <name>pipette::JobEditor</name>
    <message>
        <source>Global batch in sequences</source>
        <translation>全局批次（序列数）</translation>
    </message>
    <message>
        <source> seq</source>
        <translation> 序列</translation>
    </message>
    <message>
        <source>Sequence length in tokens</source>
        <translation>序列长度 (tokens)</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> tokens</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Training framework</source>
        <translation>训练框架</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Primary weights</source>
        <translation>主权重</translation>
    </message>
    <message>
        <source>How weights are kept whose products cast them to 8 or 4 bits: as the framework does, in 16 bits, or as the products take them</source>
        <translation>其矩阵乘将权重转换为 8 或 4 位时权重的保存方式：按框架、16 位，或与矩阵乘一致</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Fused attention kernels where the GPU has them; without them the scores of every head go through memory</source>
        <translation>GPU 支持时使用融合注意力内核；否则每个头的分数都要经过显存</translation>
    </message>
    <message>
        <source>Overlap gradient exchange</source>
        <translation>梯度交换重叠</translation>
    </message>
    <message>
        <source>The gradient exchange hides behind the remaining backward passes</source>
        <translation>梯度交换隐藏在剩余的反向之后</translation>
    </message>
    <message>
        <source>Overlap parameter gather</source>
        <translation>参数收集重叠</translation>
    </message>
    <message>
        <source>With it, ZeRO&apos;s parameters come back beside the next forward pass</source>
        <translation>启用后，ZeRO 的参数在下一次前向的同时返回</translation>
    </message>
    <message>
        <source>Overlap tensor parallelism</source>
        <translation>张量并行重叠</translation>
    </message>
    <message>
        <source>Gathers and scatters of sequence parallelism go on beside the matrix products; in tensor grids (AxoNN), sums of input gradients beside the products of weight gradients</source>
        <translation>序列并行的 gather 与 scatter 与矩阵乘并行；在张量网格 (AxoNN) 中，输入梯度求和与权重梯度的矩阵乘并行</translation>
    </message>
    <message>
        <source>Rank of LoRA&apos;s adapters</source>
        <translation>LoRA 适配器的秩</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Fine-tuning with frozen weights: adapters of this rank are trained. Off: all weights are trained</source>
        <translation>冻结权重的微调：训练此秩的适配器。关：训练全部权重</translation>
    </message>
    <message>
        <source>Matrices that carry adapters</source>
        <translation>带适配器的矩阵</translation>
    </message>
    <message>
        <source>Matrices that carry adapters: all of every layer, or those of attention</source>
        <translation>带适配器的矩阵：每层全部，或注意力的矩阵</translation>
    </message>
    <message>
        <source>Mean length of packed sequences in tokens</source>
        <translation>打包序列的平均长度 (tokens)</translation>
    </message>
    <message>
        <source>not packed</source>
        <translation>不打包</translation>
    </message>
    <message>
        <source>Length of the short sequences that are packed into one: the mean over tokens, sum of squares over sum. Attention stays inside each</source>
        <translation>打包成一条的短序列长度：对 token 的平均，即平方和除以和。注意力限于各序列内</translation>
    </message>
    <message>
        <source>&amp;Global batch</source>
        <translation>全局批次(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Sequence</source>
        <translation>序列(&amp;S)</translation>
    </message>
    <message>
        <source>P&amp;recision</source>
        <translation>精度(&amp;R)</translation>
    </message>
    <message>
        <source>Frame&amp;work</source>
        <translation>框架(&amp;W)</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA 秩</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Packed sequences</source>
        <translation>打包序列</translation>
    </message>
    <message>
        <source>Activation inputs in 8 bits</source>
        <translation>激活输入以 8 位保存</translation>
    </message>
    <message>
        <source>The input of a gated activation is kept in 8 bits for the backward pass, where the framework can</source>
        <translation>在框架支持时，门控激活的输入以 8 位保存，供反向传播使用</translation>
    </message>
</context>
<context>
    <name>pipette::KeysDialog</name>
    <message>
        <source>&amp;No keys</source>
        <translation>无按键(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Take them away</source>
        <translation>取走(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Leave them there</source>
        <translation>保留(&amp;L)</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Search: an action, a menu or keys</source>
        <translation>搜索：操作、菜单或按键</translation>
    </message>
    <message>
        <source>Search the actions</source>
        <translation>搜索操作</translation>
    </message>
    <message>
        <source>Reset &amp;all</source>
        <translation>全部重置(&amp;A)</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其按键</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>At first</source>
        <translation>初始</translation>
    </message>
    <message>
        <source>Keys of the chosen action</source>
        <translation>所选操作的按键</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 belongs to fields and views. Take a function key, or one with Ctrl or Alt.</source>
        <translation>%1 属于输入框和视图。请使用功能键，或带 Ctrl 或 Alt 的按键。</translation>
    </message>
    <message>
        <source>%1 starts already: %2.</source>
        <translation>%1 已用于：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be taken away from: %2.</source>
        <translation>%1 不能从此处取走：%2。</translation>
    </message>
</context>
<context>
    <name>pipette::KeysWiring</name>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>键盘快捷键(&amp;K)…</translation>
    </message>
    <message>
        <source>Shows the keys of every action, and gives it others</source>
        <translation>显示每个操作的按键，并可更改</translation>
    </message>
</context>
<context>
    <name>pipette::KnownFaults</name>
    <message>
        <source>link %1 – %2 is broken</source>
        <translation>链路 %1 – %2 故障</translation>
    </message>
    <message>
        <source>GPU %1 is broken</source>
        <translation>GPU %1 故障</translation>
    </message>
    <message>
        <source>host %1 is broken</source>
        <translation>主机 %1 故障</translation>
    </message>
    <message>
        <source>and %1 more faults</source>
        <translation>另有 %1 处故障</translation>
    </message>
</context>
<context>
    <name>pipette::LabAnimation</name>
    <message>
        <source>cannot be written: there is no schedule to play</source>
        <translation>无法写入：没有可播放的调度</translation>
    </message>
</context>
<context>
    <name>pipette::LabMoment</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1, %2 busy</source>
        <translation>%1，%2 忙</translation>
    </message>
</context>
<context>
    <name>pipette::LabPanel</name>
    <message>
        <source>Open an order</source>
        <translation>打开顺序</translation>
    </message>
    <message>
        <source>Schedules (*.json *.csv);;All files (*)</source>
        <translation>调度 (*.json *.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the order</source>
        <translation>保存顺序</translation>
    </message>
    <message>
        <source>Export a picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Open a schedule</source>
        <translation>打开调度</translation>
    </message>
    <message>
        <source>Export a page</source>
        <translation>导出页面</translation>
    </message>
    <message>
        <source>Save as a lesson</source>
        <translation>保存为课程</translation>
    </message>
    <message>
        <source>Export a Chrome trace</source>
        <translation>导出 Chrome trace</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Export a hand-out</source>
        <translation>导出讲义</translation>
    </message>
    <message>
        <source>Export an animated picture</source>
        <translation>导出动画图片</translation>
    </message>
    <message>
        <source>Save the lab</source>
        <translation>保存实验室</translation>
    </message>
    <message>
        <source>Copy the lab</source>
        <translation>复制实验室</translation>
    </message>
    <message>
        <source>Paste a lab</source>
        <translation>粘贴实验室</translation>
    </message>
    <message>
        <source>cannot hold a schedule of a file: a lesson names a kind</source>
        <translation>不能保存来自文件的调度：课程只记录调度的种类</translation>
    </message>
    <message>
        <source>cannot be written: no lesson is shown yet</source>
        <translation>无法写入：尚未显示课程</translation>
    </message>
    <message>
        <source>cannot hold times that are no numbers</source>
        <translation>不能保存不是数字的时间</translation>
    </message>
    <message>
        <source>cannot hold an order by hand, which has a schedule file of its own</source>
        <translation>不能保存手动顺序，它有自己的调度文件</translation>
    </message>
    <message>
        <source>cannot hold a schedule of a file: a lab names kinds</source>
        <translation>不能保存来自文件的调度：实验室只记录调度的种类</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>该文本</translation>
    </message>
</context>
<context>
    <name>pipette::LabPlayer</name>
    <message>
        <source>Step back (left arrow)</source>
        <translation>后退一步（左箭头）</translation>
    </message>
    <message>
        <source>Play (space)</source>
        <translation>播放（空格）</translation>
    </message>
    <message>
        <source>Step (right arrow)</source>
        <translation>前进一步（右箭头）</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show everything (Esc)</source>
        <translation>显示全部 (Esc)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed (, and . keys)</source>
        <translation>速度（, 与 . 键）</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What runs now</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
</context>
<context>
    <name>pipette::LabSimulation</name>
    <message>
        <source>is too large to step through; pipette simulate takes larger ones</source>
        <translation>过大，无法逐步播放；更大的可用 pipette simulate</translation>
    </message>
</context>
<context>
    <name>pipette::LabTable</name>
    <message>
        <source>Figures of the schedules</source>
        <translation>各调度的指标</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Without any bubble</source>
        <translation>无气泡时</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Parameter copies</source>
        <translation>参数份数</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>Most microbatches held</source>
        <translation>最多持有的微批次</translation>
    </message>
</context>
<context>
    <name>pipette::LabTimes</name>
    <message>
        <source>Times (ms)</source>
        <translation>时间 (ms)</translation>
    </message>
    <message>
        <source>%1, milliseconds</source>
        <translation>%1，毫秒</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>One microbatch through a device: one number, or one for each device with commas</source>
        <translation>一个微批次通过一个设备：一个数，或以逗号分隔的每设备一个数</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>The whole backward: one number, or one for each device with commas</source>
        <translation>整个反向：一个数，或以逗号分隔的每设备一个数</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>One transfer: one number, or one for each boundary between neighbours</source>
        <translation>一次传输：一个数，或相邻设备间每个边界一个数</translation>
    </message>
    <message>
        <source>Wrap link</source>
        <translation>回环链路</translation>
    </message>
    <message>
        <source>Link from the last device to the first, milliseconds</source>
        <translation>从最后一个设备到第一个设备的链路，毫秒</translation>
    </message>
    <message>
        <source>as the slowest</source>
        <translation>同最慢者</translation>
    </message>
    <message>
        <source>Where chunks go round: interleaved, breadth-first</source>
        <translation>用于块循环的调度：交错、广度优先</translation>
    </message>
    <message>
        <source>Weight share</source>
        <translation>权重梯度占比</translation>
    </message>
    <message>
        <source>Share of the backward that is the weight gradient</source>
        <translation>反向中权重梯度所占比例</translation>
    </message>
    <message>
        <source>Where a schedule splits the backward</source>
        <translation>用于拆分反向的调度</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Forward and backward overlapped, milliseconds</source>
        <translation>前向与反向重叠，毫秒</translation>
    </message>
    <message>
        <source>their sum</source>
        <translation>两者之和</translation>
    </message>
    <message>
        <source>DualPipe: a forward inside a backward</source>
        <translation>DualPipe：前向嵌在反向中</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Repeated forward before a backward, milliseconds</source>
        <translation>反向前重复的前向，毫秒</translation>
    </message>
    <message>
        <source>as the schedule does</source>
        <translation>按调度</translation>
    </message>
    <message>
        <source>Usually none; Varuna repeats the forward</source>
        <translation>通常没有；Varuna 会重复前向</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Whether a device waits for its transfers: not at all, for both ways at once, or for one after the other</source>
        <translation>设备是否等待传输：不等待、同时等待双向，或依次等待</translation>
    </message>
    <message>
        <source>Why the times cannot be used</source>
        <translation>为何无法使用这些时间</translation>
    </message>
    <message>
        <source>⚠ %1: &quot;%2&quot; is not a number of %3, nor a list of such with commas</source>
        <translation>⚠ %1：“%2”不是 %3 的数，也不是以逗号分隔的此类列表</translation>
    </message>
</context>
<context>
    <name>pipette::LabWiring</name>
    <message>
        <source>Opened the lesson %1</source>
        <translation>已打开课程 %1</translation>
    </message>
    <message>
        <source>Opened the order %1</source>
        <translation>已打开顺序 %1</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Opened the lab %1</source>
        <translation>已打开实验室 %1</translation>
    </message>
</context>
<context>
    <name>pipette::LaunchDialog</name>
    <message>
        <source>Text of the file</source>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>Launch files: %1</source>
        <translation>启动文件：%1</translation>
    </message>
    <message>
        <source>Files of the folder</source>
        <translation>文件夹中的文件</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>&amp;Write into a folder…</source>
        <translation>写入文件夹(&amp;W)…</translation>
    </message>
    <message>
        <source>C&amp;opy this file</source>
        <translation>复制此文件(&amp;O)</translation>
    </message>
    <message>
        <source>
… The file goes on; it is written whole.</source>
        <translation>
… 文件还有后文；写出时是完整的。</translation>
    </message>
</context>
<context>
    <name>pipette::LayerStrip</name>
    <message numerus="yes">
        <source>Stage %1: %n layers</source>
        <translation>
            <numerusform>阶段 %1：%n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Chunk %1 on stage %2: %n layers</source>
        <translation>
            <numerusform>阶段 %2 上的块 %1：%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>Border between: %1; %2</source>
        <translation>边界：%1；%2</translation>
    </message>
    <message>
        <source>Layers by stage</source>
        <translation>各阶段的层</translation>
    </message>
    <message numerus="yes">
        <source>%n layers</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Type a layout…</source>
        <translation>输入布局(&amp;T)…</translation>
    </message>
    <message>
        <source>As &amp;usual</source>
        <translation>按惯例(&amp;U)</translation>
    </message>
    <message>
        <source>The layers of each stage show here. Choose a plan with more than one stage.</source>
        <translation>此处显示各阶段的层。请选择多于一个阶段的方案。</translation>
    </message>
    <message>
        <source>%1: %2
%3</source>
        <translation>%1：%2
%3</translation>
    </message>
    <message>
        <source>Layers of each stage; the chip above tells the stage. Drag a border to give a layer to another stage.</source>
        <translation>各阶段的层数；上方的色块为阶段。拖动边界可把一层移给另一阶段。</translation>
    </message>
</context>
<context>
    <name>pipette::LessonCurveChart</name>
    <message>
        <source>Curve of the lesson</source>
        <translation>课程曲线</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1随%2变化</translation>
    </message>
    <message>
        <source>This lesson has no curve</source>
        <translation>本课没有曲线</translation>
    </message>
    <message>
        <source>%1, %2 %3: %4</source>
        <translation>%1，%2 %3：%4</translation>
    </message>
</context>
<context>
    <name>pipette::LessonFields</name>
    <message>
        <source>Reset the numbers</source>
        <translation>重置数值</translation>
    </message>
    <message>
        <source>Change the example</source>
        <translation>更改示例</translation>
    </message>
    <message>
        <source>Sets every number of the example as the lesson has it</source>
        <translation>将示例中的每个数恢复为课程的值</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
</context>
<context>
    <name>pipette::LessonList</name>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Lesson %1, done: %2</source>
        <translation>第 %1 课，已完成：%2</translation>
    </message>
    <message>
        <source>Lesson %1: %2</source>
        <translation>第 %1 课：%2</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>已完成 %1 / %2</translation>
    </message>
</context>
<context>
    <name>pipette::LessonPage</name>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>The rule to take away</source>
        <translation>应记住的规则</translation>
    </message>
    <message>
        <source>The question before, or the lesson before</source>
        <translation>上一题或上一课</translation>
    </message>
    <message>
        <source>Goes on (Enter)</source>
        <translation>继续 (Enter)</translation>
    </message>
    <message>
        <source>Lesson %1 of %2</source>
        <translation>第 %1 课，共 %2 课</translation>
    </message>
    <message>
        <source>%1 · about %2 minutes</source>
        <translation>%1 · 约 %2 分钟</translation>
    </message>
    <message>
        <source>Predict first · question %1 of %2</source>
        <translation>先预测 · 第 %1 题，共 %2 题</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>下一题</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>下一课</translation>
    </message>
    <message>
        <source>Next lesson: %1</source>
        <translation>下一课：%1</translation>
    </message>
    <message>
        <source>You predicted all %1 questions right.</source>
        <translation>全部 %1 个问题您都预测对了。</translation>
    </message>
    <message>
        <source>You predicted %1 of %2 questions right. Previous leads back to them.</source>
        <translation>%2 个问题中您预测对了 %1 个。按“上一个”可回到这些问题。</translation>
    </message>
</context>
<context>
    <name>pipette::LessonQuestionCard</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Choose with its number</source>
        <translation>按编号选择</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>With these numbers no single answer is right.</source>
        <translation>按这些数值，没有唯一正确的答案。</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>not right</source>
        <translation>不正确</translation>
    </message>
    <message>
        <source>Not quite. Right is: “%1”.</source>
        <translation>不完全对。正确答案是：“%1”。</translation>
    </message>
</context>
<context>
    <name>pipette::LessonView</name>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Microbatches held by the fullest GPU</source>
        <translation>最满的 GPU 持有的微批次</translation>
    </message>
    <message>
        <source>Memory of a GPU</source>
        <translation>单个 GPU 的显存</translation>
    </message>
    <message>
        <source>The lesson&apos;s schedules will be drawn here</source>
        <translation>课程的调度将绘制在此</translation>
    </message>
    <message>
        <source>simulating…</source>
        <translation>正在模拟…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Hand-out…</source>
        <translation>讲义(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Picture…</source>
        <translation>图片(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Animated picture…</source>
        <translation>动画图片(&amp;A)…</translation>
    </message>
    <message>
        <source>Times and curves stand here once you have checked an answer.</source>
        <translation>检查一个答案后，此处显示时间与曲线。</translation>
    </message>
</context>
<context>
    <name>pipette::LimitsEditor</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Numbers of GPUs to try, such as 64, 128</source>
        <translation>要尝试的 GPU 数，如 64, 128</translation>
    </message>
    <message>
        <source>Numbers of GPUs to use</source>
        <translation>使用的 GPU 数</translation>
    </message>
    <message>
        <source>1, 2, 4, 8</source>
        <translation>1, 2, 4, 8</translation>
    </message>
    <message>
        <source>Micro batches to try</source>
        <translation>要尝试的微批次</translation>
    </message>
    <message>
        <source>Largest tensor parallel size</source>
        <translation>最大张量并行度</translation>
    </message>
    <message>
        <source>GPUs of a node</source>
        <translation>一个节点的 GPU</translation>
    </message>
    <message>
        <source>Largest context parallel size</source>
        <translation>最大上下文并行度</translation>
    </message>
    <message>
        <source>by the sequence</source>
        <translation>随序列</translation>
    </message>
    <message>
        <source>By the sequence: from 16384 tokens on, up to one GPU for every 4096 tokens</source>
        <translation>随序列：自 16384 tokens 起，每 4096 tokens 至多一个 GPU</translation>
    </message>
    <message>
        <source>Most model chunks a device</source>
        <translation>每设备最多模型块数</translation>
    </message>
    <message>
        <source>Recomputation to try; none ticked: all</source>
        <translation>要尝试的重计算；未勾选：全部</translation>
    </message>
    <message>
        <source>None ticked: all three are tried</source>
        <translation>未勾选：三种都尝试</translation>
    </message>
    <message>
        <source>Schedules to try; none ticked: 1f1b and interleaved</source>
        <translation>要尝试的调度；未勾选：1f1b 与 interleaved</translation>
    </message>
    <message>
        <source>None ticked: 1f1b and interleaved</source>
        <translation>未勾选：1f1b 与 interleaved</translation>
    </message>
    <message>
        <source>GP&amp;Us</source>
        <translation>GP&amp;U</translation>
    </message>
    <message>
        <source>&amp;Micro batch</source>
        <translation>微批次(&amp;M)</translation>
    </message>
    <message>
        <source>Max &amp;tp</source>
        <translation>最大 &amp;tp</translation>
    </message>
    <message>
        <source>Max &amp;cp</source>
        <translation>最大 &amp;cp</translation>
    </message>
    <message>
        <source>Max &amp;vpp</source>
        <translation>最大 &amp;vpp</translation>
    </message>
    <message>
        <source>Recomp&amp;ute</source>
        <translation>重计算(&amp;U)</translation>
    </message>
    <message>
        <source>none ticked: all three</source>
        <translation>未勾选：三种都尝试</translation>
    </message>
    <message>
        <source>Sche&amp;dules</source>
        <translation>调度(&amp;D)</translation>
    </message>
    <message>
        <source>none ticked: 1f1b and interleaved</source>
        <translation>未勾选：1f1b 与 interleaved</translation>
    </message>
    <message>
        <source>0: nothing is spread</source>
        <translation>0：不分片</translation>
    </message>
    <message>
        <source>1: optimizer state</source>
        <translation>1：优化器状态</translation>
    </message>
    <message>
        <source>2: gradients, too</source>
        <translation>2：还有梯度</translation>
    </message>
    <message>
        <source>3: parameters, too (FSDP)</source>
        <translation>3：还有参数 (FSDP)</translation>
    </message>
    <message>
        <source>ZeRO stages to try; none ticked: as the framework does</source>
        <translation>要尝试的 ZeRO 阶段；未勾选：按框架</translation>
    </message>
    <message>
        <source>Context parallelism to try; none ticked: all whose causal mask is balanced</source>
        <translation>要尝试的上下文并行；未勾选：所有因果掩码均衡者</translation>
    </message>
    <message>
        <source>&amp;ZeRO</source>
        <translation>&amp;ZeRO</translation>
    </message>
    <message>
        <source>none ticked: as the framework does</source>
        <translation>未勾选：按框架</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>25 % of the optimizer</source>
        <translation>优化器的 25 %</translation>
    </message>
    <message>
        <source>50 % of the optimizer</source>
        <translation>优化器的 50 %</translation>
    </message>
    <message>
        <source>75 % of the optimizer</source>
        <translation>优化器的 75 %</translation>
    </message>
    <message>
        <source>all of the optimizer</source>
        <translation>整个优化器</translation>
    </message>
    <message>
        <source>What the host keeps; none ticked: nothing, or what it takes for something to fit</source>
        <translation>主机保存的内容；未勾选：无，或为能放下所必需者</translation>
    </message>
    <message>
        <source>&amp;Host keeps</source>
        <translation>主机保存(&amp;H)</translation>
    </message>
    <message>
        <source>none ticked: only what must not be on the GPUs</source>
        <translation>未勾选：仅不能放在 GPU 上的内容</translation>
    </message>
    <message>
        <source>Cp &amp;kind</source>
        <translation>cp 类型(&amp;K)</translation>
    </message>
    <message>
        <source>none ticked: all that are balanced</source>
        <translation>未勾选：所有均衡者</translation>
    </message>
    <message>
        <source>Launcher that must be able to start the plan</source>
        <translation>必须能启动该方案的启动器</translation>
    </message>
    <message>
        <source>Plans only mappings that this launcher can express, and says what that costs</source>
        <translation>只规划此启动器能表达的映射，并说明其代价</translation>
    </message>
    <message>
        <source>Launche&amp;r</source>
        <translation>启动器(&amp;R)</translation>
    </message>
    <message>
        <source>Use what is &amp;broken</source>
        <translation>使用故障部件(&amp;B)</translation>
    </message>
    <message>
        <source>Use links, GPUs and hosts that are known to be broken</source>
        <translation>使用已知有故障的链路、GPU 和主机</translation>
    </message>
    <message>
        <source>Plan over links, GPUs and hosts that the cluster file calls broken, links as if nobody had measured them</source>
        <translation>规划时使用集群文件标为故障的链路、GPU 和主机；链路视为未测量</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>&amp;Own tp for each stage</source>
        <translation>各阶段自有 tp(&amp;O)</translation>
    </message>
    <message>
        <source>Stages on unlike GPUs may have a tensor parallel size of their own</source>
        <translation>不同 GPU 上的阶段可以有各自的张量并行大小</translation>
    </message>
    <message>
        <source>A study: on unlike GPUs, stages may have a tensor parallel size of their own. None of the frameworks runs such a plan.</source>
        <translation>一项研究：在不同的 GPU 上，各阶段可以有各自的张量并行大小。没有任何框架能运行这样的计划。</translation>
    </message>
</context>
<context>
    <name>pipette::LinkMenu</name>
    <message>
        <source>Slow by &amp;half</source>
        <translation>降速一半(&amp;H)</translation>
    </message>
    <message>
        <source>What if the link were &amp;twice as fast?</source>
        <translation>如果链路快一倍会怎样(&amp;T)？</translation>
    </message>
    <message>
        <source>As &amp;measured</source>
        <translation>按实测(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Works again</source>
        <translation>恢复正常(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Broken</source>
        <translation>故障(&amp;B)</translation>
    </message>
</context>
<context>
    <name>pipette::LogView</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Steps that count</source>
        <translation>计入的步</translation>
    </message>
    <message>
        <source>Median step</source>
        <translation>中位步</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Predicted memory</source>
        <translation>预测显存</translation>
    </message>
    <message>
        <source>Steps left out</source>
        <translation>排除的步</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Share of growth</source>
        <translation>占增长比例</translation>
    </message>
    <message>
        <source>Timers of the log</source>
        <translation>日志的计时器</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>与此前相同</translation>
    </message>
    <message>
        <source>as planned</source>
        <translation>与规划一致</translation>
    </message>
    <message>
        <source>The log tells no time of its steps.</source>
        <translation>日志未给出各步时间。</translation>
    </message>
    <message>
        <source>There is no plan to hold the log against: open the plan that the run was started with, or plan with F5.</source>
        <translation>没有可与日志对照的方案：打开启动该运行的方案，或按 F5 规划。</translation>
    </message>
    <message>
        <source>Nothing can be predicted of this run: %1.</source>
        <translation>无法预测此运行：%1。</translation>
    </message>
    <message>
        <source>Not predicted: %1.</source>
        <translation>未预测：%1。</translation>
    </message>
    <message>
        <source>From the plan: %1.</source>
        <translation>取自方案：%1。</translation>
    </message>
    <message>
        <source>In doubt: %1.</source>
        <translation>存疑：%1。</translation>
    </message>
    <message>
        <source>The log and the plan differ: %1.</source>
        <translation>日志与方案不同：%1。</translation>
    </message>
    <message>
        <source>Runs of the logs, measured beside predicted</source>
        <translation>日志中的运行，实测与预测并列</translation>
    </message>
    <message>
        <source>Parts of the step, planned and measured</source>
        <translation>步的各部分，规划与实测</translation>
    </message>
    <message>
        <source>Open &amp;logs…</source>
        <translation>打开日志(&amp;L)…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Take the &amp;rest from the plan</source>
        <translation>其余取自方案(&amp;R)</translation>
    </message>
    <message>
        <source>Log against plan: what is slower than planned, since when, and why</source>
        <translation>日志对照方案：什么比规划慢、从何时起、为什么</translation>
    </message>
    <message>
        <source>What is slower than planned</source>
        <translation>什么比规划慢</translation>
    </message>
    <message>
        <source>What the log does not tell</source>
        <translation>日志未说明的内容</translation>
    </message>
    <message>
        <source>against the plan</source>
        <translation>对照方案</translation>
    </message>
    <message>
        <source>against its prediction</source>
        <translation>对照其预测</translation>
    </message>
    <message>
        <source>What the run is held against</source>
        <translation>运行的对照对象</translation>
    </message>
    <message>
        <source>What trainings print, as it is (help: Training logs)</source>
        <translation>训练输出的原样内容（帮助：Training logs）</translation>
    </message>
    <message>
        <source>What the log does not say (GPU kind, nodes, shape of the model) is that of the plan on the board</source>
        <translation>日志未说明的（GPU 类型、节点、模型形状）取自分配板上的方案</translation>
    </message>
    <message>
        <source>&amp;Calibrate on these runs</source>
        <translation>用这些运行校准(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Calibrate on this run</source>
        <translation>用此运行校准(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Calibrate on these %1 runs</source>
        <translation>用这 %1 次运行校准(&amp;C)</translation>
    </message>
    <message>
        <source>Fits the calibration to these runs and plans again; Undo takes it back</source>
        <translation>按这些运行拟合校准并重新规划；可撤销</translation>
    </message>
    <message>
        <source>Open the log of a training, or drop it on the window: its steps show here beside the planned time.</source>
        <translation>打开训练日志，或将其拖到窗口：其各步与规划时间并列显示于此。</translation>
    </message>
    <message>
        <source>Skipped: %1</source>
        <translation>已跳过：%1</translation>
    </message>
    <message>
        <source>The log says nothing of its job: neither the model nor the batch nor the GPUs. If it is of this plan, take the rest from the plan.</source>
        <translation>日志没有说明其任务：没有模型、批次和 GPU。如果它属于此方案，请从方案中取其余信息。</translation>
    </message>
    <message>
        <source>Not calibrated on: %1.</source>
        <translation>未用于校准：%1。</translation>
    </message>
    <message>
        <source>&amp;Calibrate on %1 of the %2 runs</source>
        <translation>用 %2 次运行中的 %1 次校准(&amp;C)</translation>
    </message>
    <message>
        <source>No run can be calibrated on: see below what each lacks</source>
        <translation>没有可用于校准的运行：下方列出各自缺少的内容</translation>
    </message>
</context>
<context>
    <name>pipette::LogWiring</name>
    <message>
        <source>Calibrating…</source>
        <translation>正在校准…</translation>
    </message>
    <message>
        <source>calibration on 1 run of yours</source>
        <translation>用您的 1 次运行校准</translation>
    </message>
    <message>
        <source>calibration on %1 runs of yours</source>
        <translation>用您的 %1 次运行校准</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Open training logs</source>
        <translation>打开训练日志</translation>
    </message>
    <message>
        <source>Logs (*.log *.out *.txt);;All files (*)</source>
        <translation>日志 (*.log *.out *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Calibrated on 1 of your runs; Undo takes it back</source>
        <translation>已用您的 1 次运行校准；撤销可恢复</translation>
    </message>
    <message>
        <source>Calibrated on %1 of your runs; Undo takes it back</source>
        <translation>已用您的 %1 次运行校准；撤销可恢复</translation>
    </message>
    <message>
        <source>Times of layers are of one model on one kind of GPU: open a cluster and choose a model first</source>
        <translation>层时间属于某一种 GPU 上的某个模型：请先打开集群并选择模型</translation>
    </message>
    <message>
        <source>layer times of %1</source>
        <translation>来自 %1 的层时间</translation>
    </message>
    <message>
        <source>Plans with the layer times of %1; Undo takes it back</source>
        <translation>使用 %1 的层时间进行规划；可撤销</translation>
    </message>
    <message>
        <source>The next plan counts with the layer times of %1; Undo takes it back</source>
        <translation>下一个方案使用 %1 的层时间；可撤销</translation>
    </message>
</context>
<context>
    <name>pipette::LossCurve</name>
    <message>
        <source>Loss of each epoch of the training</source>
        <translation>训练各轮的损失</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Mean loss</source>
        <translation>平均损失</translation>
    </message>
    <message>
        <source>The loss of each epoch shows here while the estimator trains.</source>
        <translation>估计器训练时，各轮损失显示于此。</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>mean loss: %1 after epoch %2 of %3</source>
        <translation>平均损失：第 %2 轮（共 %3 轮）后 %1</translation>
    </message>
</context>
<context>
    <name>pipette::MainWindow</name>
    <message>
        <source>Pipette Planner</source>
        <translation>Pipette Planner</translation>
    </message>
    <message>
        <source>%1[*] – Pipette Planner</source>
        <translation>%1[*] – Pipette Planner</translation>
    </message>
</context>
<context>
    <name>pipette::MemoryBars</name>
    <message>
        <source>Memory per GPU of each pipeline stage</source>
        <translation>各流水线阶段的单 GPU 显存</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>Upper</source>
        <translation>上限估计</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>On the host</source>
        <translation>在主机上</translation>
    </message>
    <message>
        <source>Of the host</source>
        <translation>主机占比</translation>
    </message>
    <message>
        <source> in host memory</source>
        <translation>（主机内存）</translation>
    </message>
    <message>
        <source>host: %1 of %2 for each GPU, %3 full</source>
        <translation>主机：每 GPU %1 / %2，占 %3</translation>
    </message>
    <message>
        <source>%1 full, %2</source>
        <translation>占 %1，%2</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>80 %</source>
        <translation>80 %</translation>
    </message>
    <message>
        <source>No plan yet. Memory of each stage shows here once a candidate is chosen.</source>
        <translation>尚无方案。选择候选方案后，各阶段显存显示于此。</translation>
    </message>
    <message>
        <source>Stage %1: %2, at most %3 of %4 (estimate %5)</source>
        <translation>阶段 %1：%2，最多 %3，共 %4（估计 %5）</translation>
    </message>
    <message>
        <source>full</source>
        <translation>满</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
</context>
<context>
    <name>pipette::ModeSwitch</name>
    <message>
        <source>What the lab is for</source>
        <translation>实验室的用途</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Lessons with questions</source>
        <translation>带问题的课程</translation>
    </message>
    <message>
        <source>Free play</source>
        <translation>自由探索</translation>
    </message>
    <message>
        <source>Up to four schedules, in their own order or ordered by hand</source>
        <translation>最多四个调度，按自身顺序或手动排序</translation>
    </message>
</context>
<context>
    <name>pipette::ModelPicks</name>
    <message>
        <source>%1 B, %2 B active</source>
        <translation>%1 B，%2 B 激活</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>pipette::MoveDialog</name>
    <message>
        <source>Move to</source>
        <translation>移动到</translation>
    </message>
    <message>
        <source>What moves</source>
        <translation>移动什么</translation>
    </message>
    <message>
        <source>GPU %1 (with its block)</source>
        <translation>GPU %1（连同其块）</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>The %1 (%2 GPUs)</source>
        <translation>%1（%2 个 GPU）</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>移到哪里</translation>
    </message>
    <message>
        <source>The change in time</source>
        <translation>时间变化</translation>
    </message>
    <message>
        <source>What it would change</source>
        <translation>会改变什么</translation>
    </message>
    <message>
        <source>&amp;Move</source>
        <translation>移动(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>什么(&amp;W)</translation>
    </message>
    <message>
        <source>Wh&amp;ere to</source>
        <translation>去哪里(&amp;E)</translation>
    </message>
    <message>
        <source>node %1 and those after it</source>
        <translation>节点 %1 及其后</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>stage %1, replica %2</source>
        <translation>阶段 %1，副本 %2</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
</context>
<context>
    <name>pipette::NewClusterDialog</name>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>GPUs of a node</source>
        <translation>一个节点的 GPU</translation>
    </message>
    <message>
        <source>Network cards of a node</source>
        <translation>节点的网卡数</translation>
    </message>
    <message>
        <source>Nodes of an NVLink domain</source>
        <translation>NVLink 域的节点数</translation>
    </message>
    <message>
        <source>Nodes below a leaf switch</source>
        <translation>叶交换机下的节点数</translation>
    </message>
    <message>
        <source>Seed of the spread</source>
        <translation>离散度的随机种子</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>超额订阅</translation>
    </message>
    <message>
        <source>Spread of links</source>
        <translation>链路离散度</translation>
    </message>
    <message>
        <source>The cluster that results</source>
        <translation>得到的集群</translation>
    </message>
    <message>
        <source>New cluster, assumed</source>
        <translation>新建集群（假设）</translation>
    </message>
    <message>
        <source>%1 (%2 GB/s)</source>
        <translation>%1（%2 GB/s）</translation>
    </message>
    <message>
        <source>GPU kind</source>
        <translation>GPU 类型</translation>
    </message>
    <message>
        <source>Network card</source>
        <translation>网卡</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>&amp;Make the cluster</source>
        <translation>创建集群(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Nodes</source>
        <translation>节点(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;GPU kind</source>
        <translation>GPU 类型(&amp;G)</translation>
    </message>
    <message>
        <source>GPUs of a n&amp;ode</source>
        <translation>每节点 GPU(&amp;O)</translation>
    </message>
    <message>
        <source>Network &amp;card</source>
        <translation>网卡(&amp;C)</translation>
    </message>
    <message>
        <source>Network cards of a no&amp;de</source>
        <translation>每节点网卡数(&amp;D)</translation>
    </message>
    <message>
        <source>Nodes of an NVL&amp;ink domain</source>
        <translation>NVLink 域的节点(&amp;I)</translation>
    </message>
    <message>
        <source>Nodes below a &amp;leaf switch</source>
        <translation>叶交换机下的节点(&amp;L)</translation>
    </message>
    <message>
        <source>O&amp;versubscription, to 1</source>
        <translation>超额订阅，比 1(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Spread of links</source>
        <translation>链路离散度(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;eed of the spread</source>
        <translation>离散度的种子(&amp;E)</translation>
    </message>
    <message>
        <source>Standard deviation of the logarithm of each link&apos;s bandwidth: 0.1 is some 10 %</source>
        <translation>每条链路带宽对数的标准差：0.1 约为 10 %</translation>
    </message>
    <message>
        <source>Nodes whose GPUs reach each other over NVLink, past the network cards</source>
        <translation>其 GPU 可绕过网卡经 NVLink 互连的节点</translation>
    </message>
    <message>
        <source>Line rate into a leaf switch, divided by the line rate out of the leaf switch</source>
        <translation>进入叶交换机的线速除以离开它的线速</translation>
    </message>
    <message>
        <source>%1 GPUs. One stream between nodes reaches %2 GB/s of %3, between GPUs of a node %4 GB/s of %5: shares that were measured elsewhere. Plans on it say “assumed”.</source>
        <translation>%1 个 GPU。节点间单流达到 %2 GB/s（共 %3），节点内 GPU 间 %4 GB/s（共 %5）：比例取自其他实测。其上的方案标注为“假设”。</translation>
    </message>
    <message>
        <source>A node has no more network cards than GPUs.</source>
        <translation>一个节点的网卡数不多于 GPU 数。</translation>
    </message>
</context>
<context>
    <name>pipette::NodeNames</name>
    <message>
        <source>%1 means node %2</source>
        <translation>%1 指节点 %2</translation>
    </message>
</context>
<context>
    <name>pipette::OwnRunsCard</name>
    <message>
        <source>The estimates are %1 too short, run after run.</source>
        <translation>估计偏短 %1，每次运行都是如此。</translation>
    </message>
    <message>
        <source>The estimates are %1 too long, run after run.</source>
        <translation>估计偏长 %1，每次运行都是如此。</translation>
    </message>
    <message>
        <source>The estimates are %1 off your runs.</source>
        <translation>估计与您的运行相差 %1。</translation>
    </message>
    <message>
        <source>Calibrated on this one run they are %1 off. No other run of yours can judge that.</source>
        <translation>仅用这一次运行校准后相差 %1。没有其他运行可以检验。</translation>
    </message>
    <message>
        <source>Calibrating leaves %1 on runs that its fit did not see.</source>
        <translation>校准后，在未参与拟合的运行上剩余 %1。</translation>
    </message>
    <message>
        <source>Calibrating would not help: %1 on runs that its fit did not see.</source>
        <translation>校准没有帮助：在未参与拟合的运行上为 %1。</translation>
    </message>
    <message>
        <source>Show the numbers</source>
        <translation>显示数字</translation>
    </message>
    <message>
        <source>Your own runs</source>
        <translation>您自己的运行</translation>
    </message>
    <message>
        <source>Errors of your own runs, before and after calibrating</source>
        <translation>您自己运行的误差，校准前后</translation>
    </message>
    <message>
        <source>What your own runs say</source>
        <translation>您自己的运行说明了什么</translation>
    </message>
    <message>
        <source>Fits the calibration to these runs and plans again; Undo takes it back</source>
        <translation>按这些运行拟合校准并重新规划；可撤销</translation>
    </message>
    <message>
        <source>Each run&apos;s steps beside the plan: what is slower, and since when</source>
        <translation>每次运行的步与计划并列：哪里更慢，从何时开始</translation>
    </message>
    <message>
        <source>Take the rest from the plan</source>
        <translation>其余取自计划</translation>
    </message>
    <message>
        <source>Add my own log…</source>
        <translation>添加我自己的日志…</translation>
    </message>
    <message>
        <source>Calibrate with this run</source>
        <translation>用这次运行校准</translation>
    </message>
    <message>
        <source>Calibrate with these %1 runs</source>
        <translation>用这 %1 次运行校准</translation>
    </message>
    <message>
        <source>Add a log of your own to test the estimates and to calibrate them.</source>
        <translation>添加您自己的日志，以检验并校准估计。</translation>
    </message>
    <message>
        <source>No run of yours can be calibrated on: %1.</source>
        <translation>您的运行均无法用于校准：%1。</translation>
    </message>
</context>
<context>
    <name>pipette::Picker</name>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
</context>
<context>
    <name>pipette::PictureExport</name>
    <message>
        <source>is no picture this program writes: expected .png, .svg or .pdf</source>
        <translation>不是本程序可写的图片：应为 .png、.svg 或 .pdf</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
</context>
<context>
    <name>pipette::PlacementWiring</name>
    <message>
        <source>Layers by stage</source>
        <translation>各阶段的层</translation>
    </message>
    <message>
        <source>As Megatron-LM writes it: E embedding, t layer, m predicted token, L loss, | the end of a chunk</source>
        <translation>按 Megatron-LM 的写法：E 嵌入，t 层，m 预测 token，L 损失，| 块的结束</translation>
    </message>
    <message>
        <source>The layout %1</source>
        <translation>布局 %1</translation>
    </message>
    <message>
        <source>Select a GPU first: click it, or reach it with Tab and the arrows</source>
        <translation>请先选择一个 GPU：单击它，或用 Tab 和方向键到达</translation>
    </message>
</context>
<context>
    <name>pipette::PlanAnswer</name>
    <message>
        <source>memory %1, %2</source>
        <translation>显存%1，%2</translation>
    </message>
    <message>
        <source> on stage %1</source>
        <translation>（阶段 %1）</translation>
    </message>
    <message>
        <source>Memory %1: the fullest GPU, of stage %2, is %3 full by the upper estimate. Shows its stage in Memory per GPU</source>
        <translation>显存%1：最满的 GPU 位于阶段 %2，按上限估计占 %3。在“单 GPU 显存”中显示其阶段</translation>
    </message>
    <message>
        <source>assumed cluster</source>
        <translation>假设的集群</translation>
    </message>
    <message>
        <source>1 assumption</source>
        <translation>1 项假设</translation>
    </message>
    <message>
        <source>%1 assumptions</source>
        <translation>%1 项假设</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>已过时</translation>
    </message>
    <message>
        <source>%1 plans tie</source>
        <translation>%1 个方案持平</translation>
    </message>
    <message>
        <source>The ranges of %1 plans overlap: predictions cannot tell which is the fastest. Shows them in Candidates</source>
        <translation>%1 个方案的范围重叠：预测无法判断哪个最快。在“候选方案”中显示</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>ranks in host order. </source>
        <translation>主机顺序的 rank。 </translation>
    </message>
    <message>
        <source>than ranks in host order. </source>
        <translation>（相比主机顺序）。 </translation>
    </message>
    <message>
        <source>%1 tokens/s, %2 of the GPUs&apos; peak.</source>
        <translation>%1 tokens/s，为 GPU 峰值的 %2。</translation>
    </message>
    <message>
        <source>Real time should lie between %1 and %2. </source>
        <translation>实际时间应在 %1 与 %2 之间。 </translation>
    </message>
    <message>
        <source>Not planned yet</source>
        <translation>尚未规划</translation>
    </message>
    <message>
        <source>Open a cluster to begin: File &gt; Open, or choose a sample in Setup.</source>
        <translation>首先打开一个集群：文件 &gt; 打开，或在设置中选择示例。</translation>
    </message>
    <message>
        <source>Choose a model in Setup, and how many sequences a step has.</source>
        <translation>在设置中选择模型，以及每步的序列数。</translation>
    </message>
    <message>
        <source>Press Plan (F5) to search all configurations of this job.</source>
        <translation>按“规划”(F5) 搜索此作业的所有配置。</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在规划…</translation>
    </message>
    <message>
        <source>%1 left. Stop keeps the best so far.</source>
        <translation>剩余 %1。“停止”将保留目前最佳。</translation>
    </message>
    <message>
        <source>than ranks in host order, whose memory is %1 (%2 of a GPU). </source>
        <translation>相比按主机顺序的秩，其显存%1（单 GPU 的 %2）。</translation>
    </message>
    <message>
        <source>than ranks in host order on %1 GPUs, with %2. </source>
        <translation>相比 %1 个 GPU 上按主机顺序的秩，使用 %2 个。</translation>
    </message>
    <message>
        <source>No plan</source>
        <translation>没有方案</translation>
    </message>
    <message>
        <source>None of the %L1 configurations divides the model, the batch and the GPUs.</source>
        <translation>%L1 种配置中没有一种能整除模型、批次和 GPU。</translation>
    </message>
    <message>
        <source>Another batch, or another number of GPUs, may.</source>
        <translation>换一个批次或 GPU 数量或许可以。</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>都放不下</translation>
    </message>
    <message>
        <source>The nearest is %1: %2.</source>
        <translation>最接近的是 %1：%2。</translation>
    </message>
    <message>
        <source>No plan can do without what is known to be broken. Fewer GPUs may.</source>
        <translation>没有方案能避开已知损坏的部分。使用更少的 GPU 或许可以。</translation>
    </message>
    <message>
        <source>What changes most, behind Ask, tries more memory, more GPUs and other settings.</source>
        <translation>“提问”中的“什么影响最大”会尝试更多显存、更多 GPU 和其他设置。</translation>
    </message>
    <message>
        <source>%L1 rejected</source>
        <translation>%L1 个被拒绝</translation>
    </message>
    <message>
        <source>Shows them in Candidates, each with its reason</source>
        <translation>在“候选”中显示它们及各自原因</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>The search was stopped: this is the best that it had found. Plan again searches all</source>
        <translation>搜索已停止：这是当时找到的最佳方案。重新规划将搜索全部</translation>
    </message>
</context>
<context>
    <name>pipette::PlanDocument</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>open the cluster %1</source>
        <translation>打开集群 %1</translation>
    </message>
    <message>
        <source>pin of %1</source>
        <translation>固定 %1</translation>
    </message>
    <message>
        <source>unpin of %1</source>
        <translation>取消固定 %1</translation>
    </message>
    <message>
        <source>exclusion of %1</source>
        <translation>排除 %1</translation>
    </message>
    <message>
        <source>inclusion of %1</source>
        <translation>纳入 %1</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>reading %1 again</source>
        <translation>重新读取 %1</translation>
    </message>
</context>
<context>
    <name>pipette::PlanViews</name>
    <message>
        <source>Candidates</source>
        <translation>候选方案</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Assignment board</source>
        <translation>分配板</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>单 GPU 显存</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>Gantt chart</source>
        <translation>甘特图</translation>
    </message>
    <message>
        <source>No plan yet. Choose a candidate to see what each device does when.</source>
        <translation>尚无方案。请选择候选方案，查看每个设备何时做什么。</translation>
    </message>
    <message>
        <source>Layers by stage</source>
        <translation>各阶段的层</translation>
    </message>
    <message>
        <source>Annealing</source>
        <translation>退火</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>所选</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Why this plan</source>
        <translation>为何是此方案</translation>
    </message>
</context>
<context>
    <name>pipette::Planning</name>
    <message>
        <source>Stopped: what was searched for has changed</source>
        <translation>已停止：搜索目标已改变</translation>
    </message>
    <message>
        <source>Cancelled before anything was found</source>
        <translation>在找到结果之前已取消</translation>
    </message>
    <message>
        <source>No configuration fits: %1 rejected, see the reasons in the table</source>
        <translation>没有可行的配置：%1 个被拒绝，原因见表</translation>
    </message>
    <message>
        <source>No plan does without what is known to be broken: %1 rejected, see the reasons in the table</source>
        <translation>没有方案能避开已知故障：%1 个被拒绝，原因见表</translation>
    </message>
    <message>
        <source>Cancelled: best so far %1 per step</source>
        <translation>已取消：目前最佳每步 %1</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>No better mapping found</source>
        <translation>未找到更好的映射</translation>
    </message>
    <message>
        <source>improvement</source>
        <translation>改进</translation>
    </message>
    <message>
        <source>Improved to %1 per step (%2)</source>
        <translation>已改进到每步 %1（%2）</translation>
    </message>
    <message>
        <source>Improving</source>
        <translation>正在改进</translation>
    </message>
    <message>
        <source>Planned in %1. Of %2 configurations, %3 fit, %4 were rejected, and the others do not divide the model or the batch</source>
        <translation>用时 %1 完成规划。共 %2 种配置：%3 种可行，%4 种被拒绝，其余不能整除模型或批次</translation>
    </message>
</context>
<context>
    <name>pipette::PoolsFinder</name>
    <message>
        <source>Cancelled before the pools were planned</source>
        <translation>在池规划完成之前已取消</translation>
    </message>
</context>
<context>
    <name>pipette::PoolsView</name>
    <message>
        <source>What pools gain</source>
        <translation>池带来的收益</translation>
    </message>
    <message>
        <source>What pools assume</source>
        <translation>池的假设</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>池</translation>
    </message>
    <message>
        <source>What the GPUs of a pool have in common</source>
        <translation>一个池的 GPU 的共同点</translation>
    </message>
    <message>
        <source>Replicas of each kind of GPU</source>
        <translation>每种 GPU 的副本</translation>
    </message>
    <message>
        <source>Replicas of each zone</source>
        <translation>每个可用区的副本</translation>
    </message>
    <message>
        <source>Planning the pools</source>
        <translation>正在规划池</translation>
    </message>
    <message>
        <source>Exchange of gradients between the pools: %1</source>
        <translation>池之间的梯度交换：%1</translation>
    </message>
    <message>
        <source>Left out: %1 (%2 GPUs): %3</source>
        <translation>未使用：%1（%2 个 GPU）：%3</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>Replicas with a layout of their own on each kind of GPU, or in each zone, may use unlike GPUs better than like replicas do. They have not been planned yet.</source>
        <translation>每种 GPU 或每个可用区各用自己布局的副本，可能比相同的副本更好地利用不同的 GPU。尚未规划。</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>池</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Time/step</source>
        <translation>时间/步</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>&amp;Keep as scenarios</source>
        <translation>保留为情景(&amp;K)</translation>
    </message>
    <message>
        <source>Pins the plan of each pool as a scenario, to look at, to go on from and to export</source>
        <translation>将每个池的方案固定为情景，以便查看、继续使用和导出</translation>
    </message>
    <message>
        <source>Plan the pools</source>
        <translation>规划各池</translation>
    </message>
</context>
<context>
    <name>pipette::PoolsWiring</name>
    <message>
        <source>Open a cluster and choose a model first</source>
        <translation>请先打开集群并选择模型</translation>
    </message>
    <message>
        <source>%1 scenarios are pinned, no more fit: unpin one first</source>
        <translation>已固定 %1 个情景，无法再加：请先取消一个</translation>
    </message>
    <message>
        <source>pin of the pools</source>
        <translation>固定各池</translation>
    </message>
    <message numerus="yes">
        <source>%n pool(s) pinned as scenarios: take one up to see its placement and to export it</source>
        <translation>
            <numerusform>已将 %n 个池固定为情景：采用其中一个即可查看其放置并导出</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pipette::PrintDialog</name>
    <message>
        <source>Print</source>
        <translation>打印</translation>
    </message>
    <message>
        <source>What is printed</source>
        <translation>打印的内容</translation>
    </message>
    <message>
        <source>The answer and all views of this workspace</source>
        <translation>结论和此工作区的所有视图</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>打印(&amp;P)…</translation>
    </message>
    <message>
        <source>Pre&amp;view…</source>
        <translation>预览(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>内容(&amp;W)</translation>
    </message>
    <message>
        <source>Charts are drawn as sharp as the printer is, tables with all their rows.</source>
        <translation>图表按打印机的分辨率绘制，表格包含所有行。</translation>
    </message>
</context>
<context>
    <name>pipette::PrintWiring</name>
    <message>
        <source>&amp;Print…</source>
        <translation>打印(&amp;P)…</translation>
    </message>
    <message>
        <source>Ctrl+Alt+P</source>
        <translation>Ctrl+Alt+P</translation>
    </message>
    <message>
        <source>Prints a view, or the answer with all views of the workspace, or writes them as PDF</source>
        <translation>打印一个视图，或打印结论及工作区的所有视图，也可写为 PDF</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>%1 – Pipette Planner</source>
        <translation>%1 – Pipette Planner</translation>
    </message>
    <message>
        <source>Sheets: %1</source>
        <translation>页数：%1</translation>
    </message>
    <message>
        <source>Nothing is printed: the printer, or the file, cannot be written</source>
        <translation>未打印：打印机或文件无法写入</translation>
    </message>
</context>
<context>
    <name>pipette::QuestionCards</name>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Ask: %1</source>
        <translation>提问：%1</translation>
    </message>
</context>
<context>
    <name>pipette::RecentFiles</name>
    <message>
        <source>Plans</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Measured runs</source>
        <translation>实测运行</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>研究</translation>
    </message>
</context>
<context>
    <name>pipette::Reliance</name>
    <message>
        <source>crosses 1 fault</source>
        <translation>经过 1 处故障</translation>
    </message>
    <message>
        <source>crosses %1 faults</source>
        <translation>经过 %1 处故障</translation>
    </message>
    <message>
        <source>relies on 1 link not measured</source>
        <translation>依赖 1 条未测链路</translation>
    </message>
    <message>
        <source>relies on %1 links not measured</source>
        <translation>依赖 %1 条未测链路</translation>
    </message>
    <message>
        <source>%1 to %2: not measured, its bandwidth is assumed</source>
        <translation>%1 到 %2：未测量，带宽为假设</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
</context>
<context>
    <name>pipette::ScatterChart</name>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对 %2</translation>
    </message>
    <message>
        <source>%1: %2 %3, %4 %5 (%6)</source>
        <translation>%1：%2 %3，%4 %5（%6）</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>20 % off</source>
        <translation>偏差 20 %</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>estimate too slow</source>
        <translation>估计过慢</translation>
    </message>
    <message>
        <source>estimate too high</source>
        <translation>估计过高</translation>
    </message>
    <message>
        <source>estimate too fast</source>
        <translation>估计过快</translation>
    </message>
    <message>
        <source>estimate too low</source>
        <translation>估计过低</translation>
    </message>
    <message>
        <source>within 10 %</source>
        <translation>误差 10 % 以内</translation>
    </message>
</context>
<context>
    <name>pipette::ScenarioWiring</name>
    <message>
        <source>unpin of %1</source>
        <translation>取消固定 %1</translation>
    </message>
    <message>
        <source>renaming of %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>showing of %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Nothing to pin yet: plan first</source>
        <translation>尚无可固定的内容：请先规划</translation>
    </message>
    <message>
        <source>This candidate is as it was found: drag a GPU first</source>
        <translation>此候选方案未改动：请先拖动一个 GPU</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>%1 scenarios are pinned, no more fit: unpin one first</source>
        <translation>已固定 %1 个情景，无法再加：请先取消一个</translation>
    </message>
    <message>
        <source>pin of %1</source>
        <translation>固定 %1</translation>
    </message>
    <message>
        <source>Pinned as %1: change anything, it stays beside the plan</source>
        <translation>已固定为 %1：可任意更改，它保留在方案旁</translation>
    </message>
    <message>
        <source>going on from %1</source>
        <translation>从 %1 继续</translation>
    </message>
    <message>
        <source>Going on from %1; Undo brings back what was here</source>
        <translation>从 %1 继续；“撤销”可恢复原内容</translation>
    </message>
</context>
<context>
    <name>pipette::ScenariosModel</name>
    <message>
        <source>Ticked ones stand beside the plan where plans are compared</source>
        <translation>勾选者在比较方案时与方案并列</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>Time/step</source>
        <translation>时间/步</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>pipette::ScenariosView</name>
    <message>
        <source>Scenarios</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>&amp;Go on from it</source>
        <translation>由此继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Unpin</source>
        <translation>取消固定(&amp;U)</translation>
    </message>
    <message>
        <source>Pin the plan as a scenario (Ctrl+D), then change the cluster, the model or anything else: the pinned plan stays beside the new one in Compare, the Gantt chart, the memory bars and the breakdown.</source>
        <translation>将方案固定为情景 (Ctrl+D)，再更改集群、模型或其他内容：固定的方案会与新方案并列于比较、甘特图、显存条和分解中。</translation>
    </message>
    <message>
        <source>Brings back its cluster, model, job and plan; Undo takes it back</source>
        <translation>恢复其集群、模型、作业和方案；可撤销</translation>
    </message>
    <message>
        <source>Pin this plan</source>
        <translation>固定此方案</translation>
    </message>
</context>
<context>
    <name>pipette::ScheduleCurve</name>
    <message>
        <source>Activations over time</source>
        <translation>激活随时间变化</translation>
    </message>
    <message>
        <source>Idle devices over time</source>
        <translation>空闲设备随时间变化</translation>
    </message>
    <message>
        <source>Links in use over time</source>
        <translation>使用中的链路随时间变化</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>保存图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>device %1: at most %2</source>
        <translation>设备 %1：最多 %2</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 空闲</translation>
    </message>
    <message>
        <source>no link is used</source>
        <translation>没有使用中的链路</translation>
    </message>
    <message>
        <source>%1 links, %2 used</source>
        <translation>%1 条链路，%2 使用中</translation>
    </message>
    <message>
        <source>microbatches held</source>
        <translation>持有的微批次</translation>
    </message>
    <message>
        <source>idle devices</source>
        <translation>空闲设备</translation>
    </message>
    <message>
        <source>links in use</source>
        <translation>使用中的链路</translation>
    </message>
    <message>
        <source>time (ms)</source>
        <translation>时间 (ms)</translation>
    </message>
    <message>
        <source>time (s)</source>
        <translation>时间 (s)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>pipette::ScheduleLab</name>
    <message>
        <source>There is no schedule to order yet</source>
        <translation>尚无可排序的调度</translation>
    </message>
    <message>
        <source>Another schedule is ordered by hand: Done ends that</source>
        <translation>正在手动排序另一个调度：按“完成”结束</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 operations are too many to be moved one by one</source>
        <translation>%1 个操作过多，无法逐个移动</translation>
    </message>
    <message>
        <source>Schedule lab</source>
        <translation>调度实验室</translation>
    </message>
    <message>
        <source>simulating…</source>
        <translation>正在模拟…</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Activations that a device holds over time</source>
        <translation>设备持有的激活随时间变化</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Devices that do not compute over time</source>
        <translation>未计算的设备随时间变化</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Links that carry a transfer over time</source>
        <translation>正在传输的链路随时间变化</translation>
    </message>
    <message>
        <source>Curve: %1</source>
        <translation>曲线：%1</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>What colours tell</source>
        <translation>颜色的含义</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Colour by kind of work</source>
        <translation>按工作类型着色</translation>
    </message>
    <message>
        <source>Colour by stage</source>
        <translation>按阶段着色</translation>
    </message>
    <message>
        <source>Colour by microbatch</source>
        <translation>按微批次着色</translation>
    </message>
    <message>
        <source>What colours tell (C in the chart)</source>
        <translation>颜色的含义（图中按 C）</translation>
    </message>
    <message>
        <source>First schedule</source>
        <translation>第一个调度</translation>
    </message>
    <message>
        <source>Second schedule</source>
        <translation>第二个调度</translation>
    </message>
    <message>
        <source>Third schedule</source>
        <translation>第三个调度</translation>
    </message>
    <message>
        <source>Fourth schedule</source>
        <translation>第四个调度</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>Page that p&amp;lays…</source>
        <translation>可播放的页面(&amp;L)…</translation>
    </message>
    <message>
        <source>Save as a &amp;lesson…</source>
        <translation>保存为课程(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Picture…</source>
        <translation>图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Chrome trace of %1…</source>
        <translation>%1 的 Chrome trace…</translation>
    </message>
    <message>
        <source>CSV of %1…</source>
        <translation>%1 的 CSV…</translation>
    </message>
    <message>
        <source>&amp;Animated picture…</source>
        <translation>动画图片(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Save the lab…</source>
        <translation>保存实验室(&amp;S)…</translation>
    </message>
    <message>
        <source>Copy as &amp;text</source>
        <translation>复制为文本(&amp;T)</translation>
    </message>
    <message>
        <source>Paste a la&amp;b</source>
        <translation>粘贴实验室(&amp;B)</translation>
    </message>
</context>
<context>
    <name>pipette::ScheduleLabPicture</name>
    <message>
        <source>Pipeline schedules</source>
        <translation>流水线调度</translation>
    </message>
</context>
<context>
    <name>pipette::SchedulePicker</name>
    <message>
        <source>%1: kind</source>
        <translation>%1：类型</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>chunks a device</source>
        <translation>每设备块数</translation>
    </message>
    <message>
        <source>token slices</source>
        <translation>token 切片</translation>
    </message>
    <message>
        <source>%1: why not</source>
        <translation>%1：为何不行</translation>
    </message>
    <message>
        <source>%1: idea and source</source>
        <translation>%1：思路与来源</translation>
    </message>
    <message>
        <source>Order by hand</source>
        <translation>手动排序</translation>
    </message>
    <message>
        <source>%1: order by hand</source>
        <translation>%1：手动排序</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Chunks a device</source>
        <translation>每设备块数</translation>
    </message>
    <message>
        <source>Token slices</source>
        <translation>token 切片</translation>
    </message>
    <message>
        <source>Drag the operations of this schedule to other places, and see what comes of it</source>
        <translation>将此调度的操作拖到其他位置，查看结果</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2 Source: %3.</source>
        <translation>%1%2来源：%3。</translation>
    </message>
</context>
<context>
    <name>pipette::SchedulePreset</name>
    <message>
        <source>1F1B and ZB-H1, 8 × 16</source>
        <translation>1F1B 与 ZB-H1，8 × 16</translation>
    </message>
    <message>
        <source>GPipe and 1F1B, 4 × 8 (Narayanan 2021)</source>
        <translation>GPipe 与 1F1B，4 × 8 (Narayanan 2021)</translation>
    </message>
    <message>
        <source>1F1B and interleaved, 4 × 8 (Narayanan 2021)</source>
        <translation>1F1B 与交错，4 × 8 (Narayanan 2021)</translation>
    </message>
    <message>
        <source>1F1B and eager, 4 × 12, slow links (Zhuang 2023)</source>
        <translation>1F1B 与 eager，4 × 12，慢链路 (Zhuang 2023)</translation>
    </message>
    <message>
        <source>Interleaved and breadth-first, 4 × 8 (Lamy-Poirier 2023)</source>
        <translation>交错与广度优先，4 × 8 (Lamy-Poirier 2023)</translation>
    </message>
    <message>
        <source>ZB-H1 and ZB-H2, 4 × 8 (Qi 2023)</source>
        <translation>ZB-H1 与 ZB-H2，4 × 8 (Qi 2023)</translation>
    </message>
    <message>
        <source>ZB-H2 and ZB-V, 4 × 8 (Qi 2023)</source>
        <translation>ZB-H2 与 ZB-V，4 × 8 (Qi 2023)</translation>
    </message>
    <message>
        <source>V-Half and V-Min, 4 × 8 (Qi 2024)</source>
        <translation>V-Half 与 V-Min，4 × 8 (Qi 2024)</translation>
    </message>
    <message>
        <source>DualPipe, 8 × 20 (DeepSeek-V3)</source>
        <translation>DualPipe，8 × 20 (DeepSeek-V3)</translation>
    </message>
    <message>
        <source>DualPipe and DualPipeV, 8 × 20</source>
        <translation>DualPipe 与 DualPipeV，8 × 20</translation>
    </message>
    <message>
        <source>1F1B and Chimera, 4 × 8, equal passes (Li and Hoefler 2021)</source>
        <translation>1F1B 与 Chimera，4 × 8，前后向等长 (Li and Hoefler 2021)</translation>
    </message>
    <message>
        <source>GPipe and TeraPipe, 4 × 4, 4 slices (Li 2021)</source>
        <translation>GPipe 与 TeraPipe，4 × 4，4 切片 (Li 2021)</translation>
    </message>
    <message>
        <source>1F1B and local updates, 4 × 8 (Laskin 2020)</source>
        <translation>1F1B 与局部更新，4 × 8 (Laskin 2020)</translation>
    </message>
    <message>
        <source>1F1B and Varuna, 4 × 5 (Athlur 2022)</source>
        <translation>1F1B 与 Varuna，4 × 5 (Athlur 2022)</translation>
    </message>
</context>
<context>
    <name>pipette::ScreenModes</name>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>F11</source>
        <translation>F11</translation>
    </message>
    <message>
        <source>The window takes the whole screen; F11 gives it back</source>
        <translation>窗口占据整个屏幕；F11 还原</translation>
    </message>
    <message>
        <source>Presentatio&amp;n</source>
        <translation>演示(&amp;N)</translation>
    </message>
    <message>
        <source>Ctrl+F11</source>
        <translation>Ctrl+F11</translation>
    </message>
    <message>
        <source>Large type for a projector; afterwards the window is as it was</source>
        <translation>为投影仪放大文字；结束后窗口恢复原样</translation>
    </message>
</context>
<context>
    <name>pipette::SearchWiring</name>
    <message>
        <source>%1, %2 of %3%4</source>
        <translation>%1，%2 / %3%4</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1, best so far %2</source>
        <translation>%1，目前最佳 %2</translation>
    </message>
    <message>
        <source>Not done: %1</source>
        <translation>未执行：%1</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
</context>
<context>
    <name>pipette::SecondWindow</name>
    <message>
        <source>Second window</source>
        <translation>第二个窗口</translation>
    </message>
    <message>
        <source>What the views show</source>
        <translation>视图显示的内容</translation>
    </message>
    <message>
        <source>Whose placement, memory and times the views of this window show</source>
        <translation>此窗口的视图显示谁的放置、内存和时间</translation>
    </message>
</context>
<context>
    <name>pipette::SecondWiring</name>
    <message>
        <source>New &amp;window</source>
        <translation>新建窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Shift+F11</source>
        <translation>Shift+F11</translation>
    </message>
    <message>
        <source>Shows views of the same plan in a second window, for another screen</source>
        <translation>在第二个窗口中显示同一方案的视图，用于另一块屏幕</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Close this window</source>
        <translation>关闭此窗口(&amp;C)</translation>
    </message>
    <message>
        <source>Ctrl+W</source>
        <translation>Ctrl+W</translation>
    </message>
    <message>
        <source>%1[*] – Second window – Pipette Planner</source>
        <translation>%1[*] – 第二个窗口 – Pipette Planner</translation>
    </message>
    <message>
        <source>No Gantt chart: %1</source>
        <translation>没有甘特图：%1</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>Scenario: %1</source>
        <translation>情景：%1</translation>
    </message>
</context>
<context>
    <name>pipette::SelectionPanel</name>
    <message>
        <source>⚠ Known faults</source>
        <translation>⚠ 已知故障</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选方案</translation>
    </message>
    <message>
        <source>planner</source>
        <translation>规划器</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>time per step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>(%1 to %2)</source>
        <translation>（%1 至 %2）</translation>
    </message>
    <message>
        <source>microbatches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>%1 a pipeline</source>
        <translation>每条流水线 %1</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>%1 tokens/s, %2 MFU</source>
        <translation>%1 tokens/s，%2 MFU</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间花在哪里</translation>
    </message>
    <message>
        <source>Memory of a GPU of stage %1</source>
        <translation>阶段 %1 单个 GPU 的显存</translation>
    </message>
    <message>
        <source> on the host</source>
        <translation>（在主机上）</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>%1, at most %2</source>
        <translation>%1，最多 %2</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>%1: %2 full, %3</source>
        <translation>%1：占 %2，%3</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>%1 for each GPU: %2 full</source>
        <translation>每 GPU %1：占 %2</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>%1, %2&#xa0;GiB</source>
        <translation>%1，%2&#xa0;GiB</translation>
    </message>
    <message>
        <source>NIC</source>
        <translation>网卡</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>pinned: does not move</source>
        <translation>已固定：不移动</translation>
    </message>
    <message>
        <source>excluded: not used</source>
        <translation>已排除：不使用</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>place along x, y</source>
        <translation>在 x、y 上的位置</translation>
    </message>
    <message>
        <source>tensor rank</source>
        <translation>张量 rank</translation>
    </message>
    <message>
        <source>to next stage</source>
        <translation>到下一阶段</translation>
    </message>
    <message>
        <source>to next replica</source>
        <translation>到下一副本</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>所选</translation>
    </message>
    <message>
        <source>What is selected, where, what it costs and why</source>
        <translation>所选内容、位置、代价与原因</translation>
    </message>
    <message>
        <source>&lt;p&gt;Open a cluster and choose a model to begin. What you select in any view is explained here.&lt;/p&gt;</source>
        <translation>&lt;p&gt;首先打开集群并选择模型。在任何视图中选中的内容在此说明。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>between</source>
        <translation>之间</translation>
    </message>
    <message>
        <source>there</source>
        <translation>去</translation>
    </message>
    <message>
        <source>back</source>
        <translation>回</translation>
    </message>
    <message>
        <source>%1 GPUs: %2</source>
        <translation>%1 个 GPU：%2</translation>
    </message>
    <message>
        <source>%1 has %2 nodes and %3 GPUs.
Plan (F5) to find the best configuration.</source>
        <translation>%1 有 %2 个节点和 %3 个 GPU。
规划 (F5) 以找到最佳配置。</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Why stage %1 is there</source>
        <translation>阶段 %1 为何在此</translation>
    </message>
    <message>
        <source>Let move</source>
        <translation>允许移动</translation>
    </message>
    <message>
        <source>Keep here</source>
        <translation>固定在此</translation>
    </message>
    <message>
        <source>A search may move the selected GPUs again</source>
        <translation>搜索可以再次移动所选 GPU</translation>
    </message>
    <message>
        <source>No search moves the selected GPUs</source>
        <translation>搜索不会移动所选 GPU</translation>
    </message>
    <message>
        <source>Use again</source>
        <translation>重新使用</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>The next plan may use the selected GPUs again</source>
        <translation>下一个规划可以再次使用所选 GPU</translation>
    </message>
    <message>
        <source>The next plan does without the selected GPUs</source>
        <translation>下一个规划不使用所选 GPU</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>&lt;p&gt;Click a GPU, a stage or a link to see it here. Drag a GPU or a node onto another, or press M on it (Ctrl+M anywhere), to see what exchanging them changes. G chooses which groups of GPUs are numbered and move together.&lt;/p&gt;</source>
        <translation>&lt;p&gt;点击 GPU、阶段或链路即可在此查看。把一个 GPU 或节点拖到另一个上，或在其上按 M（任意处按 Ctrl+M），可查看交换带来的变化。G 选择哪些 GPU 组被编号并一起移动。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>to %1, same node</source>
        <translation>到 %1，同一节点</translation>
    </message>
    <message>
        <source>stage %1, replica %2, rank %3</source>
        <translation>阶段 %1，副本 %2，rank %3</translation>
    </message>
    <message>
        <source>spare: the plan does not use the GPU</source>
        <translation>空闲：计划未使用此 GPU</translation>
    </message>
    <message>
        <source>zone %1</source>
        <translation>区域 %1</translation>
    </message>
    <message>
        <source>rack %1</source>
        <translation>机架 %1</translation>
    </message>
    <message>
        <source>at most, of %1</source>
        <translation>（上限），共 %1</translation>
    </message>
</context>
<context>
    <name>pipette::SetupPanel</name>
    <message>
        <source>Setup</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>More of the job</source>
        <translation>作业的更多选项</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>Whether the plan is up to date</source>
        <translation>方案是否最新</translation>
    </message>
    <message>
        <source>What the plan leaves spare, its launcher and the calibration of its times</source>
        <translation>方案留下的空闲、其启动器及时间所用的校准</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>set</source>
        <translation>已设置</translation>
    </message>
    <message>
        <source>1 GPU out</source>
        <translation>1 个 GPU 排除</translation>
    </message>
    <message>
        <source>%1 GPUs out</source>
        <translation>%1 个 GPU 排除</translation>
    </message>
    <message>
        <source>1 link slow</source>
        <translation>1 条链路慢</translation>
    </message>
    <message>
        <source>%1 links slow</source>
        <translation>%1 条链路慢</translation>
    </message>
    <message>
        <source>%1 pinned</source>
        <translation>%1 个固定</translation>
    </message>
    <message>
        <source>nothing excluded</source>
        <translation>无排除</translation>
    </message>
    <message>
        <source>A cluster file, or logs of nccl-tests, mpiGraph, p2pBandwidthLatencyTest, nvidia-smi topo</source>
        <translation>集群文件，或 nccl-tests、mpiGraph、p2pBandwidthLatencyTest、nvidia-smi topo 的日志</translation>
    </message>
    <message>
        <source>Open a cluster</source>
        <translation>打开集群</translation>
    </message>
    <message>
        <source>Sample clusters</source>
        <translation>示例集群</translation>
    </message>
    <message>
        <source>Model preset</source>
        <translation>预设模型</translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation>打开模型文件</translation>
    </message>
    <message>
        <source>A Hugging Face config.json or a model file</source>
        <translation>Hugging Face 的 config.json 或模型文件</translation>
    </message>
    <message>
        <source>Model dimensions</source>
        <translation>模型尺寸</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>No cluster yet. Open a cluster file or measured logs, or drop them on the window.</source>
        <translation>尚无集群。打开集群文件或实测日志，或将其拖到窗口。</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 个 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 个节点</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>
%1 bandwidth snapshots</source>
        <translation>
%1 个带宽快照</translation>
    </message>
    <message>
        <source>
⚠ 1 known fault</source>
        <translation>
⚠ 1 处已知故障</translation>
    </message>
    <message>
        <source>
⚠ %1 known faults</source>
        <translation>
⚠ %1 处已知故障</translation>
    </message>
    <message>
        <source>No model yet.</source>
        <translation>尚无模型。</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>%1 B parameters, %2 B active</source>
        <translation>%1 B 参数，%2 B 激活</translation>
    </message>
    <message>
        <source>%1 B parameters</source>
        <translation>%1 B 参数</translation>
    </message>
    <message>
        <source>%1 layers, hidden %2, %3 heads%4, feed-forward %5, vocabulary %6</source>
        <translation>%1 层，隐藏 %2，%3 头%4，前馈 %5，词表 %6</translation>
    </message>
    <message>
        <source> (%1 key-value)</source>
        <translation>（%1 键值）</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>每步 %1 tokens</translation>
    </message>
    <message>
        <source>LoRA rank %1</source>
        <translation>LoRA 秩 %1</translation>
    </message>
    <message>
        <source>packed sequences</source>
        <translation>打包序列</translation>
    </message>
    <message>
        <source>%1 chains, %2 moves</source>
        <translation>%1 条链，%2 次移动</translation>
    </message>
    <message>
        <source>About this plan</source>
        <translation>关于此方案</translation>
    </message>
    <message>
        <source>Find a cluster</source>
        <translation>查找集群</translation>
    </message>
    <message>
        <source>No cluster is called “%1”.</source>
        <translation>没有名为“%1”的集群。</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>No model is called “%1”.</source>
        <translation>没有名为“%1”的模型。</translation>
    </message>
    <message>
        <source>New cluster…</source>
        <translation>新建集群…</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>nodes, GPUs and links of your own</source>
        <translation>自定节点、GPU 与链路</translation>
    </message>
</context>
<context>
    <name>pipette::SetupWiring</name>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Model files (*.json);;All files (*)</source>
        <translation>模型文件 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>change of the faults</source>
        <translation>更改故障</translation>
    </message>
    <message>
        <source>Made %1: plan with F5</source>
        <translation>已创建 %1：按 F5 规划</translation>
    </message>
    <message>
        <source>change of the job</source>
        <translation>更改作业</translation>
    </message>
    <message>
        <source>change of the limits</source>
        <translation>更改限制</translation>
    </message>
    <message>
        <source>change of the annealing budget</source>
        <translation>更改退火预算</translation>
    </message>
</context>
<context>
    <name>pipette::ShapesView</name>
    <message>
        <source>Point</source>
        <translation>点</translation>
    </message>
</context>
<context>
    <name>pipette::ShownGpus</name>
    <message>
        <source>Stage %1, replica %2: %3</source>
        <translation>阶段 %1，副本 %2：%3</translation>
    </message>
    <message>
        <source>Stage %1: %2 GPUs</source>
        <translation>阶段 %1：%2 个 GPU</translation>
    </message>
    <message>
        <source>Replica %1: %2 GPUs</source>
        <translation>副本 %1：%2 个 GPU</translation>
    </message>
    <message>
        <source>Node %1: %2 GPUs</source>
        <translation>节点 %1：%2 个 GPU</translation>
    </message>
    <message>
        <source>, stage %1</source>
        <translation>，阶段 %1</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>%1 full</source>
        <translation>占 %1</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <translation>阶段 %1：%2</translation>
    </message>
    <message>
        <source>Node %1: %2</source>
        <translation>节点 %1：%2</translation>
    </message>
</context>
<context>
    <name>pipette::SplitText</name>
    <message>
        <source>uneven</source>
        <translation>不均匀</translation>
    </message>
</context>
<context>
    <name>pipette::StatusHint</name>
    <message>
        <source>A click selects. A drag shows what the change would cost.</source>
        <translation>单击选择。拖动显示更改的代价。</translation>
    </message>
    <message>
        <source>A click marks a point in every view. A double click on its row opens it as a plan.</source>
        <translation>单击可在所有视图中标记一个点。双击其所在行可将它作为计划打开。</translation>
    </message>
    <message>
        <source>A click on a run marks it in the chart and in the table.</source>
        <translation>单击一次运行可在图表和表格中标记它。</translation>
    </message>
    <message>
        <source>Space plays. The arrow keys step.</source>
        <translation>空格键播放，方向键逐步前进或后退。</translation>
    </message>
</context>
<context>
    <name>pipette::StepChart</name>
    <message>
        <source>Time of each step, and the planned range</source>
        <translation>各步时间与规划范围</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>计入</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>time of a step (ms)</source>
        <translation>每步时间 (ms)</translation>
    </message>
    <message>
        <source>time of a step (s)</source>
        <translation>每步时间 (s)</translation>
    </message>
    <message>
        <source>since step %1</source>
        <translation>自第 %1 步</translation>
    </message>
    <message>
        <source>The log tells no time of its steps.</source>
        <translation>日志未给出各步时间。</translation>
    </message>
    <message>
        <source>median: %1</source>
        <translation>中位数：%1</translation>
    </message>
    <message>
        <source>planned: %1</source>
        <translation>规划：%1</translation>
    </message>
    <message>
        <source>planned range</source>
        <translation>规划范围</translation>
    </message>
    <message>
        <source>no time is told</source>
        <translation>未给出时间</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>Step %1: %2, left out</source>
        <translation>第 %1 步：%2，已排除</translation>
    </message>
</context>
<context>
    <name>pipette::Studies</name>
    <message>
        <source>Planning the points…</source>
        <translation>正在规划各点…</translation>
    </message>
    <message>
        <source>%1 of %2 points planned, which are not kept: %3</source>
        <translation>已规划 %1 / %2 个点，未保留：%3</translation>
    </message>
    <message>
        <source>Cancelled: %1 of %2 points; Run goes on from there</source>
        <translation>已取消：%1 / %2 个点；“运行”从该处继续</translation>
    </message>
    <message>
        <source>Trying sizes…</source>
        <translation>正在尝试规模…</translation>
    </message>
    <message>
        <source>%1 GPUs: %2</source>
        <translation>%1 个 GPU：%2</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>Cancelled before the fewest GPUs were found</source>
        <translation>在找到最少 GPU 之前已取消</translation>
    </message>
    <message>
        <source>This point is not planned yet: Run</source>
        <translation>此点尚未规划：运行</translation>
    </message>
    <message>
        <source>%1 points planned</source>
        <translation>已规划 %1 个点</translation>
    </message>
    <message>
        <source>Say how many tokens and the deadline, under Goal: then the fewest GPUs that meet it are found</source>
        <translation>请在“目标”下填写 token 数和期限：随后即可找出满足期限的最少 GPU 数</translation>
    </message>
</context>
<context>
    <name>pipette::StudyAnswer</name>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>No size</source>
        <translation>没有规模</translation>
    </message>
    <message>
        <source>meets %1</source>
        <translation>满足 %1</translation>
    </message>
    <message>
        <source>misses the deadline</source>
        <translation>未达期限</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>in time</source>
        <translation>按期</translation>
    </message>
    <message>
        <source>may miss the deadline</source>
        <translation>可能未达期限</translation>
    </message>
    <message>
        <source>Not planned yet</source>
        <translation>尚未规划</translation>
    </message>
    <message>
        <source>No study yet</source>
        <translation>尚无研究</translation>
    </message>
    <message>
        <source>A study plans a job many times: New study of this plan, or a question of the menu Ask, begins one.</source>
        <translation>研究对一个作业做多次规划：用“研究此方案”或“提问”菜单中的问题开始。</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>目前</translation>
    </message>
    <message>
        <source>assumed cluster</source>
        <translation>假设的集群</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>尚无运行</translation>
    </message>
    <message>
        <source>Open measured runs to see how far the estimates are from them.</source>
        <translation>打开实测运行，查看估计与其相差多少。</translation>
    </message>
    <message>
        <source>median error of the time</source>
        <translation>时间的中位误差</translation>
    </message>
    <message>
        <source>%1 measured runs</source>
        <translation>%1 次实测运行</translation>
    </message>
    <message>
        <source>of sources that no calibration has seen.</source>
        <translation>来自任何校准都未见过的来源。</translation>
    </message>
    <message>
        <source>%1 GPUs are in time even at the slow end of the range: %2.</source>
        <translation>即使在范围的慢端，%1 个 GPU 也能按时完成：%2。</translation>
    </message>
    <message>
        <source>Between %1 and %2 by the range of the estimate.</source>
        <translation>按估计的范围，介于 %1 和 %2 之间。</translation>
    </message>
    <message>
        <source>are in time for the least money</source>
        <translation>按时且花费最少</translation>
    </message>
    <message>
        <source>are the fewest in time</source>
        <translation>是按时完成的最少数量</translation>
    </message>
    <message>
        <source>so far meets %1</source>
        <translation>目前满足 %1</translation>
    </message>
    <message>
        <source>of sources that calibrations were fitted on. Runs of your own are a better test.</source>
        <translation>来自拟合校准所用的来源。您自己的运行是更好的检验。</translation>
    </message>
    <message>
        <source>%1 of the measured times lie in the range that is shown. Of %3 runs that worked, %2 would be rejected for their memory.</source>
        <translation>%1 的实测时间落在所示范围内。在 %3 个成功的运行中，%2 个会因内存被淘汰。</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 个 GPU</translation>
    </message>
    <message>
        <source>%1 is the fewest in time: %2.</source>
        <translation>按时完成所需最少为 %1：%2。</translation>
    </message>
    <message>
        <source>%1 are the fewest in time: %2.</source>
        <translation>按时完成所需最少为 %1：%2。</translation>
    </message>
    <message>
        <source>%1 would take %2.</source>
        <translation>用 %1 需要 %2。</translation>
    </message>
    <message>
        <source>is in time for the least money</source>
        <translation>按时且花费最少</translation>
    </message>
    <message>
        <source>is the fewest in time</source>
        <translation>是按时完成的最少数量</translation>
    </message>
    <message>
        <source>a step on %1</source>
        <translation>每步，用 %1</translation>
    </message>
    <message>
        <source>%1 may be in time (likely, not sure): %2.</source>
        <translation>%1 可能按时完成（较可能，但不确定）：%2。</translation>
    </message>
</context>
<context>
    <name>pipette::StudyEditor</name>
    <message>
        <source>What is studied</source>
        <translation>研究内容</translation>
    </message>
    <message>
        <source>State of the study</source>
        <translation>研究状态</translation>
    </message>
    <message>
        <source>As&amp;k</source>
        <translation>提问(&amp;K)</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>Progress of the study</source>
        <translation>研究进度</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>所问的问题</translation>
    </message>
    <message>
        <source>Studies of this document</source>
        <translation>此文档的研究</translation>
    </message>
    <message>
        <source>Remove this study</source>
        <translation>移除此研究</translation>
    </message>
    <message>
        <source>Remove this study; Undo brings it back with its points</source>
        <translation>移除此研究；“撤销”可连同其各点恢复</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Tokens: 15T, 300B or 16M</source>
        <translation>Tokens：15T、300B 或 16M</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>未指定</translation>
    </message>
    <message>
        <source>Tokens a step</source>
        <translation>每步 tokens</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 天</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source> /GPU-hour</source>
        <translation> /GPU 小时</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Currency of the price and of all money. The prices of GPU kinds are in %1; a study in another currency does not use them.</source>
        <translation>价格和所有金额的货币。GPU 类型的价格以 %1 计；使用其他货币的研究不采用它们。</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source> W a GPU</source>
        <translation> W/GPU</translation>
    </message>
    <message>
        <source>PUE</source>
        <translation>PUE</translation>
    </message>
    <message>
        <source> GPU-h</source>
        <translation> GPU·h</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Move factors by</source>
        <translation>因子变动</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>不询问</translation>
    </message>
    <message>
        <source>What is varied</source>
        <translation>改变的内容</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Values, with commas between them</source>
        <translation>值，以逗号分隔</translation>
    </message>
    <message>
        <source>Remove this axis</source>
        <translation>移除此轴</translation>
    </message>
    <message>
        <source>Add a cluster file</source>
        <translation>添加集群文件</translation>
    </message>
    <message>
        <source>Add a cluster file; the price of its GPU-hour may stand behind it: @2.4</source>
        <translation>添加集群文件；其后可写 GPU 小时价格：@2.4</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>as the GPU</source>
        <translation>同 GPU</translation>
    </message>
    <message>
        <source>as the batch</source>
        <translation>同批次</translation>
    </message>
    <message>
        <source>Failure every</source>
        <translation>故障间隔</translation>
    </message>
    <message>
        <source>A new study takes the cluster, the model and the job of the plan, and varies the number of GPUs.</source>
        <translation>新研究采用规划的集群、模型和任务，并改变 GPU 数量。</translation>
    </message>
    <message>
        <source>What is trained</source>
        <translation>训练什么</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Price and power</source>
        <translation>价格与功率</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>What the training may cost, in the currency of the price</source>
        <translation>训练的费用上限，以价格的货币计</translation>
    </message>
    <message>
        <source>Vary something else &amp;too</source>
        <translation>再改变一项(&amp;T)</translation>
    </message>
    <message>
        <source>1 list</source>
        <translation>1 个列表</translation>
    </message>
    <message>
        <source>%1 lists</source>
        <translation>%1 个列表</translation>
    </message>
    <message>
        <source>%1 %2 a GPU-hour</source>
        <translation>每 GPU 小时 %1 %2</translation>
    </message>
    <message>
        <source>every %1 GPU-hours</source>
        <translation>每 %1 GPU 小时</translation>
    </message>
</context>
<context>
    <name>pipette::StudyPoints</name>
    <message>
        <source>not planned yet</source>
        <translation>尚未规划</translation>
    </message>
    <message>
        <source>assumed cluster</source>
        <translation>假设的集群</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Cost: at %1</source>
        <translation>成本：按 %1</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>点</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>效率</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>Range of days</source>
        <translation>天数范围</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>MWh</source>
        <translation>MWh</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效吞吐</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>another is sooner and cheaper</source>
        <translation>另有更快且更便宜者</translation>
    </message>
    <message>
        <source>sure</source>
        <translation>必定</translation>
    </message>
    <message>
        <source>misses</source>
        <translation>未满足</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>可能</translation>
    </message>
    <message>
        <source>unlikely</source>
        <translation>不太可能</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Cost, %1</source>
        <translation>成本，%1</translation>
    </message>
    <message>
        <source>Step, ms</source>
        <translation>每步，ms</translation>
    </message>
    <message>
        <source>Step, s</source>
        <translation>每步，s</translation>
    </message>
    <message>
        <source>★ best for its days</source>
        <translation>★ 同等天数中最优</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>%1 days (%2)</source>
        <translation>%1 天（%2）</translation>
    </message>
    <message>
        <source>%1 MWh</source>
        <translation>%1 MWh</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Trade-off</source>
        <translation>取舍</translation>
    </message>
    <message>
        <source>Cost, M %1</source>
        <translation>成本，百万 %1</translation>
    </message>
</context>
<context>
    <name>pipette::StudyTable</name>
    <message>
        <source>Points of the study</source>
        <translation>研究的各点</translation>
    </message>
    <message>
        <source>The plan of every point, its days and its money stand here once a study has run.</source>
        <translation>研究运行后，这里显示每个点的方案、天数和成本。</translation>
    </message>
</context>
<context>
    <name>pipette::StudyWiring</name>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1（假设）</translation>
    </message>
    <message>
        <source>, %1 GPUs at most</source>
        <translation>，最多 %1 个 GPU</translation>
    </message>
    <message>
        <source>%1%2; %3; %4</source>
        <translation>%1%2；%3；%4</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1随%2变化</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个点</translation>
    </message>
    <message>
        <source>Wrote %1, as the study was then</source>
        <translation>已写入 %1，内容为当时的研究</translation>
    </message>
    <message>
        <source>file of the study</source>
        <translation>研究文件</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>plan of the study&apos;s point %1</source>
        <translation>研究点 %1 的方案</translation>
    </message>
    <message>
        <source>The plan of %1; Undo brings back what was here</source>
        <translation>%1 的方案；“撤销”可恢复原内容</translation>
    </message>
    <message>
        <source>change of the study</source>
        <translation>更改研究</translation>
    </message>
    <message>
        <source>removal of the study</source>
        <translation>移除研究</translation>
    </message>
    <message>
        <source>A cluster to compare with</source>
        <translation>用于比较的集群</translation>
    </message>
    <message>
        <source>Clusters (*.json);;All files (*)</source>
        <translation>集群 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a cluster and choose a model first</source>
        <translation>请先打开集群并选择模型</translation>
    </message>
    <message>
        <source>new study</source>
        <translation>新研究</translation>
    </message>
    <message>
        <source>A study of %1: Run plans every point</source>
        <translation>关于%1的研究：“运行”规划每个点</translation>
    </message>
    <message>
        <source>Enter %1; then Run</source>
        <translation>输入%1；然后运行</translation>
    </message>
    <message>
        <source>There is no study yet</source>
        <translation>尚无研究</translation>
    </message>
    <message>
        <source>Save the study</source>
        <translation>保存研究</translation>
    </message>
    <message>
        <source>Pipette studies (*.json)</source>
        <translation>Pipette 研究 (*.json)</translation>
    </message>
    <message>
        <source>opening of a study</source>
        <translation>打开研究</translation>
    </message>
    <message>
        <source>Opened the study %1</source>
        <translation>已打开研究 %1</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Run the study</source>
        <translation>运行研究</translation>
    </message>
    <message>
        <source>New study of this plan</source>
        <translation>研究此方案</translation>
    </message>
    <message>
        <source>1 point</source>
        <translation>1 个点</translation>
    </message>
    <message>
        <source>Save the points of the study</source>
        <translation>保存研究的各点</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
</context>
<context>
    <name>pipette::ToolBars</name>
    <message>
        <source>Studies</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>实证</translation>
    </message>
    <message>
        <source>Tool bar: %1</source>
        <translation>工具栏：%1</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Run study</source>
        <translation>运行研究</translation>
    </message>
    <message>
        <source>New study</source>
        <translation>新建研究</translation>
    </message>
    <message>
        <source>Open measured runs</source>
        <translation>打开实测运行</translation>
    </message>
    <message>
        <source>Launch files</source>
        <translation>启动文件</translation>
    </message>
    <message>
        <source>Writes the files that a launcher starts this plan with</source>
        <translation>写出启动器启动此方案所需的文件</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>最少 GPU</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>What the study is of</source>
        <translation>研究的对象</translation>
    </message>
    <message>
        <source>Add my own log</source>
        <translation>添加我的日志</translation>
    </message>
    <message>
        <source>Open run as a plan</source>
        <translation>将运行作为规划打开</translation>
    </message>
    <message>
        <source>What the plan is of</source>
        <translation>计划的对象</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens</source>
        <translation>%1 个序列，每个 %2 个 token</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyBoxes</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>no rack given</source>
        <translation>未给出机架</translation>
    </message>
    <message>
        <source>NVLink domain %1</source>
        <translation>NVLink 域 %1</translation>
    </message>
    <message>
        <source>%1, NVLink domain %2</source>
        <translation>%1，NVLink 域 %2</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Domains</source>
        <translation>域</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>%1: %2 nodes, %3 GPUs</source>
        <translation>%1：%2 个节点，%3 个 GPU</translation>
    </message>
    <message>
        <source>, stage %1</source>
        <translation>，阶段 %1</translation>
    </message>
    <message>
        <source>, stages %1</source>
        <translation>，阶段 %1</translation>
    </message>
    <message>
        <source>, %1 GPUs spare</source>
        <translation>，%1 个 GPU 空闲</translation>
    </message>
    <message>
        <source>, slowest link %1</source>
        <translation>，最慢链路 %1</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>区块</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyColours</name>
    <message>
        <source>colours: data parallel replicas</source>
        <translation>颜色：数据并行副本</translation>
    </message>
    <message>
        <source>fill: memory used; green safe, amber tight, red over</source>
        <translation>填充：显存占用；绿为安全，黄为紧张，红为超出</translation>
    </message>
    <message>
        <source>colours: bandwidth from the selected GPU</source>
        <translation>颜色：自所选 GPU 的带宽</translation>
    </message>
    <message>
        <source>colours: slowest link of the node</source>
        <translation>颜色：节点的最慢链路</translation>
    </message>
    <message>
        <source>colours: pipeline stages</source>
        <translation>颜色：流水线阶段</translation>
    </message>
    <message>
        <source>numbers: %1s, colours: stages</source>
        <translation>数字：%1，颜色：阶段</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyKey</name>
    <message>
        <source>broken</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>links of the group</source>
        <translation>组内链路</translation>
    </message>
    <message>
        <source>gradient ring</source>
        <translation>梯度环</translation>
    </message>
    <message>
        <source>each cell is a node; %1</source>
        <translation>每格为一个节点；%1</translation>
    </message>
    <message>
        <source>each cell is a node</source>
        <translation>每格为一个节点</translation>
    </message>
    <message>
        <source>Slowest, GB/s</source>
        <translation>最慢，GB/s</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyLabel</name>
    <message>
        <source>%1 nodes, %2 GPUs</source>
        <translation>%1 个节点，%2 个 GPU</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 个阶段</translation>
    </message>
    <message>
        <source>slowest link %1</source>
        <translation>最慢链路 %1</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyLinks</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>, one of the slowest links</source>
        <translation>，最慢链路之一</translation>
    </message>
    <message>
        <source>, gradient exchange</source>
        <translation>，梯度交换</translation>
    </message>
    <message>
        <source>, pipeline</source>
        <translation>，流水线</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyScene</name>
    <message>
        <source>Topology: %1</source>
        <translation>拓扑：%1</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyTable</name>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>NIC</source>
        <translation>网卡</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Slowest link of its node</source>
        <translation>其节点的最慢链路</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>故障</translation>
    </message>
</context>
<context>
    <name>pipette::TopologyView</name>
    <message>
        <source>Topology: racks, nodes, GPUs and links</source>
        <translation>拓扑：机架、节点、GPU 与链路</translation>
    </message>
    <message>
        <source>What the colours of the topology mean</source>
        <translation>拓扑颜色的含义</translation>
    </message>
    <message>
        <source>How much of the cluster is drawn</source>
        <translation>绘制集群的多少</translation>
    </message>
    <message>
        <source>Topology: %1</source>
        <translation>拓扑：%1</translation>
    </message>
    <message>
        <source>Colour: stage</source>
        <translation>颜色：阶段</translation>
    </message>
    <message>
        <source>Colour: replica</source>
        <translation>颜色：副本</translation>
    </message>
    <message>
        <source>Colour: memory</source>
        <translation>颜色：显存</translation>
    </message>
    <message>
        <source>Colour: bandwidth</source>
        <translation>颜色：带宽</translation>
    </message>
    <message>
        <source>Nodes by the order of their names: no rack is known</source>
        <translation>按名称排列的节点：未知机架</translation>
    </message>
    <message>
        <source>Show %1 whatever the zoom</source>
        <translation>任何缩放下都显示%1</translation>
    </message>
    <message>
        <source>No cluster yet. Open one to see its racks, nodes and links.</source>
        <translation>尚无集群。打开一个以查看其机架、节点和链路。</translation>
    </message>
    <message>
        <source>Numbers: %1</source>
        <translation>数字：%1</translation>
    </message>
</context>
<context>
    <name>pipette::TourBubble</name>
    <message>
        <source>&amp;Skip</source>
        <translation>跳过(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
    <message>
        <source>Tour, %1 of %2: %3</source>
        <translation>导览，%1 / %2：%3</translation>
    </message>
</context>
<context>
    <name>pipette::TourWiring</name>
    <message>
        <source>&amp;Tour of the window</source>
        <translation>窗口导览(&amp;T)</translation>
    </message>
    <message>
        <source>Five bubbles show where to begin</source>
        <translation>五个提示气泡说明从哪里开始</translation>
    </message>
    <message>
        <source>Describe the job</source>
        <translation>描述任务</translation>
    </message>
    <message>
        <source>In the Setup you choose the cluster, the model and the batch. A sample cluster is there already. Open reads your own files and measured logs.</source>
        <translation>在“设置”中选择集群、模型和批次。已有一个示例集群。“打开”可读取您自己的文件和实测日志。</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>This button searches for the fastest way to spread the job over the GPUs. The best plan so far shows at once, and better ones follow.</source>
        <translation>此按钮搜索把任务分配到各 GPU 的最快方案。目前最好的方案立即显示，更好的随后出现。</translation>
    </message>
    <message>
        <source>Read the answer</source>
        <translation>阅读结论</translation>
    </message>
    <message>
        <source>This line says how long a step takes, what the plan gains over ranks in host order, and whether the job fits into memory. Why? tells the reasons.</source>
        <translation>这一行说明一步需要多长时间、方案相对按主机顺序排列的 rank 有多少收益，以及任务是否放得进显存。“为什么？”给出原因。</translation>
    </message>
    <message>
        <source>Move GPUs</source>
        <translation>移动 GPU</translation>
    </message>
    <message>
        <source>The board shows what each GPU does. Drag a GPU or a node onto another one: the change in time shows before you drop.</source>
        <translation>分配板显示每个 GPU 的工作。把一个 GPU 或节点拖到另一个上：松开之前就会显示时间的变化。</translation>
    </message>
    <message>
        <source>Ask and learn</source>
        <translation>提问与学习</translation>
    </message>
    <message>
        <source>Studies ask one question of many plans, such as how many GPUs you need. Evidence compares with measured runs. The Lab has lessons on pipeline schedules.</source>
        <translation>“研究”对多个方案提出同一个问题，例如需要多少 GPU。“实证”与实测运行比较。“实验室”提供关于流水线调度的课程。</translation>
    </message>
</context>
<context>
    <name>pipette::TrainingView</name>
    <message>
        <source>Open &amp;runs…</source>
        <translation>打开运行(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Sa&amp;ve the estimator…</source>
        <translation>保存估计器(&amp;V)…</translation>
    </message>
    <message>
        <source>Plan &amp;with it</source>
        <translation>用它规划(&amp;W)</translation>
    </message>
    <message>
        <source>Training of the memory estimator</source>
        <translation>显存估计器的训练</translation>
    </message>
    <message>
        <source>Framework whose runs are learned from</source>
        <translation>从其运行中学习的框架</translation>
    </message>
    <message>
        <source>What the network learns</source>
        <translation>网络学习的内容</translation>
    </message>
    <message>
        <source>corrects the physics</source>
        <translation>修正物理模型</translation>
    </message>
    <message>
        <source>from the configuration (Pipette)</source>
        <translation>由配置学习 (Pipette)</translation>
    </message>
    <message>
        <source>What came out of the training</source>
        <translation>训练结果</translation>
    </message>
    <message>
        <source>Predicted against measured memory shows here after the training.</source>
        <translation>训练后，预测与实测显存的对比显示于此。</translation>
    </message>
    <message>
        <source>Plans again; jobs of the framework take their memory from this estimator</source>
        <translation>重新规划；该框架的作业采用此估计器的显存</translation>
    </message>
    <message>
        <source>Runs of the training, the worst predicted first</source>
        <translation>训练用的运行，预测最差者在前</translation>
    </message>
    <message>
        <source>%1 (%2 runs)</source>
        <translation>%1（%2 次运行）</translation>
    </message>
    <message>
        <source>Every fifth run is kept out of the training and judges it.</source>
        <translation>每五次运行留出一次，用于评判训练。</translation>
    </message>
    <message>
        <source>Open a CSV of measured runs to train on.</source>
        <translation>打开实测运行的 CSV 进行训练。</translation>
    </message>
    <message>
        <source>None of these runs has a measured peak memory.</source>
        <translation>这些运行都没有实测峰值显存。</translation>
    </message>
    <message>
        <source>Training…</source>
        <translation>正在训练…</translation>
    </message>
    <message>
        <source>learned from</source>
        <translation>用于学习</translation>
    </message>
    <message>
        <source>kept out</source>
        <translation>留出</translation>
    </message>
    <message>
        <source>%1 mean error on %2 runs of %3 that were kept out; %4 of them stay within the upper estimate.</source>
        <translation>在 %3 次运行中留出的 %2 次上，平均误差 %1；其中 %4 在上限估计之内。</translation>
    </message>
    <message>
        <source>Cancelled; what it had learned: </source>
        <translation>已取消；已学到的： </translation>
    </message>
</context>
<context>
    <name>pipette::Units</name>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>level with</source>
        <translation>持平</translation>
    </message>
    <message>
        <source>%1 % faster</source>
        <translation>快 %1 %</translation>
    </message>
    <message>
        <source>%1 % slower</source>
        <translation>慢 %1 %</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
</context>
<context>
    <name>pipette::ValidationView</name>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Sources that the calibration never saw: %1 mean error over %2 runs, bias %3; the range held %4. </source>
        <translation>校准未见过的来源：%2 次运行平均误差 %1，偏差 %3；范围命中 %4。 </translation>
    </message>
    <message>
        <source>Sources that it was fitted on: %1 mean error over %2 runs, bias %3. </source>
        <translation>用于拟合的来源：%2 次运行平均误差 %1，偏差 %3。 </translation>
    </message>
    <message>
        <source>%1 mean error over %2 runs, bias %3. </source>
        <translation>%2 次运行平均误差 %1，偏差 %3。 </translation>
    </message>
    <message>
        <source>Rank correlation %1. </source>
        <translation>秩相关 %1。 </translation>
    </message>
    <message>
        <source>%1 of the runs stay within the upper estimate. </source>
        <translation>%1 的运行在上限估计之内。 </translation>
    </message>
    <message>
        <source>The memory filter refuses %1 of %2 runs that worked and %3 of %4 that failed.</source>
        <translation>显存筛选拒绝了 %2 次成功运行中的 %1 次，以及 %4 次失败运行中的 %3 次。</translation>
    </message>
    <message>
        <source>Regret</source>
        <translation>遗憾值</translation>
    </message>
    <message>
        <source>Ranked first</source>
        <translation>排名第一</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>Runs of</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Layout ranked first</source>
        <translation>排名第一的布局</translation>
    </message>
    <message>
        <source>Layout of the fastest</source>
        <translation>最快者的布局</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行数</translation>
    </message>
    <message>
        <source>The run ranked first took %1 longer than the fastest, in the mean of %2 groups of runs that share model, sequence, batch and GPUs (median %3); in %4 it was the fastest.</source>
        <translation>在 %2 组模型、序列、批次与 GPU 相同的运行中，排名第一者平均比最快者多用 %1（中位数 %3）；其中 %4 组它就是最快者。</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Errors by group</source>
        <translation>各组误差</translation>
    </message>
    <message>
        <source>Runs, the worst predicted first</source>
        <translation>运行，预测最差者在前</translation>
    </message>
    <message>
        <source>%1 (fitted)</source>
        <translation>%1（拟合）</translation>
    </message>
    <message>
        <source>Mean error</source>
        <translation>平均误差</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>%1 mean error over %2 runs of fine-tuning, bias %3. They count in no other figure: calibrations are of pre-training.</source>
        <translation>%2 次微调运行平均误差 %1，偏差 %3。它们不计入其他数字：校准针对预训练。</translation>
    </message>
    <message>
        <source>Regret by group</source>
        <translation>各组遗憾值</translation>
    </message>
    <message>
        <source>Rankings, the largest regret first</source>
        <translation>排名，遗憾值最大者在前</translation>
    </message>
    <message>
        <source>Mean regret</source>
        <translation>平均遗憾值</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Rankings</source>
        <translation>排名数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Validation: predicted against measured runs</source>
        <translation>验证：预测与实测运行</translation>
    </message>
    <message>
        <source>Open a CSV of measured runs to see how near the estimates come.</source>
        <translation>打开实测运行的 CSV，查看估计有多接近。</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较的内容</translation>
    </message>
    <message>
        <source>by source</source>
        <translation>按来源</translation>
    </message>
    <message>
        <source>by model</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>by GPU</source>
        <translation>按 GPU</translation>
    </message>
    <message>
        <source>by number of GPUs</source>
        <translation>按 GPU 数</translation>
    </message>
    <message>
        <source>How runs are grouped</source>
        <translation>运行的分组方式</translation>
    </message>
    <message>
        <source>Figures of all runs</source>
        <translation>所有运行的数字</translation>
    </message>
    <message>
        <source>up to 8 GPUs</source>
        <translation>至多 8 个 GPU</translation>
    </message>
    <message>
        <source>9 to 64 GPUs</source>
        <translation>9 至 64 个 GPU</translation>
    </message>
    <message>
        <source>65 to 512 GPUs</source>
        <translation>65 至 512 个 GPU</translation>
    </message>
    <message>
        <source>more than 512 GPUs</source>
        <translation>超过 512 个 GPU</translation>
    </message>
    <message>
        <source> Not counted: %1 runs that are marked as unclean.</source>
        <translation> 未计入：%1 次标记为不干净的运行。</translation>
    </message>
    <message>
        <source> Not counted: %1 runs that no configuration can express.</source>
        <translation> 未计入：%1 次任何配置都无法表达的运行。</translation>
    </message>
    <message>
        <source>No measured runs yet.</source>
        <translation>尚无实测运行。</translation>
    </message>
    <message>
        <source>No two timed runs share model, sequence, batch and GPUs: there is nothing to rank.</source>
        <translation>没有两次计时运行的模型、序列、批次和 GPU 相同：无从排名。</translation>
    </message>
    <message>
        <source>None of these runs has such a figure.</source>
        <translation>这些运行都没有此数字。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no, tested</source>
        <translation>否，用于检验</translation>
    </message>
    <message>
        <source>Too fast or too slow</source>
        <translation>过快或过慢</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Too little or too much</source>
        <translation>过少或过多</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Fitted</source>
        <translation>用于拟合</translation>
    </message>
    <message>
        <source> Not counted: 1 run that is marked as unclean.</source>
        <translation> 未计入：1 个标记为不干净的运行。</translation>
    </message>
    <message>
        <source> Not counted: 1 run that no configuration can express.</source>
        <translation> 未计入：1 个没有配置能表达的运行。</translation>
    </message>
    <message>
        <source>How far off</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Runs, worst first</source>
        <translation>运行记录，误差最大者在前</translation>
    </message>
    <message>
        <source>Your own runs</source>
        <translation>您自己的运行</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>预测值与实测值</translation>
    </message>
</context>
<context>
    <name>pipette::ViewMenu</name>
    <message>
        <source>Copy the &amp;value</source>
        <translation>复制值(&amp;V)</translation>
    </message>
    <message>
        <source>Copy the &amp;row</source>
        <translation>复制行(&amp;R)</translation>
    </message>
</context>
<context>
    <name>pipette::ViewMenus</name>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>保存图片(&amp;P)…</translation>
    </message>
    <message>
        <source>S&amp;how in</source>
        <translation>显示于(&amp;H)</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>The link %1 runs as measured</source>
        <translation>链路 %1 按实测运行</translation>
    </message>
    <message>
        <source>the link %1 at half its bandwidth</source>
        <translation>链路 %1 带宽减半</translation>
    </message>
    <message>
        <source>the link %1 at twice its bandwidth</source>
        <translation>链路 %1 带宽加倍</translation>
    </message>
    <message>
        <source>the link %1 as measured</source>
        <translation>链路 %1 按实测</translation>
    </message>
    <message>
        <source>Plan with F5 to see what changes: %1. Undo takes the change back</source>
        <translation>按 F5 规划以查看变化：%1。可撤销此更改</translation>
    </message>
    <message>
        <source>the link %1 as broken</source>
        <translation>链路 %1 视为故障</translation>
    </message>
    <message>
        <source>the link %1 as whole again</source>
        <translation>链路 %1 恢复正常</translation>
    </message>
    <message>
        <source>Plan with F5: %1. Undo brings back the plan</source>
        <translation>按 F5 规划：%1。“撤销”可恢复方案</translation>
    </message>
</context>
<context>
    <name>pipette::WhyView</name>
    <message>
        <source>Where the time goes, beside other plans</source>
        <translation>时间花在哪里，与其他方案并列</translation>
    </message>
    <message>
        <source>Stages on unlike GPUs</source>
        <translation>不同 GPU 上的阶段</translation>
    </message>
    <message>
        <source>Why is this plan the best?</source>
        <translation>为什么这个方案最好？</translation>
    </message>
    <message>
        <source>The reasons</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Its stages, and what one microbatch computes for on each kind of GPUs</source>
        <translation>其各阶段，以及一个微批次在每种 GPU 上的计算</translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>尚无方案</translation>
    </message>
    <message>
        <source>Plan first. Then this page tells why the best plan wins.</source>
        <translation>请先规划。之后此页说明最佳方案为何胜出。</translation>
    </message>
    <message>
        <source>Of which plan the reasons are</source>
        <translation>原因属于哪个方案</translation>
    </message>
</context>
<context>
    <name>pipette::WhyWiring</name>
    <message>
        <source>Why not %1?</source>
        <translation>为什么不是 %1？</translation>
    </message>
</context>
<context>
    <name>pipette::WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>New &amp;cluster, assumed…</source>
        <translation>新建集群，假设(&amp;C)…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+N</source>
        <translation>Ctrl+Shift+N</translation>
    </message>
    <message>
        <source>Describes a cluster that is not there yet, to plan on it</source>
        <translation>描述一个尚不存在的集群，以便在其上规划</translation>
    </message>
    <message>
        <source>New s&amp;tudy of this plan</source>
        <translation>研究此方案(&amp;T)</translation>
    </message>
    <message>
        <source>Ctrl+T</source>
        <translation>Ctrl+T</translation>
    </message>
    <message>
        <source>Plans this job on more and on fewer GPUs: days, money, energy</source>
        <translation>在更多和更少的 GPU 上规划此作业：天数、费用、能耗</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a plan, a cluster, a model, measured logs or runs</source>
        <translation>打开方案、集群、模型、实测日志或运行</translation>
    </message>
    <message>
        <source>All files (*);;Plans and clusters (*.json);;Logs (*.txt *.log *.out);;Tables (*.csv)</source>
        <translation>所有文件 (*);;方案和集群 (*.json);;日志 (*.txt *.log *.out);;表格 (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Import a folder of logs…</source>
        <translation>导入日志文件夹(&amp;I)…</translation>
    </message>
    <message>
        <source>Ctrl+I</source>
        <translation>Ctrl+I</translation>
    </message>
    <message>
        <source>Import a folder of measured logs</source>
        <translation>导入实测日志文件夹</translation>
    </message>
    <message>
        <source>Makes a cluster of all logs in a folder; single logs open with Open</source>
        <translation>用文件夹中的全部日志生成集群；单个日志用“打开”</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Open sa&amp;mple</source>
        <translation>打开示例(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save the st&amp;udy as…</source>
        <translation>研究另存为(&amp;U)…</translation>
    </message>
    <message>
        <source>S&amp;hare a page…</source>
        <translation>分享页面(&amp;H)…</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>One page to send to somebody: of the plan, or of the study or the schedules in their workspace</source>
        <translation>可发送的一页：方案；或在其工作区中为研究或调度</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Move selected GPU to…</source>
        <translation>移动所选 GPU 到(&amp;M)…</translation>
    </message>
    <message>
        <source>Ctrl+M</source>
        <translation>Ctrl+M</translation>
    </message>
    <message>
        <source>Exchanges the selected GPU or its node with another; the change in time shows first. On the board: M, aim with the arrows, Enter</source>
        <translation>将所选 GPU 或其节点与另一个交换；先显示时间变化。在分配板上：M，用方向键瞄准，Enter</translation>
    </message>
    <message>
        <source>&amp;Pin selected GPUs</source>
        <translation>固定所选 GPU(&amp;P)</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>U&amp;npin selected GPUs</source>
        <translation>取消固定所选 GPU(&amp;N)</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Ctrl+Shift+P</translation>
    </message>
    <message>
        <source>E&amp;xclude selected GPUs</source>
        <translation>排除所选 GPU(&amp;X)</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>&amp;Include selected GPUs</source>
        <translation>纳入所选 GPU(&amp;I)</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>&amp;Clear the selection</source>
        <translation>清除选择(&amp;C)</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Commands</source>
        <translation>命令(&amp;C)</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>Finds actions, sample clusters, models and help pages by their words</source>
        <translation>按词语查找操作、示例集群、模型和帮助页</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>Gives this workspace the layout that it had at first</source>
        <translation>将此工作区恢复为最初的布局</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>语言：%1</translation>
    </message>
    <message>
        <source>The window speaks it from the next start on.</source>
        <translation>下次启动后窗口使用该语言。</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Ctrl+%1</source>
        <translation>Ctrl+%1</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>规划(&amp;P)</translation>
    </message>
    <message>
        <source>F5</source>
        <translation>F5</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Shift+F5</source>
        <translation>Shift+F5</translation>
    </message>
    <message>
        <source>&amp;Improve from here</source>
        <translation>从此处改进(&amp;I)</translation>
    </message>
    <message>
        <source>F6</source>
        <translation>F6</translation>
    </message>
    <message>
        <source>Pi&amp;n this plan as a scenario</source>
        <translation>将此方案固定为情景(&amp;N)</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>Keeps this plan beside the next plans, to compare them</source>
        <translation>将此方案保留在后续方案旁，以便比较</translation>
    </message>
    <message>
        <source>Pin this plan as it was &amp;before the edits</source>
        <translation>固定编辑之前的此方案(&amp;B)</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>&amp;Why is this plan the best?</source>
        <translation>为什么这个方案最好(&amp;W)？</translation>
    </message>
    <message>
        <source>Where its time goes beside the next best plans, and which links it does without</source>
        <translation>其时间花在哪里（与次优方案并列），以及避开了哪些链路</translation>
    </message>
    <message>
        <source>&amp;Schedule lab</source>
        <translation>调度实验室(&amp;S)</translation>
    </message>
    <message>
        <source>F7</source>
        <translation>F7</translation>
    </message>
    <message>
        <source>&amp;Validate on measured runs…</source>
        <translation>用实测运行验证(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Train the memory estimator</source>
        <translation>训练显存估计器(&amp;T)</translation>
    </message>
    <message>
        <source>Plan without your &amp;own memory estimator</source>
        <translation>不用自己的显存估计器规划(&amp;O)</translation>
    </message>
    <message>
        <source>Plan without your own &amp;calibration</source>
        <translation>不用自己的校准规划(&amp;C)</translation>
    </message>
    <message>
        <source>return to the program&apos;s calibration</source>
        <translation>恢复为程序的校准</translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>提问(&amp;A)</translation>
    </message>
    <message>
        <source>How many &amp;GPUs do I need, and what do they cost?</source>
        <translation>需要多少 GPU，费用多少(&amp;G)？</translation>
    </message>
    <message>
        <source>Ctrl+G</source>
        <translation>Ctrl+G</translation>
    </message>
    <message>
        <source>Enter tokens and deadline, perhaps a price; then Fewest GPUs</source>
        <translation>输入 token 数与期限，或再加价格；然后“最少 GPU”</translation>
    </message>
    <message>
        <source>How &amp;long a sequence still fits?</source>
        <translation>序列最长能到多少(&amp;L)？</translation>
    </message>
    <message>
        <source>Ctrl+H</source>
        <translation>Ctrl+H</translation>
    </message>
    <message>
        <source>Also finds the largest micro batch, the deepest model and the fewest GPUs</source>
        <translation>还会找出最大微批次、最深模型和最少 GPU</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>No help pages in %1</source>
        <translation>%1 中没有帮助页</translation>
    </message>
    <message>
        <source>&amp;About Pipette Planner</source>
        <translation>关于 Pipette Planner(&amp;A)</translation>
    </message>
    <message>
        <source>About Pipette Planner</source>
        <translation>关于 Pipette Planner</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Pipette Planner %1&lt;/h3&gt;&lt;p&gt;Plans parallel training of large language models on measured GPU clusters.&lt;/p&gt;&lt;p&gt;After Pipette (Yim et al., DATE 2024, arXiv:2405.18093)&lt;br&gt;and the memory of Fujii et al. (2024, arXiv:2411.06465).&lt;/p&gt;&lt;p&gt;Free software without any warranty: GPL-3.0-or-later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Pipette Planner %1&lt;/h3&gt;&lt;p&gt;在实测的 GPU 集群上规划大语言模型的并行训练。&lt;/p&gt;&lt;p&gt;依据 Pipette（Yim 等，DATE 2024，arXiv:2405.18093）&lt;br&gt;以及 Fujii 等（2024，arXiv:2411.06465）的显存模型。&lt;/p&gt;&lt;p&gt;自由软件，不提供任何担保：GPL-3.0-or-later。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Would replicas of &amp;unlike layouts pay?</source>
        <translation>布局不同的副本是否划算？(&amp;U)</translation>
    </message>
    <message>
        <source>Plans each kind of GPU, or each zone, with replicas of its own, and shares out the batch</source>
        <translation>为每种 GPU 或每个可用区规划各自的副本，并分配批次</translation>
    </message>
    <message>
        <source>Days and money over the number of GPUs, with your deadline and price.</source>
        <translation>天数和费用随 GPU 数的变化，按您的期限和价格。</translation>
    </message>
    <message>
        <source>The same job on two machines, each with its price, side by side.</source>
        <translation>同一任务在两种机器上并排比较，各有其价格。</translation>
    </message>
    <message>
        <source>The best plan without them, and how much longer a step takes.</source>
        <translation>没有它们时的最佳方案，以及每步延长多少。</translation>
    </message>
    <message>
        <source>Prices, links, GPUs and failures, each moved a little, sorted by what they change.</source>
        <translation>价格、链路、GPU 和故障各稍作变动，按影响排序。</translation>
    </message>
    <message>
        <source>&amp;Run the study</source>
        <translation>运行研究(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Fewest GPUs for the deadline</source>
        <translation>满足期限的最少 GPU 数(&amp;F)</translation>
    </message>
    <message>
        <source>Finds the fewest GPUs that meet the deadline of the study, whatever is varied</source>
        <translation>找出满足研究期限的最少 GPU 数，无论改变什么</translation>
    </message>
    <message>
        <source>Stop the s&amp;tudy</source>
        <translation>停止研究(&amp;T)</translation>
    </message>
    <message>
        <source>Compare a trainin&amp;g log…</source>
        <translation>比较训练日志(&amp;G)…</translation>
    </message>
    <message>
        <source>Holds the log of your own training against the plan, and calibrates on it</source>
        <translation>将你自己的训练日志与规划对比，并据此校准</translation>
    </message>
    <message>
        <source>Open the measured &amp;run as a plan</source>
        <translation>将实测运行作为规划打开(&amp;R)</translation>
    </message>
    <message>
        <source>Open point as a p&amp;lan</source>
        <translation>将点作为规划打开(&amp;L)</translation>
    </message>
    <message>
        <source>The plan of the chosen point becomes this document&apos;s; Undo brings back what was here</source>
        <translation>所选点的规划成为本文档的规划；撤销可恢复原有内容</translation>
    </message>
    <message>
        <source>Sa&amp;ve the points as a table…</source>
        <translation>将各点保存为表格(&amp;V)…</translation>
    </message>
</context>
<context>
    <name>pipette::WindowViews</name>
    <message>
        <source>Schedule lab</source>
        <translation>调度实验室</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>Over GPUs</source>
        <translation>随 GPU 数</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Days and money</source>
        <translation>天数与费用</translation>
    </message>
    <message>
        <source>What changes most</source>
        <translation>影响最大者</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>各点</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Log against plan</source>
        <translation>日志对照方案</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>池</translation>
    </message>
    <message>
        <source>Tokens over hours</source>
        <translation>tokens 随小时</translation>
    </message>
    <message>
        <source>Availability</source>
        <translation>可用性</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 Token 数</translation>
    </message>
    <message>
        <source>Every point&apos;s days and cost stand here once two points are planned.</source>
        <translation>规划两个点后，这里显示每个点的天数和成本。</translation>
    </message>
    <message>
        <source>Days against money stand here once two points are planned for a number of tokens and a price.</source>
        <translation>按 Token 数和价格规划两个点后，这里显示天数与费用的关系。</translation>
    </message>
    <message>
        <source>What changes most, when each price, link and failure moves a little, stands here once you ask.</source>
        <translation>提问后，这里显示各价格、链路和故障稍有变动时变化最大的因素。</translation>
    </message>
    <message>
        <source>Tokens over hours on GPUs that come and go stand here once a file says which GPUs are there.</source>
        <translation>打开说明有哪些 GPU 的文件后，这里显示时有时无的 GPU 上 Token 数随时间的变化。</translation>
    </message>
    <message>
        <source>Once a study has planned two numbers of GPUs, its answer over GPUs stands here.</source>
        <translation>研究规划了两种 GPU 数量之后，此处显示其答案随 GPU 数的变化。</translation>
    </message>
    <message>
        <source>Once a study has planned two numbers of GPUs, tokens a second over GPUs stand here.</source>
        <translation>研究规划了两种 GPU 数量之后，此处显示每秒 token 数随 GPU 数的变化。</translation>
    </message>
    <message>
        <source>Once a study has planned two numbers of GPUs, days, cost and efficiency stand here.</source>
        <translation>研究规划了两种 GPU 数量之后，此处显示天数、成本和效率。</translation>
    </message>
</context>
<context>
    <name>pipette::Wiring</name>
    <message>
        <source>Something has changed since %1 was asked for: ask for it again</source>
        <translation>请求 %1 之后有所改变：请重新请求</translation>
    </message>
    <message>
        <source>Nothing is changed in a window that shows a scenario: let it show the plan, or go on from the scenario</source>
        <translation>显示情景的窗口中不作更改：请让它显示当前方案，或从该情景继续</translation>
    </message>
</context>
<context>
    <name>pipette::WorkspaceSwitch</name>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
</context>
</TS>
