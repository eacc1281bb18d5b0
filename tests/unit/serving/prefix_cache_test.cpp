// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/memory/prefix_cache.h"

#include <QTest>

#include <array>
#include <utility>

using namespace strata::serving;

class PrefixCacheTest : public QObject {
    Q_OBJECT

private slots:
    void takesLeastRecentlyUsedFirst();
    void heldBlocksStay();
    void firstHolderOfAKeyKeepsIt();
    void keysFollowContent();
    void memoryFollowsUse();
    void gainsTellWhatMayHaveBecomeMore();
};

void PrefixCacheTest::takesLeastRecentlyUsedFirst() {
    PrefixCache cache(3);
    const std::array<std::int32_t, 3> blocks{cache.take(), cache.take(), cache.take()};
    QCOMPARE(cache.unheld(), 0);
    for (std::size_t i = 0; i < 3; ++i)
        cache.name(blocks[i], 100 + i);
    cache.giveBack(blocks);
    QCOMPARE(cache.unheld(), 3);
    QCOMPARE(cache.take(), blocks[2]); // the tail of the prompt goes first
    QCOMPARE(cache.find(102), -1);
    QCOMPARE(cache.find(100), blocks[0]);
    cache.hold(blocks[0]);
    QCOMPARE(cache.take(), blocks[1]);
    QCOMPARE(cache.find(100), blocks[0]);
}

void PrefixCacheTest::heldBlocksStay() {
    PrefixCache cache(1);
    const std::array<std::int32_t, 1> block{cache.take()};
    cache.name(block[0], 5);
    cache.hold(block[0]);
    cache.giveBack(block);
    QCOMPARE(cache.unheld(), 0);
    QVERIFY(cache.held(block[0]));
    cache.giveBack(block);
    QCOMPARE(cache.unheld(), 1);
    QCOMPARE(cache.find(5), block[0]);
}

void PrefixCacheTest::firstHolderOfAKeyKeepsIt() {
    PrefixCache cache(2);
    const std::int32_t a = cache.take(), b = cache.take();
    cache.name(a, 1);
    cache.name(b, 1);
    QCOMPARE(cache.find(1), a);
    cache.giveBack(std::array{b});
    QCOMPARE(cache.take(), b);
    QCOMPARE(cache.find(1), a);
}

/// A store of terabytes costs what is in it; blocks come in order, and those given back after all that are new.
void PrefixCacheTest::memoryFollowsUse() {
    PrefixCache cache(2'000'000'000);
    QCOMPARE(cache.unheld(), 2'000'000'000);
    const std::array<std::int32_t, 2> blocks{cache.take(), cache.take()};
    QVERIFY((blocks == std::array<std::int32_t, 2>{0, 1}));
    cache.giveBack(blocks);
    QCOMPARE(cache.take(), 2);
    QCOMPARE(cache.unheld(), 2'000'000'000 - 1);
}

/// Schedulers look at a request again that had no room only once room or content may have become more.
void PrefixCacheTest::gainsTellWhatMayHaveBecomeMore() {
    PrefixCache cache(2);
    const std::array<std::int32_t, 1> block{cache.take()};
    std::uint64_t before = cache.gains();
    cache.take();
    QCOMPARE(cache.gains(), before);
    const auto gained = [&] { return std::exchange(before, cache.gains()) != cache.gains(); };
    cache.name(block[0], 7);
    QVERIFY(gained());
    cache.name(block[0], 7); // it has a name
    QVERIFY(!gained());
    cache.giveBack(block);
    QVERIFY(gained());
    cache.hold(block[0]); // its content is somebody's again, and does not count as room any more
    QVERIFY(gained());
}

void PrefixCacheTest::keysFollowContent() {
    ActiveRequest a, b;
    a.id = 1;
    b.id = 2;
    a.prompt_tokens = b.prompt_tokens = 100;
    a.keyed_tokens = b.keyed_tokens = 100;
    QVERIFY(blockKey(a, 0, 16) != blockKey(b, 0, 16));
    a.prefix = {11, 12};
    b.prefix = {11, 13};
    a.prefix_tokens = b.prefix_tokens = 48;
    for (const std::int32_t block : {0, 1, 2})
        QCOMPARE(blockKey(a, block, 16), blockKey(b, block, 16));
    QVERIFY(blockKey(a, 0, 16) != blockKey(a, 1, 16));
    QVERIFY(blockKey(a, 3, 16) != blockKey(b, 3, 16));
    b.prefix = a.prefix;
    QCOMPARE(blockKey(a, 5, 16), blockKey(b, 5, 16));
    QVERIFY(blockKey(a, 6, 16) != blockKey(b, 6, 16)); // beyond the prompt: their own answers
}

QTEST_APPLESS_MAIN(PrefixCacheTest)
#include "prefix_cache_test.moc"
