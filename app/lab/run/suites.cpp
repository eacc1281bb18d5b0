// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/suites.h"

#include "app/lab/cpu/cpu_suite.h"
#include "app/lab/edge/edge_suites.h"
#include "app/lab/edge/language_rows.h"
#include "app/lab/field/foreign_rows.h"
#include "app/lab/field/kernel_problems.h"
#include "app/lab/field/mlperf_inference.h"
#include "app/lab/field/served_energy.h"
#include "app/lab/field/static_batches.h"
#include "app/lab/field/tuned_products.h"
#include "app/lab/fit/compose_calibration.h"
#include "app/lab/gpu/gpu_baselines.h"
#include "app/lab/gpu/gpu_simt.h"
#include "app/lab/gpu/gpu_suite.h"
#include "app/lab/gpu/gpu_vector.h"
#include "app/lab/network/network_fit.h"
#include "app/lab/network/network_peers.h"
#include "app/lab/npu/field_spaces.h"
#include "app/lab/npu/gemmini_rows.h"
#include "app/lab/npu/npu_suite.h"
#include "app/lab/own/own_shares_fit.h"
#include "app/lab/pim/pim_suite.h"
#include "app/lab/schedule/schedule_suite.h"
#include "app/lab/serving/engine_case.h"
#include "app/lab/serving/engine_suite.h"
#include "app/lab/serving/vidur_suite.h"
#include "app/lab/tensor/gpu_modern_attention.h"
#include "app/lab/tensor/gpu_modern_gemm.h"
#include "app/lab/tensor/gpu_modern_moe.h"
#include "app/lab/tensor/gpu_modern_power.h"
#include "app/lab/tensor/gpu_modern_scan.h"
#include "app/lab/tensor/gpu_modern_suite.h"
#include "app/lab/training/training_door.h"
#include "app/lab/training/training_fit.h"

namespace strata::assess {

std::span<const Suite> suites() {
    static const std::vector<Suite> table{
        {"npu", "Loop nests against the reference tool's own cases",
         [](const SuiteOptions& options) { return runNpuSuite(options.data); }},
        {"gpu", "FP32 kernels and whole models on GPUs", runGpuSuite},
        {"gpu-problems", "PyTorch's operators in FP32, asked as users ask", runKernelProblems},
        {"gpu-modern", "Kernels, power and serving points of modern stacks", runGpuModernSuite},
        {"serving-vidur", "Serving schedulers against the reference simulator, request by request", runVidurSuite},
        {"serving-measured", "Requests that a real engine served, with the kernel profile of its machine",
         runEngineSuite},
        {"serving-points",
         "Latencies and throughput of serving engines under steady load",
         runServingPointsSuite,
         {"device", "system", "model", "generation", "version"}},
        {"serving-asked", "The same points, asked as users ask", runServingAskedSuite},
        {"serving-batches", "Batches that enter an engine together", runStaticBatches},
        {"serving-energy", "Power and energy of boards that serve", runServedEnergy},
        {"gpu-amd", "Tuned products on MI300X", runTunedProducts},
        {"mlperf-inference", "Results of MLPerf Inference, asked as users ask", runMlperfInference},
        {"neuron", "Networks on Inferentia2, asked as users ask", runNeuronBenchmarks},
        {"colocation", "Jobs of training on P100, alone and beside another", runColocatedJobs},
        {"tpu-training", "Steps of training on TPU v5p", runTpuSteps},
        {"collectives", "Simulated and measured collectives", runCollectiveSuite},
        {"collectives-peers", "Collectives that another project timed, asked as users ask", runPeerCollectives},
        {"training",
         "Published and measured training iterations",
         runTrainingSuite,
         {"configuration", "source", "generation"}},
        {"training-dgxc", "Step times of public benchmark tables, asked as users ask", runTrainingDgxcSuite},
        {"edge-models", "Networks on edge boards that the coefficients were fitted without", runEdgeModels},
        {"edge-boards", "Edge boards that are left out, after ten measurements", runEdgeBoards},
        {"edge-datasheets", "Edge boards that are left out, of which nothing was measured", runEdgeDatasheets},
        {"edge-spaces", "Encoded networks on devices that are left out, after ten measurements", runEdgeSpaces},
        {"edge-npus", "Compiled models on NPUs that are left out, after ten measurements", runEdgeNpus},
        {"edge-zoo", "Published networks on NPUs of boards that are left out, after ten measurements", runEdgeZoo},
        {"edge-tiny", "MLPerf Tiny on microcontrollers, by the datasheet and by one measured task", runEdgeTiny},
        {"edge-mobile", "MLPerf Mobile on phones that are left out, by one measured task", runEdgeMobile},
        {"edge-language", "Language models on edge and desktop devices, asked as users ask", runEdgeLanguage},
        {"edge-frames", "Frames per second of networks that are left out", runEdgeFrames},
        {"schedules", "Tuning configurations of kernels, by cost models of a sample, and searches among them",
         runSchedules},
        {"training-mlperf", "Median steps of MLPerf Training, asked as users ask", runTrainingMlperfSuite},
        {"npu-systolic", "Cycles and words of systolic arrays against the reference simulator", runSystolicSuite},
        {"npu-stalls", "Stalls of systolic arrays with ports of finite bandwidth", runSystolicStallSuite},
        {"npu-directives", "Words of dataflows that are stated as directives", runDirectiveSuite},
        {"npu-mapper", "Best mappings that other mappers prove", runMapperSuite},
        {"npu-components", "Energies of memories by their size against another estimator", runComponentSuite},
        {"npu-commands", "Layers on a systolic array with a host, cycles of RTL", runCommandSuite},
        {"cpu-blocks", "Measured basic blocks on the core of a CPU", runCpuBlocks},
        {"pim", "Decode attention in a memory that computes, cycles of a command-level simulator", runPimSuite},
        {"cim", "Energies of published memory macros that compute", runMacroSuite},
        {"pim-processors", "Benchmarks on memory modules with processors", runProcessorSuite},
    };
    return table;
}

std::span<const Calibrator> calibrators() {
    static const std::vector<Calibrator> table{
        {"gpu-simt-matmul", "gpu", fitGpuSimtMatmul},
        {"gpu-vector", "gpu", fitGpuVector},
        {"gpu-windows", "gpu-problems", fitGpuWindows, {}},
        {"gpu-roofline", "gpu", fitGpuRoofline},
        {"gpu-hierarchy", "gpu", fitGpuHierarchy},
        {"compose-models", "gpu", fitComposeModels, {"gpu-simt-matmul", "gpu-vector"}},
        {"gpu-power", "gpu-modern", fitGpuPower, {"gpu-attention", "gpu-moe"}},
        {"gpu-tensor-matmul", "gpu-modern", fitGpuTensorMatmul, {"gpu-power"}},
        {"gpu-attention", "gpu-modern", fitGpuAttention},
        {"gpu-moe", "gpu-modern", fitGpuMoe},
        {"gpu-scan", "gpu-modern", fitGpuScan},
        {"network-nccl", "collectives", fitNetworkNccl},
        {"compose-serving", "gpu-modern", fitComposeServing, {}},
        {"training", "training", fitTraining},
        {"serving-power", "serving-energy", fitServedPower},
        {"npu-commands", "npu-commands", fitCommands},
        {"pim-banks", "pim", fitPimBanks},
        {"pim-processors", "pim-processors", fitPimProcessors},
        {"cpu-blocks", "cpu-blocks", fitCpuBlocks},
        {"own-measurements", "own-measurements", fitOwnMeasurements},
        {"edge-language", "edge-language", fitEdgeLanguage},
    };
    return table;
}

} // namespace strata::assess
