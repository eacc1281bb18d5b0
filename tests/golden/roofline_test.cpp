// SPDX-License-Identifier: GPL-3.0-or-later
// gpu.roofline says that it is a bound: how many measured kernels beat it, and by how much.
#include "app/lab/tensor/gpu_modern_attention_rows.h"
#include "app/lab/tensor/gpu_modern_gemm_rows.h"
#include "core/catalog/library.h"
#include "core/gpu/rivals/roofline.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace strata;
using namespace strata::assess;

namespace {

struct Beaten {
    std::size_t rows = 0, beaten = 0;
    double most = 1; ///< bound over measured
    std::string worst;
};

/// Adds one measured kernel.
void count(Beaten& beaten, const std::string& id, const hardware::Gpu& gpu, const workload::Kernel& kernel,
           double measured_s) {
    // Clocks and timers are not exact: one per cent.
    constexpr double kExact = 1.01;
    const double ratio = gpu::predictRoofline(gpu, kernel).seconds / measured_s;
    ++beaten.rows;
    if (ratio > kExact) ++beaten.beaten;
    if (ratio <= beaten.most) return;
    beaten.most = ratio;
    beaten.worst = id;
}

} // namespace

class RooflineTest : public QObject {
    Q_OBJECT

private slots:
    void boundsMeasuredKernels() {
        const std::filesystem::path data = qEnvironmentVariable("STRATA_REFERENCE").toStdString() + "/gpu_modern";
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not here");
        const auto library = Library::loadWhatIsSound(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(static_cast<bool>(library));
        std::map<std::string, Beaten> found;
        const auto products = readGemmRows(data, *library->library);
        QVERIFY(static_cast<bool>(products));
        for (const GemmRow& row : products->rows) {
            const hardware::Gpu& gpu = products->setups[row.setup];
            count(found[row.op + " " + gpu.id + " " + row.dtype], row.id, gpu, row.kernel, row.measured_s);
        }
        const auto attention = readAttentionRows(data, *library->library);
        QVERIFY(static_cast<bool>(attention));
        for (const ModernRow& row : attention->rows) {
            if (row.defect()) continue;
            const hardware::Gpu& gpu = attention->devices[row.device];
            count(found[std::string(row.op) + " " + gpu.id + " " + std::string(row.dtype)], row.id, gpu, row.kernel,
                  row.measured_s);
        }
        std::size_t rows = 0, beaten = 0;
        for (const auto& [name, of] : found) {
            rows += of.rows;
            beaten += of.beaten;
            if (of.beaten > 0)
                qInfo("%s: %zu of %zu beat the bound, at most %.2f times (%s)", name.c_str(), of.beaten, of.rows,
                      of.most, of.worst.c_str());
        }
        qInfo("%zu of %zu rows beat the bound", beaten, rows);
        QVERIFY(rows > 50000);
        QVERIFY(static_cast<double>(beaten) < 0.0002 * static_cast<double>(rows));
    }
};

QTEST_GUILESS_MAIN(RooflineTest)
#include "roofline_test.moc"
