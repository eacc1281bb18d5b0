// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/engine_profile.h"

#include "core/catalog/library.h"
#include "core/hardware/gpu/built_networks.h"
#include "core/hardware/gpu/gpu.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::hardware;

namespace {

Json document() {
    return Json::parse(R"({
        "id": "toy", "kind": "engine", "name": "Toy", "source": "made up for this test", "serves": true,
        "measured_as": "t", "known_to": "2.1",
        "ranges": [
            {"from": "1.0", "until": "1.10", "policy": "vllm", "memory_share": 0.7, "source": "made up"},
            {"from": "1.10", "hides_host": true, "queued_iterations": 1, "block_tokens": 32, "source": "made up",
             "limits": [{"memory_bytes": 5e10, "except": ["old"], "token_budget": 8192, "max_sequences": 1024},
                        {"token_budget": 2048}]}]})");
}

} // namespace

class EngineProfileTest : public QObject {
    Q_OBJECT
private slots:
    void versionsAreNumbers() {
        QVERIFY(compareVersions("0.9", "0.14") < 0);
        QVERIFY(compareVersions("v0.14.0", "0.14") == 0);
        QVERIFY(compareVersions("1.2.0rc6", "1.2.0") > 0);
        QVERIFY(compareVersions("2025-10", "2025-09") > 0);
    }

    void rangesAnswerForTheirVersions() {
        const auto engine = readEngine(document(), "");
        QVERIFY(engine);
        const auto at = [&](const char* version) { return chooseEngine(*engine, version); };
        QVERIFY(!at("1.9.3").profile.hides_host && at("1.9.3").fit == EngineChoice::Fit::Known);
        QVERIFY(at("1.10").profile.hides_host && at("1.10").profile.block_tokens == 32);
        QVERIFY(at("").profile.hides_host && at("").fit == EngineChoice::Fit::NotStated);
        QVERIFY(!at("0.3").profile.hides_host && at("0.3").fit == EngineChoice::Fit::Older);
        QVERIFY(at("3.0").profile.hides_host && at("3.0").fit == EngineChoice::Fit::Newer);
        QCOMPARE(at("1.0").profile.measured_as, std::string("t"));
        QCOMPARE(at("1.0").profile.memory_share, 0.7);
    }

    void kernelsAreStatedByRange() {
        Json stated = document();
        stated["ranges"][1]["kernels"] = {{"attention", "packed"}, {"own_products", true}, {"walks_rows", false}};
        const auto engine = readEngine(stated, "");
        QVERIFY(engine);
        QVERIFY(engine->ranges[0].kernels == EngineKernels{}); // as in the tables of measured kernels
        const EngineKernels& later = engine->ranges[1].kernels;
        QCOMPARE(later.attention, AttentionKernels::Packed);
        QVERIFY(later.own_products && !later.walks_rows && !later.row_scales);
        QVERIFY(later.whole_narrow_contexts && later.all_expert_slots); // not stated
        Gpu gpu;
        QVERIFY(kernelsOf(gpu) == EngineKernels{});
        gpu.runtime = std::make_shared<const EngineProfile>(engine->ranges[1]);
        QVERIFY(kernelsOf(gpu) == later);
        stated["ranges"][1]["kernels"]["attention"] = "of its own";
        QVERIFY(!readEngine(stated, ""));
    }

    /// What replays graphs and serves nobody builds no networks unless it says so.
    void buildersSayThatTheyAre() {
        Json stated = document();
        stated["serves"] = false;
        for (Json& range : stated["ranges"])
            range["graph_replay"] = true;
        stated["ranges"][1]["builds_networks"] = true;
        const auto engine = readEngine(stated, "");
        QVERIFY(engine);
        QVERIFY(!buildsNetworks(engine->ranges[0]));
        QVERIFY(buildsNetworks(engine->ranges[1]));
    }

    void namesMayEndInAVersion() {
        QCOMPARE(versionInName("toy-2.0"), std::string_view("2.0"));
        QCOMPARE(versionInName("tensorrt-llm"), std::string_view());
        QCOMPARE(versionInName("toy-"), std::string_view());
        QCOMPARE(versionInName("toy"), std::string_view());
    }

    void limitsFollowTheMemory() {
        const auto engine = readEngine(document(), "");
        QVERIFY(engine);
        Gpu gpu;
        gpu.id = "new-80gb";
        gpu.memory_bytes = 8e10;
        QCOMPARE(engine->ranges[1].limitsOn(gpu).max_sequences, 1024);
        gpu.id = "old-80gb";
        QCOMPARE(engine->ranges[1].limitsOn(gpu).token_budget, 2048);
        gpu.id = "new-24gb";
        gpu.memory_bytes = 2.4e10;
        QCOMPARE(engine->ranges[1].limitsOn(gpu).token_budget, 2048);
        QCOMPARE(engine->ranges[0].limitsOn(gpu).token_budget, 0);
    }

    void refusals() {
        const auto refused = [](const char* pointer, const Json& value, const char* where) {
            Json broken = document();
            broken[Json::json_pointer(pointer)] = value;
            const auto read = readEngine(broken, "/engine");
            return !read && read.error().pointer == where;
        };
        QVERIFY(refused("/ranges/0/from", "first", "/engine/ranges/0/from"));
        QVERIFY(refused("/ranges/0/until", "0.9", "/engine/ranges/0/until"));
        QVERIFY(refused("/ranges/1/from", "1.12", "/engine/ranges/1/from"));
        QVERIFY(refused("/ranges/1/limits/1/memory_bytes", 6e10, "/engine/ranges/1/limits/1/memory_bytes"));
        QVERIFY(refused("/ranges/1/memory_share", 2, "/engine/ranges/1/memory_share"));
    }

    void enginesOfTheLibrary() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        QVERIFY((*library)->preferredEngine() != nullptr);
        for (const char* id : {"vllm", "sglang", "tensorrt-llm", "trtllm", "llama.cpp", "pytorch", "pytorch-2.0"})
            QVERIFY2((*library)->findEngine(id) != nullptr, id);
        QVERIFY((*library)->findEngine("h100-sxm5-80gb") == nullptr);
        for (const Engine& engine : (*library)->engines()) {
            for (const EngineProfile& range : engine.ranges) {
                QVERIFY2(!range.hides_host || range.queued_iterations >= 1, engine.id.c_str());
                QVERIFY2(!range.serves || !range.policy.empty(), engine.id.c_str());
            }
        }
        const Engine& vllm = *(*library)->findEngine("vllm");
        QVERIFY(!chooseEngine(vllm, "0.12.0").profile.hides_host && chooseEngine(vllm, "0.14").profile.hides_host);
        QCOMPARE(chooseEngine(vllm, "0.12.0").profile.block_tokens, 16);
        QCOMPARE(chooseEngine(vllm, "").profile.kernels.attention, AttentionKernels::Packed);
        const Engine& pytorch = *(*library)->findEngine("pytorch-2.0");
        QCOMPARE(chooseEngine(pytorch, versionInName("pytorch-2.0")).profile.kernels.attention,
                 AttentionKernels::FirstEdition);
        QCOMPARE(chooseEngine(pytorch, "").profile.kernels.attention, AttentionKernels::Framework);
    }
};

QTEST_APPLESS_MAIN(EngineProfileTest)
#include "engine_profile_test.moc"
