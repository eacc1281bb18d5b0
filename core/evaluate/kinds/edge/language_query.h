// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/language.h"
#include "core/evaluate/request.h"
#include "core/hardware/edge/backend.h"
#include "core/hardware/edge/soc.h"

#include <memory>
#include <string>

namespace strata {

/// An `inference` request that one device answers under a runtime of edge and desktop devices, every name resolved.
struct LanguageQuery {
    hardware::Soc soc; ///< a GPU of the catalog is one with a single unit
    hardware::Backend backend;
    hardware::SocPart part = hardware::SocPart::Cpu;
    std::string format; ///< of the weights; empty: `weight_bits` states them
    edge::LanguageModel model;
    edge::LanguageDevice device;
    std::string model_name;
    double batch = 1, prompt_tokens = 1, output_tokens = 1, cached_tokens = 0;
    double cache_bytes_per_value = 2;
    double chunk_tokens = 512;
    bool fused_attention = true;
    double compiled_context = 0; ///< tokens that every pass reads; 0: contexts grow
    bool own_memory = false;     ///< of a board: the table of embeddings stays with the host
    double power_w = 0;          ///< that the chip or board holds under load; 0: not known
};

/// Whether the request asks an SoC, or names the method that asks a GPU in the same way.
bool asksLanguage(const Json& request, const Library& library);

/// Errors point into the request. Cheap enough for the window's thread.
Result<LanguageQuery> resolveLanguage(const Json& request, const Library& library);

/// The method that answers it.
inline constexpr std::string_view kLanguageMethod = "edge.language";

} // namespace strata
