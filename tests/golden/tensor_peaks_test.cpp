// SPDX-License-Identifier: GPL-3.0-or-later
// Sustained rates of large products against published ones. H100 is in the fits, and the energies of arithmetic were
// set with the figures of B200 in view: this guards what is known, it predicts nothing.
#include "core/catalog/library.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/gpu_json.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace strata;

namespace {

struct Published {
    const char* device;
    NumberType type;
    double tera_flop_per_s;
    double tolerance;
    const char* source;
};
const Published kPublished[] = {
    {"H100", NumberType::Bf16, 794.5, 0.10,
     "S. Bekman, ML Engineering, maximum achievable matmul FLOPS (MAMF), H100 SXM"},
    {"B200", NumberType::Bf16, 1745, 0.15, "the same, B200 SXM"},
    {"B200", NumberType::Fp8, 3432.5, 0.20, "the same, B200 SXM"},
};

} // namespace

class TensorPeaksTest : public QObject {
    Q_OBJECT

private slots:
    void sustained_data() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(kPublished)); ++i) {
            QTest::addRow("%s %d", kPublished[i].device, i) << i;
        }
    }

    void sustained() {
        QFETCH(int, row);
        const Published& published = kPublished[row];
        const auto library = Library::loadWhatIsSound(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(static_cast<bool>(library));
        const Entry* entry = library->library->find(published.device);
        QVERIFY(entry != nullptr);
        const auto gpu = hardware::readGpu(*entry->document, "");
        QVERIFY(static_cast<bool>(gpu));
        const auto model = gpu::makeTileModel(*gpu, library->library->calibrations());
        double rate = 0.0; // the published ones are the best of many shapes
        for (const double size : {4096.0, 8192.0, 16384.0}) {
            workload::Matmul shape;
            shape.m = shape.n = shape.k = size;
            shape.linear = true;
            const workload::Kernel kernel{shape, published.type, published.type, NumberType::Bf16, published.type};
            rate = std::max(rate, workload::workOf(kernel).flop / gpu::predict(model, kernel).seconds * 1e-12);
        }
        qInfo("%s: %.0f TFLOP/s, published %.0f (%s)", published.device, rate, published.tera_flop_per_s,
              published.source);
        QVERIFY(std::abs(rate / published.tera_flop_per_s - 1.0) < published.tolerance);
    }
};

QTEST_GUILESS_MAIN(TensorPeaksTest)
#include "tensor_peaks_test.moc"
