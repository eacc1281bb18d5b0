// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/base/schema.h"
#include "core/catalog/assembly.h"
#include "core/catalog/inheritance.h"
#include "core/catalog/library.h"
#include "scratch_library.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

SourceDocument document(const std::string& file, nlohmann::json json, bool user = false, bool shadows = false) {
    const EntryKind kind = json.value("kind", "npu") == "cnn" ? EntryKind::Cnn : EntryKind::Npu;
    return {file, kind, user, shadows, std::make_shared<const Json>(std::move(json))};
}

nlohmann::json child(const std::string& id, const std::string& base, nlohmann::json set) {
    return {{"id", id}, {"base", base}, {"source", "a later paper"}, {"set", std::move(set)}};
}

const Entry* find(const Assembly& assembly, const std::string& id) {
    for (const Entry& entry : assembly.entries) {
        if (entry.id == id) return &entry;
    }
    return nullptr;
}

} // namespace

class InheritanceTest : public QObject {
    Q_OBJECT

private slots:
    /// A cluster names its device; facts below it are those of that device's entry.
    void factsOfAClustersDeviceBecomeItsChanges() {
        const Json cluster{{"kind", "cluster"}, {"device", "board"}, {"nodes", 2}};
        const auto changed =
            applySet(cluster, {{"/nodes", 4}, {"/device/clock_hz", 2e9}, {"/device/rate/bf16", 8}}, "/set");
        QVERIFY(changed);
        const Json expected{{"base", "board"}, {"set", {{"/clock_hz", 2e9}, {"/rate/bf16", 8}}}};
        QVERIFY(changed->at("device") == expected);
        QVERIFY(changed->at("nodes") == 4);
        const auto again = applySet(*changed, {{"/device/clock_hz", 1e9}}, "/set");
        QVERIFY(again);
        QVERIFY(again->at("device").at("set").at("/clock_hz") == 1e9);
        const auto other = applySet(cluster, {{"/device", "chip"}, {"/device/clock_hz", 1e9}}, "/set");
        QVERIFY(other);
        QVERIFY(other->at("device").at("base") == "chip");
        const Json part{{"kind", "npu"}, {"device", "board"}};
        QVERIFY(!applySet(part, {{"/device/clock_hz", 2e9}}, "/set"));
    }

    void changesOfADeviceAreAnObject_data() {
        QTest::addColumn<QString>("set");
        for (const char* set : {"[]", "3", "\"clock\"", "[{\"/clock_hz\": 1e9}]"})
            QTest::newRow(set) << set;
    }

    void changesOfADeviceAreAnObject() {
        QFETCH(QString, set);
        const Json device{{"base", "board"}, {"set", Json::parse(set.toStdString())}};
        const Json cluster{{"kind", "cluster"}, {"device", "chip"}};
        const Json changes{{"/device", device}, {"/device/clock_hz", 1e9}};
        const auto refused = applySet(cluster, changes, "/set");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("bad-value"));
        QCOMPARE(refused.error().pointer, std::string("/set/~1device~1clock_hz"));
        QVERIFY(!changesDevice(Json{{"kind", 3}, {"device", "board"}}, "/device/clock_hz"));
    }

    void aChainResolvesWhateverTheOrder() {
        const auto grandchild = document("a.json", child("a", "b", {{"/levels/1/entries", 4096}}));
        const auto middle = document("b.json", child("b", "c", {{"/clock_hz", 5e8}, {"/levels/1/entries", 2048}}));
        const auto root = document("c.json", smallNpu("c"));
        for (const auto& order : {std::vector{grandchild, middle, root}, std::vector{root, grandchild, middle}}) {
            const Assembly assembly = assemble(order);
            QVERIFY(assembly.errors.empty());
            const Entry* a = find(assembly, "a");
            QVERIFY(a != nullptr);
            QCOMPARE(a->document->at("levels").at(1).at("entries"), nlohmann::json(4096));
            QCOMPARE(a->document->at("clock_hz"), nlohmann::json(5e8));
            QVERIFY(!a->document->contains("base") && !a->document->contains("set"));
            QCOMPARE(find(assembly, "b")->document->at("levels").at(1).at("entries"), nlohmann::json(2048));
        }
    }

    void membersAreReplacedAndAliasesAreNot() {
        nlohmann::json root = smallNpu("c");
        root["aliases"] = {"see"};
        nlohmann::json heir = child("a", "see", nlohmann::json::object());
        heir["name"] = "Heir";
        heir["year"] = 2023;
        const Assembly assembly = assemble({document("c.json", root), document("a.json", heir)});
        QVERIFY(assembly.errors.empty());
        const Entry* a = find(assembly, "a");
        QCOMPARE(a->name, std::string("Heir"));
        QCOMPARE(a->year, 2023);
        QCOMPARE(a->vendor, std::string("Example Works"));
        QVERIFY(a->aliases.empty());
    }

    void changedFactsNameTheirOwnSource() {
        const Assembly assembly =
            assemble({document("c.json", smallNpu("c")),
                      document("a.json", child("a", "c", {{"/clock_hz", 5e8}, {"/levels/1/entries", 4096}}))});
        QVERIFY(assembly.errors.empty());
        const Json& heir = *find(assembly, "a")->document;
        QCOMPARE(sourceOf(heir, "/clock_hz"), std::string("a later paper"));
        QCOMPARE(sourceOf(heir, "/levels/1/entries"), std::string("a later paper"));
        QCOMPARE(sourceOf(heir, "/levels/1/word_bits"), std::string("made up for this test"));
        QCOMPARE(sourceOf(heir, "/levels/0/word_bits"), std::string("made up for this test"));
    }

    void refusesBadInheritance_data() {
        QTest::addColumn<QString>("heir");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("hint");
        const auto row = [](const char* name, const nlohmann::json& heir, const char* code, const char* pointer,
                            const char* hint) {
            QTest::newRow(name) << QString::fromStdString(heir.dump()) << QString(code) << QString(pointer)
                                << QString(hint);
        };
        row("unknown base", child("a", "smaal", {}), "unknown-base", "/base", "small");
        row("itself", child("a", "a", nlohmann::json::object()), "inheritance-cycle", "/base", "");
        row("other kind", child("a", "net", nlohmann::json::object()), "bad-value", "/base", "npu");
        row("base is a number", {{"id", "a"}, {"base", 3}}, "bad-value", "/base", "id");
        row("set without base", {{"id", "a"}, {"set", nlohmann::json::object()}}, "missing", "/base", "id");
        row("no source", {{"id", "a"}, {"base", "small"}}, "missing", "/source", "");
        row("set is a list", child("a", "small", nlohmann::json::array()), "bad-value", "/set", "object");
        row("nowhere", child("a", "small", {{"/levels/7/entries", 1}}), "bad-pointer", "/set/~1levels~17~1entries", "");
        row("out of range", child("a", "small", {{"/clock_hz", -1}}), "out-of-range", "/set/~1clock_hz", "");
        row("unknown key", child("a", "small", {{"/wings", 2}}), "unknown-key", "/set/~1wings", "");
    }

    void refusesBadInheritance() {
        QFETCH(QString, heir);
        QFETCH(QString, code);
        QFETCH(QString, pointer);
        QFETCH(QString, hint);
        const Assembly assembly =
            assemble({document("small.json", smallNpu("small")), document("net.json", smallCnn("net")),
                      document("a.json", nlohmann::json::parse(heir.toStdString()))});
        QCOMPARE(assembly.entries.size(), std::size_t{2});
        QCOMPARE(assembly.errors.size(), std::size_t{1});
        QCOMPARE(assembly.errors.front().code, code.toStdString());
        QCOMPARE(assembly.errors.front().pointer, pointer.toStdString());
        QCOMPARE(assembly.errors.front().file, std::string("a.json"));
        QVERIFY(messageText(assembly.errors.front().expected).find(hint.toStdString()) != std::string::npos);
    }

    void aCycleIsReportedBeforeWhatItBreaks() {
        const Assembly assembly = assemble({document("0.json", child("0", "a", nlohmann::json::object())),
                                            document("a.json", child("a", "b", nlohmann::json::object())),
                                            document("b.json", child("b", "a", nlohmann::json::object())),
                                            document("small.json", smallNpu("small"))});
        QCOMPARE(assembly.entries.size(), std::size_t{1});
        QCOMPARE(assembly.errors.size(), std::size_t{3});
        QCOMPARE(assembly.errors[0].code, std::string("inheritance-cycle"));
        QCOMPARE(assembly.errors[1].code, std::string("broken-base"));
        QCOMPARE(assembly.errors[0].file, std::string("a.json"));
    }

    void anEndlessChainIsRefusedWhateverTheOrder() {
        std::vector<SourceDocument> chain{document("0.json", smallNpu("n0"))};
        for (int i = 1; i <= 5000; ++i) {
            chain.push_back(
                document(std::to_string(i) + ".json",
                         child("n" + std::to_string(i), "n" + std::to_string(i - 1), nlohmann::json::object())));
        }
        const Assembly forwards = assemble(chain);
        std::reverse(chain.begin(), chain.end());
        const Assembly backwards = assemble(chain);
        QCOMPARE(forwards.entries.size(), backwards.entries.size());
        QCOMPARE(forwards.entries.size(), std::size_t{33});
        QCOMPARE(forwards.errors.front().code, std::string("inheritance-cycle"));
    }

    void aUserEntryHidesABuiltInOnlyWhenAsked() {
        const auto built_in = document("hwlib/npu/small.json", smallNpu("small"));
        nlohmann::json own = child("small", "small", {{"/levels/1/entries", 512}});
        const Assembly refused = assemble({built_in, document("user:small", own, true)});
        QCOMPARE(refused.errors.size(), std::size_t{1});
        QCOMPARE(refused.errors.front().code, std::string("duplicate-id"));
        QVERIFY(messageText(refused.errors.front().text).find("hwlib/npu/small.json") != std::string::npos);

        const Assembly hidden = assemble({built_in, document("user:small", own, true, true)});
        QVERIFY(hidden.errors.empty());
        QCOMPARE(hidden.entries.size(), std::size_t{1});
        QVERIFY(hidden.entries.front().user);
        QCOMPARE(hidden.entries.front().document->at("levels").at(1).at("entries"), nlohmann::json(512));
    }

    void aBrokenUserEntryDoesNotTakeTheBuiltInAway() {
        nlohmann::json own = child("small", "small", {{"/levels/1/entries", -1}});
        const Assembly assembly =
            assemble({document("hwlib/npu/small.json", smallNpu("small")), document("user:small", own, true, true)});
        QCOMPARE(assembly.errors.size(), std::size_t{1});
        QCOMPARE(assembly.entries.size(), std::size_t{1});
        QVERIFY(!assembly.entries.front().user);
    }
};

QTEST_APPLESS_MAIN(InheritanceTest)
#include "inheritance_test.moc"
