// SPDX-License-Identifier: GPL-3.0-or-later
// Basic blocks as text: 890 blocks of published programs (ithemal/bhive @5f1d500), each as bytes and as another
// disassembler wrote it. Reference: reference/cpu/blocks_goldencove.csv.gz. Assembled, the text is the same
// instructions.
#include "core/cpu/assemble.h"
#include "core/cpu/decode.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <filesystem>
#include <QTest>

using namespace strata;

class BlockTextTest : public QObject {
    Q_OBJECT

private slots:
    void textIsTheSameInstructions() {
        const QString folder = qEnvironmentVariable("STRATA_REFERENCE");
        const std::string file = folder.toStdString() + "/cpu/blocks_goldencove.csv.gz";
        if (folder.isEmpty() || !std::filesystem::exists(file))
            QSKIP("the reference data (STRATA_REFERENCE) is not on this machine");
        const auto table = exchange::CsvTable::read(file);
        QVERIFY2(table, table ? "" : describe(table.error()).c_str());
        QCOMPARE(table->rows(), std::size_t{890});
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const std::string text(table->text(row, "asm"));
            const auto code = cpu::assembleBlock(text, "");
            QVERIFY2(code, code ? "" : describe(code.error()).c_str());
            const auto of_text = cpu::decodeBlock(*code, ""),
                       of_bytes = cpu::decodeBlock(*cpu::bytesOfHex(table->text(row, "hex"), ""), "");
            QVERIFY(of_text && of_bytes);
            // The same instruction may have two encodings of different lengths.
            const bool same =
                std::ranges::equal(*of_text, *of_bytes, {}, &cpu::Instruction::text, &cpu::Instruction::text);
            QVERIFY2(same, text.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(BlockTextTest)
#include "block_text_test.moc"
