// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/schema.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

ObjectSchema sample() {
    ObjectSchema level{"level", "Level", {}, true};
    level.fields = {
        field::text("name", "Name").needed(),
        field::integer("entries", "Entries", "words").within(1, 1e12).draggable(Scale::Log2),
        field::number("read_pj", "Read", "pJ").within(0, 1e9),
        field::list("keeps", "Keeps", field::text("", "")),
        field::choice("kind", "Kind", {"sram", "dram"}),
        field::number("bandwidth", "Bandwidth").orType(Field::Type::Text),
    };
    ObjectSchema device{"device", "Device", {}, false};
    device.fields = {
        field::list("levels", "Levels", level).atLeast(1).needed(),
        field::map("extras", "Extras", field::integer("", "")),
        field::flag("on", "On"),
        field::any("free", "Free"),
    };
    return device;
}

Json withLevel(const Json& change) {
    Json document = Json::parse(R"({"levels": [{"name": "a", "entries": 8, "source": "somewhere"}]})");
    document["levels"][0].update(change);
    return document;
}

} // namespace

class SchemaTest : public QObject {
    Q_OBJECT

private slots:
    void refuses_data() {
        QTest::addColumn<QString>("document");
        QTest::addColumn<QString>("sentence");
        const auto level = [](const char* name, const char* change, const char* sentence) {
            QTest::newRow(name) << QString::fromStdString(withLevel(Json::parse(change)).dump()) << QString(sentence);
        };
        const auto whole = [](const char* name, const char* document, const char* sentence) {
            QTest::newRow(name) << QString(document) << QString(sentence);
        };
        level("negative", R"({"entries": -4})", "/levels/0/entries: entries is -4; accepted: 1 to 1e12 words");
        level("zero", R"({"entries": 0})", "/levels/0/entries: entries is 0; accepted: 1 to 1e12 words");
        level("huge", R"({"entries": 1e18})", "/levels/0/entries: entries is 1e18; accepted: 1 to 1e12 words");
        level("fraction", R"({"entries": 2.5})",
              "/levels/0/entries: entries is 2.5; accepted: a whole number in words, without the unit, 1 to 1e12 "
              "words");
        level("with a unit", R"({"entries": "108 KiB"})",
              "/levels/0/entries: entries is \"108 KiB\"; accepted: a whole number in words, without the unit, 1 to "
              "1e12 words");
        level("unknown key", R"({"entires": 4})",
              "/levels/0/entires: unknown key \"entires\"; accepted: \"entries\" (nearest), all: name, entries, "
              "read_pj, "
              "keeps, kind, bandwidth, source");
        level("choice", R"({"kind": "flash"})", "/levels/0/kind: kind is \"flash\"; accepted: one of sram, dram");
        level("element", R"({"keeps": ["a", 3]})", "/levels/0/keeps/1: keeps[1] is 3; accepted: a text");
        level("no source", R"({"source": ""})",
              "/levels/0/source: source is \"\"; accepted: a text, or an object "
              "from member to text with \"*\" for the rest");
        level("source of nothing", R"({"source": {"entrie": "x"}})",
              "/levels/0/source/entrie: source names \"entrie\", which is not a member; accepted: \"entries\" "
              "(nearest), all: "
              "name, entries, read_pj, keeps, kind, bandwidth, source");
        level("also", R"({"bandwidth": true})",
              "/levels/0/bandwidth: bandwidth is true; accepted: a plain number, or a text");
        whole("missing", "{}", "levels is missing; accepted: levels: a list");
        whole("no levels", R"({"levels": []})", "/levels: levels has 0 entries; accepted: at least 1");
        whole("no object", "[1]", "the document is a list; accepted: an object");
        whole("a level that is none", R"({"levels": [7]})", "/levels/0: levels[0] is 7; accepted: an object");
    }

    void refuses() {
        QFETCH(QString, document);
        QFETCH(QString, sentence);
        const auto checked = validate(Json::parse(document.toStdString()), sample());
        QVERIFY(!checked);
        QCOMPARE(QString::fromStdString(describe(checked.error())), sentence);
    }

    void acceptsWhatItShould() {
        QVERIFY(validate(withLevel({{"entries", 4.0}, {"bandwidth", "unlimited"}, {"kind", "dram"}}), sample()));
        QVERIFY(validate(withLevel({{"source", {{"entries", "table 2"}, {"*", "text"}}}}), sample()));
    }

    void refusesNumbersThatNoFileCanHold() {
        Json document = withLevel(Json::object());
        document["free"] = {{"deep", {1.0, std::numeric_limits<double>::quiet_NaN()}}};
        const auto checked = validate(document, sample());
        QVERIFY(!checked);
        QCOMPARE(checked.error().pointer, std::string("/free/deep/1"));
        QVERIFY(!validate(withLevel({{"read_pj", std::numeric_limits<double>::infinity()}}), sample()));
    }

    void startsAtAPointerInAFile() {
        const auto checked = validate(withLevel({{"entries", -1}}), sample(), "/hardware", "r.json");
        QVERIFY(!checked);
        QCOMPARE(checked.error().pointer, std::string("/hardware/levels/0/entries"));
        QCOMPARE(checked.error().file, std::string("r.json"));
    }

    void printsJsonSchema() {
        const Json printed = toJsonSchema(sample());
        QCOMPARE(printed["$schema"], "https://json-schema.org/draft/2020-12/schema");
        QCOMPARE(printed["additionalProperties"], false);
        const Json level = printed["properties"]["levels"]["items"];
        QCOMPARE(level["required"], Json({"name", "source"}));
        QCOMPARE(level["properties"]["entries"]["x-unit"], "words");
        QCOMPARE(level["properties"]["entries"]["x-scale"], "log2");
        QCOMPARE(level["properties"]["entries"]["maximum"], 1e12);
        QCOMPARE(level["properties"]["bandwidth"]["type"], Json({"number", "string"}));
        QCOMPARE(printed["properties"]["extras"]["additionalProperties"]["type"], "integer");
        QVERIFY(printed["properties"]["free"].find("type") == printed["properties"]["free"].end());
    }

    void findsFieldsByPointer() {
        const ObjectSchema schema = sample();
        QCOMPARE(fieldAt(schema, "/levels/3/entries")->key, std::string("entries"));
        QVERIFY(fieldAt(schema, "/levels/3/entries")->parameter);
        QCOMPARE(fieldAt(schema, "/levels")->key, std::string("levels"));
        QVERIFY(fieldAt(schema, "/levels/0/keeps/1")->type == Field::Type::Text);
        QVERIFY(fieldAt(schema, "/extras/anything")->type == Field::Type::Integer);
        for (const char* none : {"", "levels", "/level", "/levels/0/entrie", "/on/x"}) {
            QVERIFY2(fieldAt(schema, none) == nullptr, none);
        }
    }

    void findsTheNearestSource() {
        const Json document = Json::parse(
            R"({"source": "paper", "levels": [{"entries": 1, "energy": {"read": 2},
                "source": {"entries": "table 2", "*": "section 3"}}], "x/y": 1})");
        QCOMPARE(sourceOf(document, "/levels/0/entries"), std::string("table 2"));
        QCOMPARE(sourceOf(document, "/levels/0/energy/read"), std::string("section 3"));
        QCOMPARE(sourceOf(document, "/levels/0"), std::string("section 3"));
        QCOMPARE(sourceOf(document, "/x~1y"), std::string("paper"));
        QCOMPARE(sourceOf(document, ""), std::string("paper"));
        QCOMPARE(sourceOf(Json::object(), "/a"), std::string());
    }

    void defaultsAreValuesOrRules() {
        const ObjectSchema schema{
            "one",
            "One",
            {field::integer("count", "Count").byDefault(8192), field::number("rate", "Rate", "B/s").byDefault(25e9),
             field::number("wait", "Wait", "s").byDefault(60), field::number("share", "Share", "1").byDefault(0.9),
             field::flag("on", "On").byDefault(true), field::choice("kind", "Kind", {"sram", "dram"}).byDefault("dram"),
             field::integer("tp", "TP").byRule("that of the plan"), field::text("name", "Name")},
            false};
        QStringList texts;
        for (const Field& field : schema.fields)
            texts << QString::fromStdString(defaultText(field));
        QCOMPARE(texts, QStringList({"8,192", "23.28 GiB/s", "60 s", "90 %", "true", "dram", "that of the plan", ""}));
        const Json properties = toJsonSchema(schema)["properties"];
        QVERIFY(properties["count"]["default"].is_number_integer());
        QCOMPARE(properties["count"]["default"].get<int>(), 8192);
        QCOMPARE(properties["rate"]["default"].get<double>(), 25e9);
        QCOMPARE(properties["on"]["default"].get<bool>(), true);
        QCOMPARE(properties["kind"]["default"].get<std::string>(), std::string("dram"));
        QVERIFY(!properties["tp"].contains("default"));
        QCOMPARE(properties["tp"]["x-default"].get<std::string>(), std::string("that of the plan"));
        QVERIFY(!properties["name"].contains("default") && !properties["name"].contains("x-default"));
    }
};

QTEST_APPLESS_MAIN(SchemaTest)
#include "schema_test.moc"
