// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of ONNX whose fields were changed: each is read into an entry, or refused with a reason and its file.
#include "core/exchange/models/onnx_network.h"
#include "core/workload/graph.h"
#include "tests/fuzz/wire_mutator.h"

#include <fstream>
#include <google/protobuf/stubs/common.h>
#include <nlohmann/json.hpp>
#include <QTest>
#if GOOGLE_PROTOBUF_VERSION < 4022000
#include <google/protobuf/stubs/logging.h>
#endif

using namespace strata;

class OnnxMutationsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
#if GOOGLE_PROTOBUF_VERSION < 4022000
        google::protobuf::SetLogHandler(nullptr); // thousands of names that are no UTF-8
#endif
        std::ifstream in(qEnvironmentVariable("STRATA_ROOT").toStdString() + "/tests/fuzz/seeds/model.onnx",
                         std::ios::binary);
        model_.assign(std::istreambuf_iterator<char>(in), {});
        QVERIFY(fuzz::isMessage(model_));
        QVERIFY(exchange::parseOnnx(model_, "model.onnx"));
    }

    /// The change keeps the format: what is changed is still a message, and not the same one.
    void changesKeepTheFormat() {
        int same = 0;
        constexpr int kSeeds = 400;
        for (int seed = 0; seed < kSeeds; ++seed) {
            const auto changed = fuzz::mutatedMessage(model_, static_cast<std::uint64_t>(seed));
            QVERIFY(changed);
            QVERIFY2(changed->empty() || fuzz::isMessage(*changed), std::to_string(seed).c_str());
            QVERIFY(fuzz::mutatedMessage(model_, static_cast<std::uint64_t>(seed)) == changed); // as the seed says
            same += *changed == model_ ? 1 : 0;
        }
        QVERIFY2(same < kSeeds / 2, std::to_string(same).c_str());
        QVERIFY(!fuzz::mutatedMessage("{\"a\": 1}", 1));
        QVERIFY(!fuzz::mutatedMessage("", 1));
    }

    void changedNetworksAreReadOrRefused() {
        int entries = 0, refused = 0;
        std::string text = model_;
        for (std::uint64_t seed = 0; seed < 6000; ++seed) {
            if (seed % 8 == 0) text = model_; // up to eight changes lie on one another
            auto changed = fuzz::mutatedMessage(text, seed);
            text = changed && !changed->empty() ? *std::move(changed) : model_;
            const auto read = exchange::parseOnnx(text, "model.onnx");
            if (!read) {
                ++refused;
                QVERIFY2(!read.error().text.empty() && read.error().file == "model.onnx", std::to_string(seed).c_str());
                continue;
            }
            ++entries;
            const auto graph = workload::buildGraph(*read->document, {}, {});
            QVERIFY2(graph ? graph->parameters >= 0 : !graph.error().text.empty(), std::to_string(seed).c_str());
        }
        QVERIFY(entries > 100);
        QVERIFY(refused > 100);
    }

private:
    std::string model_;
};

QTEST_GUILESS_MAIN(OnnxMutationsTest)
#include "onnx_mutations_test.moc"
