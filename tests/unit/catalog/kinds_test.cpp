// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "scratch_library.h"

#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;

namespace {

nlohmann::json smallGpu(const std::string& id) {
    return {{"id", id},
            {"kind", "gpu"},
            {"name", "Small GPU"},
            {"vendor", "Example Works"},
            {"year", 2021},
            {"source", "made up for this test"},
            {"sms", 4},
            {"clock_hz", 1e9},
            {"vector_flop_per_clock", {{"fp32", 128}}},
            {"memory_bytes_per_s", 1e11}};
}

hardware::Calibration smallCalibration(const std::string& id, double factor) {
    hardware::Calibration calibration;
    calibration.id = id;
    calibration.suite = "toy";
    calibration.data = "made up for this test";
    calibration.command = "strata-lab calibrate toy";
    calibration.values = {{"factor", factor}};
    return calibration;
}

} // namespace

class KindsTest : public QObject {
    Q_OBJECT

private slots:
    void everyKindIsNamedOnce() {
        std::set<std::string_view> names;
        std::set<std::string_view> folders;
        for (const EntryKind kind : entryKinds()) {
            QVERIFY(names.insert(name(kind)).second);
            QVERIFY(folders.insert(folder(kind)).second);
            QVERIFY(entryKindNamed(name(kind)) == kind);
            QVERIFY(!(isHardware(kind) && isWorkload(kind)));
            QVERIFY(schemaOf(kind).find("kind") != nullptr);
            QCOMPARE(schemaOf(kind).find("kind")->choices, std::vector<std::string>{std::string(name(kind))});
        }
        QCOMPARE(names, (std::set<std::string_view>{"npu",       "gpu",   "cluster",     "cnn",      "transformer",
                                                    "diffusion", "graph", "calibration", "scenario", "kernels",
                                                    "engine",    "tool",  "soc",         "backend",  "predictor",
                                                    "pim",       "cpu",   "component",   "macro",    "dimm"}));
        QVERIFY(isHardware(EntryKind::Gpu) && !isHardware(EntryKind::Calibration));
        QVERIFY(!isWorkload(EntryKind::Calibration) && !isWorkload(EntryKind::Scenario));
    }

    void rolesTellKindsApart() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/gpu/small.json", smallGpu("small"));
        scratch.write("hwlib/calibration/fit.json", toJson(smallCalibration("fit", 2)));
        const auto library = Library::load(scratch.root());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        QVERIFY((*library)->resolve("small", "", Role::Hardware));
        QVERIFY(!(*library)->resolve("small", "", Role::Workload));
        QVERIFY((*library)->resolve("fit", "", Role::Any));
        for (const Role role : {Role::Hardware, Role::Workload}) {
            const auto refused = (*library)->resolve("fit", "/x", role);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, std::string("wrong-kind"));
            QVERIFY((*library)->near("fit", role).empty());
        }
    }

    void calibrationsAreRead() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/calibration/b.json", toJson(smallCalibration("b", 2)));
        scratch.write("hwlib/calibration/a.json", toJson(smallCalibration("a", 1)));
        const auto library = Library::load(scratch.root());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        QCOMPARE((*library)->calibrations().size(), std::size_t{2});
        QVERIFY((*library)->calibrations()[0] == smallCalibration("a", 1));
        QVERIFY((*library)->calibrations()[1] == smallCalibration("b", 2));
        QCOMPARE((*library)->find("a")->name, std::string("a"));
    }

    void tablesOfKernelsReachTheirModel() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/calibration/a.json", toJson(smallCalibration("gpu-simt-matmul", 1)));
        scratch.write("hwlib/calibration/b.json", toJson(smallCalibration("other", 1)));
        nlohmann::json table = nlohmann::json::parse(R"({"id": "toy", "kind": "kernels", "name": "Toy", "vendor": "V",
            "source": "made up for this test", "architecture": "A", "model": "gpu-simt-matmul", "operator": "bmm",
            "kernels": [{"columns": 64, "rows": 32, "slice": 16, "threads": 256, "local_elements": 10,
                         "units": "lanes", "sizes": [[1, 2, 3]]}]})");
        scratch.write("hwlib/kernels/toy.json", table);
        const auto library = Library::load(scratch.root());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        const hardware::Calibration& joined = (*library)->calibrations()[0];
        QCOMPARE(joined.kernel_tables.size(), std::size_t{1});
        QCOMPARE(joined.kernel_tables[0]->id, std::string("toy"));
        QVERIFY((*library)->calibrations()[1].kernel_tables.empty());
        // A fit replaces coefficients, not what is published.
        const auto fitted = (*library)->withCalibration(smallCalibration("gpu-simt-matmul", 7));
        QCOMPARE(fitted->calibrations()[0].values.at("factor"), 7.0);
        QCOMPARE(fitted->calibrations()[0].kernel_tables.size(), std::size_t{1});
        table["kernels"][0]["sizes"] = {{1, 2}};
        scratch.write("hwlib/kernels/toy.json", table);
        const auto broken = Library::load(scratch.root());
        QVERIFY(!broken);
        QCOMPARE(broken.error().file, std::string("hwlib/kernels/toy.json"));
        QCOMPARE(broken.error().pointer, std::string("/kernels/0/sizes/0"));
    }

    void brokenEntriesAreRefused() {
        const ScratchLibrary scratch;
        nlohmann::json contradiction = smallGpu("small");
        contradiction["idle_power_w"] = 400;
        contradiction["board_power_w"] = 300;
        scratch.write("hwlib/gpu/small.json", contradiction);
        const auto gpu = Library::load(scratch.root());
        QVERIFY(!gpu);
        QCOMPARE(gpu.error().code, std::string("bad-value"));
        QCOMPARE(gpu.error().pointer, std::string("/idle_power_w"));
        QCOMPARE(gpu.error().file, std::string("hwlib/gpu/small.json"));
        scratch.write("hwlib/gpu/small.json", smallGpu("small"));
        nlohmann::json fit = toJson(smallCalibration("fit", 1));
        fit["note"] = "by hand";
        scratch.write("hwlib/calibration/fit.json", fit);
        const auto calibration = Library::load(scratch.root());
        QVERIFY(!calibration);
        QCOMPARE(calibration.error().code, std::string("unknown-key"));
    }

    void oneCalibrationIsReplaced() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/calibration/a.json", toJson(smallCalibration("a", 1)));
        scratch.write("hwlib/gpu/small.json", smallGpu("small"));
        const auto library = Library::load(scratch.root());
        QVERIFY(library);
        const auto replaced = (*library)->withCalibration(smallCalibration("a", 7));
        QCOMPARE(replaced->entries().size(), std::size_t{2});
        QCOMPARE(replaced->calibrations().size(), std::size_t{1});
        QVERIFY(replaced->calibrations()[0] == smallCalibration("a", 7));
        QVERIFY((*library)->calibrations()[0] == smallCalibration("a", 1));
        QCOMPARE(replaced->find("a")->file, std::string("hwlib/calibration/a.json"));
        // An id of another kind stays what it is.
        const auto added = (*library)->withCalibration(smallCalibration("small", 3));
        QCOMPARE(added->calibrations().size(), std::size_t{2});
        QVERIFY(added->find("small")->kind == EntryKind::Gpu);
    }

    void theCatalogFileHoldsThem() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/gpu/small.json", smallGpu("small"));
        scratch.write("hwlib/calibration/a.json", toJson(smallCalibration("a", 1)));
        auto catalog = Catalog::open(scratch.root() / "catalog", scratch.root());
        QVERIFY2(catalog, catalog ? "" : describe(catalog.error()).c_str());
        QVERIFY(catalog->refresh());
        const auto rows = catalog->search({.kind = EntryKind::Gpu});
        QVERIFY(rows);
        QCOMPARE(rows->rows.size(), std::size_t{1});
        QCOMPARE(rows->rows[0].id, std::string("small"));
        const auto library = catalog->library();
        QVERIFY(library);
        QCOMPARE((*library)->calibrations().size(), std::size_t{1});
        const auto source = catalog->sourceOf("small", "/clock_hz");
        QVERIFY(source);
        QCOMPARE(*source, std::string("made up for this test"));
        nlohmann::json own = {
            {"id", "mine"}, {"base", "small"}, {"name", "Mine"}, {"source", "me"}, {"set", {{"/sms", 8}}}};
        const auto stored = catalog->addEntry(EntryKind::Gpu, own);
        QVERIFY2(stored, stored ? "" : describe(stored.error()).c_str());
        const auto grown = catalog->library();
        QVERIFY(grown);
        QCOMPARE((*grown)->find("mine")->document->at("sms").get<int>(), 8);
    }
};

QTEST_APPLESS_MAIN(KindsTest)
#include "kinds_test.moc"
