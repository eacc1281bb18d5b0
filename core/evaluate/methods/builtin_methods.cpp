// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/network/network_methods.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/evaluate/methods/serving/inference.h"
#include "core/evaluate/methods/serving/serving.h"
#include "core/evaluate/methods/system/system_methods.h"

#include <algorithm>
#include <array>

namespace strata {
namespace {

constexpr Method kLoopNest{
    .id = "npu.loopnest",
    .version = "1",
    .kind = RequestKind::Layer,
    .layer = "device",
    .platform = "NPU",
    .methodology = "analytical",
    .follows = "Timeloop",
    .citation = "A. Parashar et al., \"Timeloop: A Systematic Approach to DNN Accelerator Evaluation\", ISPASS 2019",
    .needs = "an NPU with its levels and energies per action, a dense operator, and a mapping or a mapping recipe",
    .limits = "counts are exact for the stated mapping; no sparsity, no contention between tiles beyond bandwidth, no "
              "start-up of pipelines (the upper end of the latency bounds the first and last tiles)",
    .estimate = methods::estimateLayerByLoopNest};

constexpr Method kServingSimulation{
    .id = "serving.simulation",
    .version = "2",
    .kind = RequestKind::Serving,
    .layer = "serving",
    .platform = "GPU",
    .methodology = "simulation",
    .follows = "VIDUR",
    .citation = "A. Agrawal et al., \"VIDUR: A Large-Scale Simulation Framework for LLM Inference\", MLSys 2024; "
                "W. Kwon et al., \"PagedAttention\", SOSP 2023",
    .needs = "a GPU's datasheet, a transformer that decodes, traffic; iteration times come from gpu.tile and "
             "composition, or from plan.operator_tables",
    .limits = "iterations of one batch shape take the same time, between the places at which kernels are predicted "
              "within 3 % of what is predicted there (0.5 % in the mean); stages of a pipeline share layers evenly; "
              "decode attention at the mean context; acceptance of guesses is stated, not computed",
    .reads_files = true,
    .estimate = methods::estimateServing};

constexpr Method kSteadyState{
    .id = "serving.steady-state",
    .version = "1",
    .kind = RequestKind::Serving,
    .layer = "serving",
    .platform = "GPU",
    .methodology = "analytical",
    .follows = "queueing theory",
    .citation = "J. D. C. Little, Operations Research 9(3), 1961; H. Sakasegawa, Ann. Inst. Stat. Math. 29, 1977; "
                "iterations are composed from kernels of gpu.tile",
    .needs = "a GPU's datasheet or plan.operator_tables, a transformer that decodes, traffic by rate and lengths",
    .limits =
        "means alone, no percentiles; vllm and sarathi; no eviction, no pipeline, no traces; near saturation, and "
        "with fewer requests than run at a time, the steady state is not reached",
    .reads_files = true,
    .estimate = methods::estimateSteadyState};

constexpr Method kCapacity{
    .id = "serving.capacity",
    .version = "2",
    .kind = RequestKind::Serving,
    .layer = "serving",
    .platform = "GPU",
    .methodology = "simulation",
    .follows = "DistServe",
    .citation =
        "goodput as in Y. Zhong et al., \"DistServe\", OSDI 2024: the highest rate at which 90 % of the requests "
        "keep their service level; iterations and scheduling as in serving.simulation",
    .needs = "what serving.simulation needs, and plan.slo",
    .limits = "those of serving.simulation; short runs end before their queue has grown, so that their capacity is too "
              "high: let many more requests come than run at a time",
    .reads_files = true,
    .estimate = methods::estimateCapacity};

constexpr Method kSingle{
    .id = "serving.single",
    .version = "1",
    .kind = RequestKind::Inference,
    .layer = "serving",
    .platform = "GPU",
    .methodology = "analytical",
    .follows = "GenZ",
    .citation =
        "A. Bambhaniya et al., \"Demystifying Platform Requirements for Diverse LLM Inference Use Cases\" (GenZ), "
        "arXiv:2406.01698; iterations are composed from kernels of gpu.tile",
    .needs = "a GPU or a cluster of them, a transformer that decodes, lengths and a batch",
    .limits = "one batch of like requests that enter together and have the engine for themselves; experts are "
              "as popular as the skew says; no speculative decoding, no prefix in the cache",
    .estimate = methods::estimateSingle};

/// Methods that predict one kernel; composition makes each of them a method for models as well.
constexpr auto kKernelMethods = std::to_array<Method>({
    {.id = "gpu.tile",
     .version = "1",
     .kind = RequestKind::Kernel,
     .layer = "device",
     .platform = "GPU",
     .methodology = "analytical",
     .follows = "NeuSight",
     .citation = "tiles and waves after S. Lee, A. Phanishayee, D. Mahajan, \"NeuSight\", ASPLOS 2025, "
                 "doi 10.1145/3669940.3707265; causes and coefficients are Strata's own",
     .needs = "a GPU's datasheet; devices in hwlib/calibration have residual factors of their own",
     .limits = "no contention with other kernels; libraries choose other tiles on shapes unlike those measured",
     .estimate = methods::estimateKernel},
    {.id = "gpu.roofline",
     .version = "2",
     .kind = RequestKind::Kernel,
     .layer = "device",
     .platform = "GPU",
     .methodology = "analytical",
     .follows = "roofline",
     .citation = "S. Williams, A. Waterman, D. Patterson, \"Roofline\", CACM 52(4), 2009",
     .needs = "a GPU's datasheet",
     .limits = "a lower bound of the time: full peak or full bandwidth, every operand once and what fits L2 from there, no "
               "launches, no waves",
     .estimate = methods::estimateKernel},
    {.id = "gpu.neusight",
     .version = "2",
     .kind = RequestKind::Kernel,
     .layer = "device",
     .platform = "GPU",
     .methodology = "learned",
     .follows = "NeuSight",
     .citation = "S. Lee, A. Phanishayee, D. Mahajan, \"NeuSight\", ASPLOS 2025, doi 10.1145/3669940.3707265",
     .needs = "a GPU's datasheet, and the calibration gpu-neusight (FP32 kernels timed one by one)",
     .limits = "learned on FP32; five operator families, others borrow the network of a similar one; times contain "
               "the host's "
               "floor of kernels timed alone",
     .estimate = methods::estimateKernel},
    {.id = "gpu.wave-scaling",
     .version = "1",
     .kind = RequestKind::Kernel,
     .layer = "device",
     .platform = "GPU",
     .methodology = "analytical",
     .follows = "Habitat",
     .citation = "G. X. Yu, Y. Gao, P. Golikov, G. Pekhimenko, \"Habitat\", USENIX ATC 2021",
     .needs = "plan.source: a GPU, and the time measured on it (gpu.tile predicts it where absent)",
     .limits =
         "takes the same kernel to run on both devices: fails between generations that choose other tiles or units",
     .estimate = methods::estimateKernel},
    {.id = "gpu.hierarchy",
     .version = "1",
     .kind = RequestKind::Kernel,
     .layer = "device",
     .platform = "GPU",
     .methodology = "analytical",
     .follows = "AMALI",
     .citation =
         "Cao et al., \"AMALI: An Analytical Model for Accurately Modeling LLM Inference on Modern GPUs\", ISCA 2025, "
         "doi 10.1145/3695053.3731064",
     .needs = "a GPU's datasheet",
     .limits =
         "averages over the whole kernel lose single SMs, waves and contention in L2; tiles are guessed, not traced",
     .estimate = methods::estimateKernel},
    {.id = "gpu.table",
     .version = "1",
     .kind = RequestKind::Kernel,
     .layer = "device",
     .platform = "GPU",
     .methodology = "table",
     .follows = "AIConfigurator",
     .citation = "interpolation of measured kernels as in NVIDIA's AIConfigurator "
                 "(github.com/ai-dynamo/aiconfigurator), here of "
                 "utilization instead of time",
     .needs = "plan.table: a CSV file of kernels measured on this device",
     .limits =
         "only the device and runtime of the table; outside its shapes it extrapolates and says so; operators without "
         "rows fall back to gpu.tile and are marked; the file is read at every request",
     .reads_files = true,
     .estimate = methods::estimateKernel},
    {.id = "gpu.event",
     .version = "1",
     .kind = RequestKind::Kernel,
     .layer = "device",
     .platform = "GPU",
     .methodology = "simulation",
     .follows = "Accel-Sim",
     .citation = "thread blocks as a fluid with fair shares: D. Bertsekas, R. Gallager, \"Data Networks\", 2nd ed., "
                 "section 6.5.2",
     .needs = "a GPU's datasheet; work, tiles and coefficients of gpu.tile",
     .limits = "blocks of one kernel are equal; warps are not followed; neighbours do not evict each other from L2",
     .estimate = methods::estimateKernel},
});

/// The first is the default.
constexpr auto kNetworkMethods = std::to_array<Method>({
    {.id = "network.nccl",
     .version = "1",
     .kind = RequestKind::Collective,
     .layer = "network",
     .platform = "GPU",
     .methodology = "analytical",
     .follows = "SimAI",
     .citation = "NVIDIA NCCL, src/graph/tuning.cc: least predicted time over algorithms and protocols; Z. Hu et al., "
                 "\"Demystifying NCCL\", HOTI 2025",
     .needs = "a cluster of GPUs; systems in hwlib/calibration have factors of their own",
     .limits = "one collective alone; hosts that share PCIe paths in their own ways; between nodes few systems were "
               "measured; on tori it answers with network.alpha-beta",
     .estimate = methods::estimateCollectiveNccl},
    {.id = "network.alpha-beta",
     .version = "1",
     .kind = RequestKind::Collective,
     .layer = "network",
     .platform = "any",
     .methodology = "analytical",
     .follows = "ASTRA-sim",
     .citation = "R. W. Hockney, Parallel Computing 20(3), 1994; S. Rashidi et al., \"Themis\", ISCA 2022",
     .needs = "a cluster",
     .limits = "full bandwidth of every link, latency of hops alone, no software: a lower bound of what passes its "
               "levels in the stated order; rings over all levels at once overlap what is added up here",
     .estimate = methods::estimateCollectiveAlphaBeta},
    {.id = "network.step",
     .version = "1",
     .kind = RequestKind::Collective,
     .layer = "network",
     .platform = "any",
     .methodology = "analytical",
     .follows = "ASTRA-sim",
     .citation = "W. Won et al., \"ASTRA-sim2.0\", ISPASS 2023, doi 10.1109/ISPASS57527.2023.00035",
     .needs = "a cluster; plan.chunks and plan.active_chunks",
     .limits = "equals the simulator, but that direct exchanges share a rank's links over several levels too; "
               "messages of different chunks then pass each other",
     .estimate = methods::estimateCollectiveStep},
    {.id = "network.link",
     .version = "1",
     .kind = RequestKind::Collective,
     .layer = "network",
     .platform = "any",
     .methodology = "simulation",
     .follows = "ASTRA-sim",
     .citation =
         "first-in first-out links with cut-through; fat trees: C. Leiserson, IEEE TC 34(10), 1985; dragonflies: "
         "J. Kim et al., ISCA 2008",
     .needs = "a cluster",
     .limits = "messages are not split into packets; no flow control, no software; in-network reduction is a direct "
               "exchange",
     .estimate = methods::estimateCollectiveLink},
});

constexpr auto kSystemMethods = std::to_array<Method>({
    {.id = "system.analytic",
     .version = "1",
     .kind = RequestKind::Training,
     .layer = "system",
     .platform = "GPU",
     .methodology = "analytical",
     .follows = "Calculon",
     .citation = "D. Narayanan et al., SC 2021; V. Korthikanti et al., MLSys 2023; S. Rajbhandari et al., SC 2020",
     .needs = "a cluster of GPUs, a decoder, and the degrees of a plan",
     .limits =
         "slower stages are slower in all but messages; rollouts of equal length; software is that of the measured "
         "runs, whose releases differ by a factor of 1.4",
     .estimate = methods::estimateTraining},
    {.id = "system.pipeline",
     .version = "1",
     .kind = RequestKind::Training,
     .layer = "system",
     .platform = "GPU",
     .methodology = "simulation",
     .follows = "Megatron-LM",
     .citation = "D. Narayanan et al., SC 2021; P. Qi et al., ICLR 2024 (ZB-H1)",
     .needs = "a cluster of GPUs, a decoder, and the degrees of a plan",
     .limits =
         "passes of one stage all take the same time; gradients are synchronised behind the last stage, less what "
         "the closed form says is hidden",
     .estimate = methods::estimateTrainingPipeline},
});

constexpr Method forModels(Method method) {
    method.kind = RequestKind::Model;
    method.layer = "composition";
    method.estimate = methods::estimateModel;
    return method;
}

constexpr auto makeTable() {
    constexpr std::array kServingMethods{kSingle, kServingSimulation, kSteadyState, kCapacity};
    constexpr std::size_t kOthers = kNetworkMethods.size() + kSystemMethods.size() + kServingMethods.size();
    std::array<Method, 1 + 2 * kKernelMethods.size() + kOthers> table;
    table[0] = kLoopNest;
    for (std::size_t i = 0; i < kKernelMethods.size(); ++i) {
        table[1 + i] = kKernelMethods[i];
        table[1 + kKernelMethods.size() + i] = forModels(kKernelMethods[i]);
    }
    auto next = std::copy(kNetworkMethods.begin(), kNetworkMethods.end(), table.end() - kOthers);
    next = std::copy(kSystemMethods.begin(), kSystemMethods.end(), next);
    std::copy(kServingMethods.begin(), kServingMethods.end(), next);
    return table;
}

} // namespace

std::span<const Method> builtinMethods() {
    static constexpr auto kMethods = makeTable();
    return kMethods;
}

} // namespace strata
