// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/workload/kernel/operators.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace strata::workload {

/// Builds the list of layer documents that listLayers() returns.
class LayerDocuments {
public:
    using Size = std::pair<const char*, std::uint64_t>;

    LayerDocuments();
    ~LayerDocuments();
    LayerDocuments(const LayerDocuments&) = delete;
    LayerDocuments& operator=(const LayerDocuments&) = delete;

    /// A layer that occurs `repeat` times; nothing is added where that is 0.
    void add(const std::string& name, const char* operator_name, std::uint64_t repeat,
             std::initializer_list<Size> sizes);
    /// Inputs of m rows and k columns times weights of k rows and n columns, `batch` times independently.
    void addMatmul(const std::string& name, std::uint64_t repeat, std::uint64_t m, std::uint64_t n, std::uint64_t k,
                   std::uint64_t batch = 1);
    Json take();

private:
    std::unique_ptr<Json> layers_;
};

/// Layers of a convolutional network. Errors: those of validate(), "bad-value" with what stands wrong.
Result<Json> cnnLayers(const Json& cnn, const LayerListOptions& options);
/// One layer without looking closely at the others, as every step of a drag asks for it; null where there is
/// none.
Result<Json> cnnLayer(const Json& cnn, std::string_view name, const LayerListOptions& options);
/// Schema of one layer of a network.
const ObjectSchema& cnnLayerSchema();
Result<Json> transformerLayers(const Json& transformer, const LayerListOptions& options);

} // namespace strata::workload
