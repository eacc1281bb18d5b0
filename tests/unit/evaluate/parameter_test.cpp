// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/evaluate/method.h"
#include "core/npu/factors.h"
#include "core/npu/search/refit.h"
#include "sample.h"

#include <nlohmann/json.hpp>
#include <QtTest>
#include <set>

using namespace strata;

class ParameterTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        request_ = test::sampleRequest();
    }

    void everyParameterHasItsSource() {
        const auto parameters = parametersOf(request_, *library_);
        QVERIFY(parameters);
        std::set<std::string> pointers;
        std::set<std::string> groups;
        for (const Parameter& parameter : *parameters) {
            QVERIFY2(!parameter.title.empty() && !parameter.source.empty(), parameter.pointer.c_str());
            QVERIFY2(parameter.minimum <= parameter.value && parameter.value <= parameter.maximum,
                     parameter.pointer.c_str());
            QCOMPARE(parameter.value, parameter.catalog_value);
            QVERIFY2(pointers.insert(parameter.pointer).second, parameter.pointer.c_str());
            groups.insert(parameter.group);
        }
        for (const char* wanted :
             {"/hardware/clock_hz", "/hardware/levels/1/capacity_bytes", "/hardware/levels/2/fanout_x",
              "/hardware/levels/1/read_words_per_cycle", "/workload/m", "/workload/p"}) {
            QVERIFY2(pointers.contains(wanted), wanted);
        }
        QVERIFY(groups.contains("Global buffer") && groups.contains("Layer"));
    }

    /// Whatever a slider can reach is accepted.
    void bothEndsOfEveryRangeAreAccepted() {
        const auto parameters = parametersOf(request_, *library_);
        QVERIFY(parameters);
        for (const Parameter& parameter : *parameters) {
            for (const double end : {parameter.minimum, parameter.maximum}) {
                const Json value = parameter.integer ? Json(static_cast<std::int64_t>(end)) : Json(end);
                const auto changed = setParameter(request_, parameter.pointer, value, *library_);
                const std::string what = parameter.pointer + " = " + value.dump();
                // Facts may contradict each other at an end; then the error names the parameter.
                if (!changed) {
                    QVERIFY2(changed.error().code == "bad-value", (what + " " + describe(changed.error())).c_str());
                    continue;
                }
                QVERIFY2(evaluate(*changed, Context{*library_, {}, nullptr}), what.c_str());
            }
        }
    }

    void hardwareChangesAreEntriesOfSet() {
        const auto changed = setParameter(request_, "/hardware/levels/1/capacity_bytes", 65536, *library_);
        QVERIFY(changed);
        QCOMPARE((*changed)["hardware"],
                 Json({{"base", "eyeriss-like"}, {"set", {{"/levels/1/capacity_bytes", 65536}}}}));
        const auto more = setParameter(*changed, "/hardware/clock_hz", 1e9, *library_);
        QVERIFY(more);
        QCOMPARE((*more)["hardware"]["set"].size(), std::size_t{2});
        const auto parameters = parametersOf(*more, *library_);
        QVERIFY(parameters);
        const auto clock = std::find_if(parameters->begin(), parameters->end(),
                                        [](const Parameter& p) { return p.pointer == "/hardware/clock_hz"; });
        QCOMPARE(clock->value, 1e9);
        QCOMPARE(clock->catalog_value, 200e6);
        const auto less = setParameter(*more, "/hardware/clock_hz", 200000000, *library_);
        QVERIFY(less);
        const auto back = setParameter(*less, "/hardware/levels/1/capacity_bytes", 131072.0, *library_);
        QVERIFY(back && *back == request_);
    }

    void layerChangesOverrideTheModel() {
        const auto changed = setParameter(request_, "/workload/c", 5, *library_);
        QVERIFY2(changed, changed ? "" : describe(changed.error()).c_str());
        QCOMPARE((*changed)["workload"]["c"], 5);
        const auto estimate = evaluate(*changed, Context{*library_, {}, nullptr});
        QVERIFY(estimate && estimate->valid);
        QCOMPARE(estimate->findMetric("macs")->value, 118013952.0 / 3 * 5);
        const auto back = setParameter(*changed, "/workload/c", 3, *library_);
        QVERIFY(back && *back == request_);
    }

    void badValuesPointToTheParameter() {
        for (const auto& [pointer, value] :
             std::vector<std::pair<std::string, Json>>{{"/hardware/levels/1/capacity_bytes", -1},
                                                       {"/hardware/clock_hz", "fast"},
                                                       {"/workload/m", 0},
                                                       {"/hardware/levels/1/word_bits", 128},
                                                       {"/label", 7}}) {
            const auto changed = setParameter(request_, pointer, value, *library_);
            QVERIFY2(!changed, pointer.c_str());
            QCOMPARE(changed.error().pointer, pointer);
        }
    }

    /// Dragging one dimension after the other over all kinds of bounds never leaves a mapping that cannot be read.
    void everyBoundLeavesAWellFormedMapping() {
        CounterRandom random(1);
        Json request = request_;
        for (int i = 0; i < 300; ++i) {
            const char* const dimensions[] = {"n", "c", "m", "p", "q", "r", "s"};
            const std::string pointer = std::string("/workload/") + dimensions[random.nextBelow(7)];
            const auto bound = static_cast<std::int64_t>(1 + random.nextBelow(random.nextBelow(2) == 0 ? 8 : 300));
            auto changed = setParameter(request, pointer, bound, *library_);
            QVERIFY2(changed, changed ? "" : describe(changed.error()).c_str());
            request = *std::move(changed);
            const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
            QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        }
    }

    void refitKeepsInnerFactors() {
        using npu::Loop;
        workload::Problem problem;
        problem.dimensions = {{"m", 64}};
        npu::Mapping mapping;
        mapping.levels.resize(3);
        mapping.levels[0].temporal = {Loop{0, 4, 4}};
        mapping.levels[1].spatial_x = {Loop{0, 8, 8}};
        mapping.levels[2].temporal = {Loop{0, 2, 2}};
        QVERIFY(npu::refit(mapping, problem) == mapping);
        const auto bounds = [&](std::uint64_t bound) {
            problem.dimensions[0].bound = bound;
            const npu::Mapping fitted = npu::refit(mapping, problem);
            if (npu::coveredIterations(fitted, 0) != bound) return std::vector<std::uint64_t>{};
            return std::vector<std::uint64_t>{fitted.levels[0].temporal[0].bound, fitted.levels[1].spatial_x[0].bound,
                                              fitted.levels[2].temporal[0].bound};
        };
        QCOMPARE(bounds(128), (std::vector<std::uint64_t>{8, 8, 2}));
        QCOMPARE(bounds(65), (std::vector<std::uint64_t>{5, 8, 2}));
        QCOMPARE(bounds(16), (std::vector<std::uint64_t>{1, 8, 2}));
        QCOMPARE(bounds(10), (std::vector<std::uint64_t>{1, 5, 2}));
        QCOMPARE(bounds(1), (std::vector<std::uint64_t>{1, 1, 1}));
        for (std::uint64_t bound = 1; bound < 200; ++bound)
            QVERIFY(!bounds(bound).empty());
    }

private:
    std::shared_ptr<const Library> library_;
    Json request_;
};

QTEST_APPLESS_MAIN(ParameterTest)
#include "parameter_test.moc"
