// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/result_cache.h"

#include <QtTest>

using namespace strata;

class ResultCacheTest : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const Estimate> withParts(std::size_t parts) {
        auto estimate = std::make_shared<Estimate>();
        Part root = makePart("root", Category::Other, 1.0);
        for (std::size_t i = 0; i < parts; ++i)
            root.children.push_back(namedPart("an operator with a name of some length", Category::Compute, 1.0,
                                              {"formula.of-the-part", {{"bytes", Amount{1.0, "B"}}, {"rate", 2.0}}}));
        estimate->parts.emplace_back("latency_s", std::move(root));
        return estimate;
    }

    static int held(ResultCache& cache, int estimates) {
        int held = 0;
        for (int i = 0; i < estimates; ++i)
            held += cache.find(std::to_string(i)) != nullptr;
        return held;
    }

private slots:
    void theOldestLeaves() {
        ResultCache cache(3);
        for (int i = 0; i < 4; ++i)
            cache.put(std::to_string(i), withParts(1));
        QVERIFY(cache.find("0") == nullptr);
        QVERIFY(cache.find("1") != nullptr); // it is the newest now
        cache.put("4", withParts(1));
        QVERIFY(cache.find("2") == nullptr);
        QVERIFY(cache.find("1") != nullptr);
    }

    /// A part holds some hundred bytes of texts and numbers, so that estimates of many parts are few.
    void bytesAreBounded() {
        constexpr std::size_t kParts = 1000;
        constexpr std::size_t kBytes = 8 << 20;
        ResultCache cache(1000, kBytes);
        for (int i = 0; i < 100; ++i)
            cache.put(std::to_string(i), withParts(kParts));
        const int estimates = held(cache, 100);
        QVERIFY2(estimates >= 1 && estimates * kParts * sizeof(Part) <= kBytes, std::to_string(estimates).c_str());
        QVERIFY(cache.find("99") != nullptr);
        // The room of one that is replaced is given back.
        for (int i = 0; i < 100; ++i)
            cache.put("99", withParts(kParts));
        QCOMPARE(held(cache, 100), estimates);
    }

    void theNewestStaysHoweverLarge() {
        ResultCache cache(10, 100);
        cache.put("large", withParts(100));
        QVERIFY(cache.find("large") != nullptr);
        cache.put("small", withParts(0));
        QVERIFY(cache.find("small") != nullptr && cache.find("large") == nullptr);
    }
};

QTEST_APPLESS_MAIN(ResultCacheTest)
#include "result_cache_test.moc"
