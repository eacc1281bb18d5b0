// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "scratch_library.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

Error errorOf(const Result<std::shared_ptr<const Library>>& loaded) { return loaded ? Error{} : loaded.error(); }

} // namespace

class LibraryTest : public QObject {
    Q_OBJECT

private slots:
    void readsEveryKindInAFixedOrder() {
        const ScratchLibrary scratch;
        scratch.write("workloads/cnn/z.json", smallCnn("z-net"));
        scratch.write("workloads/cnn/a.json", smallCnn("a-net"));
        scratch.write("hwlib/npu/b.json", smallNpu("b-array"));
        scratch.write("hwlib/npu/.b.json.swp.json", std::string("an editor's hidden file"));
        scratch.write("hwlib/npu/README.md", std::string("not an entry"));
        const auto library = Library::load(scratch.root());
        QVERIFY2(library, describe(errorOf(library)).c_str());
        const std::vector<Entry>& entries = (*library)->entries();
        QCOMPARE(entries.size(), std::size_t{3});
        QCOMPARE(entries[0].id, std::string("b-array"));
        QCOMPARE(entries[1].id, std::string("a-net"));
        QCOMPARE(entries[2].id, std::string("z-net"));
        QCOMPARE(entries[0].file, std::string("hwlib/npu/b.json"));
        QCOMPARE(entries[0].vendor, std::string("Example Works"));
        QCOMPARE(entries[0].year, 2020);
        QVERIFY(!entries[0].user);
    }

    void findsByAlias() {
        const ScratchLibrary scratch;
        nlohmann::json npu = smallNpu("small");
        npu["aliases"] = {"small npu", "the small one"};
        scratch.write("hwlib/npu/small.json", npu);
        const auto library = Library::load(scratch.root());
        QVERIFY(library);
        QCOMPARE((*library)->find("the small one"), (*library)->find("small"));
        QVERIFY((*library)->find("small") != nullptr);
        QVERIFY((*library)->find("smal") == nullptr);
    }

    void refusesBrokenFiles_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("pointer");
        nlohmann::json unknown = smallNpu("x");
        unknown["levels"][1]["colour"] = "blue";
        nlohmann::json negative = smallNpu("x");
        negative["levels"][1]["entries"] = -5;
        nlohmann::json no_id = smallNpu("x");
        no_id.erase("id");
        nlohmann::json bad_id = smallNpu("../x");
        nlohmann::json contradiction = smallNpu("x");
        contradiction["levels"][1]["name"] = "dram";
        const auto row = [](const char* name, const char* file, const std::string& text, const char* code,
                            const char* pointer) {
            QTest::newRow(name) << QString(file) << QString::fromStdString(text) << QString(code) << QString(pointer);
        };
        row("malformed", "hwlib/npu/x.json", "{\"id\": ", "malformed-json", "");
        row("unknown key", "hwlib/npu/x.json", unknown.dump(), "unknown-key", "/levels/1/colour");
        row("negative size", "hwlib/npu/x.json", negative.dump(), "out-of-range", "/levels/1/entries");
        row("no id", "hwlib/npu/x.json", no_id.dump(), "missing", "/id");
        row("id as a path", "hwlib/npu/x.json", bad_id.dump(), "bad-value", "/id");
        row("two levels of one name", "hwlib/npu/x.json", contradiction.dump(), "bad-value", "/levels/1/name");
        row("a list", "hwlib/npu/x.json", "[]", "missing", "/id");
        row("wrong folder", "workloads/cnn/x.json", smallNpu("x").dump(), "unknown-key", "");
        row("unknown folder", "hwlib/toaster/x.json", "{}", "unknown-folder", "");
    }

    void refusesBrokenFiles() {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(QString, pointer);
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/sound.json", smallNpu("sound"));
        scratch.write(file.toStdString(), text.toStdString());
        const auto library = Library::load(scratch.root());
        QVERIFY(!library);
        QCOMPARE(library.error().code, code.toStdString());
        QCOMPARE(library.error().file, file.toStdString());
        if (!pointer.isEmpty()) QCOMPARE(library.error().pointer, pointer.toStdString());

        const auto partial = Library::loadWhatIsSound(scratch.root());
        QVERIFY(partial);
        QCOMPARE(partial->errors.size(), std::size_t{1});
        QCOMPARE(partial->errors.front(), library.error());
        QCOMPARE(partial->library->entries().size(), std::size_t{1});
        QVERIFY(partial->library->find("sound") != nullptr);
    }

    void namesAreFoundHoweverTheyAreTyped() {
        const ScratchLibrary scratch;
        nlohmann::json first = smallNpu("array-a"), second = smallNpu("array-b");
        first["aliases"] = {"Big Array", "both_of them"};
        second["aliases"] = {"Both of them"};
        scratch.write("hwlib/npu/a.json", first);
        scratch.write("hwlib/npu/b.json", second);
        const auto library = Library::load(scratch.root());
        QVERIFY(library);
        for (const char* typed : {"ARRAY-A", "array_a", "Array a", "big-array", "BIG_ARRAY", "both_of them"}) {
            const Entry* entry = (*library)->find(typed);
            QVERIFY2(entry != nullptr, typed);
            QCOMPARE(entry->id, std::string("array-a"));
        }
        QCOMPARE((*library)->find("Both of them")->id, std::string("array-b")); // as somebody wrote it
        QVERIFY((*library)->find("both-of-them") == nullptr);                   // either could be meant
        QVERIFY((*library)->find("arraya") == nullptr);
    }

    void refusesDuplicates() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/a.json", smallNpu("same"));
        scratch.write("hwlib/npu/b.json", smallNpu("same"));
        const Error error = errorOf(Library::load(scratch.root()));
        QCOMPARE(error.code, std::string("duplicate-id"));
        QCOMPARE(error.file, std::string("hwlib/npu/b.json"));
        QVERIFY(messageText(error.text).find("hwlib/npu/a.json") != std::string::npos);
    }

    void refusesAnAliasThatIsTaken() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/a.json", smallNpu("first"));
        nlohmann::json second = smallNpu("second");
        second["aliases"] = {"2nd", "first"};
        scratch.write("hwlib/npu/b.json", second);
        const Error error = errorOf(Library::load(scratch.root()));
        QCOMPARE(error.code, std::string("duplicate-id"));
        QCOMPARE(error.pointer, std::string("/aliases/1"));
    }

    void refusesAFolderThatIsNoLibrary() {
        const QTemporaryDir empty;
        const Error error = errorOf(Library::load(empty.path().toStdString()));
        QCOMPARE(error.code, std::string("unreadable-file"));
        QVERIFY(messageText(error.expected).find("hwlib/") != std::string::npos);
    }

    void resolvesReferences() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/small.json", smallNpu("small"));
        scratch.write("workloads/cnn/net.json", smallCnn("net"));
        const auto library = Library::load(scratch.root());
        QVERIFY(library);
        const auto by_id = (*library)->resolve("small", "/hardware", Role::Hardware);
        QVERIFY(by_id);
        QCOMPARE(*by_id, smallNpu("small"));
        const auto written_out = (*library)->resolve(smallNpu("mine"), "/hardware", Role::Hardware);
        QVERIFY(written_out);
        QCOMPARE(written_out->at("id"), nlohmann::json("mine"));
        const auto changed =
            (*library)->resolve({{"base", "small"}, {"set", {{"/levels/1/entries", 2048}}}}, "/hardware");
        QVERIFY(changed);
        QCOMPARE(changed->at("levels").at(1).at("entries"), nlohmann::json(2048));
        QCOMPARE((*library)->find("small")->document->at("levels").at(1).at("entries"), nlohmann::json(1024));
        // Named by what differs; the same value is no difference.
        const std::string parent = (*library)->find("small")->document->at("name").get<std::string>();
        QCOMPARE(changed->at("name").get<std::string>(), parent + ", levels/1/entries 2,048");
        const auto same = (*library)->resolve({{"base", "small"}, {"set", {{"/levels/1/entries", 1024}}}}, "/hardware");
        QVERIFY(same);
        QCOMPARE(same->at("name").get<std::string>(), parent);
    }

    void refusesReferences_data() {
        QTest::addColumn<QString>("reference");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("pointer");
        const auto row = [](const char* reference, const char* code, const char* pointer) {
            QTest::newRow(reference) << QString(reference) << QString(code) << QString(pointer);
        };
        row(R"("smal")", "not-found", "/hardware");
        row(R"("net")", "wrong-kind", "/hardware");
        row(R"(3)", "bad-value", "/hardware");
        row(R"({})", "missing", "/hardware/kind");
        row(R"({"kind": "cnn"})", "wrong-kind", "/hardware/kind");
        row(R"({"kind": "npu", "id": "x", "wings": 2})", "unknown-key", "/hardware/wings");
        row(R"({"base": "smal"})", "not-found", "/hardware/base");
        row(R"({"base": 7})", "bad-value", "/hardware/base");
        row(R"({"base": "small", "tweak": {}})", "unknown-key", "/hardware/tweak");
        row(R"({"base": "small", "set": []})", "bad-value", "/hardware/set");
        row(R"({"base": "small", "set": {"/levels/9/entries": 1}})", "bad-pointer",
            "/hardware/set/~1levels~19~1entries");
        row(R"({"base": "small", "set": {"/levels/1/entries": -1}})", "out-of-range",
            "/hardware/set/~1levels~11~1entries");
        row(R"({"base": "small", "set": {"/id": "other"}})", "bad-pointer", "/hardware/set/~1id");
        row(R"({"base": "small", "set": {"": {}}})", "bad-pointer", "/hardware/set/");
    }

    void refusesReferences() {
        QFETCH(QString, reference);
        QFETCH(QString, code);
        QFETCH(QString, pointer);
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/small.json", smallNpu("small"));
        scratch.write("workloads/cnn/net.json", smallCnn("net"));
        const auto library = Library::load(scratch.root());
        QVERIFY(library);
        const auto document = nlohmann::json::parse(reference.toStdString());
        const auto resolved = (*library)->resolve(document, "/hardware", Role::Hardware);
        QVERIFY(!resolved);
        QCOMPARE(resolved.error().code, code.toStdString());
        QCOMPARE(resolved.error().pointer, pointer.toStdString());
        if (code == "not-found") QVERIFY(messageText(resolved.error().expected).find("small") != std::string::npos);
    }

    void theShippedFilesLoad() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY2(library, describe(errorOf(library)).c_str());
        QVERIFY((*library)->entries().size() > 10);
        for (const Entry& entry : (*library)->entries()) {
            if (!isHardware(entry.kind) && !isWorkload(entry.kind)) continue; // no vendor makes those
            const Json* year = findPointer(*entry.document, "/source/year");
            const bool dated = entry.year > 0 || (year != nullptr && *year == "not published");
            QVERIFY2(dated && !entry.vendor.empty(), entry.id.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(LibraryTest)
#include "library_test.moc"
