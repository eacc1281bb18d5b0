// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/structure_edits.h"

#include "core/catalog/kind.h"
#include "core/catalog/library.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

/// Levels, links and layers of a real device, added, copied, moved and taken away.
class StructureEditsTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;
    const ObjectSchema& schema_ = schemaOf(EntryKind::Npu);

    Json device() const { return *library_->find("eyeriss-v1")->document; }

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        library_ = *library;
    }

    void aCopyHasANameOfItsOwn() {
        const Json before = device();
        const auto copied = withCopy(before, "/levels/1");
        QVERIFY(copied);
        QCOMPARE(copied->at("levels").size(), before["levels"].size() + 1);
        QVERIFY((*copied)["levels"][2]["name"] == before["levels"][1]["name"].get<std::string>() + "-2");
        QVERIFY((*copied)["levels"][2]["capacity_bytes"] == before["levels"][1]["capacity_bytes"]);
        const auto again = withCopy(*copied, "/levels/1");
        QVERIFY((*again)["levels"][2]["name"] == before["levels"][1]["name"].get<std::string>() + "-3");
        QVERIFY(validate(*again, schema_));
    }

    void movingAndRemovingUndoEachOther() {
        const Json before = device();
        const auto moved = withMoved(before, "/levels/1", 1);
        QVERIFY(moved && *moved != before);
        QVERIFY((*moved)["levels"][2] == before["levels"][1]);
        QVERIFY(*withMoved(*moved, "/levels/2", -1) == before);
        QVERIFY(*withMoved(before, "/levels/0", -3) == before); // it is the first one already
        QVERIFY(*withoutPart(*withCopy(before, "/levels/1"), "/levels/2") == before);
    }

    void anElementMoreIsLikeTheLast() {
        const Json before = device();
        const auto more = withElement(before, schema_, "/levels");
        QVERIFY(more);
        const Json& last = (*more)["levels"].back();
        QVERIFY(last["name"] != before["levels"].back()["name"]);
        QVERIFY(last["word_bits"] == before["levels"].back()["word_bits"]);
    }

    void membersComeWithAValueThatHolds() {
        const Json before = device();
        const auto absent = absentMembers(before, schema_, "/levels/1");
        QVERIFY(!absent.empty());
        for (const Field* field : absent) {
            QVERIFY2(!before["levels"][1].contains(field->key), field->key.c_str());
            const auto with = withMember(before, schema_, "/levels/1", field->key);
            QVERIFY2(with, field->key.c_str());
            QVERIFY((*with)["levels"][1].contains(field->key));
            QVERIFY(isRemovable(*with, schema_, "/levels/1/" + field->key));
            QVERIFY(*withoutPart(*with, "/levels/1/" + field->key) == before);
        }
        QVERIFY(!withMember(before, schema_, "/levels/1", "horsepower"));
        QVERIFY(!isRemovable(before, schema_, "/levels/1/name")); // required
    }

    void typedTextsBecomeValues() {
        QVERIFY(*typedValue(schema_, "/clock_hz", "2e8") == Json(2e8));
        QVERIFY(*typedValue(schema_, "/levels/1/title", "12") == Json("12")); // a text stays one
        const auto wrong = typedValue(schema_, "/clock_hz", "fast");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().pointer, std::string("/clock_hz"));
        QVERIFY(!wrong.error().expected.empty());
    }

    void nothingHappensWhereNothingStands() {
        for (const char* pointer : {"", "/levels/99", "/levels/x", "/nothing"}) {
            QVERIFY2(!withCopy(device(), pointer), pointer);
            QVERIFY2(!withoutPart(device(), pointer), pointer);
            QVERIFY2(!withMoved(device(), pointer, 1), pointer);
            QVERIFY2(!isRemovable(device(), schema_, pointer), pointer);
        }
    }
};

QTEST_APPLESS_MAIN(StructureEditsTest)
#include "structure_edits_test.moc"
