// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes are a config.json, a safetensors header, an ONNX network or a topology that becomes an entry whose graph
// can be built, or are refused with a reason.
#include "core/exchange/models/hf_config.h"
#include "core/exchange/models/layer_tables.h"
#include "core/exchange/models/onnx_network.h"
#include "core/exchange/models/safetensors.h"
#include "core/workload/graph.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

namespace {

void check(const Result<exchange::ImportedEntry>& imported) {
    if (!imported) {
        if (imported.error().text.empty()) std::abort();
        return;
    }
    if (!imported->document || imported->document->value("id", "").empty()) std::abort();
    const auto graph = workload::buildGraph(*imported->document, {}, {});
    if (graph ? !(graph->parameters >= 0) : graph.error().text.empty()) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto document = parseJson(text); document) check(exchange::readHfConfig(*document, "config.json"));
    check(exchange::parseOnnx(text, "model.onnx"));
    check(exchange::parseScaleSimTopology(text, "topology.csv"));
    check(exchange::parseMaestroNetwork(text, "network.m"));
    if (const auto machine = exchange::parseScaleSimConfig(text, "array.cfg"); !machine && machine.error().text.empty())
        std::abort();
    if (const auto weights = exchange::parseSafetensorsHeader(text, 0, "weights")) {
        if (weights->tensors == 0 && weights->bytes > 0) std::abort();
    } else if (weights.error().text.empty()) {
        std::abort();
    }
    return 0;
}
