// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/catalog/kind.h"

#include <optional>
#include <string>
#include <string_view>

namespace strata {
class Library;
struct Entry;
} // namespace strata

/// Steps from one request to another that the rows of kinds are made of.
namespace strata::design {

struct Wish;

const Entry* firstOf(EntryKind kind, const Library& library);
bool runsOnGpu(const Json& request, const Library& library);

/// The request without its mapping, which is made for one hierarchy and one layer, and without its label.
Json withoutMapping(Json request);

/// The request's question about one layer of a model on an NPU, about a whole model on a GPU, about one kernel on a
/// GPU. Batch, sequence and number format carry over. Errors: "not-supported" for models that are not cut into layers
/// and operators without kernels.
Result<Json> layerRequest(const Json& before, const Entry& model, std::string layer);
Result<Json> modelRequest(const Json& before, const Entry& model, const Library& library);
Result<Json> kernelRequest(const Json& before, const Json& layer, const Library& library);

/// The same for what the request's hardware is: a whole model, or one layer of it.
Result<Json> withWorkload(const Json& request, const Entry& model, const Library& library);
Result<Json> withLayerOf(const Json& request, const Entry& model, std::string_view layer, const Library& library);
/// What is wished for, on one device without a cluster around it.
Result<Json> onDevice(const Wish& wish, const Entry& device, const Library& library);

/// From an NPU to a GPU: the model that the layer is of, or the layer itself as a kernel.
Result<Json> ontoGpu(const Json& before, const Entry& gpu, const Library& library);
/// From a GPU to an NPU: the model's first layer, or the layer that the kernel computes.
Result<Json> ontoNpu(const Json& before, const Entry& npu, const Library& library);
/// The same question on another GPU: the runtime stays, the format where the device has units for it.
Result<Json> ontoOtherGpu(const Json& request, const Entry& gpu, const Library& library);
/// A number format of the workload that the device has units for.
void keepSupportedType(Json& request, const Json& gpu);

/// The same question on all devices of a cluster; on as many as it had, at most all.
Result<Json> ontoWholeCluster(const Json& request, const Entry& cluster, const Library& library);
Json ontoPartOf(const Json& request, const Entry& cluster);
/// The same question on other hardware, where GPUs and whole clusters are asked alike.
Result<Json> ontoRanks(const Json& request, const Entry& entry, const Library& library);
/// What is wished for, in that form, on the fewest ranks of the machine whose memory holds it.
Result<Json> onFittingRanks(const Wish& wish, Result<Json> (*form)(const Json& request), const Library& library);
Error noClusterOf(const Entry& gpu);
Error notOnClusters(const Entry& cluster);

/// The device that computes: the entry itself, or what a cluster is made of; nullptr where the catalog has no such GPU.
const Entry* deviceOf(const Entry& hardware, const Library& library);
std::optional<Error> clusterObstacle(const Entry& hardware, const Library& library);
/// Only models that generate text are trained and served.
std::optional<Error> decoderObstacle(const Entry& workload);
/// Both.
std::optional<Error> textObstacle(const Entry& workload, const Entry& machine, const Library& library);

/// One batch by itself, or an engine under load: types, lengths, ranks and batch carry over where they mean the same.
/// Errors: "not-supported" for requests without a model.
Result<Json> inferenceOf(const Json& request);
Result<Json> servingOf(const Json& request);
/// The same question about another transformer. Errors: "not-supported" for other models.
Result<Json> withLanguageModel(const Json& request, const Entry& model, const Library& library);

} // namespace strata::design
