// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/calibrate.h"
#include "app/lab/run/data_sets.h"
#include "app/lab/run/manifest.h"
#include "core/catalog/library.h"

#include <filesystem>
#include <fstream>
#include <QTemporaryDir>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::assess;

namespace {

namespace fs = std::filesystem;

constexpr const char* kSound = R"({"id": "x", "origin": "o", "licence": "l", "layout": "a", "folder": "f", "rows": 3,
    "split": {"by": "device", "fit": ["t4"], "choose": ["p4"], "report": ["l4"]},
    "exclusions": [{"flag": "odd", "reason": "r", "rows": 1}]})";

fs::path reference() {
    const char* folder = std::getenv("STRATA_REFERENCE");
    return folder == nullptr ? fs::path() : fs::path(folder);
}

std::shared_ptr<const Library> library() {
    static const auto loaded = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    if (!loaded) qFatal("%s", describe(loaded.error()).c_str());
    return *loaded;
}

/// Two recurrent kernels of every size on a device, as the peers' table has them.
void writeScans(const fs::path& file, std::initializer_list<const char*> devices) {
    fs::create_directories(file.parent_path());
    std::ofstream out(file);
    out << "system,kernel_source,batch_size,seq_len,num_v_heads,head_k_dim,head_v_dim,latency_us\n";
    for (const char* device : devices) {
        for (int batch = 1; batch <= 64; batch *= 2)
            out << device << ",fused_recurrent_gated_delta_rule," << batch << ",1,32,128,128," << 8.0 + 2.0 * batch
                << '\n';
    }
}

} // namespace

class ManifestTest : public QObject {
    Q_OBJECT

private slots:
    void saysWhoMayBeLookedAt() {
        const auto manifest = readManifest(kSound, "x.json");
        QVERIFY2(manifest, manifest ? "" : describe(manifest.error()).c_str());
        QVERIFY(manifest->fits("t4") && !manifest->fits("p4") && !manifest->fits("a100"));
        QCOMPARE(manifest->roleOf("p4"), std::string_view("choose"));
        QCOMPARE(manifest->roleOf("l4"), std::string_view("report"));
        QCOMPARE(manifest->roleOf("a100"), std::string_view());
        const Without outside = manifest->outsideFit(std::vector<std::string>{"t4", "p4", "a100"});
        QVERIFY(outside.has("p4") && outside.has("a100") && !outside.has("t4"));
    }

    void refusesWhatItCannotMean_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("code");
        QTest::newRow("one device in two parts") << "[\"p4\"]"
                                                 << "[\"t4\"]"
                                                 << "bad-value";
        QTest::newRow("a key that nobody reads") << "\"origin\""
                                                 << "\"orign\""
                                                 << "unknown-key";
        QTest::newRow("no reason") << "\"reason\": \"r\", "
                                   << ""
                                   << "missing";
        QTest::newRow("split by days") << "\"device\""
                                       << "\"day\""
                                       << "bad-value";
    }

    void refusesWhatItCannotMean() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, code);
        const QString text = QString::fromLatin1(kSound).replace(from, to);
        const auto manifest = readManifest(text.toStdString(), "x.json");
        QVERIFY(!manifest);
        QCOMPARE(manifest.error().code, code.toStdString());
    }

    void everySetHasAManifest() {
        std::set<std::string> read;
        for (const DataSet& set : dataSets()) {
            const auto manifest = manifestOf(set.id);
            QVERIFY2(manifest, std::string(set.id).c_str());
            QCOMPARE(manifest->id, std::string(set.id));
            QVERIFY(!manifest->origin.empty() && !manifest->licence.empty() && !manifest->layout.empty());
            read.insert(manifest->id);
        }
        const auto all = manifests();
        QVERIFY2(all, all ? "" : describe(all.error()).c_str());
        for (const Manifest& manifest : *all)
            QVERIFY2(read.contains(manifest.id), manifest.id.c_str());
    }

    /// Counts of rows and of exclusions are those that the readers find, and the split knows every name.
    void countsAreThoseOfTheData_data() {
        QTest::addColumn<int>("set");
        for (std::size_t i = 0; i < dataSets().size(); ++i)
            QTest::newRow(std::string(dataSets()[i].id).c_str()) << static_cast<int>(i);
    }

    void countsAreThoseOfTheData() {
        QFETCH(int, set);
        const DataSet& data_set = dataSets()[static_cast<std::size_t>(set)];
        const auto manifest = manifestOf(data_set.id);
        QVERIFY(manifest);
        if (!fs::exists(reference() / manifest->folder)) QSKIP("the reference data is not there");
        const auto found = data_set.read(reference() / manifest->folder, *library());
        QVERIFY2(found, found ? "" : describe(found.error()).c_str());
        QCOMPARE(found->rows, manifest->rows);
        for (const Exclusion& exclusion : manifest->exclusions)
            QCOMPARE(found->flags.contains(exclusion.flag) ? found->flags.at(exclusion.flag) : 0, exclusion.rows);
        for (const auto& [flag, rows] : found->flags) {
            const auto known = std::ranges::any_of(manifest->exclusions, [&](const auto& e) { return e.flag == flag; });
            QVERIFY2(known || rows == 0, flag.c_str());
        }
        if (manifest->split.by == "none") return;
        for (const std::string& name : found->names)
            QVERIFY2(!manifest->roleOf(name).empty(), name.c_str());
    }

    /// A device that no split gives to fits is not fitted to, whoever finds its rows in the folder.
    void fitsTakeTheirDevicesFromTheSplit() {
        QTemporaryDir folder;
        const fs::path data = fs::path(folder.path().toStdString()) / "gpu_modern";
        fs::create_directories(data);
        writeScans(data / ".." / "peers" / "aic_kernels" / "gdn.csv", {"a100-sxm4-80gb", "l40s"});
        fs::rename(data / ".." / "peers" / "aic_kernels" / "gdn.csv",
                   data / ".." / "peers" / "aic_kernels" / "gdn.csv.gz");
        const auto fitted = calibrate("gpu-scan", data, *library());
        QVERIFY2(fitted, fitted ? "" : describe(fitted.error()).c_str());
        std::set<std::string> devices;
        for (const auto& group : fitted->front().groups) {
            if (const auto device = group.key.find("device"); device != group.key.end()) devices.insert(device->second);
        }
        QCOMPARE(devices, std::set<std::string>{"a100-sxm4-80gb"});
    }

    /// Shipped calibrations know no device beyond the splits of their data.
    void shippedFitsKnowTheirSplit() {
        const std::map<std::string, std::vector<const char*>> sets{{"gpu-simt-matmul", {"gpu-kernels"}},
                                                                   {"gpu-vector", {"gpu-kernels"}},
                                                                   {"gpu-tensor-matmul", {"modern-products"}},
                                                                   {"gpu-attention", {"modern-attention"}},
                                                                   {"gpu-moe", {"modern-experts"}},
                                                                   {"gpu-scan", {"modern-scans"}},
                                                                   {"gpu-power", {"modern-power"}}};
        for (const auto& calibration : library()->calibrations()) {
            const auto known = sets.find(calibration.id);
            if (known == sets.end()) continue;
            const auto manifest = manifestOf(known->second.front());
            QVERIFY(manifest);
            for (const auto& group : calibration.groups) {
                const auto device = group.key.find("device");
                if (device == group.key.end()) continue;
                QVERIFY2(manifest->fits(device->second), (calibration.id + ": " + device->second).c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(ManifestTest)
#include "manifest_test.moc"
