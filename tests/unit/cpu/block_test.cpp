// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/cpu/block.h"

#include <algorithm>
#include <QTest>

using namespace strata;
using namespace strata::cpu;
using hardware::CpuCore;
using hardware::InstructionRow;
using hardware::Renamed;

namespace {

constexpr hardware::PortSet kAlu = 0b0111, kShift = 0b0001, kMultiply = 0b0010, kLoad = 0b1000;

InstructionRow row(std::vector<std::string> names, std::vector<hardware::MicroOp> ops, double latency = 1) {
    InstructionRow made;
    std::ranges::sort(names);
    made.names = std::move(names);
    made.operands = "*";
    made.ops = std::move(ops);
    made.latency = latency;
    return made;
}

/// Three integer ports and one for loads, four slots a cycle: small enough to count by hand.
CpuCore small() {
    CpuCore core;
    core.name = "Small";
    core.decode_width = 2;
    core.decode_bytes = 8;
    core.cache_width = 6;
    core.rename_width = core.retire_width = 4;
    core.port_names = {"0", "1", "2", "3"};
    core.load_ports = kLoad;
    core.store_address_ports = core.store_data_ports = kLoad;
    core.load_latency = 5;
    InstructionRow zero = row({"xor"}, {});
    zero.same = true;
    zero.renamed = Renamed::Zero;
    InstructionRow load = row({"mov"}, {});
    load.operands = "rm";
    core.instructions = {zero,
                         load,
                         row({"add", "cmp", "mov", "xor", "and"}, {{kAlu, 1}}),
                         row({"shl"}, {{kShift, 1}}),
                         row({"imul"}, {{kMultiply, 1}}, 3),
                         row({"jnz"}, {{kShift, 1}})};
    core.fusions = {{{"cmp"}, {"jnz"}}};
    return core;
}

BlockBounds ask(const CpuCore& core, std::string_view hex, const BlockRun& run = {}) {
    return boundsOf(core, *decodeBlock(*bytesOfHex(hex, ""), ""), run);
}

constexpr const char* kAddAdd = "4801c8 4801ca";     // add rax, rcx; add rdx, rcx
constexpr const char* kShifts = "48c1e003 48c1e103"; // shl rax, 3; shl rcx, 3
constexpr const char* kMove = "4889c8";              // mov rax, rcx

} // namespace

/// Bounds of blocks on a core that is small enough to count them by hand.
class CpuBlockTest : public QObject {
    Q_OBJECT

private slots:
    void portsShareTheWork() {
        QCOMPARE(ask(small(), kAddAdd).ports, 2.0 / 3.0);
        QCOMPARE(ask(small(), kShifts).ports, 2.0); // one port alone
        // Three additions beside two shifts: five operations on three ports, but two of them on one.
        const BlockBounds mixed = ask(small(), "48c1e003 48c1e103 4801ca 4801ca 4801ca");
        QCOMPARE(mixed.ports, 2.0);
        QCOMPARE(mixed.loads.busiest, kShift);
        QCOMPARE(mixed.loads.cycles[1], 1.5);
        QCOMPARE(mixed.loads.cycles[2], 1.5);
    }

    /// Hall's condition: work on overlapping sets is bound by their union.
    void unionsOfPorts() {
        const std::vector<PortWork> work{{0b011, 2}, {0b110, 2}, {0b101, 2}};
        const PortLoads loads = distribute(work, 3);
        QCOMPARE(loads.bound, 2.0);
        QCOMPARE(loads.busiest, hardware::PortSet{0b111});
        QCOMPARE(distribute(std::vector<PortWork>{{0b001, 1}, {0b001, 0.5}}, 2).bound, 1.5);
        QCOMPARE(distribute({}, 2).bound, 0.0);
    }

    /// Every piece of work is placed, on ports that may take it, and the ports hold what the best distribution says.
    void spreadingKeepsWorkAndLoads() {
        CounterRandom random(3);
        for (int round = 0; round < 300; ++round) {
            std::vector<PortWork> work;
            for (std::uint64_t i = 0, pieces = 1 + random.nextBelow(9); i < pieces; ++i)
                work.push_back({static_cast<hardware::PortSet>(1 + random.nextBelow(63)),
                                0.25 * static_cast<double>(1 + random.nextBelow(8))});
            const PortLoads loads = distribute(work, 6);
            const auto held = spread(work, loads);
            std::vector<double> sums(6, 0.0);
            for (std::size_t i = 0; i < work.size(); ++i) {
                double placed = 0;
                for (std::size_t port = 0; port < 6; ++port) {
                    QVERIFY(held[i][port] >= 0);
                    if ((work[i].ports >> port & 1U) == 0) QCOMPARE(held[i][port], 0.0);
                    placed += held[i][port];
                    sums[port] += held[i][port];
                }
                QVERIFY2(qAbs(placed - work[i].cycles) < 1e-9, qPrintable(QString::number(placed)));
            }
            for (std::size_t port = 0; port < 6; ++port)
                QVERIFY2(qAbs(sums[port] - loads.cycles[port]) < 1e-9, qPrintable(QString::number(sums[port])));
        }
        // What a busy port has no room for leaves nothing there.
        const std::vector<PortWork> crowded{{0b001, 1}, {0b011, 0.5}};
        QCOMPARE(spread(crowded, distribute(crowded, 2))[1][0], 0.0);
        // What is alike is spread alike, and evenly where nothing speaks against it.
        const std::vector<PortWork> alike{{0b011, 1}, {0b011, 1}};
        const auto even = spread(alike, distribute(alike, 3));
        for (const auto& piece : even)
            QVERIFY(qAbs(piece[0] - 0.5) < 1e-12 && qAbs(piece[1] - 0.5) < 1e-12);
    }

    /// The rows of instructions, and that of the loop's end, add up to the ports.
    void pressureHasARowOfTheLoop() {
        const BlockBounds bounds = ask(small(), kAddAdd, {.copies = 4, .loop = true});
        const auto pressure = portPressure(bounds);
        QCOMPARE(pressure.size(), std::size_t{3});
        QVERIFY(qAbs(pressure[2][0] - 0.25) < 1e-12); // a branch in four copies
        QVERIFY(qAbs(pressure[0][0] + pressure[1][0] + pressure[2][0] - bounds.loads.cycles[0]) < 1e-12);
    }

    void branchesAreWrittenWithoutPadding() {
        const auto block = *decodeBlock(*bytesOfHex("4883c008 75fa", ""), ""); // add rax, 8; jnz back by two bytes
        QCOMPARE(block[0].text, std::string("add rax, 0x8"));
        QCOMPARE(block[1].text, std::string("jnz 0x0"));
    }

    void chainsOverIterations() {
        QCOMPARE(ask(small(), kAddAdd).chain, 1.0);         // each register by itself
        QCOMPARE(ask(small(), "480fafc0").chain, 3.0);      // imul rax, rax
        QCOMPARE(ask(small(), "4801c8 4801c1").chain, 2.0); // rax and rcx feed each other: rax, then rcx
        QCOMPARE(ask(small(), "488b00").chain, 5.0);        // mov rax, [rax]: a pointer is followed
        QCOMPARE(ask(small(), "488b01").chain, 0.0);        // mov rax, [rcx]: nothing goes on
        QCOMPARE(ask(small(), "31c0 4801c8").chain, 0.0);   // zeroed in every iteration
        // mov rdx, rax; mov rax, rcx; imul rcx, rdx: a value needs two iterations to come back, rcx one.
        const BlockBounds rotated = ask(small(), "4889c2 4889c8 480fafca");
        QCOMPARE(rotated.chain, 3.0);
        QCOMPARE(rotated.links, (std::vector<std::size_t>{2}));
    }

    /// rax -> rdx in one iteration, rdx -> rax in the next: the mean over both counts.
    void meanOverSeveralIterations() {
        const Link first{{0}, {}, {}, {2}, 1, 0, 0}, second{{1}, {}, {}, {0}, 4, 0, 0},
            third{{2}, {}, {}, {1}, 1, 0, 0};
        // 0 -> 2 -> 1 within one iteration; 1 -> 0 in the next.
        const Chain chain = slowestChain(std::vector<Link>{second, first, third});
        QCOMPARE(chain.cycles, 6.0);
        const Chain slow = slowestChain(std::vector<Link>{
            Link{{1}, {}, {}, {3}, 4, 0, 0}, Link{{0}, {}, {}, {1}, 1, 0, 0}, Link{{3}, {}, {}, {0}, 1, 0, 0}});
        QCOMPARE(slow.cycles, 3.0); // six cycles in two iterations: 1 waits for 0 of the iteration before
    }

    void renameAndFrontEnd() {
        const BlockBounds bounds = ask(small(), kAddAdd);
        QCOMPARE(bounds.rename, 0.5);
        QCOMPARE(bounds.front, 2.0 / 6.0);
        QCOMPARE(ask(small(), kAddAdd, {.copies = 1, .loop = false, .decoded = true}).front, 1.0);
        const BlockBounds looped = ask(small(), kAddAdd, {.copies = 2, .loop = true});
        QCOMPARE(looped.rename, 5.0 / 4.0 / 2.0);
        CpuCore broken = small();
        broken.loop_breaks_group = true;
        QCOMPARE(ask(broken, kAddAdd, {.copies = 2, .loop = true}).rename, 1.0);
    }

    void fusedPairs() {
        const BlockBounds apart = ask(small(), "4801c8 4839c8"); // add; cmp
        QCOMPARE(apart.rename_slots, 2.0);
        const BlockBounds pair = ask(small(), "4839c8 75fb"); // cmp rax, rcx; jnz
        QCOMPARE(pair.rename_slots, 1.0);
        QCOMPARE(pair.ports, 1.0); // on the port of the branch
    }

    void movesAndConstants() {
        CpuCore core = small();
        QVERIFY(ask(core, kMove).ports > 0);
        InstructionRow move = row({"mov"}, {});
        move.operands = "rr";
        move.renamed = Renamed::Move;
        InstructionRow fold = row({"add"}, {{kAlu, 1}});
        fold.operands = "ri";
        fold.renamed = Renamed::Fold;
        core.instructions.insert(core.instructions.begin(), {move, fold});
        core.folded_constant = 100;
        QCOMPARE(ask(core, kMove).ports, 0.0);
        QCOMPARE(ask(core, kMove).rename, 0.25);
        // add rax, 10: the sum no longer fits after ten iterations, and one addition is executed.
        const BlockBounds counted = ask(core, "4883c00a");
        QVERIFY(qAbs(counted.ports - 0.1 / 3) < 1e-12);
        QVERIFY(qAbs(counted.chain - 0.1) < 1e-12);
        QCOMPARE(ask(core, "4883c07f").chain, 1.0); // 127 does not fit
        // A shift reads a register that rename holds with a constant.
        for (InstructionRow& instruction : core.instructions)
            instruction.plain_sources = instruction.names.front() == "shl";
        QCOMPARE(ask(core, "4889c8 48c1e003").ports, 2.0);
        QCOMPARE(ask(core, "48c1e003").ports, 1.0);
    }

    /// A conditional instruction behind one whose flags come late takes longer.
    void lateFlags() {
        CpuCore core = small();
        core.instructions.push_back(row({"cmovnz"}, {{kShift, 1}}));
        core.instructions.push_back(row({"test"}, {{kAlu, 1}}));
        QCOMPARE(ask(core, "4885c9 480f45c1").chain, 1.0); // test rcx, rcx; cmovnz rax, rcx
        core.instructions.back().late_flags = 1;
        QCOMPARE(ask(core, "4885c9 480f45c1").chain, 2.0);
        QCOMPARE(ask(core, "4839c9 480f45c1").chain, 1.0); // cmp: in time
    }

    void unknownIsNamed() {
        const auto block = decodeBlock(*bytesOfHex("4801c8 0fa2 0fa2", ""), ""); // add; cpuid; cpuid
        QCOMPARE(unknownInstructions(small(), *block), std::vector<std::string>{"cpuid"});
    }
};

QTEST_GUILESS_MAIN(CpuBlockTest)
#include "block_test.moc"
