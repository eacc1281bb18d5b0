// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/decode.h"
#include "core/cpu/rows.h"

#include <algorithm>
#include <QTest>

using namespace strata;
using namespace strata::cpu;

namespace {

Instruction only(std::string_view hex) {
    const auto block = decodeBlock(*bytesOfHex(hex, ""), "");
    return block && block->size() == 1 ? block->front() : Instruction{};
}

bool has(const std::vector<Place>& places, Place place) { return std::ranges::find(places, place) != places.end(); }

constexpr Place kRax = 0, kRcx = 1, kRdx = 2, kRsp = 4;

} // namespace

/// What instructions read and write, by the manual of the instruction set.
class CpuDecodeTest : public QObject {
    Q_OBJECT

private slots:
    void registersAndFlags() {
        const Instruction add = only("4801c8"); // add rax, rcx
        QCOMPARE(add.name, std::string("add"));
        QCOMPARE(add.operands, std::string("rr"));
        QCOMPARE(add.bits, 64);
        QVERIFY(has(add.reads, kRax) && has(add.reads, kRcx) && has(add.writes, kRax) && !has(add.writes, kRcx));
        QVERIFY(has(add.writes, kCarry) && has(add.writes, kFlags) && !has(add.reads, kCarry));
        const Instruction adc = only("4811c8");
        QVERIFY(has(adc.reads, kCarry));
        const Instruction inc = only("48ffc0");
        QVERIFY(!has(inc.writes, kCarry) && has(inc.writes, kFlags));
    }

    /// A write of 8 bits keeps the rest of the register, one of 32 bits clears it.
    void partsOfRegisters() {
        const Instruction byte = only("b001"); // mov al, 1
        QVERIFY(has(byte.reads, kRax) && has(byte.writes, kRax));
        const Instruction high = only("b401"); // mov ah, 1
        QVERIFY(has(high.writes, kRax) && !has(high.writes, kRsp));
        const Instruction word = only("b801000000"); // mov eax, 1
        QVERIFY(!has(word.reads, kRax) && has(word.writes, kRax));
    }

    void whatIsWrittenUnderACondition() {
        const Instruction move = only("480f45c1"); // cmovnz rax, rcx
        QVERIFY(has(move.reads, kRax) && has(move.reads, kRcx) && has(move.reads, kFlags));
    }

    void memory() {
        const Instruction load = only("488b04d1"); // mov rax, [rcx + 8*rdx]
        QVERIFY(load.loads && !load.stores && load.indexed);
        QCOMPARE(load.operands, std::string("rm"));
        QVERIFY(has(load.addresses, kRcx) && has(load.addresses, kRdx) && load.reads.empty());
        const Instruction store = only("488901"); // mov [rcx], rax
        QVERIFY(store.stores && !store.loads && has(store.reads, kRax) && store.writes.empty());
        const Instruction both = only("480101"); // add [rcx], rax
        QVERIFY(both.loads && both.stores);
        const Instruction push = only("50");
        QVERIFY(push.stores && !has(push.writes, kRsp)); // the stack engine keeps rsp
    }

    void addresses_data() {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<QByteArray>("letter");
        QTest::newRow("register and displacement") << QByteArray("488d4108") << QByteArray("ra");
        QTest::newRow("two registers") << QByteArray("488d0411") << QByteArray("rb");
        QTest::newRow("scaled") << QByteArray("488d04d1") << QByteArray("rs");
        QTest::newRow("three terms") << QByteArray("488d441108") << QByteArray("rt");
        QTest::newRow("three terms, scaled") << QByteArray("488d44d108") << QByteArray("ru");
    }
    void addresses() {
        QFETCH(QByteArray, hex);
        QFETCH(QByteArray, letter);
        QCOMPARE(only(hex.toStdString()).operands, letter.toStdString());
    }

    void vectorsAndIdioms() {
        const Instruction fused = only("c4e27db8c8"); // vfmadd231ps ymm1, ymm0, ymm0
        QVERIFY(has(fused.reads, kFirstVector) && has(fused.reads, kFirstVector + 1) &&
                has(fused.writes, kFirstVector + 1));
        QCOMPARE(fused.bits, 256);
        QVERIFY(only("31c0").same_sources);     // xor eax, eax
        QVERIFY(!only("31c8").same_sources);    // xor eax, ecx
        QVERIFY(only("c5f1efd1").same_sources); // vpxor xmm2, xmm1, xmm1
    }

    void untrustedBytes() {
        QVERIFY(!bytesOfHex("4", ""));
        QVERIFY(!bytesOfHex("zz", ""));
        QVERIFY(!decodeBlock({}, ""));
        const auto broken = decodeBlock(*bytesOfHex("48", "/workload/code"), "/workload/code");
        QVERIFY(!broken);
        QCOMPARE(broken.error().pointer, std::string("/workload/code"));
        QVERIFY(!decodeBlock(std::vector<std::uint8_t>(kLongestBlock + 1, 0x90), ""));
    }

    void patterns() {
        QVERIFY(operandsMatch("*", "rr") && operandsMatch("r*", "rr") && operandsMatch("rr", "rr") &&
                operandsMatch("r*", "r"));
        QVERIFY(!operandsMatch("rr", "r") && !operandsMatch("r", "rr") && !operandsMatch("m*", "rm"));
    }
};

QTEST_GUILESS_MAIN(CpuDecodeTest)
#include "decode_test.moc"
