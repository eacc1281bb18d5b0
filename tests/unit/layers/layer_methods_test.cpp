// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/registry.h"
#include "core/evaluate/resolve.h"
#include "core/layers/layer_effects.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::layers;

namespace {

Json sample(const char* name) {
    return *readJsonFile(std::filesystem::path(qEnvironmentVariable("STRATA_ROOT").toStdString()) / "resources" /
                         "samples" / name);
}

Json with(Json request, const char* layer, const char* method) {
    request["plan"]["methods"][layer] = method;
    return request;
}

double communication(const Part& part) {
    if (part.category == Category::Communication) return part.value;
    double sum = 0.0;
    for (const Part& child : part.children)
        sum += communication(child);
    return sum;
}

} // namespace

/// Methods that a plan names for the layers below it.
class LayerMethodsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
        requests_ = {sample("train-llama3-70b-h100.json"), sample("llama3.1-70b-inference-dgx-h100.json"), served()};
    }

    void theUsualOnesChangeNothing() {
        for (const Json& request : requests_) {
            const Estimate plain = answer(request);
            const Estimate named = answer(with(with(request, "device", "gpu.tile"), "network", "network.nccl"));
            for (std::size_t i = 0; i < plain.metrics.size(); ++i) {
                QCOMPARE(named.metrics[i].value, plain.metrics[i].value);
                QCOMPARE(named.metrics[i].low, plain.metrics[i].low);
            }
            QCOMPARE(named.notes.size(), plain.notes.size());
        }
    }

    /// A roofline bounds every kernel from below, so nothing that is made of kernels takes longer.
    void rooflineKernelsAreFaster() {
        for (const Json& request : requests_) {
            const std::string metric = chainMetric(answer(request));
            const Estimate plain = answer(request), bound = answer(with(request, "device", "gpu.roofline"));
            QVERIFY(bound.findMetric(metric)->value < plain.findMetric(metric)->value);
            QVERIFY(std::ranges::find(bound.notes, "layer-method", &Note::code) != bound.notes.end());
            QVERIFY(std::ranges::find(bound.calibrations, "gpu-roofline", &CalibrationUse::id) !=
                    bound.calibrations.end());
        }
    }

    /// Another method of collectives moves the communication and leaves the kernels.
    void collectivesAreThoseOfTheNamedMethod() {
        for (const Json& request : requests_) {
            const std::string metric = chainMetric(answer(request));
            const Estimate plain = answer(request), other = answer(with(request, "network", "network.alpha-beta"));
            const double end = other.findMetric(metric)->value / plain.findMetric(metric)->value;
            QVERIFY2(std::abs(end - 1.0) > 1e-4, request.at("kind").get<std::string>().c_str());
            if (request.at("kind") == "serving") continue; // the closed forms tell no communication apart
            const double before = communication(*plain.findParts(metric)),
                         after = communication(*other.findParts(metric));
            QVERIFY(before > 0.0);
            QVERIFY2(std::abs(after / before - 1.0) > 1e-3, request.at("kind").get<std::string>().c_str());
            const std::vector<Layer> passed{Layer::Kernel, Layer::Model};
            if (request.at("kind") == "inference")
                QVERIFY(std::abs(ownSeconds(*other.findParts(metric), passed)[0] /
                                     ownSeconds(*plain.findParts(metric), passed)[0] -
                                 1.0) < 1e-9);
        }
    }

    void whatDoesNotAnswerIsRefused_data() {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("code");
        QTest::newRow("nobody") << "device"
                                << "gpu.nobody"
                                << "unknown-method";
        QTest::newRow("a collective among kernels") << "device"
                                                    << "network.nccl"
                                                    << "unknown-method";
        QTest::newRow("needs a table") << "device"
                                       << "gpu.table"
                                       << "not-supported";
        QTest::newRow("no network") << "network"
                                    << "network.nobody"
                                    << "unknown-method";
    }
    void whatDoesNotAnswerIsRefused() {
        QFETCH(QString, layer);
        QFETCH(QString, method);
        QFETCH(QString, code);
        for (const Json& request : requests_) {
            const auto refused = evaluate(with(request, layer.toUtf8().constData(), method.toUtf8().constData()),
                                          Context{*library_, {}, nullptr});
            QVERIFY(!refused);
            QCOMPARE(QString::fromStdString(refused.error().code), code);
            QCOMPARE(QString::fromStdString(refused.error().pointer), QStringLiteral("/plan/methods/") + layer);
        }
    }

    /// A single device has no cluster whose links another method could know.
    void aDeviceAloneHasNoCollectivesToReplace() {
        Json request = requests_[1];
        request["hardware"] = "h100-sxm5-80gb";
        request["plan"] = {{"tp", 1}};
        request["workload"]["model"] = "llama3.1-8b";
        QVERIFY(answer(request).valid);
        const auto refused = evaluate(with(request, "network", "network.alpha-beta"), Context{*library_, {}, nullptr});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/methods/network"));
    }

    /// Every method that answers is tried, none that lacks an input; each end is that of the request with it.
    void effectsAreTheAnswersOfTheChangedRequest() {
        const Json& document = requests_[1];
        const auto request = resolveRequest(document, *library_);
        QVERIFY(request);
        const Context context{*library_, {}, nullptr};
        const auto estimate = evaluate(*request, context);
        QVERIFY(estimate);
        const LayerChain chain = layerChain(*request, *estimate, *library_, builtinRegistry());
        std::size_t told = 0;
        const auto effects = layerEffects(*request, chain, context, [&](const LayerEffect&) { return ++told > 0; });
        QCOMPARE(told, effects.size());
        const auto has = [&](const char* method) {
            return std::ranges::find(effects, method, &LayerEffect::method) != effects.end();
        };
        for (const char* method : {"gpu.roofline", "gpu.hierarchy", "gpu.event", "network.alpha-beta"})
            QVERIFY2(has(method), method);
        for (const char* method : {"gpu.table", "gpu.wave-scaling", "gpu.tile", "network.nccl"})
            QVERIFY2(!has(method), method);
        const auto roofline = std::ranges::find(effects, "gpu.roofline", &LayerEffect::method);
        const Estimate again = answer(with(document, "device", "gpu.roofline"));
        QCOMPARE(roofline->end.value, again.findMetric("e2e_s")->value);
        QCOMPARE(roofline->handed.size(), chain.steps.size());
        // It ends when it is told to.
        const auto first = layerEffects(*request, chain, context, [](const LayerEffect&) { return false; });
        QCOMPARE(first.size(), std::size_t{1});
    }

private:
    static Json served() {
        return {{"kind", "serving"},
                {"method", "serving.steady-state"},
                {"hardware", "dgx-h100"},
                {"workload",
                 {{"model", "llama3.1-70b"},
                  {"traffic",
                   {{"arrivals", {{"rate_per_s", 1.0}}},
                    {"lengths",
                     {{"prompt", {{"distribution", "fixed"}, {"tokens", 512}}},
                      {"output", {{"distribution", "fixed"}, {"tokens", 128}}}}},
                    {"requests", 100}}}}},
                {"plan", {{"tp", 4}}}};
    }

    Estimate answer(const Json& request) {
        auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
        return *std::move(estimate);
    }

    std::shared_ptr<const Library> library_;
    std::vector<Json> requests_;
};

QTEST_GUILESS_MAIN(LayerMethodsTest)
#include "layer_methods_test.moc"
