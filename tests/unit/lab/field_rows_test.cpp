// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the field's tables become requests that say what the row says, and what no request says is refused.
#include "app/lab/field/foreign_rows.h"

#include "app/lab/edge/edge_suites.h"
#include "app/lab/edge/mlperf_edge_rows.h"
#include "app/lab/field/mlperf_inference.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <cmath>
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

    /// Submitters spell a board in several ways, and rounds repeat results; the networks have the published sizes.
    void resultsOfTinyAreOfBoards() {
        const QTemporaryDir folder;
        write(folder, "mlperf_tiny.csv",
              "round,org,division,system,benchmark,result,unit,has_power,energy,energy_unit\n"
              "v1,a,closed,NUCLEO-L4R5ZI_some-tool-7.3,kws,20,inf./sec.,True,5000,uJ/inf.\n"
              "v1,a,closed,NUCLEO-L4R5ZI_some-tool-7.3,ic,5,inf./sec.,,,\n"
              "v2,a,closed,NUCLEO-L4R5ZI_some-tool-7.3,ic,5.0,inf./sec.,,,\n"
              "v1,b,closed,NUCLEO_L4R5ZI-zephyr,vww,4,inf./sec.,,,\n"
              "v1,b,closed,NUCLEO_L4R5ZI-zephyr,ad,100,inf./sec.,,,\n"
              "v1,b,closed,UNKNOWN_9_X,ad,100,inf./sec.,,,\n");
        const auto rows = readTinyRows(folder.path().toStdString());
        QVERIFY2(rows, rows ? "" : describe(rows.error()).c_str());
        QCOMPARE(rows->size(), std::size_t{7});
        QCOMPARE(rows->front().chip, std::string("NUCLEO_L4R5ZI"));
        QCOMPARE(rows->at(4).chip, rows->front().chip);
        QCOMPARE(rows->back().chip, std::string("UNKNOWN_9"));
        QCOMPARE(rows->at(1).value, 5000e-6);
        QCOMPARE(std::ranges::count_if(*rows, &SubmittedRow::repeated), 1);
        const FieldRows asked = tinyRequests(*rows, *library_);
        QCOMPARE(asked.rows.size(), std::size_t{4});
        QCOMPARE(asked.refused.size(), std::size_t{2}); // energy, and the board that is not known
        const char* networks[] = {"mlperf-tiny-kws", "mlperf-tiny-ic", "mlperf-tiny-vww", "mlperf-tiny-ad"};
        for (std::size_t i = 0; i < 4; ++i) {
            const Json request = requestOf(asked.rows[i]);
            QCOMPARE(request["workload"]["model"].get<std::string>(), std::string(networks[i]));
            QCOMPARE(request["workload"]["dtype"].get<std::string>(), std::string("int8"));
        }
    }

    /// A chip that is left out is predicted exactly where levels and tasks multiply.
    void oneTaskSaysTheOthers() {
        const QTemporaryDir folder;
        std::string table = "round,submitter,soc,benchmark,scenario,mean_ms,p90_ms,samples_per_s\n";
        const std::pair<const char*, double> tasks[] = {{"EDSR", 8}, {"image_classification", 1}, {"mosaic", 2}};
        double level = 1;
        for (const char* chip : {"c1", "c2", "c3", "c4"}) {
            for (const auto& [task, ms] : tasks)
                table +=
                    "v1,x," + std::string(chip) + "," + task + ",SingleStream," + std::to_string(ms * level) + ",,\n";
            level *= 1.5;
        }
        table += "v1,x,c4,only_here,SingleStream,7,,\nv1,x,c4,mobilenetEdgeTPU,Offline,,,500\n";
        write(folder, "mlperf_mobile.csv", table);
        const auto report = runEdgeMobile({folder.path().toStdString(), *library_, {}, {}});
        QVERIFY2(report, report ? "" : describe(report.error()).c_str());
        QCOMPARE(report->rows.size(), std::size_t{4 * 3 * 2});
        for (const SuiteRow& row : report->rows)
            QVERIFY2(std::abs(row.predicted / row.measured - 1) < 1e-5, row.id.c_str());
        QCOMPARE(report->refused.size(), std::size_t{2});
        const auto rows = readMobileRows(folder.path().toStdString());
        QCOMPARE(rows->back().task, std::string("mobilenet-edgetpu"));
        QCOMPARE(rows->back().value, 2e-3);
    }

    /// What a chip does on another task changes neither a prediction for it nor the interval.
    void noChipIsPredictedByItsOwnRows() {
        const auto predictedFor = [&](double edsr_of_target) {
            const QTemporaryDir folder;
            std::string table = "round,submitter,soc,benchmark,scenario,mean_ms,p90_ms,samples_per_s\n";
            const auto add = [&](const char* chip, const char* task, double ms) {
                table += "v1,x," + std::string(chip) + "," + task + ",SingleStream," + std::to_string(ms) + ",,\n";
            };
            for (const auto& [chip, level] : {std::pair{"c1", 1.0}, {"c2", 1.4}, {"c3", 2.5}}) {
                add(chip, "EDSR", 8 * level * level); // levels and tasks do not multiply
                add(chip, "image_classification", level);
                add(chip, "mosaic", 2 * level);
            }
            add("target", "EDSR", edsr_of_target);
            add("target", "image_classification", 1.5);
            add("target", "mosaic", 3);
            write(folder, "mlperf_mobile.csv", table);
            const auto report = runEdgeMobile({folder.path().toStdString(), *library_, {}, {}});
            std::vector<SuiteRow> rows;
            if (!report) return rows;
            for (const SuiteRow& row : report->rows)
                if (row.group[2].second == "target" && !row.id.ends_with(" by edsr")) rows.push_back(row);
            return rows;
        };
        const auto before = predictedFor(20), after = predictedFor(200);
        QCOMPARE(before.size(), std::size_t{4}); // of 6 pairs, two say the others by the perturbed task
        QCOMPARE(after.size(), before.size());
        for (std::size_t i = 0; i < before.size(); ++i) {
            QCOMPARE(after[i].id, before[i].id);
            QCOMPARE(after[i].predicted, before[i].predicted);
            QCOMPARE(after[i].low, before[i].low);
            QCOMPARE(after[i].high, before[i].high);
        }
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
