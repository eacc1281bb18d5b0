// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/calibrate.h"
#include "app/lab/tensor/gpu_modern_attention.h"
#include "app/lab/tensor/gpu_modern_moe.h"
#include "app/lab/tensor/gpu_modern_scan.h"
#include "core/catalog/library.h"

#include <QTest>

#include <cmath>
#include <filesystem>

using namespace strata;
using namespace strata::assess;

namespace {

using Part = Result<void> (*)(const SuiteOptions& options, SuiteReport& report);

struct Group {
    double sum = 0.0, rows = 0.0;
    double mape() const { return rows > 0.0 ? sum / rows : 0.0; }
};

} // namespace

/// The committed calibrations against public silicon tables (aiconfigurator, Apache-2.0), on shapes that no fit has
/// seen.
class AttentionMoeTest : public QObject {
    Q_OBJECT
private slots:
    void unseenShapes_data();
    void unseenShapes();
};

void AttentionMoeTest::unseenShapes_data() {
    QTest::addColumn<int>("part");
    QTest::addColumn<QString>("op");
    QTest::addColumn<double>("mape");
    QTest::newRow("prefill") << 0 << "attention-context" << 0.10;
    QTest::newRow("encoder") << 0 << "attention-encoder" << 0.10;
    QTest::newRow("MLA prefill") << 0 << "mla-context" << 0.10;
    QTest::newRow("decode") << 0 << "attention-generation" << 0.15;
    QTest::newRow("MLA decode") << 0 << "mla-generation" << 0.15;
    QTest::newRow("experts") << 1 << "moe" << 0.18;
    QTest::newRow("recurrent scan") << 2 << "scan-generation" << 0.15;
}

void AttentionMoeTest::unseenShapes() {
    QFETCH(int, part);
    QFETCH(QString, op);
    QFETCH(double, mape);
    const std::filesystem::path data =
        std::filesystem::path(qEnvironmentVariable("STRATA_REFERENCE").toStdString()) / "gpu_modern";
    std::error_code ignored;
    if (!std::filesystem::exists(data, ignored)) QSKIP("no reference data");
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    constexpr std::array<Part, 3> kParts{addAttentionRows, addMoeRows, addScanRows};
    SuiteReport report;
    QVERIFY(kParts[static_cast<std::size_t>(part)]({data, **library, {}, {}}, report));
    Group group;
    for (const SuiteRow& row : report.rows) {
        if (groupValue(row, "op") != op.toStdString() || groupValue(row, "split") != "test") continue;
        if (groupValue(row, "case") != "regular") continue;
        // The bounds were stated for the three devices of the tables at the time.
        if (groupValue(row, "device") == "b200-sxm-180gb") continue;
        group.sum += std::abs(row.predicted / row.measured - 1.0);
        group.rows += 1.0;
    }
    QVERIFY(group.rows > 0.0);
    QVERIFY2(group.mape() <= mape, qPrintable(QString("MAPE %1 over %2 rows").arg(group.mape()).arg(group.rows)));
}

QTEST_GUILESS_MAIN(AttentionMoeTest)
#include "attention_moe_test.moc"
