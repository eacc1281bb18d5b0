// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/prepared_point.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/hardware/npu_numbers.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata {
namespace {

class PreparedLayer final : public PreparedPoint {
public:
    explicit PreparedLayer(LayerQuery query)
        : query_(std::move(query)), mapping_(query_.mapping), architecture_(query_.architecture),
          evaluator_(query_.architecture, query_.problem) {}

    bool addNumber(std::string_view pointer) override {
        auto setter = hardware::npuNumberAt(pointer, *query_.hardware, architecture_);
        if (!setter || replacesEstimate(pointer)) return false;
        for (const std::string_view size : {"capacity_bytes", "entries", "fanout_x", "fanout_y"})
            resizes_ = resizes_ || pointer.ends_with(size);
        setters_.push_back(std::move(setter));
        return true;
    }

    bool setNumber(std::size_t index, double value) override { return setters_[index](architecture_, value); }

    bool evaluate(std::span<double> metrics, std::string& reason, const std::stop_token& stop) override {
        if (auto sound = hardware::checkNpuNumbers(architecture_); !sound) return refuse(sound.error(), reason);
        if (resizes_) {
            if (auto filled = hardware::applyComponents(architecture_, query_.components); !filled)
                return refuse(filled.error(), reason);
        }
        if (!setters_.empty()) evaluator_.setNumbers(architecture_);
        if (query_.search || query_.mapping_from_recipe) {
            auto mapping = chooseMapping(query_, architecture_, evaluator_, stop);
            if (!mapping) return refuse(mapping.error(), reason);
            mapping_ = std::move(mapping->mapping);
        }
        evaluator_.evaluate(mapping_, result_);
        if (!result_.violations.empty()) {
            reason = reasonOf(result_.violations.front());
            return false;
        }
        const methods::LayerNumbers numbers = methods::layerNumbers(architecture_, result_);
        metrics[0] = numbers.latency_s;
        metrics[1] = numbers.energy_j;
        metrics[2] = result_.cycles;
        metrics[3] = result_.utilization;
        metrics[4] = numbers.edp_js;
        metrics[5] = query_.problem.macs();
        metrics[6] = methods::chipArea_m2(architecture_);
        return true;
    }

private:
    /// A stated energy or area in place of an estimated one changes what else is estimated: the document is read anew.
    bool replacesEstimate(std::string_view pointer) const {
        const bool estimates = std::ranges::any_of(architecture_.levels, [](const hardware::NpuLevel& level) {
            return !level.energy_from.empty() || !level.area_from.empty() || !level.network_from.empty();
        });
        if (!estimates && architecture_.compute.mac_from.empty() && architecture_.compute.area_from.empty()) return false;
        return pointer.ends_with("_um2") || pointer.ends_with("_pj") || pointer.find("energy_pj") != std::string_view::npos;
    }

    static bool refuse(const Error& error, std::string& reason) {
        reason = shortReason(error);
        return false;
    }

    std::string reasonOf(const npu::Violation& violation) const {
        const std::string& level = architecture_.levels[violation.level].name;
        switch (violation.kind) {
        case npu::Violation::Kind::Capacity: return "over-capacity: " + level;
        case npu::Violation::Kind::FanoutX: return "over-fanout: " + level + " along X";
        case npu::Violation::Kind::FanoutY: return "over-fanout: " + level + " along Y";
        case npu::Violation::Kind::Malformed:
        case npu::Violation::Kind::Metadata: break;
        }
        return "bad-value: /plan/mapping";
    }

    LayerQuery query_;
    npu::Mapping mapping_;                   ///< of the point
    hardware::NpuArchitecture architecture_; ///< with the numbers of the point
    npu::LoopNestEvaluator evaluator_;
    npu::LoopNestResult result_;
    std::vector<hardware::SetNpuNumber> setters_;
    bool resizes_ = false; ///< a point changes a size that components follow
};

Result<std::unique_ptr<PreparedPoint>> prepareLayer(const Request& request,
                                                    const std::shared_ptr<const Library>& library) {
    auto query = resolveLayerForPoints(*request.document, *library);
    if (!query) return query.error();
    if (auto dense = requireDense(query->problem); !dense) return dense.error();
    if (auto fits = npu::checkLimits(query->architecture, query->problem); !fits) return fits.error();
    return std::unique_ptr<PreparedPoint>(std::make_unique<PreparedLayer>(*std::move(query)));
}

} // namespace

PreparedMethod methods::preparedLayer() {
    return {prepareLayer, {"latency_s", "energy_j", "cycles", "utilization", "edp_js", "macs", "area_m2"}};
}

} // namespace strata
