// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_suite.h"

#include "app/lab/tensor/gpu_modern_attention.h"
#include "app/lab/tensor/gpu_modern_gemm.h"
#include "app/lab/tensor/gpu_modern_moe.h"
#include "app/lab/tensor/gpu_modern_peers.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "app/lab/tensor/gpu_modern_power.h"
#include "app/lab/tensor/gpu_modern_scan.h"

#include <array>
#include <cmath>

namespace strata::assess {
namespace {

using Part = Result<void> (*)(const SuiteOptions& options, SuiteReport& report);
constexpr std::array kParts{Part{addGemmRows},  Part{addAttentionRows}, Part{addMoeRows}, Part{addScanRows},
                            Part{addPowerRows}, Part{addServingRows},   Part{addPeerRows}};

} // namespace

Result<SuiteReport> runGpuModernSuite(const SuiteOptions& options) {
    SuiteReport report;
    report.suite = "gpu-modern";
    report.data = options.data.string();
    std::optional<Error> absent;
    bool any = false;
    for (const Part part : kParts) {
        const auto added = part(options, report);
        if (added) {
            any = true;
        } else if (added.error().code == "unreadable-file") {
            absent = added.error();
        } else {
            return added.error();
        }
    }
    if (absent && (!any || (report.rows.empty() && report.refused.empty()))) return *absent;
    report.notes.push_back("a fifth of the shapes is held out of every fit: split \"test\"");
    report.notes.push_back("operators peers-*: kernels that other projects measured; nothing is fitted to them");
    report.notes.push_back("products named fp8, fp8_block, nvfp4 and sq take 16-bit activations: their times "
                           "include quantizing");
    report.notes.push_back("weights of products take turns in five copies, which a large L2 may hold");
    report.notes.push_back("rows of case \"known-defect\" were timed call by call or are slower than larger problems");
    report.notes.push_back("experts on Hopper whose tuner kept no tactic for them ran the first of its list: sweeps "
                           "that contradict larger problems or read weights far below the memory's rate");
    report.notes.push_back("power readings average over a second, preparation of the problem included: the meter's "
                           "part is fitted with the board's; readings also hold what their sweep ran before, "
                           "which is modelled in the sweep's order");
    report.summary =
        std::to_string(report.rows.size()) + " rows answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
