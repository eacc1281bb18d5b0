// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/schema.h"
#include "core/catalog/library.h"
#include "core/hardware/gpu/gpu_json.h"

#include <nlohmann/json.hpp>
#include <QFile>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::hardware;

namespace {

const Library& library() {
    static const std::shared_ptr<const Library> read = [] {
        const auto loaded = Library::load(qgetenv("STRATA_ROOT").toStdString());
        if (!loaded) qFatal("%s", describe(loaded.error()).c_str());
        return *loaded;
    }();
    return *read;
}

std::vector<const Entry*> entries() {
    std::vector<const Entry*> gpus;
    for (const Entry& entry : library().entries()) {
        if (entry.kind == EntryKind::Gpu && !entry.user) gpus.push_back(&entry);
    }
    return gpus;
}

/// The GPU that a name means; fails the program where it means something else.
Gpu load(const std::string& name) {
    const Entry* entry = library().find(name);
    if (entry == nullptr || entry->kind != EntryKind::Gpu) qFatal("no GPU is called %s", name.c_str());
    const auto gpu = readGpu(*entry->document, "");
    if (!gpu) qFatal("%s", describe(gpu.error()).c_str());
    return *gpu;
}

} // namespace

class GpuLibraryTest : public QObject {
    Q_OBJECT
private slots:
    void thereAreEnough();
    void everyFileReads();
    void everyFactHasASource();
    void everyNameIsUnique();
    void namesOfMeasurements_data();
    void namesOfMeasurements();
    void namesOfReferenceSets_data();
    void namesOfReferenceSets();
    void unitsOfAGenerationAgree();
    void variantsInherit();
    void boardsReachTheirPeers();
};

void GpuLibraryTest::thereAreEnough() {
    QVERIFY(entries().size() >= 62);
    std::set<std::string> vendors;
    std::set<std::string> architectures;
    for (const Entry* entry : entries()) {
        vendors.insert(entry->vendor);
        architectures.insert(entry->document->at("architecture").get<std::string>());
    }
    QCOMPARE(vendors, (std::set<std::string>{"AMD", "Apple", "Intel", "NVIDIA", "Qualcomm"}));
    QVERIFY(architectures.size() >= 20);
}

void GpuLibraryTest::everyFileReads() {
    for (const Entry* entry : entries()) {
        const auto gpu = readGpu(*entry->document, "");
        QVERIFY2(gpu, gpu ? "" : (entry->id + ": " + describe(gpu.error())).c_str());
        QCOMPARE(entry->file, "hwlib/gpu/" + entry->id + ".json");
        QCOMPARE(gpu->engine, std::string("pytorch"));
        QVERIFY2(entry->year >= 2015, entry->id.c_str());
        // 4-bit floats come with scales of blocks; so far no device has one without the other.
        QCOMPARE(gpu->block_scales, gpu->matrixPeak(NumberType::Fp4) > 0);
        QCOMPARE(memoryBuild(gpu->memory_kind) == MemoryBuild::Stacked, gpu->memory_kind.find("HBM") == 0);
        QVERIFY2(!gpu->architecture.empty() && !gpu->market.empty(), entry->id.c_str());
        QVERIFY2(gpu->peak(NumberType::Fp32) >= 0.2e12, entry->id.c_str());
        QVERIFY2(gpu->memory_bytes >= 4e9 && gpu->memory_bytes_per_s >= 2e10, entry->id.c_str());
    }
}

void GpuLibraryTest::everyFactHasASource() {
    for (const Entry* entry : entries()) {
        const Json flat = entry->document->flatten();
        for (const auto& [pointer, value] : flat.items()) {
            if (!value.is_number()) continue;
            QVERIFY2(sourceOf(*entry->document, pointer).size() > 20, (entry->id + pointer).c_str());
        }
    }
}

void GpuLibraryTest::everyNameIsUnique() {
    std::set<std::string> names;
    for (const Entry& entry : library().entries()) {
        QVERIFY2(names.insert(entry.id).second, entry.id.c_str());
        for (const std::string& alias : entry.aliases)
            QVERIFY2(names.insert(alias).second, alias.c_str());
    }
}

void GpuLibraryTest::namesOfMeasurements_data() {
    QTest::addColumn<QString>("id");
    const auto row = [](const char* name, const char* id) { QTest::newRow(name) << id; };
    row("P100-PCIe-16GB", "p100-pcie-16gb");
    row("Tesla P100-PCIE-16GB", "p100-pcie-16gb");
    row("V100-PCIe-32GB", "v100-pcie-32gb");
    row("Tesla T4", "t4");
    row("A100-PCIe-40GB", "a100-pcie-40gb");
    row("A100-SXM4-40GB", "a100-sxm4-40gb");
    row("NVIDIA A100-SXM4-40GB", "a100-sxm4-40gb");
    row("A100-PCIe-80GB", "a100-pcie-80gb");
    row("a100_pcie", "a100-pcie-80gb");
    row("A100", "a100-sxm4-80gb");
    row("a100_sxm", "a100-sxm4-80gb");
    row("H100", "h100-sxm5-80gb");
    row("H100-SXM-80GB", "h100-sxm5-80gb");
    row("NVIDIA H100 80GB HBM3", "h100-sxm5-80gb");
    row("H200", "h200-sxm-141gb");
    row("h20", "h20");
    row("H800-SXM", "h800-sxm5-80gb");
    row("L4", "l4");
    row("P4", "p4");
    row("MI210", "mi210");
    row("AMD Instinct MI250", "mi250");
    row("L40S", "l40s");
    row("B200", "b200-sxm-180gb");
    row("GB200", "gb200");
    row("B300", "b300-sxm");
    row("GB300", "gb300");
    row("RTXPRO6000", "rtx-pro-6000-blackwell-server");
    row("B60", "arc-pro-b60");
    row("RTX4090", "rtx-4090");
    row("RTX 3090", "rtx-3090");
    row("JetsonAGXOrin64", "jetson-agx-orin-64gb");
    row("M2Ultra-GPU", "m2-ultra-gpu");
}

void GpuLibraryTest::namesOfMeasurements() {
    QFETCH(QString, id);
    QCOMPARE(load(QTest::currentDataTag()).id, id.toStdString());
}

void GpuLibraryTest::namesOfReferenceSets_data() {
    QTest::addColumn<QString>("names");
    const QString root = qEnvironmentVariable("STRATA_REFERENCE");
    const auto column = [&](const char* file, int place, const char* wanted) {
        QFile table(root + QLatin1Char('/') + QLatin1String(file));
        if (!table.open(QIODevice::ReadOnly)) return;
        QStringList names;
        table.readLine();
        while (!table.atEnd()) {
            const QStringList cells = QString::fromUtf8(table.readLine()).trimmed().split(QLatin1Char(','));
            if (cells.size() > place && (wanted == nullptr || cells[2].contains(QLatin1String(wanted))))
                names << cells[place];
        }
        QTest::newRow((std::string(file) + " " + std::to_string(place) + (wanted ? wanted : "")).c_str())
            << names.join(QLatin1Char(','));
    };
    column("gpu/gpu_specs.csv", 0, nullptr);
    column("gpu/gpu_specs.csv", 1, nullptr);
    column("gpu_modern/device_specs.csv", 0, nullptr);
    column("gpu_modern/device_specs.csv", 1, nullptr);
    column("peers/device_specs.csv", 0, nullptr);
    column("catalog/devices.csv", 0, "-gpu");
    column("catalog/devices.csv", 0, "superchip");
    column("catalog/devices.csv", 0, "edge-soc");
    if (!QFile::exists(root + QStringLiteral("/gpu/gpu_specs.csv"))) QTest::newRow("absent") << QString();
}

void GpuLibraryTest::namesOfReferenceSets() {
    QFETCH(QString, names);
    if (names.isEmpty()) QSKIP("the reference data is absent");
    for (const QString& name : names.split(QLatin1Char(','))) {
        const Entry* entry = library().find(name.toStdString());
        QVERIFY2(entry != nullptr && entry->kind == EntryKind::Gpu, qPrintable(name));
    }
}

/// Lanes, registers and shared memory belong to a generation's SM, whichever board carries it.
void GpuLibraryTest::unitsOfAGenerationAgree() {
    for (const auto& [one, other] : {std::pair{"a100-sxm4-80gb", "a30"},
                                     {"h100-sxm5-80gb", "h20"},
                                     {"l4", "rtx-4090"},
                                     {"rtx-3090", "a40"},
                                     {"b200-sxm-180gb", "gb200"},
                                     {"mi300x", "mi300a"}}) {
        const Gpu a = load(one);
        const Gpu b = load(other);
        QCOMPARE(a.architecture, b.architecture);
        QCOMPARE(a.vector_flop_per_clock[index(NumberType::Fp32)], b.vector_flop_per_clock[index(NumberType::Fp32)]);
        QCOMPARE(a.registers_bytes, b.registers_bytes);
        QCOMPARE(a.shared_bytes, b.shared_bytes);
        QCOMPARE(a.threads_per_sm, b.threads_per_sm);
        QCOMPARE(a.blocks_per_sm, b.blocks_per_sm);
    }
    QCOMPARE(load("mi100").warp, 64u);
    QCOMPARE(load("t4").warp, 32u);
}

/// Two boards of one host share a model at least through it; what shares its memory with its host has no peer.
void GpuLibraryTest::boardsReachTheirPeers() {
    const std::set<std::string> alone{"mobile", "embedded", "integrated"};
    for (const Entry* entry : entries()) {
        const auto gpu = readGpu(*entry->document, "");
        QVERIFY(gpu);
        const bool reaches = gpu->link_bytes_per_s > 0 || entry->document->value("host_link_bytes_per_s", 0.0) > 0;
        QVERIFY2(reaches || alone.contains(gpu->market), entry->id.c_str());
    }
}

void GpuLibraryTest::variantsInherit() {
    const Gpu h100 = load("h100-sxm5-80gb");
    const Gpu h800 = load("h800-sxm5-80gb");
    QCOMPARE(h800.matrixPeak(NumberType::Bf16), h100.matrixPeak(NumberType::Bf16));
    QVERIFY(h800.peak(NumberType::Fp64) < h100.peak(NumberType::Fp64) / 10);
    QVERIFY(h800.link_bytes_per_s < h100.link_bytes_per_s);
    const std::string source = sourceOf(*library().find("h800-sxm5-80gb")->document, "/link_bytes_per_s");
    QVERIFY(source.find("DeepSeek") != std::string::npos);
}

QTEST_APPLESS_MAIN(GpuLibraryTest)
#include "gpu_library_test.moc"
