// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/cpu/assemble.h"
#include "core/cpu/decode.h"

#include <QTest>

using namespace strata;
using namespace strata::cpu;

namespace {

/// The disassembly of what a text means; an error as text.
QStringList instructions(const QByteArray& text) {
    const auto code = assembleBlock(text.toStdString(), "/workload/assembly");
    if (!code) return {QString::fromStdString(describe(code.error()))};
    const auto block = decodeBlock(*code, "/workload/assembly");
    if (!block) return {QString::fromStdString(describe(block.error()))};
    QStringList list;
    for (const Instruction& instruction : *block)
        list << QString::fromStdString(instruction.text).toLower();
    return list;
}

} // namespace

class AssembleTest : public QObject {
    Q_OBJECT

private slots:
    void bothSyntaxesMeanTheSame_data() {
        QTest::addColumn<QByteArray>("intel");
        QTest::addColumn<QByteArray>("att");
        QTest::addColumn<QString>("is");
        const auto row = [](const char* intel, const char* att, const char* is) {
            QTest::newRow(intel) << QByteArray(intel) << QByteArray(att) << QString(is);
        };
        row("add rax, 8", "addq $8, %rax", "add rax, 0x8");
        row("ADD RAX, 8", "add $0x8,%rax", "add rax, 0x8");
        row("and eax, 0xffffff00", "andl $0xffffff00, %eax", "and eax, 0xffffff00");
        row("mov rax, [rcx + rdx*8 - 16]", "movq -16(%rcx,%rdx,8), %rax", "mov rax, [rcx+rdx*8-0x10]");
        row("mov dword ptr [rdi], 5", "movl $5, (%rdi)", "mov dword ptr [rdi], 0x5");
        row("lea edi, [rbx - 3]", "leal -3(%rbx), %edi", "lea edi, [rbx-0x3]");
        row("movzx eax, byte ptr [rdi]", "movzbl (%rdi), %eax", "movzx eax, byte ptr [rdi]");
        row("movsxd rax, edi", "movslq %edi, %rax", "movsxd rax, edi");
        row("cmovne rax, rcx", "cmovneq %rcx, %rax", "cmovnz rax, rcx");
        row("sete al", "sete %al", "setz al");
        row("sal rax, 3", "salq $3, %rax", "shl rax, 0x3");
        row("sar r8", "sarq %r8", "sar r8, 0x1");
        row("vcmpltps ymm0, ymm1, [rdi]", "vcmpltps (%rdi), %ymm1, %ymm0", "vcmpps ymm0, ymm1, [rdi], 0x1");
        row("cmplesd xmm0, xmm1", "cmplesd %xmm1, %xmm0", "cmpsd xmm0, xmm1, 0x2");
        row("shl rax, cl", "shlq %cl, %rax", "shl rax, cl");
        row("shl dword ptr [rdi], cl", "shll %cl, (%rdi)", "shl dword ptr [rdi], cl");
        row("imul rax, rcx, 12", "imulq $12, %rcx, %rax", "imul rax, rcx, 0xc");
        row("cdqe", "cltq; nop # %", "cdqe");
        row("vfmadd231ps ymm1, ymm0, [rdi+rcx*4]", "vfmadd231ps (%rdi,%rcx,4), %ymm0, %ymm1",
            "vfmadd231ps ymm1, ymm0, [rdi+rcx*4]");
        row("movss xmm0, [rsi]", "movss (%rsi), %xmm0", "movss xmm0, dword ptr [rsi]");
        row("vbroadcastss ymm0, [rsi]", "vbroadcastss (%rsi), %ymm0", "vbroadcastss ymm0, dword ptr [rsi]");
        row("vblendvps xmm0, xmm1, xmm2, xmm3", "vblendvps %xmm3, %xmm2, %xmm1, %xmm0",
            "vblendvps xmm0, xmm1, xmm2, xmm3");
        row("vaddps zmm0, zmm1, zmm2", "vaddps %zmm2, %zmm1, %zmm0", "vaddps zmm0, zmm1, zmm2");
        row("vaddps zmm0{k1}{z}, zmm1, zmm2", "vaddps %zmm2, %zmm1, %zmm0{%k1}{z}", "vaddps zmm0 {k1} {z}, zmm1, zmm2");
        row("vaddps zmm0, zmm1, [rax]{1to16}", "vaddps (%rax){1to16}, %zmm1, %zmm0",
            "vaddps zmm0, zmm1, [rax] {1to16}");
        row("movq xmm0, rax", "movq %rax, %xmm0", "movq xmm0, rax");
        row("mov rbx, rax", "movq %rax, %rbx", "mov rbx, rax");
        row("push rbx", "pushq %rbx", "push rbx");
        row("lock add dword ptr [rdi], eax", "lock addl %eax, (%rdi)", "lock add [rdi], eax");
        row("mov rax, 0x123456789abcdef0", "movabsq $0x123456789abcdef0, %rax", "mov rax, 0x123456789abcdef0");
        // Without "$" a number is an address.
        row("mov eax, [16]", "movl 16, %eax", "mov eax, [0x10]");
        row("mov eax, 16", "movl $16, %eax", "mov eax, 0x10");
        row("mov eax, [rip + 16]", "movl 16(%rip), %eax", "mov eax, [0x16]");
    }
    void bothSyntaxesMeanTheSame() {
        QFETCH(QByteArray, intel);
        QFETCH(QByteArray, att);
        QFETCH(QString, is);
        QCOMPARE(instructions(intel).front(), is);
        QCOMPARE(instructions(att).front(), is);
    }

    void linesLabelsAndComments() {
        const QStringList list = instructions("start:            # the loop\n"
                                              "  vmovups ymm0, [rsi + rax*4] // load\n"
                                              "  add rax, 8; cmp rax, rdx\n"
                                              "\n"
                                              "  jne start\n");
        QCOMPARE(list, (QStringList{"vmovups ymm0, [rsi+rax*4]", "add rax, 0x8", "cmp rax, rdx", "jnz 0x0"}));
        // Forward, and to a label of the code around.
        QCOMPARE(instructions("je end\nnop\nend: nop").front(), QString("jz 0x3"));
        QCOMPARE(instructions("dec ecx\njg .L3").back(), QString("jnle 0x0"));
    }

    void errorsNameLineAndColumn_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* text, const char* wanted) {
            QTest::newRow(text) << QByteArray(text) << QString(wanted);
        };
        row("nop\n  adx rax, 8", "line 2, column 3: \"adx\" is not an instruction");
        row("add rax, raz*2]", "line 1, column 13: \"*\" is not expected here");
        row("add rax, [rcx + raz]", "line 1, column 17: \"raz\" is not a register");
        row("add rax, [rcx + rdx*3]", "line 1, column 17: the address is malformed");
        row("add rax, raxx", "line 1, column 10: \"raxx\" is not a register");
        row("cmp raz, rdx", "line 1, column 5: \"raz\" is not a register");
        row("add rax, ", "line 1, column 10: an operand is missing");
        row("add rax, xmm0", "line 1, column 1: \"add\" does not take the operands rax, xmm0");
        row("mov [rdi], 5", "the size of the memory operand of \"mov\" is open");
        row("addq $8, %rex", "line 1, column 10: \"rex\" is not a register");
        row("add", "\"add\" needs operands");
        row("add rax, 8\nlock\n", "line 2, column 5: an instruction is missing");
        row(" ", "an instruction is missing");
        row("vaddps zmm0{k9}, zmm1, zmm2", "line 1, column 13: \"k9\" is not expected here");
        row("vaddps zmm0{z}, zmm1, zmm2", "\"{z}\" is not expected here");
        row("vaddps zmm0, zmm1, [rax]{1to3}", "\"1to3\" is not expected here");
        row("add rax, \xc3\xa4", "\xc3\xa4");
        row("mov eax, dword ptr ecx", "column 20: an address in brackets is missing");
    }
    /// Longer than any block, as text and as code: refused at once.
    void whatIsTooLongIsRefused() {
        QByteArray many;
        for (int i = 0; i < 3000; ++i)
            many += "add rax, [rdi]\n";
        QVERIFY2(instructions(many).front().contains("too long"), qPrintable(instructions(many).front()));
        QVERIFY2(instructions(QByteArray(2'000'000, ';')).front().contains("too long"), "separators alone");
    }

    void errorsNameLineAndColumn() {
        QFETCH(QByteArray, text);
        QFETCH(QString, wanted);
        const QString said = instructions(text).front();
        QVERIFY2(said.contains(wanted), qPrintable(said));
        QVERIFY2(said.startsWith("/workload/assembly: line"), qPrintable(said));
    }
};

QTEST_APPLESS_MAIN(AssembleTest)
#include "assemble_test.moc"
