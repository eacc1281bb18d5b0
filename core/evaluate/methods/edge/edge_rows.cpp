// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/edge/edge_language.h"
#include "core/evaluate/methods/edge/edge_methods.h"

namespace strata::methods {

/// The first is the default.
std::vector<Method> edgeMethods() {
    return {
        {.id = "edge.additive",
         .kind = "edge",
         .layer = "device",
         .platform = "edge",
         .methodology = "learned",
         .follows = "nn-Meter",
         .citation =
             "L. L. Zhang et al., \"nn-Meter\", MobiSys 2021; H. Lee et al., \"HELP\", NeurIPS 2021; C. Lawson and R. "
             "Hanson, Solving Least Squares Problems, 1974",
         .needs = "a runtime and a part of the chip that a predictor file of the library covers; a device that no "
                  "file covers needs its rates, or better ten measurements",
         .limits = "Operators are taken to run one after the other. One coefficient holds for all sizes of a class. "
                   "Heat and clocks act on operations alone.",
         .own_measurements = false,
         .calibrations = {"edge-ncnn", "edge-nas-bench-201", "edge-fbnet", "edge-ofa"},
         .estimate = estimateEdgeAdditive},
        {.id = "edge.boosted",
         .kind = "edge",
         .layer = "device",
         .platform = "edge",
         .methodology = "learned",
         .follows = "LitePred",
         .citation = "J. Friedman, Annals of Statistics 29(5), 2001; C. Feng et al., \"LitePred\", NSDI 2024",
         .needs = "rates of the device; a runtime and a part that a file of trees covers",
         .limits = "The method knows a device by its peak rate and its threads alone. The answer has no parts.",
         .own_measurements = false,
         .calibrations = {"edge-ncnn-trees"},
         .estimate = estimateEdgeBoosted},
        {.id = "edge.roofline",
         .kind = "edge",
         .layer = "device",
         .platform = "edge",
         .methodology = "analytical",
         .follows = "Roofline",
         .citation = "S. Williams et al., CACM 52(4), 2009, doi 10.1145/1498765.1498785",
         .needs = "rates and memory bandwidth of the device",
         .limits = "The answer is a lower bound: every kernel reaches the peak, and starting one costs nothing.",
         .own_measurements = false,
         .estimate = estimateEdgeRoofline},
        {.id = kLanguageMethod,
         .kind = "inference",
         .layer = "device",
         .platform = "edge",
         .methodology = "analytical",
         .follows = "GenZ",
         .citation = "A. Bambhaniya et al., \"GenZ\", arXiv:2406.01698; S. Williams et al., CACM 52(4), 2009, doi "
                     "10.1145/1498765.1498785; block formats: ggml-org/llama.cpp, ggml-common.h",
         .needs = "an SoC or a GPU with its memory bandwidth, a runtime with formats of weights, a decoder",
         .limits = "The model runs on one device, and its layers stay on one part of the chip. The host of a board is "
                   "taken to keep up. Prompts are predicted only where cores and clock are known. CPUs take prompts at "
                   "the rate of single tokens.",
         .own_measurements = false,
         .hardware = {EntryKind::Soc, EntryKind::Gpu},
         .calibrations = {"edge-language"},
         .estimate = estimateLanguage}};
}

} // namespace strata::methods
