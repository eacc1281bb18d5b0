// SPDX-License-Identifier: GPL-3.0-or-later
// Samples, and samples of which a place or two changed at random, are answered by numbers that do not contradict
// themselves, or are refused with a reason.
#include "core/evaluate/method.h"
#include "tests/fuzz/json_mutator.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

/// Signed by their definition: time that a rule takes off again, and what the memories keep.
bool maySubtract(const Part& part) { return part.category == Category::Other || part.category == Category::Movement; }

std::string negativePart(const Part& part, const std::string& place, double whole) {
    const std::string here = place + "/" + part.id;
    if (!maySubtract(part) && part.value < -1e-9 * std::abs(whole)) return here + " " + std::to_string(part.value);
    for (const Part& child : part.children)
        if (auto found = negativePart(child, here, whole); !found.empty()) return found;
    return {};
}

/// What is wrong with an estimate; empty where nothing is.
std::string wrongIn(const Estimate& estimate) {
    for (const Metric& metric : estimate.metrics) {
        if (!std::isfinite(metric.value) || !std::isfinite(metric.low) || !std::isfinite(metric.high))
            return metric.name + " is not finite";
        if (!(metric.low <= metric.value && metric.value <= metric.high))
            return metric.name + " lies outside of its interval";
        if (metric.value < 0 && metric.name != "gamma") return metric.name + " is below 0";
    }
    for (const auto& [metric, root] : estimate.parts) {
        if (auto found = negativePart(root, metric, root.value); !found.empty()) return found;
        if (!(worstImbalance(root) < 1e-9)) return metric + " is not the sum of its parts";
    }
    if (!estimate.valid && estimate.notes.empty()) return "invalid without a note";
    return {};
}

} // namespace

class SoundEstimatesTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const Library> library_;
    std::vector<std::pair<std::string, Json>> samples_;

private slots:
    void initTestCase() {
        const std::filesystem::path root = qEnvironmentVariable("STRATA_ROOT").toStdString();
        library_ = Library::loadWhatIsSound(root)->library;
        for (const auto& file : std::filesystem::directory_iterator(root / "resources/samples")) {
            if (file.path().extension() != ".json") continue;
            const auto request = readJsonFile(file.path());
            QVERIFY(request);
            const std::string kind = request->value("kind", "");
            if (!kind.empty() && kind != "sweep" && kind != "search")
                samples_.emplace_back(file.path().filename(), *request);
        }
        std::ranges::sort(samples_, {}, [](const auto& sample) { return sample.first; });
        QVERIFY(samples_.size() > 20);
    }

    void samplesAreSound() {
        for (const auto& [name, request] : samples_) {
            const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
            QVERIFY2(estimate, name.c_str());
            const std::string wrong = wrongIn(*estimate);
            QVERIFY2(wrong.empty(), (name + ": " + wrong).c_str());
        }
    }

    void changedSamplesAreSoundOrRefused() {
        constexpr std::uint64_t kChanges = 12;
        std::size_t answered = 0;
        for (const auto& [name, request] : samples_) {
            const std::string kind = request.value("kind", "");
            for (std::uint64_t seed = 0; seed < kChanges; ++seed) {
                const Json changed = fuzz::mutated(request, seed);
                if (kind == "serving" && changed.value(Json::json_pointer("/workload/traffic/requests"), Json(0)) !=
                                             request.value(Json::json_pointer("/workload/traffic/requests"), Json(0)))
                    continue; // longer runs are the fuzzers' work
                const auto estimate = evaluate(changed, Context{*library_, {}, nullptr});
                const std::string text = name + ", change " + std::to_string(seed) + ": ";
                if (!estimate) {
                    QVERIFY2(!estimate.error().text.empty() && estimate.error().code != "internal", text.c_str());
                    continue;
                }
                ++answered;
                const std::string wrong = wrongIn(*estimate);
                QVERIFY2(wrong.empty(), (text + wrong).c_str());
            }
        }
        QVERIFY2(answered > samples_.size(), std::to_string(answered).c_str());
    }
};

QTEST_GUILESS_MAIN(SoundEstimatesTest)
#include "sound_estimates_test.moc"
