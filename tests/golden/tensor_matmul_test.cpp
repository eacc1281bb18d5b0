// SPDX-License-Identifier: GPL-3.0-or-later
// Products on tensor cores against measured ones of shapes (n, k) that no fit has seen, with the committed
// calibration.
#include "app/lab/run/calibrate.h"
#include "app/lab/tensor/gpu_modern_gemm.h"
#include "app/lab/tensor/gpu_modern_power.h"
#include "core/catalog/library.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace strata;
using namespace strata::assess;

namespace {

struct Mean {
    double sum = 0, count = 0;
    double value() const { return count > 0 ? sum / count : std::nan(""); }
};

/// Mean absolute relative error of held-out rows by device and format.
using Errors = std::map<std::pair<std::string, std::string>, Mean>;
Errors errorsOf(const SuiteReport& report) {
    Errors errors;
    for (const SuiteRow& row : report.rows) {
        if (groupValue(row, "split") != "test" || groupValue(row, "case") == "known-defect") continue;
        if (groupValue(row, "op") == "mla-bmm") continue; // no fit knows these
        Mean& mean = errors[{std::string(groupValue(row, "device")), std::string(groupValue(row, "dtype"))}];
        mean.sum += std::abs(row.predicted / row.measured - 1.0);
        mean.count += 1.0;
    }
    return errors;
}

struct Bound {
    const char* device;
    const char* dtype;
    double mape;
};
// Five fitted constants reach 9 to 25 % on the same rows; two builds of the same library differ by 1 to 4 %.
const Bound kBounds[] = {{"a100-sxm4-80gb", "bfloat16", 0.08},
                         {"h100-sxm5-80gb", "bfloat16", 0.08},
                         {"h100-sxm5-80gb", "fp8", 0.08},
                         {"h100-sxm5-80gb", "fp8_block", 0.12},
                         {"rtx-pro-6000-blackwell-server", "bfloat16", 0.14},
                         {"rtx-pro-6000-blackwell-server", "fp8", 0.14},
                         {"rtx-pro-6000-blackwell-server", "fp8_block", 0.12},
                         {"rtx-pro-6000-blackwell-server", "nvfp4", 0.16}};

} // namespace

class TensorMatmulGoldenTest : public QObject {
    Q_OBJECT

private slots:
    void unseenShapes() {
        const std::filesystem::path data = qEnvironmentVariable("STRATA_REFERENCE").toStdString() + "/gpu_modern";
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not here");
        const auto library = Library::loadWhatIsSound(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(static_cast<bool>(library));
        SuiteReport report;
        const SuiteOptions options{.data = data, .library = *library->library, .method = {}, .leave_one_out = {}};
        const auto added = addGemmRows(options, report);
        QVERIFY(static_cast<bool>(added));
        const Errors errors = errorsOf(report);
        for (const Bound& bound : kBounds) {
            const auto found = errors.find({bound.device, bound.dtype});
            if (found == errors.end()) continue;
            qInfo("%s %s: %.1f %% of %.0f rows", bound.device, bound.dtype, 100.0 * found->second.value(),
                  found->second.count);
            QVERIFY2(found->second.value() <= bound.mape, bound.dtype);
        }
        QVERIFY(!errors.empty());
    }

    void latentProducts() {
        const std::filesystem::path data = qEnvironmentVariable("STRATA_REFERENCE").toStdString() + "/gpu_modern";
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not here");
        const auto library = Library::loadWhatIsSound(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(static_cast<bool>(library));
        SuiteReport report;
        QVERIFY(static_cast<bool>(addGemmRows({.data = data, .library = *library->library}, report)));
        Mean mean;
        for (const SuiteRow& row : report.rows) {
            if (groupValue(row, "op") != "mla-bmm") continue;
            // The bound was stated for the three devices of the tables at the time.
            if (groupValue(row, "device") == "b200-sxm-180gb") continue;
            mean.sum += std::abs(row.predicted / row.measured - 1.0);
            mean.count += 1.0;
        }
        QVERIFY(mean.count > 0.0);
        // Batched products of MLA that nothing is fitted to.
        QVERIFY2(mean.value() <= 0.25, qPrintable(QString::number(mean.value())));
    }
};

QTEST_GUILESS_MAIN(TensorMatmulGoldenTest)
#include "tensor_matmul_test.moc"
