// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/kind.h"
#include "core/evaluate/registry.h"
#include "tests/unit/evaluate/sample.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;

namespace {

using Seen = std::set<const ObjectSchema*>;
using Visitor = std::function<void(const ObjectSchema&, const Field&)>;

void visit(const ObjectSchema& schema, Seen& seen, const Visitor& visitor) {
    if (!seen.insert(&schema).second) return;
    for (const Field& field : schema.fields) {
        visitor(schema, field);
        if (field.object) visit(*field.object, seen, visitor);
    }
}

/// Every field of requests and of the catalog's entries.
void visitAll(const Visitor& visitor) {
    Seen seen;
    for (const RequestKind& kind : builtinRegistry().kinds)
        visit(kind.schema(), seen, visitor);
    for (const EntryKind kind : entryKinds())
        visit(schemaOf(kind), seen, visitor);
}

/// The value that a schema states, as a document has it; null where it states none.
Json valueOf(const Field& field) {
    const Json made = toJsonSchema({"one", "", {field}, false});
    return made["properties"][field.key].value("default", Json());
}

/// Pointers of the members that the document leaves out, among the objects that it states, with their defaults.
void collectAbsent(const ObjectSchema& schema, const Json& document, const std::string& pointer,
                   std::vector<std::pair<std::string, Json>>& absent) {
    for (const Field& field : schema.fields) {
        const std::string place = pointer + "/" + field.key;
        const auto stated = document.find(field.key);
        if (stated == document.end()) {
            if (Json value = valueOf(field); !value.is_null()) absent.emplace_back(place, std::move(value));
        } else if (field.type == Field::Type::Object && field.object && stated->is_object()) {
            collectAbsent(*field.object, *stated, place, absent);
        }
    }
}

} // namespace

/// What schemas say of absent members.
class DefaultsTest : public QObject {
    Q_OBJECT

private slots:
    void everyDefaultIsLegal() {
        int stated = 0;
        visitAll([&](const ObjectSchema& schema, const Field& field) {
            QVERIFY2(field.fallback.rule.empty() || field.fallback.value.index() == 0, field.key.c_str());
            if (field.fallback.isStated()) QVERIFY2(!field.required, field.key.c_str());
            const Json value = valueOf(field);
            if (value.is_null()) return;
            ++stated;
            const auto legal = validate({{field.key, value}}, {schema.name, "", {field}, false});
            QVERIFY2(legal, legal ? "" : describe(legal.error()).c_str());
        });
        QVERIFY2(stated > 80, qPrintable(QString::number(stated)));
    }

    /// One way to say it: a default that a help told in words would be told twice, or otherwise.
    void noHelpTellsADefault() {
        visitAll([](const ObjectSchema&, const Field& field) {
            for (const char* phrase : {"where absent", "Where absent", "efault", "if absent"})
                QVERIFY2(field.help.find(phrase) == std::string::npos, field.help.c_str());
        });
    }

    /// What a method does not do is told in whole sentences, not in a list of fragments.
    void limitsOfMethodsAreSentences() {
        int stated = 0;
        for (const Method& method : builtinRegistry().methods) {
            const QString limits = QString::fromUtf8(method.limits.data(), qsizetype(method.limits.size()));
            if (limits.isEmpty()) continue;
            ++stated;
            QVERIFY2(limits.endsWith(u'.'), qPrintable(limits));
            for (const QString& sentence : limits.split(QStringLiteral(". "))) {
                QVERIFY2(sentence.front().isUpper(), qPrintable(sentence));
                QVERIFY2(sentence.count(u' ') >= 2, qPrintable(sentence));
            }
        }
        QVERIFY2(stated > 25, qPrintable(QString::number(stated)));
    }

    /// A help is one sentence or more, not a fragment: "Of each request." says nothing by itself.
    void helpsAreSentences() {
        visitAll([](const ObjectSchema&, const Field& field) {
            if (field.help.empty()) return;
            QVERIFY2(field.help.ends_with('.'), field.help.c_str());
            for (const char* fragment : {"Of ", "That of ", "And ", "As those ", "As stored", "Between ", "Else "})
                QVERIFY2(!field.help.starts_with(fragment), field.help.c_str());
        });
    }

    void statingADefaultChangesNothing_data() {
        QTest::addColumn<int>("least");
        QTest::newRow("resnet50-conv1-eyeriss.json") << 1;
        QTest::newRow("gemm-bf16-h100.json") << 1;
        QTest::newRow("gpt2-large-a100.json") << 3;
        QTest::newRow("all-reduce-dgx-h100.json") << 3;
        QTest::newRow("train-llama3-70b-h100.json") << 8;
        QTest::newRow("llama3.1-70b-inference-dgx-h100.json") << 1;
        QTest::newRow("llama3.1-8b-serving-h100.json") << 2;
        QTest::newRow("llama3.1-8b-disaggregated-h100.json") << 3;
    }

    /// The readers take what the schema says: a request that states its defaults is answered like one that does not.
    void statingADefaultChangesNothing() {
        QFETCH(int, least);
        const auto library = test::library();
        QVERIFY(library);
        const Json request = test::sampleRequest(QTest::currentDataTag());
        const auto parsed = parseRequest(request);
        QVERIFY(parsed);
        const Context context{*library, {}, nullptr};
        const auto plain = evaluate(request, context);
        QVERIFY2(plain, plain ? "" : describe(plain.error()).c_str());
        const Json expected = toJson(*plain)["metrics"];
        std::vector<std::pair<std::string, Json>> absent;
        collectAbsent(parsed->kind->schema(), request, "", absent);
        int stated = 0;
        for (const auto& [pointer, value] : absent) {
            Json changed = request;
            changed[Json::json_pointer(pointer)] = value;
            const auto estimate = evaluate(changed, context);
            if (!estimate) continue; // not for this operator, device or policy
            ++stated;
            QVERIFY2(toJson(*estimate)["metrics"] == expected, (pointer + " " + value.dump()).c_str());
        }
        QVERIFY2(stated >= least, qPrintable(QString::number(stated)));
    }
};

QTEST_GUILESS_MAIN(DefaultsTest)
#include "defaults_test.moc"
