// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/engine/found_mapping.h"
#include "core/evaluate/method.h"
#include "core/evaluate/table_reader.h"
#include "sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class LayerTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        request_ = test::sampleRequest();
        QVERIFY(request_.is_object());
    }

    /// Cycles and energy that the field's reference tool states for this layer, mapping and energy table.
    void sampleHasTheReferencesNumbers() {
        const auto estimate = answer(request_);
        QVERIFY(estimate.valid);
        QCOMPARE(estimate.findMetric("cycles")->value, 1278704.0);
        QVERIFY(std::abs(estimate.findMetric("energy_j")->value - 360.05e-6) < 0.005e-6);
        QVERIFY(std::abs(estimate.findMetric("utilization")->value - 0.5494) < 0.00005);
        QCOMPARE(estimate.findMetric("macs")->value, 118013952.0);
        QCOMPARE(estimate.findMetric("latency_s")->value, 1278704.0 / 200e6);
    }

    void partsAddUpAndAgreeWithTheMetrics() {
        for (const Json& request :
             {request_, test::recipeRequest("simba-like", "layer1.0.conv2"),
              test::recipeRequest("tpu-v1", "layer4.2.conv3"), test::recipeRequest("shidiannao", "conv1")}) {
            const auto estimate = answer(request);
            QVERIFY(estimate.valid);
            for (const auto& [metric, root] : estimate.parts) {
                QVERIFY2(worstImbalance(root) < 1e-12, metric.c_str());
                QCOMPARE(root.value, estimate.findMetric(metric)->value);
            }
            for (const Metric& metric : estimate.metrics) {
                QVERIFY2(metric.low <= metric.value && metric.value <= metric.high, metric.name.c_str());
            }
        }
    }

    /// Tile by tile: the same words and units as the closed form, never fewer cycles, and parts that add up.
    void eventsAddFillWaitsAndDrain() {
        for (Json request : {request_, test::recipeRequest("tpu-v1", "layer4.2.conv3"),
                             test::recipeRequest("simba-like", "layer1.0.conv2")}) {
            const auto closed = answer(request);
            request["method"] = "npu.event";
            const auto estimate = answer(request);
            QVERIFY(estimate.valid);
            QVERIFY(estimate.findMetric("cycles")->value >= closed.findMetric("cycles")->value - 1.0);
            QVERIFY(estimate.findMetric("energy_j")->value >= closed.findMetric("energy_j")->value);
            for (const auto& [metric, root] : estimate.parts) {
                QVERIFY2(worstImbalance(root) < 1e-9, metric.c_str());
                QVERIFY(std::abs(root.value / estimate.findMetric(metric)->value - 1.0) < 1e-9);
            }
            const Part* const latency = estimate.findParts("latency_s");
            const bool fills = std::any_of(latency->children.begin(), latency->children.end(),
                                           [](const Part& part) { return part.id == "filling" && part.value > 0.0; });
            QCOMPARE(fills, request["hardware"] != "simba-like"); // whose ports have no limit
            QVERIFY(!estimate.findTable("tiles")->rows.empty());
        }
    }

    /// Layers that are too large to be followed line by line wait for operands, but nobody knows for which: no zeros.
    void closedFormsNameNoOperandToWaitFor() {
        Json request{{"kind", "layer"},
                     {"method", "npu.systolic"},
                     {"hardware", {{"base", "gemmini-16x16"}, {"set", {{"/levels/0/read_words_per_cycle", 1}}}}},
                     {"workload", {{"operator", "matmul"}, {"m", 1024}, {"n", 128}, {"k", 1024}}},
                     {"plan", {{"dataflow", "output-stationary"}}}};
        const auto stallsOf = [&](const Json& asked) {
            std::vector<Cell> stalls;
            const Estimate estimate = answer(asked);
            for (const auto& row : estimate.findTable("operand_words")->rows)
                stalls.push_back(row.back());
            return stalls;
        };
        for (const Cell& stall : stallsOf(request))
            QVERIFY(std::holds_alternative<std::monostate>(stall));
        request["workload"] = {{"operator", "matmul"}, {"m", 64}, {"n", 64}, {"k", 64}};
        for (const Cell& stall : stallsOf(request))
            QVERIFY(std::holds_alternative<double>(stall));
    }

    void saysWhatLimits() {
        const auto estimate = answer(request_);
        const Note& note = estimate.notes.front();
        QCOMPARE(note.code, std::string("bandwidth-limited"));
        QCOMPARE(messageText(note.text), std::string("limited by shared_glb read bandwidth: 82 % of full speed"));
        QVERIFY(note.decides);
        QCOMPARE(note.pointer, std::string("/plan/mapping/levels/1"));
    }

    void tablesHaveARowALevel() {
        const auto estimate = answer(request_);
        const Table* levels = estimate.findTable("levels");
        QCOMPARE(levels->rows.size(), std::size_t{7});
        QCOMPARE(std::get<std::int64_t>(levels->rows[1][1]), std::int64_t{7137 + 100352});
        const Table* accesses = estimate.findTable("accesses");
        QCOMPARE(accesses->rows.size(), std::size_t{15});
        double energy = estimate.findParts("energy_j")->children.back().value;
        for (const auto& row : accesses->rows) {
            QCOMPARE(row.size(), accesses->columns.size());
            if (const auto* joules = std::get_if<double>(&row.back())) energy += *joules;
        }
        QVERIFY(energy <= estimate.findMetric("energy_j")->value * (1 + 1e-12));
        QCOMPARE(estimate.findTable("mapping")->rows.size(), std::size_t{10});
    }

    void theEstimateHoldsTheFoundMapping() {
        for (const char* algorithm : {"pruned", "annealing", "genetic"}) {
            Json request = test::recipeRequest("eyeriss-like", "conv1");
            request["plan"]["search"] = {{"algorithm", algorithm}, {"budget", 150}, {"bypass", true}};
            const auto found = answer(request);
            QVERIFY(found.valid);
            const auto query = resolveLayerForPoints(request, *library_);
            QVERIFY(query);
            const auto mapping = mappingOf(found, *query);
            QVERIFY(mapping);
            request["plan"] = {{"mapping", npu::writeMapping(*mapping, query->architecture, query->problem)}};
            const auto stated = answer(request);
            QCOMPARE(stated.metrics.size(), found.metrics.size());
            for (const Metric& metric : found.metrics)
                QCOMPARE(stated.findMetric(metric.name)->value, metric.value);
            // Tables of another layer are no mapping of this one.
            const auto other = resolveLayerForPoints(test::recipeRequest("eyeriss-like", "layer2.0.conv2"), *library_);
            QVERIFY(!mappingOf(found, *other));
        }
    }

    /// A search with a proof goes on until its answer is proven, or until its time is over: no number of mappings ends
    /// it. This one takes twenty times as many as other searches have.
    void aSearchWithAProofHasNoBudget() {
        Json request = test::recipeRequest("gemmini-16x16", "conv1");
        request["workload"] = {{"operator", "conv2d"}, {"c", 8}, {"m", 8}, {"p", 7}, {"q", 7}, {"r", 3}, {"s", 3}};
        request["plan"]["search"] = {
            {"algorithm", "branch-and-bound"}, {"objective", "energy"}, {"dataflow", "free"}, {"time_limit_s", 600}};
        const auto estimate = answer(request);
        QVERIFY(estimate.valid);
        const TableReader search(estimate.findTable("search"));
        QCOMPARE(search.rows(), std::size_t{1});
        QCOMPARE(search.number(0, "gap").value_or(1.0), 0.0);
        QVERIFY(search.number(0, "evaluated").value_or(0.0) > 10'000);
    }

    void anExhaustiveSearchSaysHowMuchItSaw() {
        Json request = test::recipeRequest("eyeriss-like", "conv1");
        request["plan"]["search"] = {{"algorithm", "exhaustive"}, {"budget", 50}};
        const auto estimate = answer(request);
        QVERIFY(estimate.valid);
        const auto note = std::ranges::find(estimate.notes, "searched-mapping", &Note::code);
        QVERIFY(note != estimate.notes.end());
        QCOMPARE(note->level, Note::Level::Warning);
        const std::string told = messageText(note->text);
        QVERIFY2(told.find("first 50 of at most ") != std::string::npos, told.c_str());
    }

    void anImpossibleMappingSaysByHowMuch() {
        Json request = request_;
        request["hardware"] = {{"base", "eyeriss-like"},
                               {"set", {{"/levels/1/capacity_bytes", 65536}, {"/levels/2/fanout_x", 7}}}};
        const auto estimate = answer(request);
        QVERIFY(!estimate.valid);
        QVERIFY(estimate.metrics.empty() && estimate.parts.empty());
        QCOMPARE(estimate.findTable("levels")->rows.size(), std::size_t{7});
        bool capacity = false;
        bool columns = false;
        for (const Note& note : estimate.notes) {
            if (note.code == "over-capacity") {
                capacity = true;
                QCOMPARE(note.pointer, std::string("/plan/mapping/levels/1"));
                QCOMPARE(std::get<double>(*note.text.find("available")), 65536.0);
                QCOMPARE(std::get<double>(*note.text.find("over")), 41953.0);
                QVERIFY(!note.fixes.empty());
            }
            if (note.code == "over-fanout") {
                columns = true;
                QCOMPARE(note.pointer, std::string("/plan/mapping/levels/2/spatial_x"));
            }
        }
        QVERIFY(capacity && columns);
    }

    /// The outermost level is another chip: an area that a device states for it is none of the chip's.
    void theMemoryOutsideHasNoAreaOfTheChip() {
        Json request = test::recipeRequest("eyeriss-like", "layer2.0.conv2");
        const auto query = resolveLayerForPoints(request, *library_);
        QVERIFY(query);
        const auto& levels = query->architecture.levels;
        Json areas = {{"/compute/area_um2", 100.0}};
        for (std::size_t l = 0; l < levels.size(); ++l)
            if (levels[l].stores) areas["/levels/" + std::to_string(l) + "/area_um2"] = l == 0 ? 5e6 : 1000.0;
        request["hardware"] = {{"base", "eyeriss-like"}, {"set", areas}};
        const Estimate estimate = answer(request);
        QVERIFY(estimate.valid);
        const TableReader components(estimate.findTable("components"));
        double area_m2 = 0;
        for (std::size_t row = 0; row < components.rows(); ++row)
            area_m2 += components.number(row, "area_m2").value_or(0.0);
        const Metric* chip = estimate.findMetric("area_m2");
        QVERIFY(chip != nullptr && chip->value > 0);
        QVERIFY2(std::abs(chip->value - area_m2) <= 1e-9 * chip->value,
                 qPrintable(QString::number(area_m2 / chip->value)));
    }

    void recipesMapEveryDevice() {
        int answered = 0;
        for (const Entry& entry : library_->entries()) {
            if (entry.kind != EntryKind::Npu) continue;
            const auto estimate = answer(test::recipeRequest(entry.id, "layer2.0.conv2"));
            QVERIFY2(estimate.valid, entry.id.c_str());
            ++answered;
        }
        QVERIFY(answered >= 8);
    }

    void labelsDoNotChangeTheAnswer() {
        Json renamed = request_;
        renamed["label"] = "another";
        QCOMPARE(canonicalText(toJson(answer(renamed))), canonicalText(toJson(answer(request_))));
        renamed["workload"]["n"] = 2;
        QVERIFY(answerHash(renamed) != answerHash(request_));
    }

private:
    Estimate answer(const Json& request) {
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate) qWarning("%s", describe(estimate.error()).c_str());
        if (estimate) return *estimate;
        Estimate none;
        none.valid = false;
        return none;
    }

    std::string answerHash(const Json& request) { return parseRequest(request)->sha256; }

    std::shared_ptr<const Library> library_;
    Json request_;
};

QTEST_APPLESS_MAIN(LayerTest)
#include "layer_test.moc"
