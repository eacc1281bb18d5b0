// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the field's tables become requests that say what the row says, and what no request says is refused.
#include "app/lab/field/foreign_rows.h"
#include "app/lab/field/mlperf_inference.h"
#include "core/catalog/library.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::assess;

class FieldRowsTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

    static void write(const QTemporaryDir& folder, const char* name, const std::string& text) {
        std::ofstream(folder.filePath(name).toStdString()) << text;
    }
    static Json requestOf(const MeasuredRow& row) { return Json::parse(row.request); }

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
    }

    /// 2 x 4 devices share a rate; a latency is that of one query. Slices, servers, beams and other frameworks are
    /// refused.
    void resultsOfSystemsAreOfOneDevice() {
        const QTemporaryDir folder;
        write(folder, "mlperf_inference_closed_to_v4.1.csv",
              "Organization,accelerator_model_name,accelerators_per_node,number_of_nodes,framework,Model,Scenario,"
              "Result,Units\n"
              "a,NVIDIA A30,4,2,TensorRT 9.0.0,bert-99.9,Offline,5120,Samples/s\n"
              "a,NVIDIA H100-SXM-80GB,1,1,TensorRT 9.0.0,bert-99.9,Offline,640,Samples/s\n"
              "a,NVIDIA L4,1,1,TensorRT 9.0.0,resnet50,MultiStream,0.8,Latency (ms)\n"
              "a,NVIDIA A30 (1x1g.6gb MIG),1,1,TensorRT 9.0.0,resnet50,Offline,100,Samples/s\n"
              "a,NVIDIA A30,1,1,TensorRT 9.0.0,resnet50,Server,100,Queries/s\n"
              "a,NVIDIA A30,1,1,TensorRT 9.0.0,gptj-99,Offline,1,Samples/s\n"
              "a,NVIDIA A30,1,1,Onnxruntime,resnet50,Offline,100,Samples/s\n");
        const auto read = readMlperfInference(folder.path().toStdString(), *library_);
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->rows.size(), std::size_t{3});
        QCOMPARE(read->refused.size(), std::size_t{4});
        QCOMPARE(read->rows[0].measured, 64.0 * 8.0 / 5120.0);
        QVERIFY(requestOf(read->rows[0])["workload"]["dtype"] == Json("fp16"));
        QVERIFY(requestOf(read->rows[1])["workload"]["dtype"] == Json("fp8"));
        QCOMPARE(read->rows[2].measured, 0.8e-3);
        QVERIFY(requestOf(read->rows[2])["workload"]["batch"] == Json(8));
    }

    /// Both cores run a batch at the same time.
    void coresOfAChipShareItsRate() {
        const QTemporaryDir folder;
        write(folder, "neuron_benchmarks.csv",
              "Model,Inst. Type,Batch Size,Sequence Length,Compilation Autocast Data Type,Throughput "
              "(inference/sec),Throughput (inference/second),Application Type\n"
              "bert-base-uncased,Inf2.xlarge,4,128,Matmult-BF16,,2000,Batch\n"
              "vgg16,Inf2.48xlarge,4,,Matmult-BF16,2000,,Batch\n");
        const auto read = readNeuronBenchmarks(folder.path().toStdString(), *library_);
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->rows.size(), std::size_t{1});
        QCOMPARE(read->refused.size(), std::size_t{1});
        QCOMPARE(read->rows[0].measured, 4e-3);
        QVERIFY(requestOf(read->rows[0])["workload"]["batch"] == Json(8));
    }

    void jobsThatShareADeviceAreRefused() {
        const QTemporaryDir folder;
        write(folder, "gavel_physical_cluster_throughputs.csv",
              "gpu,job_a,scale_a,job_b,scale_b,steps_s_a,steps_s_b\n"
              "p100,ResNet-50 (batch size 64),1,,,2.5,\n"
              "p100,ResNet-50 (batch size 64),2,,,5,\n"
              "p100,ResNet-50 (batch size 64),1,A3C,1,2,3\n");
        const auto read = readColocatedJobs(folder.path().toStdString(), *library_);
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->rows.size(), std::size_t{1});
        QCOMPARE(read->refused.size(), std::size_t{2});
        QCOMPARE(read->rows[0].measured, 0.4);
        QVERIFY(requestOf(read->rows[0])["workload"]["batch"] == Json(64));
    }
};

QTEST_GUILESS_MAIN(FieldRowsTest)
#include "field_rows_test.moc"
