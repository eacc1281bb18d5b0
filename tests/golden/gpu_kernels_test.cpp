// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_rows.h"
#include "core/catalog/library.h"
#include "core/gpu/products/simt_matmul.h"
#include "core/gpu/products/tile_model.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <QTest>
#include <set>
#include <string>

using namespace strata;

/// The boards for which the bounds below were stated; the reference has come to hold more.
const std::set<std::string, std::less<>> kBoundsHoldFor{"a100-pcie-40gb", "mi100", "p100-pcie-16gb", "t4",
                                                        "v100-pcie-32gb"};

/// Kernel latencies on five GPUs that NeuSight's authors published (ASPLOS 2025, doi 10.1145/3669940.3707265), shapes
/// of language models, predicted with the committed calibrations.
class GpuKernelsTest : public QObject {
    Q_OBJECT

private slots:
    /// The table of rocBLAS against the kernels that a profiler named, which it was not made from: the tile and its
    /// threads of each size that is known there.
    void tablesNameTheKernelsThatRan() {
        const char* reference = std::getenv("STRATA_REFERENCE");
        const std::filesystem::path folder = std::filesystem::path(reference == nullptr ? "" : reference) / "gpu";
        if (!std::filesystem::exists(folder / "kernels_matmul.csv.gz")) QSKIP("the reference data is absent");
        const auto library = Library::load(std::getenv("STRATA_ROOT"));
        QVERIFY(library);
        const auto data = assess::readGpuRows(folder, **library, assess::GpuFiles::Matmul);
        QVERIFY(data);
        double known = 0.0;
        double same = 0.0;
        double linear = 0.0;
        std::vector<gpu::SimtMatmulCoefficients> models;
        for (const hardware::Gpu& gpu : data->devices)
            models.push_back(gpu::resolveSimtMatmul(gpu, (*library)->calibrations()));
        for (const assess::GpuRow& row : data->rows) {
            const auto* shape = std::get_if<workload::Matmul>(&row.kernel.shape);
            if (shape == nullptr || !kBoundsHoldFor.contains(data->devices[row.device].id)) continue;
            const auto op = shape->linear ? gpu::SimtOperator::Linear : gpu::SimtOperator::Bmm;
            const auto& table = models[row.device].published[static_cast<std::size_t>(op)].table;
            if (table == nullptr) continue;
            const auto kernel = table->kernelOf(shape->m, shape->n, shape->k);
            if (!kernel) continue;
            linear += shape->linear ? 1.0 : 0.0;
            const hardware::ProductKernel& product_kernel = table->kernels[*kernel];
            const bool is_same = static_cast<float>(product_kernel.rows) == row.tile_m &&
                                 static_cast<float>(product_kernel.columns) == row.tile_n;
            known += 1.0;
            same += is_same ? 1.0 : 0.0;
        }
        const QString text =
            QString("%1 % of %2 rows, %3 linear").arg(100 * same / known, 0, 'f', 1).arg(known).arg(linear);
        qInfo("%s", qPrintable(text));
        QVERIFY2(known > 1500.0 && linear > 200.0 && same > 0.95 * known, qPrintable(text));
    }

    void meanErrorStaysBelowItsBound() {
        const char* reference = std::getenv("STRATA_REFERENCE");
        const std::filesystem::path folder = std::filesystem::path(reference == nullptr ? "" : reference) / "gpu";
        if (!std::filesystem::exists(folder / "kernels_vector.csv.gz")) QSKIP("the reference data is absent");
        const auto library = Library::load(std::getenv("STRATA_ROOT"));
        QVERIFY2(library, qPrintable(QString::fromStdString(library ? "" : describe(library.error()))));
        const auto data = assess::readGpuRows(folder, **library);
        QVERIFY(data);
        QVERIFY(data->refused.empty());

        std::vector<gpu::TileModel> models;
        for (const hardware::Gpu& gpu : data->devices)
            models.push_back(gpu::makeTileModel(gpu, (*library)->calibrations()));
        struct Sum {
            double error = 0;
            std::size_t rows = 0;
            std::size_t inside = 0;
        };
        std::map<workload::KernelClass, Sum> sums;
        for (const assess::GpuRow& row : data->rows) {
            if (row.train || !kBoundsHoldFor.contains(data->devices[row.device].id)) continue;
            const gpu::KernelTime time = gpu::predict(models[row.device], row.kernel);
            Sum& sum = sums[workload::classOf(row.kernel)];
            const double log_error = std::log(row.measured_s / time.alone_s);
            sum.error += std::abs(std::exp(-log_error) - 1.0);
            sum.inside +=
                log_error >= static_cast<double>(time.log_p10) && log_error <= static_cast<double>(time.log_p90) ? 1
                                                                                                                 : 0;
            ++sum.rows;
        }
        struct Bound {
            workload::KernelClass kernel_class;
            double mape;
        };
        using enum workload::KernelClass;
        for (const Bound& bound : {Bound{Linear, 0.105}, Bound{Bmm, 0.11}, Bound{Elementwise, 0.02},
                                   Bound{Softmax, 0.08}, Bound{Norm, 0.08}}) {
            const Sum& sum = sums[bound.kernel_class];
            QVERIFY(sum.rows > 200);
            const double mape = sum.error / static_cast<double>(sum.rows);
            const double inside = static_cast<double>(sum.inside) / static_cast<double>(sum.rows);
            const QString text = QString("%1: MAPE %2 %, %3 % inside")
                                     .arg(QString::fromUtf8(name(bound.kernel_class).data()))
                                     .arg(100 * mape, 0, 'f', 1)
                                     .arg(100 * inside, 0, 'f', 1);
            qInfo("%s", qPrintable(text));
            QVERIFY2(mape < bound.mape, qPrintable(text));
            QVERIFY2(inside > 0.6, qPrintable(text));
        }
    }
};

QTEST_GUILESS_MAIN(GpuKernelsTest)
#include "gpu_kernels_test.moc"
