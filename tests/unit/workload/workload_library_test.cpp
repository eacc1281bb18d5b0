// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/workload/kernel/operators.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::workload;

namespace {

const std::vector<Entry>& workloads() {
    static const std::vector<Entry> all = [] {
        const auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        if (!library) qFatal("%s", describe(library.error()).c_str());
        std::vector<Entry> entries;
        for (const Entry& entry : (*library)->entries()) {
            const bool listed = isWorkload(entry.kind) && entry.kind != EntryKind::Diffusion;
            if (listed && !entry.user) entries.push_back(entry);
        }
        return entries;
    }();
    return all;
}

const Json& document(const std::string& id) {
    for (const Entry& entry : workloads()) {
        if (entry.id == id) return *entry.document;
    }
    qFatal("no workload %s", id.c_str());
}

Json layersOf(const Json& workload, const LayerListOptions& options) {
    auto layers = listLayers(workload, options);
    if (!layers) qFatal("%s", describe(layers.error()).c_str());
    return *std::move(layers);
}

double macsOf(const Json& layers) {
    double macs = 0.0;
    for (const Json& layer : layers) {
        const auto problem = buildProblem(layer, "");
        if (!problem) qFatal("%s", describe(problem.error()).c_str());
        macs += problem->macs() * layer.at("repeat").get<double>();
    }
    return macs;
}

bool decodes(const Json& transformer) {
    return transformer.at("architecture") == "decoder" || transformer.at("architecture") == "encoder_decoder";
}

/// Weights of one layer list: every matmul that is not an attention product holds k x n weights.
double weightsOf(const Json& layers) {
    double weights = 0.0;
    for (const Json& layer : layers) {
        const double repeat = layer.at("repeat").get<double>();
        if (layer.at("operator") == "matmul") {
            weights += repeat * layer.at("n").get<double>() * layer.at("k").get<double>();
        } else if (layer.at("operator") == "conv2d") {
            weights += layer.at("c").get<double>() * layer.at("m").get<double>() * layer.at("r").get<double>() *
                       layer.at("s").get<double>();
        }
    }
    return weights;
}

} // namespace

class WorkloadLibraryTest : public QObject {
    Q_OBJECT
private slots:
    void counts();
    void everyEntryListsLayers();
    void macTotals_data();
    void macTotals();
    void tinyNetworksAreExact();
    void columnsMayBePaddedApart();
    void parametersAsPublished();
    void namesAreUnique();
};

void WorkloadLibraryTest::counts() {
    std::map<EntryKind, int> counts;
    for (const Entry& entry : workloads())
        ++counts[entry.kind];
    QVERIFY(counts[EntryKind::Cnn] >= 12);
    QVERIFY(counts[EntryKind::Transformer] >= 109);
}

void WorkloadLibraryTest::everyEntryListsLayers() {
    for (const Entry& entry : workloads()) {
        QVERIFY2(sourceOf(*entry.document, "/layers").size() > 20, entry.id.c_str());
        QVERIFY2(!entry.vendor.empty() && entry.year >= 2014, entry.id.c_str());
        for (const bool decode : {false, true}) {
            if (decode && (entry.kind != EntryKind::Transformer || !decodes(*entry.document))) continue;
            const Json layers = layersOf(*entry.document, {2, 0, decode});
            std::set<std::string> names;
            for (const Json& layer : layers) {
                const auto problem = buildProblem(layer, "");
                QVERIFY2(problem, problem ? "" : (entry.id + ": " + describe(problem.error())).c_str());
                QVERIFY2(names.insert(layer.at("name").get<std::string>()).second, (entry.id + layer.dump()).c_str());
                QVERIFY2(findLayer(*entry.document, *names.rbegin(), {2, 0, decode}), entry.id.c_str());
            }
            QVERIFY2(names.size() >= 5, entry.id.c_str());
        }
    }
}

void WorkloadLibraryTest::macTotals_data() {
    QTest::addColumn<double>("millions");
    QTest::newRow("alexnet") << 714.0;
    QTest::newRow("vgg16") << 15470.0;
    QTest::newRow("resnet-18") << 1814.0;
    QTest::newRow("resnet-50") << 4089.0;
    QTest::newRow("mobilenet-v1") << 569.0;
    QTest::newRow("mobilenet-v2") << 301.0;
    QTest::newRow("mobilenet-v3-large") << 217.0;
    QTest::newRow("efficientnet-b0") << 386.0;
}

/// Totals at 224 x 224 that are usually published, in millions.
void WorkloadLibraryTest::macTotals() {
    QFETCH(double, millions);
    const double macs = macsOf(layersOf(document(QTest::currentDataTag()), {1, 0, false}));
    QCOMPARE(std::round(macs / 1e6), millions);
    QCOMPARE(macsOf(layersOf(document(QTest::currentDataTag()), {3, 0, false})), 3.0 * macs);
}

/// The networks of MLPerf Tiny: each product counted by hand from the sizes of arXiv:2106.07597 and its reference
/// models.
void WorkloadLibraryTest::tinyNetworksAreExact() {
    const double dense = 640.0 * 128, inner = 128.0 * 128, narrow = 128.0 * 8;
    QCOMPARE(macsOf(layersOf(document("mlperf-tiny-ad"), {1, 0, false})), 2 * dense + 6 * inner + 2 * narrow);
    const double places = 25.0 * 5; // 49 x 10 coefficients by strides of 2
    QCOMPARE(macsOf(layersOf(document("mlperf-tiny-kws"), {1, 0, false})),
             places * 64 * (10 * 4 + 4 * (9 + 64)) + 64 * 12);
    QCOMPARE(macsOf(layersOf(document("mlperf-tiny-ic"), {1, 0, false})), 12501632.0);
    QCOMPARE(macsOf(layersOf(document("mlperf-tiny-vww"), {1, 0, false})), 7489664.0);
}

/// A padding of columns stands beside the one of rows, and a wrong one is refused.
void WorkloadLibraryTest::columnsMayBePaddedApart() {
    Json network = document("mlperf-tiny-kws");
    network["layers"][0]["pad_width"] = 5;
    const auto wrong = workload::listLayers(network, {1, 0, false});
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().pointer, std::string("/layers/0/out_width"));
}

/// The matrices of every transformer add up to its published parameters within 6 %. Left out are those whose
/// publication contradicts itself, as their notes say.
void WorkloadLibraryTest::parametersAsPublished() {
    const std::set<std::string> contradictory{"gpt3-xl", "gopher-280b", "chinchilla-70b", "switch-xxl"};
    for (const Entry& entry : workloads()) {
        if (entry.kind != EntryKind::Transformer || contradictory.contains(entry.id)) continue;
        const Json& model = *entry.document;
        if (!model.contains("parameters")) continue; // not of a publication
        // So many tokens that every expert of a mixture is listed.
        const std::uint64_t batch = model.contains("moe") ? 4096 : 1;
        double weights = weightsOf(layersOf(model, {batch, 0, false}));
        const double embedding = model.at("vocab").get<double>() * model.at("hidden").get<double>();
        const bool vision = model.at("architecture") == "vision_encoder";
        const bool headless = model.at("architecture") == "encoder";
        if (!vision && (headless || !model.at("tied_embeddings").get<bool>())) weights += embedding;
        const double published = model.at("parameters").get<double>();
        QVERIFY2(std::abs(weights / published - 1.0) < 0.06,
                 (entry.id + " " + std::to_string(weights / published)).c_str());
    }
}

void WorkloadLibraryTest::namesAreUnique() {
    std::set<std::string> names;
    for (const Entry& entry : workloads()) {
        QVERIFY2(names.insert(entry.id).second, entry.id.c_str());
        for (const std::string& alias : entry.aliases)
            QVERIFY2(names.insert(alias).second, alias.c_str());
    }
}

QTEST_APPLESS_MAIN(WorkloadLibraryTest)
#include "workload_library_test.moc"
