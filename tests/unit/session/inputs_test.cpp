// SPDX-License-Identifier: GPL-3.0-or-later
#include "../catalog/scratch_library.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "sample_session.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

std::shared_ptr<const Library> libraryOf(const std::vector<nlohmann::json>& npus,
                                         const std::vector<nlohmann::json>& cnns) {
    const ScratchLibrary scratch;
    for (const auto& npu : npus)
        scratch.write("hwlib/npu/" + npu["id"].get<std::string>() + ".json", npu);
    for (const auto& cnn : cnns)
        scratch.write("workloads/cnn/" + cnn["id"].get<std::string>() + ".json", cnn);
    auto library = Library::load(scratch.root());
    return library ? *library : nullptr;
}

} // namespace

class InputsTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        nlohmann::json small = smallNpu("small");
        small["aliases"] = {"the small one"};
        here_ = libraryOf({small, smallNpu("unused")}, {smallCnn("net")});
        QVERIFY(here_);
    }

    void onlyWhatIsUsedIsEmbedded() {
        Session session = sampleSession();
        embedInputs(session, *here_);
        QCOMPARE(session.inputs.size(), std::size_t{2});
        QCOMPARE(session.inputs.at("small"), canonicalText(*here_->find("small")->document));
        QVERIFY(session.inputs.contains("net"));
        session.study.designs.erase(session.study.designs.begin());
        embedInputs(session, *here_);
        QVERIFY(!session.inputs.contains("net"));
        QVERIFY(session.inputs.contains("small")); // the base of {"base", "set"}
    }

    void explorationsEmbedWhatTheyVary() {
        Session session;
        const Json axis{{"pointer", "/workload/model"}, {"values", {"net", "absent"}}};
        session.explorations = {
            {"e1",
             std::make_shared<const Json>(Json{{"base", {{"hardware", "small"}}}, {"axes", Json::array({axis})}}),
             {},
             nullptr}};
        embedInputs(session, *here_);
        QVERIFY(session.inputs.contains("small"));
        QVERIFY(session.inputs.contains("net"));
        QCOMPARE(session.inputs.size(), std::size_t{2});
    }

    void anAliasEmbedsItsEntry() {
        Session session;
        session.study.designs = {sampleDesign("d1", 'A', {{"hardware", "the small one"}})};
        session.study.selected = "d1";
        embedInputs(session, *here_);
        QCOMPARE(session.inputs.size(), std::size_t{1});
        embedInputs(session, *here_);
        QCOMPARE(session.inputs.count("small"), std::size_t{1});
    }

    void inlineDocumentsNeedNothing() {
        Session session;
        session.study.designs = {sampleDesign("d1", 'A', {{"hardware", smallNpu("mine")}, {"workload", 3}})};
        session.study.selected = "d1";
        embedInputs(session, *here_);
        QVERIFY(session.inputs.empty());
    }

    void theSameCatalogMakesNoDifference() {
        Session session = sampleSession();
        embedInputs(session, *here_);
        const auto library = libraryWithInputs(*here_, session);
        QVERIFY(library);
        QVERIFY(library->differences.empty());
        QCOMPARE(library->library->entries().size(), here_->entries().size());
        QVERIFY(!library->library->find("small")->user);
    }

    void elsewhereTheEmbeddedOneCounts() {
        Session session = sampleSession();
        embedInputs(session, *here_);
        nlohmann::json other = smallNpu("small");
        other["levels"][1]["entries"] = 9999;
        other["aliases"] = {"the small one"};
        nlohmann::json thief = smallNpu("thief");
        thief["aliases"] = {"net", "a thief"};
        const auto there = libraryOf({other, thief}, {});
        QVERIFY(there);
        const auto library = libraryWithInputs(*there, session);
        QVERIFY(library);
        QCOMPARE(library->differences.size(), std::size_t{2});
        QCOMPARE(library->differences[0].id, std::string("net"));
        QVERIFY(library->differences[0].missing);
        QCOMPARE(library->differences[1].id, std::string("small"));
        QCOMPARE(library->differences[1].pointers, std::vector<std::string>{"/levels/1/entries"});
        const Entry* small = library->library->find("the small one");
        QVERIFY(small != nullptr);
        QCOMPARE(small->document->at("levels").at(1).at("entries"), nlohmann::json(1024));
        QCOMPARE(library->library->find("net")->kind, EntryKind::Cnn);
        QCOMPARE(library->library->find("a thief")->id, std::string("thief"));
        QCOMPARE(library->library->entries().size(), std::size_t{3});

        // Saved again there, the session still carries what it was made with.
        const auto before = session.inputs;
        embedInputs(session, *there);
        QCOMPARE(session.inputs, before);
    }

    void refusesInputsThatAreNoEntries() {
        for (const char* text :
             {R"({"id":"small"})", R"({"id":"other","kind":"npu"})", R"([])", R"({"id":"small","kind":"boat"})"}) {
            Session session = sampleSession();
            session.inputs = {{"small", text}};
            const auto library = libraryWithInputs(*here_, session);
            QVERIFY(!library);
            QCOMPARE(library.error().code, std::string("bad-session"));
            QVERIFY(messageText(library.error().text).find("table input, row 'small'") != std::string::npos);
        }
    }

private:
    std::shared_ptr<const Library> here_;
};

QTEST_APPLESS_MAIN(InputsTest)
#include "inputs_test.moc"
