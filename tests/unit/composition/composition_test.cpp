// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/composition/communication.h"
#include "core/composition/gamma.h"
#include "core/composition/kept_analysis.h"
#include "core/composition/propagation.h"
#include "core/evaluate/resolve.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::composition;

namespace {

Json sample(const char* name) {
    return *readJsonFile(std::filesystem::path(qEnvironmentVariable("STRATA_ROOT").toStdString()) / "resources" /
                         "samples" / name);
}

Json decode() {
    return {{"kind", "model"},
            {"hardware", "h100-sxm5-80gb"},
            {"workload",
             {{"model", "llama3.1-8b"}, {"phase", "decode"}, {"batch", 8}, {"sequence", 1024}, {"dtype", "bf16"}}}};
}

} // namespace

class CompositionTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
    }

    /// gamma of a model is the metric that its answer states, and is made of what it is attributed to.
    void theGapIsMadeOfItsCategories() {
        const auto [request, estimate] = answered(decode());
        const auto gap = gapOf(estimate);
        QVERIFY(gap);
        QVERIFY(std::abs(gap->gamma - estimate.findMetric("gamma")->value) < 1e-9);
        double layers = 0.0, categories = 0.0;
        for (const auto& [layer, share] : gap->by_layer)
            layers += share;
        for (const auto& [category, share] : gap->by_category)
            categories += share;
        QVERIFY(std::abs(layers - gap->gamma) < 1e-9);
        QVERIFY(std::abs(categories - gap->gamma) < 1e-9);
        QVERIFY(gap->by_category.contains("launch"));
    }

    /// Measured correlation lies between chance and likeness; what is above the model errs no less than by chance.
    void errorsPropagateBetweenTheirLimits() {
        const auto [request, estimate] = answered(decode());
        const auto levels = propagation(request, estimate, Context{*library_, {}, nullptr});
        QVERIFY(levels.size() >= 4);
        QCOMPARE(levels[0].level, LevelError::Level::Kernel);
        const LevelError& sum = levels[1];
        QVERIFY(sum.kernels > 100);
        QVERIFY(*sum.independent < sum.sigma);
        QVERIFY(sum.sigma <= *sum.alike + 1e-9);
        // If kernels erred by chance, their sum would err by about one kernel's error over the root of their number.
        QVERIFY(*sum.independent < 3.0 * levels[0].sigma / std::sqrt(sum.kernels / 30.0));
        QVERIFY(levels[2].sigma >= sum.sigma);
        QCOMPARE(levels.back().level, LevelError::Level::Service);
        QVERIFY(levels.back().sigma > 0.0);
        QCOMPARE(tableOf(levels).rows.size(), levels.size());
        const auto [other, step] = answered(sample("train-llama3-70b-h100.json"));
        QVERIFY(propagation(other, step, Context{*library_, {}, nullptr}).empty());
    }

    /// The sum is told by its own seconds: as shares of the model's, its squares and those of the runtime make the
    /// model's. One kernel is told by the share of its spread that the sum takes, so that likeness is the kernels' mean
    /// spread.
    void levelsStandOnTheirOwnSeconds() {
        Json eager = decode();
        eager["workload"] = {{"model", "bert_large"}, {"phase", "inference"}, {"batch", 1}, {"sequence", 64}};
        eager["hardware"] = "v100-pcie-32gb";
        const auto [request, estimate] = answered(eager);
        const auto levels = propagation(request, estimate, Context{*library_, {}, nullptr});
        QVERIFY(levels.size() >= 3);
        double runtime = -1.0;
        for (const auto& row : estimate.findTable("error")->rows)
            if (std::get<std::string>(row[0]) == "runtime") runtime = std::get<double>(row[1]);
        const double over_sum = 1.0 + estimate.findMetric("gamma")->value;
        QVERIFY(over_sum > 1.2); // the host is what such a model waits for
        const double of_model = levels[1].sigma / over_sum;
        QVERIFY(std::abs(std::hypot(of_model, levels[2].sigma * std::sqrt(runtime)) - levels[2].sigma) < 1e-9);
        QVERIFY(levels[0].sigma >= 0.9 * *levels[1].alike); // a root mean square is no less than the mean
        QVERIFY(levels[0].sigma < 1.6 * *levels[1].alike);
    }

    /// The closed form is the end of a request with more computing: at the ratio where it breaks, the error is the
    /// tolerance.
    void aFidelityBreaksWhereItsErrorIsTheTolerance() {
        const FidelityError off{"network.alpha-beta", 0.4, -0.6};
        const double ratio = off.breaksBelow(0.1);
        QVERIFY(std::abs(ratio - 5.0) < 1e-12);
        QVERIFY(std::abs(std::abs(off.errorAt(ratio)) - 0.1) < 1e-12);
        QCOMPARE((FidelityError{"near", 1.0, 0.05}).breaksBelow(0.1), 0.0);
    }

    void fidelitiesOfAStepStandBesideTheUsualOne() {
        const auto [request, estimate] = answered(sample("llama3.1-70b-inference-dgx-h100.json"));
        const auto fidelity = communicationFidelity(request, estimate, Context{*library_, {}, nullptr});
        QVERIFY(fidelity);
        QCOMPARE(fidelity->reference, std::string("network.nccl"));
        QVERIFY(std::abs(fidelity->computing_s + fidelity->network_s - estimate.findMetric("e2e_s")->value) < 1e-9);
        QVERIFY(fidelity->methods.size() >= 3);
        bool silent = false;
        for (const FidelityError& method : fidelity->methods) {
            if (method.method == "none") {
                silent = true;
                QCOMPARE(method.error, -1.0);
            }
            if (method.method == fidelity->reference) QCOMPARE(method.error, 0.0);
        }
        QVERIFY(silent);
        // A device alone has no collectives.
        const auto [alone, single] = answered(decode());
        QVERIFY(!communicationFidelity(alone, single, Context{*library_, {}, nullptr}));
    }

    void keptAnalysesAreReadByTheirKeys() {
        std::vector<hardware::Calibration> kept(1);
        kept[0].id = "analysis-gamma";
        kept[0].origins = {{"date", "2026-11-28"}, {"commit", "abc"}};
        kept[0].groups = {{{{"by", "phase"}, {"of", "decode"}}, {{"measured", 0.2}}, 7},
                          {{{"by", "device"}, {"of", "t4"}}, {{"measured", 0.1}, {"predicted", 0.3}}, 3}};
        const KeptAnalysis gamma = keptAnalysis(kept, kGamma);
        QVERIFY(gamma);
        QCOMPARE(gamma.date, std::string("2026-11-28"));
        const auto groups = groupsWith(gamma, "by", "phase");
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(valueOf(*groups[0], "measured"), 0.2);
        QVERIFY(std::isnan(valueOf(*groups[0], "predicted")));
        const Table table = tableOf(gamma);
        QCOMPARE(table.columns, (std::vector<std::string>{"by", "of", "measured", "predicted", "points"}));
        QVERIFY(std::holds_alternative<std::monostate>(table.rows[0][3]));
        QVERIFY(!keptAnalysis(kept, kRoots));
        QVERIFY(tableOf(keptAnalysis(kept, kRoots)).rows.empty());
    }

private:
    std::pair<Request, Estimate> answered(const Json& document) {
        auto request = resolveRequest(document, *library_);
        if (!request) qFatal("%s", describe(request.error()).c_str());
        auto estimate = evaluate(*request, Context{*library_, {}, nullptr});
        if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
        return {*std::move(request), *std::move(estimate)};
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(CompositionTest)
#include "composition_test.moc"
