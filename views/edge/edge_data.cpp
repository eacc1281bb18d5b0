// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/edge_data.h"

#include "core/catalog/library.h"
#include "views/support/table/cell_number.h"

#include <algorithm>
#include <numeric>

namespace strata::views {
namespace {

double numberOf(const Cell& cell) { return cellNumber(cell).value_or(0.0); }

std::string wordOf(const Cell& cell) {
    const auto* word = std::get_if<std::string>(&cell);
    return word ? *word : std::string();
}

std::string nameOf(const std::string& id, const Library* library) {
    const Entry* entry = library != nullptr ? library->find(id) : nullptr;
    return entry != nullptr ? entry->name : id;
}

std::size_t placeOf(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    names.push_back(name);
    return names.size() - 1;
}

} // namespace

std::vector<std::size_t> EdgePicture::longest(std::size_t count) const {
    std::vector<std::size_t> order(kernels.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return kernels[i].seconds; });
    order.resize(std::min(count, order.size()));
    return order;
}

EdgePicture makeEdgePicture(const Estimate& estimate) {
    EdgePicture picture;
    const Table* table = estimate.findTable("edge_kernels");
    const Metric* latency = estimate.findMetric("latency_s");
    if (table == nullptr || latency == nullptr) return picture;
    picture.latency_s = latency->value;
    for (const auto& row : table->rows)
        picture.kernels.push_back(
            {wordOf(row[0]), wordOf(row[1]), wordOf(row[2]), wordOf(row[3]), numberOf(row[6]), numberOf(row[7])});
    return picture;
}

Table edgeTable(const EdgePicture& picture) {
    Table table{"edge_kernels", {"kernel", "class", "rule", "operators", "latency_s", "share"}, {}};
    for (const EdgeKernel& kernel : picture.kernels)
        table.rows.push_back(
            {kernel.name, kernel.kernel_class, kernel.rule, kernel.members, kernel.seconds, kernel.share});
    return table;
}

MatrixPicture makeMatrixPicture(const Estimate& estimate, const Library* library) {
    MatrixPicture unsorted, picture;
    const Table* table = estimate.findTable("edge_matrix");
    if (table == nullptr || table->rows.empty()) return picture;
    for (const auto& row : table->rows) {
        placeOf(unsorted.devices, wordOf(row[0]));
        placeOf(unsorted.networks, wordOf(row[1]));
    }
    unsorted.cells.resize(unsorted.devices.size() * unsorted.networks.size());
    for (const auto& row : table->rows) {
        const std::size_t device = placeOf(unsorted.devices, wordOf(row[0])),
                          network = placeOf(unsorted.networks, wordOf(row[1]));
        unsorted.cells[device * unsorted.networks.size() + network] = {true, numberOf(row[3]), numberOf(row[4]),
                                                                       numberOf(row[5])};
    }
    std::vector<std::size_t> order(unsorted.devices.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t device) { return unsorted.cell(device, 0).seconds; });
    picture.networks = unsorted.networks;
    for (const std::string& network : picture.networks)
        picture.network_names.push_back(nameOf(network, library));
    for (const std::size_t device : order) {
        picture.devices.push_back(unsorted.devices[device]);
        picture.device_names.push_back(nameOf(picture.devices.back(), library));
        for (std::size_t network = 0; network < picture.networks.size(); ++network)
            picture.cells.push_back(unsorted.cell(device, network));
    }
    return picture;
}

Table matrixTable(const MatrixPicture& picture) {
    Table table{"edge_matrix", {"device", "network", "latency_s", "low_s", "high_s"}, {}};
    for (std::size_t device = 0; device < picture.devices.size(); ++device)
        for (std::size_t network = 0; network < picture.networks.size(); ++network) {
            const MatrixCell& cell = picture.cell(device, network);
            if (cell.known)
                table.rows.push_back(
                    {picture.devices[device], picture.networks[network], cell.seconds, cell.low_s, cell.high_s});
        }
    return table;
}

TransferPicture makeTransferPicture(const Estimate& estimate, const Library* library) {
    TransferPicture picture;
    if (const Metric* latency = estimate.findMetric("latency_s")) {
        picture.latency_s = latency->value;
        picture.low_s = latency->low;
        picture.high_s = latency->high;
    }
    if (const Table* table = estimate.findTable("edge_learning")) {
        for (const auto& row : table->rows)
            picture.learning.push_back({numberOf(row[0]), numberOf(row[1]), numberOf(row[2]), numberOf(row[3])});
    }
    if (const Table* table = estimate.findTable("edge_next")) {
        for (const auto& row : table->rows)
            picture.next.push_back(
                {nameOf(wordOf(row[1]), library), numberOf(row[2]), numberOf(row[3]), numberOf(row[4])});
    }
    return picture;
}

Table transferTable(const TransferPicture& picture) {
    Table table{"edge_transfer", {"what", "order", "value", "low", "high"}, {}};
    for (const LearningPoint& point : picture.learning)
        table.rows.push_back({std::string("error"), point.measurements, point.median, 0.0, point.p90});
    double order = 1;
    for (const NextMeasurement& next : picture.next)
        table.rows.push_back({next.network, order++, next.seconds, next.low_s, next.high_s});
    return table;
}

} // namespace strata::views
