// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/calibrate.h"
#include "core/catalog/library.h"
#include "core/evaluate/method.h"

#include <nlohmann/json.hpp>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;

/// Rows that are opened as designs say the same as the suite did. The measurements here are invented.
class RowRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        library_ = *library;
    }

    void openedRowsPredictTheSame() {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("kernels_matmul.csv")), "device,op,split,batch,m,n,k_reduce,latency_ms\n"
                                                                     "A100,bmm,test,64,512,512,64,0.31\n"
                                                                     "A100,linear,test,1,4096,1024,4096,2.1\n"
                                                                     "T4,bmm,test,8,128,256,128,0.09\n");
        write(folder.filePath(QStringLiteral("e2e_labels.csv")),
              "device,model,mode,seqlen,batch,fused,parallel,measured_ms\n"
              "A100,gpt2_large,inf,512,2,0,none,55.0\n"
              "A100,gpt2_large,train,512,1,0,none,120.0\n");
        for (const bool keep : {false, true}) {
            assess::SuiteOptions options{
                .data = folder.path().toStdString(), .library = *library_, .method = {}, .leave_one_out = {}};
            options.keep_requests = keep;
            const auto report = assess::suiteNamed("gpu")->run(options);
            QVERIFY2(report, report ? "" : describe(report.error()).c_str());
            for (const assess::Refusal& refusal : report->refused)
                qInfo("%s: %s", refusal.id.c_str(), refusal.reason.c_str());
            QCOMPARE(report->rows.size(), std::size_t(5));
            for (const assess::SuiteRow& row : report->rows) {
                QCOMPARE(row.request.empty(), !keep);
                if (!keep) continue;
                const auto estimate = evaluate(Json::parse(row.request), Context{*library_, {}, nullptr});
                QVERIFY2(estimate, estimate ? "" : (row.id + " " + describe(estimate.error())).c_str());
                const bool model = estimate->kind == "model";
                const Metric* metric = estimate->findMetric(model ? "latency_s" : "alone_s");
                QVERIFY2(metric, row.id.c_str());
                QVERIFY2(
                    std::abs(metric->value / row.predicted - 1.0) < 1e-9,
                    (row.id + ": " + std::to_string(metric->value) + " instead of " + std::to_string(row.predicted))
                        .c_str());
            }
        }
    }

private:
    static void write(const QString& path, const char* text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(RowRequestTest)
#include "row_request_test.moc"
