// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/safetensors.h"

#include <fstream>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::exchange;

class SafetensorsTest : public QObject {
    Q_OBJECT

private slots:
    void headerIsCounted() {
        const auto weights = parseSafetensorsHeader(kHeader, 4096, "a.safetensors");
        QVERIFY2(weights, weights ? "" : describe(weights.error()).c_str());
        QCOMPARE(weights->tensors, std::uint64_t(3));
        QCOMPARE(weights->bytes, std::uint64_t(128 + 32 + 16));
        QCOMPARE(weights->types.front().type, std::string("BF16"));
        // A packed weight holds eight numbers of 4 bits in each of its 8 words; the scale is no parameter.
        QCOMPARE(weights->parameters, std::uint64_t(64 + 64));
    }

    void wrongHeadersAreRefused() {
        const auto code = [](const char* text, std::uint64_t whole) {
            const auto weights = parseSafetensorsHeader(text, whole, "a");
            return weights ? std::string() : weights.error().code;
        };
        QCOMPARE(code("[]", 0), std::string("bad-value"));
        QCOMPARE(code(R"({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}})", 0), std::string("bad-value"));
        QCOMPARE(code(R"({"w": {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]}})", 0),
                 std::string("bad-value"));
        QCOMPARE(code(R"({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})", 4), std::string("bad-value"));
        QCOMPARE(code(R"({"w": {"dtype": "F32", "shape": [9e18, 9e18], "data_offsets": [0, 8]}})", 0),
                 std::string("bad-value"));
        QCOMPARE(code("{", 0), std::string("malformed-json"));
    }

    void filesAndTheirIndex() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        write(path / "model-00001-of-00002.safetensors", kHeader, 4096);
        std::ofstream(path / "model.safetensors.index.json")
            << R"({"metadata": {"total_size": 352}, "weight_map": {"a": "model-00001-of-00002.safetensors",
                "b": "model-00002-of-00002.safetensors"}})";
        const auto part = readSafetensors(path / "model.safetensors.index.json");
        QVERIFY2(part, part ? "" : describe(part.error()).c_str());
        QCOMPARE(part->missing_files.size(), std::size_t(1));
        QCOMPARE(part->stated_bytes, std::uint64_t(352));
        write(path / "model-00002-of-00002.safetensors", kHeader, 4096);
        const auto whole = readSafetensors(path / "model.safetensors.index.json");
        QVERIFY(whole);
        QCOMPARE(whole->bytes, std::uint64_t(2 * 176));
        QVERIFY(whole->missing_files.empty());
        std::ofstream(path / "short.safetensors") << "abc";
        QVERIFY(!readSafetensors(path / "short.safetensors"));
        std::ofstream(path / "huge.safetensors") << std::string(64, '\xff');
        const auto huge = readSafetensors(path / "huge.safetensors");
        QVERIFY(!huge);
        QCOMPARE(huge.error().code, std::string("malformed-safetensors"));
        QVERIFY(!readSafetensors(path));
    }

private:
    static void write(const std::filesystem::path& path, const std::string& header, std::size_t data) {
        std::string begin(8, '\0');
        for (std::size_t i = 0; i < 8; ++i)
            begin[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
        std::ofstream(path, std::ios::binary) << begin << header << std::string(data, '\0');
    }

    const std::string kHeader = R"({"__metadata__": {"format": "pt"},
        "model.layers.0.w.weight": {"dtype": "BF16", "shape": [8, 8], "data_offsets": [0, 128]},
        "model.layers.0.q.qweight": {"dtype": "I32", "shape": [8], "data_offsets": [128, 160]},
        "model.layers.0.q.scales": {"dtype": "F16", "shape": [8], "data_offsets": [160, 176]}})";
};

QTEST_APPLESS_MAIN(SafetensorsTest)
#include "safetensors_test.moc"
