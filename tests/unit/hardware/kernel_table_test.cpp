// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/kernel_table.h"
#include "tests/unit/hardware/refusals.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>
#include <random>
#include <set>

using namespace strata;
using namespace strata::hardware;

namespace {

Json document() {
    return Json::parse(R"({
        "id": "toy", "kind": "kernels", "name": "Toy", "vendor": "Example", "source": "made up for this test",
        "architecture": "Toy 1", "model": "gpu-simt-matmul", "operator": "bmm",
        "known": {"m": {"least": 8}, "shortest": {"least": 4, "most": 256}, "longest_over_middle": 3},
        "kernels": [
            {"columns": 64, "rows": 32, "slice": 16, "threads": 256, "local_elements": 3616, "units": "matrix",
             "sizes": [[512, 128, 64], [64, 128, 128]]},
            {"columns": 16, "rows": 16, "slice": 8, "threads": 64, "local_elements": 0, "units": "lanes",
             "split": 8, "sharing": 4, "sizes": [[64, 128, 100]]}],
        "others": [[300, 300, 300]]})");
}

} // namespace

class KernelTableTest : public QObject {
    Q_OBJECT

private slots:
    void aDocumentBecomesATable() {
        const auto table = readKernelTable(document(), "");
        QVERIFY(table);
        QCOMPARE(table->id, "toy");
        QCOMPARE(table->model, "gpu-simt-matmul");
        QCOMPARE(table->vendor, "Example");
        QCOMPARE(table->architecture, "Toy 1");
        QCOMPARE(table->op, "bmm");
        QVERIFY((table->kernels[0] == ProductKernel{64, 32, 16, 256, 3616, true, 1, 1}));
        QVERIFY((table->kernels[1] == ProductKernel{16, 16, 8, 64, 0, false, 8, 4}));
        const std::vector<ProductSize> rising{
            {64, 128, 100, 1}, {64, 128, 128, 0}, {300, 300, 300, kOtherKernel}, {512, 128, 64, 0}};
        QVERIFY(table->sizes == rising);
        QCOMPARE(table->known.m.least, 8.0);
        QCOMPARE(table->known.shortest.most, 256.0);
    }

    void theNearestSizeNamesTheKernel() {
        const auto table = readKernelTable(document(), "");
        QVERIFY(table);
        QVERIFY(table->kernelOf(128, 64, 128) == 0);
        QVERIFY(table->kernelOf(130, 60, 105) == 1);
        QVERIFY(table->kernelOf(128, 64, 114) == 0); // of two at one distance the larger
        QVERIFY(!table->kernelOf(290, 290, 250));    // another kernel's
        QVERIFY(!table->kernelOf(7, 64, 128));       // too few rows
        QVERIFY(!table->kernelOf(128, 2, 128));      // too short
        QVERIFY(!table->kernelOf(128, 64, 400));     // too long a side
    }

    /// Against a search through all sizes.
    void noNearerSizeIsOverlooked() {
        std::mt19937 random(7);
        std::uniform_int_distribution<std::uint32_t> side(1, 60);
        Json many = document();
        many.erase("known");
        many["others"] = Json::array();
        std::set<std::array<std::uint32_t, 3>> sizes;
        for (Json& kernel : many["kernels"]) {
            kernel["sizes"] = Json::array();
            for (int i = 0; i < 200; ++i) {
                const std::array size{side(random), side(random), side(random)};
                if (sizes.insert(size).second) kernel["sizes"].push_back(size);
            }
        }
        const auto table = readKernelTable(many, "");
        QVERIFY(table);
        for (int i = 0; i < 3000; ++i) {
            const double m = side(random), n = side(random), k = side(random);
            const auto distance = [&](const ProductSize& size) {
                return std::hypot(size.n - n, size.m - m, size.k - k);
            };
            const auto found = table->kernelOf(m, n, k);
            QVERIFY(found);
            double nearest = 1e9, nearest_of_found = 1e9;
            for (const ProductSize& size : table->sizes) {
                nearest = std::min(nearest, distance(size));
                if (size.kernel == *found) nearest_of_found = std::min(nearest_of_found, distance(size));
            }
            QCOMPARE(nearest_of_found, nearest);
        }
    }

    void brokenDocumentsAreRefused_data() {
        fixture::addRefusalColumns();
        fixture::addRefusal("no source", "/source", "null", "wrong-type", "/kernels/source");
        fixture::addRefusal("no kernels", "/kernels", "[]", "bad-value", "/kernels/kernels");
        fixture::addRefusal("model", "/model", "\"gpu-moe\"", "bad-value", "/kernels/model");
        fixture::addRefusal("tile", "/kernels/0/rows", "0", "out-of-range", "/kernels/kernels/0/rows");
        fixture::addRefusal("units", "/kernels/1/units", "\"lane\"", "bad-value", "/kernels/kernels/1/units");
        fixture::addRefusal("two numbers", "/others/0", "[300, 300]", "bad-value", "/kernels/others/0");
        fixture::addRefusal("four numbers", "/kernels/0/sizes/1", "[1, 2, 3, 4]", "bad-value",
                            "/kernels/kernels/0/sizes/1");
        fixture::addRefusal("fraction", "/others/0/1", "1.5", "wrong-type", "/kernels/others/0/1");
        fixture::addRefusal("twice", "/others/0", "[64, 128, 100]", "bad-value", "/kernels/others/0");
        fixture::addRefusal("range", "/known/shortest/least", "257", "bad-value", "/kernels/known/shortest/least");
        fixture::addRefusal("unknown", "/known/width", "1", "unknown-key", "/kernels/known/width");
    }
    void brokenDocumentsAreRefused() {
        fixture::checkRefusal([](const char* changed, Json value) -> Result<void> {
            Json broken = document();
            broken[Json::json_pointer(changed)] = std::move(value);
            const auto read = readKernelTable(broken, "/kernels");
            if (!read) return read.error();
            return {};
        });
    }
};

QTEST_APPLESS_MAIN(KernelTableTest)
#include "kernel_table_test.moc"
