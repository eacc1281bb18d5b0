// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/prepared_point.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/hardware/npu/npu_numbers.h"

#include <charconv>
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
    /// Whether the number would take the place of an estimated one, or of one that a network adds to: what else is
    /// estimated then changes, so that the document is read anew. Where the document states it, the number just moves.
    bool replacesEstimate(std::string_view pointer) const {
        const hardware::NpuCompute& compute = architecture_.compute;
        if (pointer == "/compute/mac_pj") return !compute.mac_stated && !compute.mac_from.empty();
        if (pointer.ends_with("/area_um2")) return architecture_.technology_nm > 0;
        const hardware::NpuLevel* const level = levelOf(pointer);
        if (level == nullptr || pointer.find("/energy_pj/") == std::string_view::npos) return false;
        if (pointer.ends_with("/write") && !level->network_from.empty()) return true;
        return !level->energy_from.empty() && !statesEnergy(*level, pointer.substr(pointer.rfind('/') + 1));
    }

    const hardware::NpuLevel* levelOf(std::string_view pointer) const {
        constexpr std::string_view kLevels = "/levels/";
        if (!pointer.starts_with(kLevels)) return nullptr;
        std::size_t index = 0;
        std::from_chars(pointer.data() + kLevels.size(), pointer.data() + pointer.size(), index);
        return &architecture_.levels.at(index); // the pointer was found in the architecture
    }

    static bool statesEnergy(const hardware::NpuLevel& level, std::string_view access) {
        const hardware::StatedEnergy& stated = level.energy_stated;
        return access == "read"     ? stated.read
               : access == "write"  ? stated.write
               : access == "update" ? stated.update
                                    : stated.leak;
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
