// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/near_names.h"

#include <QtTest>

using namespace strata;

class NearNamesTest : public QObject {
    Q_OBJECT

private slots:
    void countsEdits() {
        QCOMPARE(editDistance("", ""), std::size_t{0});
        QCOMPARE(editDistance("kitten", "sitting"), std::size_t{3});
        QCOMPARE(editDistance("eyeriss", "eyersis"), std::size_t{1}); // one swap
        QCOMPARE(editDistance("TPU-v1", "tpu-v1"), std::size_t{0});
        QCOMPARE(editDistance("abc", ""), std::size_t{3});
    }

    void nearestComesFirst() {
        const std::vector<std::string> names = {"resnet-18", "resnet-50", "vgg16", "resnet-152"};
        const std::vector<std::string> near = nearNames("resnet-5", names, 2);
        QCOMPARE(near.size(), std::size_t{2});
        QCOMPARE(near.front(), std::string("resnet-50"));
    }

    void findsAPartOfAName() {
        QCOMPARE(nearNames("llama", {"llama-3.1-8b", "gpt-2"}, 3), std::vector<std::string>{"llama-3.1-8b"});
    }

    void nothingIsNear() {
        QVERIFY(nearNames("zzzzzz", {"vgg16", "alexnet"}, 3).empty());
        QVERIFY(nearNames("", {"vgg16"}, 3).empty());
        QVERIFY(nearNames(std::string(1 << 20, 'x'), {"vgg16"}, 3).empty());
    }

    void listsNames() {
        QCOMPARE(listNames({}), std::string());
        QCOMPARE(listNames({"a"}), std::string("a"));
        QCOMPARE(listNames({"a", "b", "c"}), std::string("a, b or c"));
    }
};

QTEST_APPLESS_MAIN(NearNamesTest)
#include "near_names_test.moc"
