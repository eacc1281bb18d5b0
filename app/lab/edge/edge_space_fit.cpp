// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/edge_fit.h"
#include "core/base/normal.h"
#include "core/catalog/library.h"
#include "core/edge/sources.h"

#include <algorithm>
#include <cmath>
#include <Eigen/Dense>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using Eigen::Index;

constexpr double kRidge = 3.0;           ///< in counts of networks: as much as three of them weigh
constexpr std::size_t kCandidates = 600; ///< networks that the first measurements are chosen from
constexpr std::size_t kFirst = 10;
constexpr std::size_t kChecked = 1000;

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

/// |deviation| over sigma of each device, left out and measured ten times: 80 % of them lie below the width.
double widthOf(const SpaceRows& data, const hardware::Predictor& predictor) {
    std::vector<double> deviations;
    for (std::size_t d = 0; d < data.devices.size(); ++d) {
        const std::string device = physicalDevice(data.devices[d]);
        const edge::EncodedSources sources(predictor, *data.space,
                                           [&](std::string_view source) { return physicalDevice(source) == device; });
        std::vector<edge::TransferPoint> points;
        const std::size_t step = std::max<std::size_t>(1, data.features.size() / kCandidates);
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < data.features.size(); i += step) {
            points.push_back(sources.point(data.features[i]));
            places.push_back(i);
        }
        const auto settings = edge::transferSettings(edge::TransferScale::Relative);
        const auto chosen = edge::firstMeasurements(points, kFirst, settings.front(), 3.0);
        std::vector<edge::TransferPoint> known;
        std::vector<double> values;
        double unit = 0;
        for (const std::size_t place : chosen)
            unit += data.latency_s[d][places[place]] / static_cast<double>(chosen.size());
        for (const std::size_t place : chosen) {
            known.push_back(points[place]);
            values.push_back(data.latency_s[d][places[place]] / unit);
        }
        const edge::Transfer transfer(known, values, settings, 3.0);
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (std::ranges::find(chosen, i) != chosen.end()) continue;
            const edge::TransferValue answer = transfer.predict(points[i]);
            deviations.push_back(std::abs(data.latency_s[d][places[i]] / unit - answer.value) / answer.sigma);
        }
    }
    std::ranges::sort(deviations);
    return deviations[deviations.size() * 4 / 5] / kNormal90;
}

} // namespace

hardware::Predictor fitSpace(const SpaceRows& data, const std::function<bool(std::string_view)>& leave_out) {
    hardware::Predictor out;
    out.id = "edge-" + std::string(data.space->id);
    out.name = std::string(data.space->title) + ": devices as mixtures of others";
    out.form = "transfer";
    out.space = data.space->id;
    out.origin = "HayeonLee/HELP @45f70eb9 (MIT), with tables of HW-NAS-Bench";
    out.date = "2026-11-23";
    out.command = "strata-lab predictor " + out.id + " --data DIR";
    out.features = data.space->names();
    out.features.emplace_back("constant");
    const auto n = static_cast<Index>(data.features.size()), p = static_cast<Index>(data.features[0].size());
    Eigen::MatrixXd x(n, p);
    for (Index i = 0; i < n; ++i)
        x.row(i) = Eigen::Map<const Eigen::RowVectorXd>(data.features[static_cast<std::size_t>(i)].data(), p);
    const Eigen::RowVectorXd centre = x.colwise().mean();
    x.rowwise() -= centre;
    const Eigen::RowVectorXd spread = (x.array().square().colwise().sum() / static_cast<double>(n)).sqrt();
    Eigen::MatrixXd gram = x.transpose() * x;
    gram.diagonal().array() += kRidge;
    const auto solver = gram.ldlt();
    for (std::size_t d = 0; d < data.devices.size(); ++d) {
        if (leave_out(data.devices[d])) continue;
        const double mean = meanOf(data.latency_s[d]);
        Eigen::VectorXd y(n);
        for (Index i = 0; i < n; ++i)
            y(i) = data.latency_s[d][static_cast<std::size_t>(i)] / mean - 1.0;
        const Eigen::VectorXd w = solver.solve(x.transpose() * y);
        std::vector<double> values(w.data(), w.data() + p);
        values.push_back(1.0 - centre.dot(w));
        out.vectors.emplace("source " + data.devices[d], std::move(values));
        out.points += n;
    }
    for (const auto& [name, row] : {std::pair{"centre", &centre}, std::pair{"spread", &spread}}) {
        std::vector<double> values(row->data(), row->data() + p);
        values.push_back(0);
        out.vectors.emplace(name, std::move(values));
    }
    out.groups.push_back({{{"interval", "measured"}}, {{"width", widthOf(data, out)}}, out.points});
    return out;
}

std::shared_ptr<const Library> withPredictor(const Library& library, const hardware::Predictor& predictor) {
    std::vector<Entry> entries = library.entries();
    Entry entry;
    entry.id = predictor.id;
    entry.kind = EntryKind::Predictor;
    entry.name = predictor.name;
    entry.file = "hwlib/predictor/" + predictor.id + ".json";
    entry.document = std::make_shared<const Json>(hardware::toJson(predictor));
    const auto same = std::ranges::find(entries, predictor.id, &Entry::id);
    if (same == entries.end()) {
        entries.push_back(std::move(entry));
    } else {
        *same = std::move(entry);
    }
    return std::make_shared<const Library>(std::move(entries));
}

} // namespace strata::assess
