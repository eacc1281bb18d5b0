// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention.h"
#include "core/gpu/attention/attention_geometry.h"
#include "core/gpu/experts/moe.h"
#include "core/gpu/vector/scan.h"
#include "tests/unit/gpu/runtime.h"

#include <QTest>

#include <cmath>
#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace strata;
using namespace strata::gpu;
using workload::Attention;

namespace {

hardware::Gpu device(double shared_bytes) {
    hardware::Gpu gpu;
    gpu.id = "device";
    gpu.sms = 100;
    gpu.clock_hz = 1.5e9;
    gpu.matrix_flop_per_clock[index(NumberType::Bf16)] = 2048;
    gpu.matrix_flop_per_clock[index(NumberType::Fp8)] = 4096;
    gpu.shared_bytes = shared_bytes;
    gpu.asynchronous_tensor_cores = shared_bytes > 200 * 1024;
    gpu.l2_bytes = 40e6;
    gpu.memory_bytes_per_s = 2e12;
    gpu.memory_kind = "HBM3";
    gpu.l2_partitions = 2;
    gpu.asynchronous_tensor_cores = shared_bytes > 200.0 * 1024.0;
    return gpu;
}

const hardware::Gpu kSynchronous = device(164 * 1024);
const hardware::Gpu kAsynchronous = device(228 * 1024);

workload::Kernel kernelOf(const workload::KernelShape& shape, NumberType cache = NumberType::Bf16) {
    return {shape, NumberType::Bf16, cache, NumberType::Bf16, NumberType::Bf16};
}

Attention decodeShape(double batch, double heads, double kv_heads, double kv_len) {
    Attention shape;
    shape.batch = batch;
    shape.heads = heads;
    shape.kv_heads = kv_heads;
    shape.head_dim = 128;
    shape.kv_len = kv_len;
    return shape;
}

Attention prefillShape(double q_len, double cached, double window, bool causal) {
    Attention shape = decodeShape(2, 16, 4, q_len + cached);
    shape.q_len = q_len;
    shape.window = window;
    shape.causal = causal;
    return shape;
}

double seconds(const hardware::Gpu& gpu, const Attention& shape, NumberType cache = NumberType::Bf16) {
    return predictAttention(gpu, AttentionCoefficients{}, kernelOf(shape, cache)).seconds;
}

/// The walk of every tile, step by step.
KeySteps walked(const Attention& shape, double tile, double step) {
    KeySteps steps;
    const double cached = shape.kv_len - shape.q_len;
    for (double q = 0; q < shape.q_len; q += tile) {
        const double last = std::min(q + tile, shape.q_len);
        const double end = shape.causal ? cached + last : shape.kv_len;
        const double begin = shape.window > 0 ? std::max(cached + q - shape.window, 0.0) : 0.0;
        double keys = 0.0;
        for (double k = std::floor(begin / step) * step; k < end; k += step)
            keys += step;
        steps.tiles += 1.0;
        steps.visited += keys;
        steps.longest = std::max(steps.longest, keys);
    }
    return steps;
}

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT
private slots:
    void stepsAreThoseOfTheWalk_data();
    void stepsAreThoseOfTheWalk();
    void shorterWorkIsNotSlower();
    void partsSumUp();
    void groupsShareTheirCache();
    void kernelsFollowTheShape();
    void enginesCallOtherKernels();
    void contextsAreSplit();
    void flashMlaIsPublished();
    void unitsShareTheMemoryOfAnSm();
    void narrowTilesRunOutOfRegisters();
    void publishedRatesFollowTheBoardsLimit();
    void generationsShareWhatAUnitCosts();
    void sistersShareWhatWasMeasured();
    void unequalContextsLieBetween();
    void narrowCacheNeedsNarrowArithmetic();
    void moreOfADeviceIsNotSlower();
    void predictsWithoutAllocating();
};

void AttentionTest::stepsAreThoseOfTheWalk_data() {
    QTest::addColumn<double>("q_len");
    QTest::addColumn<double>("cached");
    QTest::addColumn<double>("window");
    QTest::addColumn<bool>("causal");
    QTest::newRow("one tile") << 40.0 << 0.0 << 0.0 << true;
    QTest::newRow("causal") << 1000.0 << 0.0 << 0.0 << true;
    QTest::newRow("cached") << 300.0 << 777.0 << 0.0 << true;
    QTest::newRow("bidirectional") << 577.0 << 0.0 << 0.0 << false;
    QTest::newRow("window") << 4096.0 << 0.0 << 128.0 << true;
    QTest::newRow("window, odd") << 1000.0 << 0.0 << 100.0 << true;
    QTest::newRow("window, cached") << 512.0 << 1000.0 << 256.0 << true;
    QTest::newRow("window longer than all") << 512.0 << 0.0 << 8192.0 << true;
}

void AttentionTest::stepsAreThoseOfTheWalk() {
    QFETCH(double, q_len);
    QFETCH(double, cached);
    QFETCH(double, window);
    QFETCH(bool, causal);
    const Attention shape = prefillShape(q_len, cached, window, causal);
    for (const double tile : {64.0, 128.0}) {
        for (const double step : {16.0, 32.0, 64.0, 128.0, 256.0}) {
            const KeySteps found = keySteps(shape, tile, step);
            const KeySteps expected = walked(shape, tile, step);
            QCOMPARE(found.tiles, expected.tiles);
            QCOMPARE(found.visited, expected.visited);
            QVERIFY(found.masked <= found.visited);
            QVERIFY(found.longest <= expected.longest + 1e-9);
        }
    }
}

void AttentionTest::shorterWorkIsNotSlower() {
    for (const hardware::Gpu& gpu : {kSynchronous, kAsynchronous}) {
        QVERIFY(seconds(gpu, prefillShape(2048, 0, 0, true)) < seconds(gpu, prefillShape(2048, 0, 0, false)));
        QVERIFY(seconds(gpu, prefillShape(8192, 0, 512, true)) < seconds(gpu, prefillShape(8192, 0, 0, true)));
        QVERIFY(seconds(gpu, prefillShape(512, 0, 0, true)) < seconds(gpu, prefillShape(512, 4096, 0, true)));
        double before = 0.0;
        for (double kv = 16; kv < 2e5; kv *= 2) {
            const double now = seconds(gpu, decodeShape(64, 32, 8, kv));
            QVERIFY2(now >= before * 0.97, qPrintable(QString("%1 keys").arg(kv)));
            before = now;
        }
    }
}

void AttentionTest::partsSumUp() {
    for (const Attention& shape :
         {prefillShape(3000, 0, 0, true), decodeShape(7, 32, 8, 5000), decodeShape(512, 64, 1, 700)}) {
        const KernelTime time = predictAttention(kSynchronous, AttentionCoefficients{}, kernelOf(shape));
        QVERIFY(time.compute_s >= 0 && time.memory_s >= 0 && time.tail_s >= 0 && time.fixed_s > 0);
        QVERIFY(std::abs(time.compute_s + time.memory_s + time.tail_s + time.fixed_s - time.seconds) < 1e-12);
    }
}

void AttentionTest::groupsShareTheirCache() {
    // As many query heads, fewer KV heads: never slower while a group is one tile.
    double before = INFINITY;
    for (const double kv_heads : {16.0, 8.0, 4.0, 2.0}) {
        const double now = seconds(kAsynchronous, decodeShape(256, 32, kv_heads, 4096));
        QVERIFY(now <= before);
        before = now;
    }
    // More heads than a tile has rows are each walked by themselves.
    QVERIFY(seconds(kAsynchronous, decodeShape(256, 64, 1, 4096)) >
            5.0 * seconds(kAsynchronous, decodeShape(256, 32, 1, 4096)));
}

void AttentionTest::kernelsFollowTheShape() {
    const auto path = [](const hardware::Gpu& gpu, const Attention& shape, NumberType cache) {
        return decodePathOf(gpu, kernelOf(shape, cache));
    };
    QVERIFY(path(kSynchronous, decodeShape(64, 8, 8, 500), NumberType::Bf16) == DecodePath::Vector);
    QVERIFY(path(kSynchronous, decodeShape(64, 32, 8, 500), NumberType::Bf16) == DecodePath::Grouped);
    QVERIFY(path(kSynchronous, decodeShape(64, 48, 1, 500), NumberType::Bf16) == DecodePath::Vector);
    // Too few units to fill the device, unless the context is split.
    QVERIFY(path(kSynchronous, decodeShape(1, 32, 8, 100), NumberType::Bf16) == DecodePath::Vector);
    QVERIFY(path(kSynchronous, decodeShape(1, 32, 8, 100000), NumberType::Bf16) == DecodePath::Grouped);
    QVERIFY(path(kAsynchronous, decodeShape(1, 32, 8, 100), NumberType::Fp8) == DecodePath::Specialised);
}

/// Launch bounds of TensorRT-LLM's kernels; FlashAttention packs any number of query heads (Dao et al. 2023).
void AttentionTest::enginesCallOtherKernels() {
    const auto wide = kernelOf(Attention{8.0, 128.0, 2.0, 128.0, 1.0, 4096.0});
    QCOMPARE(decodePathOf(kSynchronous, wide), DecodePath::Vector);
    hardware::Gpu served = kSynchronous;
    served.runtime = runtimeWith(hardware::AttentionKernels::Packed);
    QCOMPARE(decodePathOf(served, wide), DecodePath::Grouped);
    served = kAsynchronous;
    served.runtime = runtimeWith(hardware::AttentionKernels::Packed);
    QCOMPARE(decodePathOf(served, wide), DecodePath::Specialised);
}

/// computeMultiBlockCount of TensorRT-LLM (decoderXQAImplCommon.h): shares of 128 keys, at most the root of eight
/// times as many, and eight units for an SM.
void AttentionTest::contextsAreSplit() {
    const auto splits = [](const hardware::Gpu& gpu, DecodePath path, const Attention& shape, NumberType cache) {
        return decodeSplits(gpu, path, kernelOf(shape, cache));
    };
    const auto grouped = [&](double batch, double kv_len) {
        return splits(kSynchronous, DecodePath::Grouped, decodeShape(batch, 32, 8, kv_len), NumberType::Bf16);
    };
    QCOMPARE(grouped(1, 100), 1.0);
    QCOMPARE(grouped(1, 1024), 8.0);
    QCOMPARE(grouped(1, 4096), 16.0);
    QCOMPARE(grouped(16, 65536), 8.0 * kSynchronous.sms / (16.0 * 8.0));
    QCOMPARE(grouped(4096, 65536), 1.0);
    // A window leaves the specialised kernel less to share; the grouped one shares the whole context.
    Attention windowed = decodeShape(1, 32, 8, 65536);
    windowed.window = 512;
    QCOMPARE(splits(kAsynchronous, DecodePath::Specialised, windowed, NumberType::Fp8), 4.0);
    QCOMPARE(splits(kSynchronous, DecodePath::Grouped, windowed, NumberType::Bf16), 64.0);
    // Contexts of 8 bits stay whole where tensor cores take registers, unless the engine splits them too.
    hardware::Gpu served = kSynchronous;
    const Attention longer = decodeShape(1, 32, 8, 65536);
    QCOMPARE(splits(served, DecodePath::Grouped, longer, NumberType::Fp8), 1.0);
    QVERIFY(splits(served, DecodePath::Grouped, longer, NumberType::Bf16) > 60.0);
    served.runtime = runtimeWith(hardware::AttentionKernels::Packed);
    QVERIFY(splits(served, DecodePath::Grouped, longer, NumberType::Fp8) > 60.0);
    // Single heads: a block for each SM, as long as each has a whole turn of its loop.
    QCOMPARE(splits(kSynchronous, DecodePath::Vector, decodeShape(1, 8, 8, 512), NumberType::Bf16), 2.0);
    QCOMPARE(splits(kSynchronous, DecodePath::Vector, decodeShape(1, 8, 8, 1e6), NumberType::Bf16),
             kSynchronous.sms / 8.0);
}

/// 64 queries and 128 keys and values of 128 elements take 80 KB in 16 bits (launch tables of TensorRT-LLM's
/// kernels).
void AttentionTest::unitsShareTheMemoryOfAnSm() {
    const auto units = [](double shared_bytes, double head_dim, NumberType type) {
        Attention shape = prefillShape(4096, 0, 0, true);
        shape.head_dim = head_dim;
        return prefillUnitsPerSm(device(shared_bytes), {shape, type, type, NumberType::Bf16, type});
    };
    QCOMPARE(units(164 * 1024, 128, NumberType::Bf16), 2.0);
    QCOMPARE(units(100 * 1024, 128, NumberType::Bf16), 1.0);
    QCOMPARE(units(100 * 1024, 64, NumberType::Bf16), 2.0);
    QCOMPARE(units(100 * 1024, 128, NumberType::Fp8), 2.0);
    QCOMPARE(units(48 * 1024, 256, NumberType::Bf16), 1.0);
    QCOMPARE(units(228 * 1024, 64, NumberType::Bf16), 1.0);
    // Where units lie beside each other, their set-up hides behind the others' products.
    const Attention many = prefillShape(64, 0, 0, true);
    QVERIFY(seconds(device(164 * 1024), many) <= seconds(device(100 * 1024), many));
}

/// Tiles of 64 queries and 32 keys in 8 bits fit a thread's 255 registers with heads of 128, not with heads of 256.
void AttentionTest::narrowTilesRunOutOfRegisters() {
    const auto perHeadElement = [](const hardware::Gpu& gpu, double head_dim) {
        Attention shape = prefillShape(16384, 0, 0, true);
        shape.head_dim = head_dim;
        const workload::Kernel kernel{shape, NumberType::Fp8, NumberType::Fp8, NumberType::Bf16, NumberType::Fp8};
        return predictAttention(gpu, AttentionCoefficients{}, kernel).seconds / head_dim;
    };
    QVERIFY(perHeadElement(kSynchronous, 256) > 1.5 * perHeadElement(kSynchronous, 128));
    QVERIFY(perHeadElement(kAsynchronous, 256) < 1.1 * perHeadElement(kAsynchronous, 128));
    hardware::Gpu faster = kSynchronous;
    faster.l2_bytes_per_clock = 1e14 / faster.clock_hz;
    QVERIFY(perHeadElement(faster, 256) < perHeadElement(kSynchronous, 256));
    // Rows of the prompt that are still in L2 come faster as well, which is next to nothing.
    QVERIFY(std::abs(perHeadElement(faster, 128) / perHeadElement(kSynchronous, 128) - 1.0) < 1e-4);
}

/// Where nobody measured FlashMLA, its authors' rates stand, and the set-up of other latent kernels.
void AttentionTest::flashMlaIsPublished() {
    hardware::Calibration calibration;
    calibration.id = std::string(kAttentionCalibration);
    calibration.groups.push_back({{{"kernel", "latent"}}, {{"unit_clocks", 20000.0}, {"product_fraction", 0.3}}, 1});
    const auto latent = [&](DecodePath path) {
        return resolveAttention(kAsynchronous, std::span(&calibration, 1)).decode[static_cast<std::size_t>(path)][0];
    };
    QCOMPARE(latent(DecodePath::Latent).product_fraction, 0.3);
    QCOMPARE(latent(DecodePath::LatentSpecialised).product_fraction, kFlashMlaProducts);
    QCOMPARE(latent(DecodePath::LatentSpecialised).unit_clocks, 20000.0);
    calibration.groups.push_back({{{"kernel", "latent-specialised"}}, {{"product_fraction", 0.5}}, 1});
    QCOMPARE(latent(DecodePath::LatentSpecialised).product_fraction, 0.5);
}

void AttentionTest::publishedRatesFollowTheBoardsLimit() {
    using enum hardware::AttentionKernels;
    hardware::Calibration calibration;
    calibration.id = std::string(kAttentionCalibration);
    const auto at = [&](hardware::Gpu gpu, double limit_w, hardware::AttentionKernels kernels) {
        gpu.board_power_w = limit_w;
        gpu.runtime = runtimeWith(kernels);
        const auto coefficients = resolveAttention(gpu, std::span(&calibration, 1));
        return predictAttention(gpu, coefficients, kernelOf(prefillShape(16384, 0, 0, true))).seconds;
    };
    for (const hardware::Gpu& gpu : {kSynchronous, kAsynchronous}) {
        QVERIFY(at(gpu, 150, Packed) > 1.05 * at(gpu, 1000, Packed));
        QCOMPARE(at(gpu, 150, Grouped), at(gpu, 1000, Grouped));
    }
    // Lanes have their share of softmax, and it hides where tensor cores read shared memory themselves.
    hardware::Gpu synchronous = kSynchronous;
    synchronous.vector_flop_per_clock[index(NumberType::Fp32)] = 128;
    QVERIFY(at(kAsynchronous, 1000, Packed) < 0.95 * at(synchronous, 1000, Packed));
}

/// What was measured of one generation's units holds for the other; how it reaches the tensor cores does not.
void AttentionTest::generationsShareWhatAUnitCosts() {
    hardware::Calibration calibration;
    calibration.id = std::string(kAttentionCalibration);
    calibration.groups.push_back({{{"kernel", "prefill"}}, {{"unit_clocks", 9000.0}, {"tensor_fraction", 0.4}}, 1});
    calibration.groups.push_back(
        {{{"kernel", "prefill"}, {"units", "synchronous"}, {"types", "16/16"}}, {{"time", 2.0}}, 1});
    const auto wide = [&](const hardware::Gpu& gpu) {
        return resolveAttention(gpu, std::span(&calibration, 1)).prefill[0][headSizeOf(128)];
    };
    QCOMPARE(wide(kAsynchronous).unit_clocks, 9000.0);
    QCOMPARE(wide(kAsynchronous).asynchronous_fraction, PrefillCoefficients{}.asynchronous_fraction);
    QCOMPARE(wide(kAsynchronous).time, 1.0);
    QCOMPARE(wide(kSynchronous).time, 2.0);
    const auto cached = kernelOf(prefillShape(512, 0, 0, true), NumberType::Fp8);
    QCOMPARE(attentionTypesOf(kSynchronous, cached), AttentionTypes::Wide);
    QCOMPARE(attentionTypesOf(kAsynchronous, cached), AttentionTypes::NarrowCache);
}

void AttentionTest::sistersShareWhatWasMeasured() {
    hardware::Calibration calibration;
    calibration.groups.push_back({{{"device", "first"}, {"architecture", "One"}}, {}, 0});
    hardware::Gpu gpu = kSynchronous;
    gpu.architecture = "One";
    QCOMPARE(measuredDevice(calibration, gpu), std::string_view("first"));
    gpu.architecture = "Other";
    QCOMPARE(measuredDevice(calibration, gpu), std::string_view("device"));
    calibration.groups.push_back({{{"device", "device"}, {"kernel", "vector"}}, {}, 0});
    gpu.architecture = "One";
    QCOMPARE(measuredDevice(calibration, gpu), std::string_view("device"));
}

void AttentionTest::unequalContextsLieBetween() {
    Attention shape = decodeShape(64, 32, 8, 2000);
    const double equal = seconds(kSynchronous, shape);
    shape.longest_kv = 16000;
    const double unequal = seconds(kSynchronous, shape);
    const double longest = seconds(kSynchronous, decodeShape(64, 32, 8, 16000));
    QVERIFY(equal < unequal && unequal < longest);
    const double skew = AttentionCoefficients{}.skew;
    QVERIFY(std::abs(unequal - (equal + skew * (longest - equal))) < 1e-9);
}

void AttentionTest::narrowCacheNeedsNarrowArithmetic() {
    hardware::Gpu without = kSynchronous;
    without.matrix_flop_per_clock[index(NumberType::Fp8)] = 0;
    const Attention shape = decodeShape(256, 32, 8, 8192);
    QCOMPARE(seconds(without, shape, NumberType::Fp8), seconds(without, shape));
    QVERIFY(seconds(kSynchronous, shape, NumberType::Fp8) < seconds(kSynchronous, shape));
}

void AttentionTest::moreOfADeviceIsNotSlower() {
    hardware::Gpu faster = kAsynchronous;
    faster.memory_bytes_per_s *= 2;
    QVERIFY(seconds(faster, decodeShape(256, 32, 8, 8192)) < seconds(kAsynchronous, decodeShape(256, 32, 8, 8192)));
    faster.sms *= 2;
    QVERIFY(seconds(faster, prefillShape(8192, 0, 0, true)) < seconds(kAsynchronous, prefillShape(8192, 0, 0, true)));
}

void AttentionTest::predictsWithoutAllocating() {
    const AttentionCoefficients coefficients;
    const MoeCoefficients experts;
    const ScanCoefficients scans;
    const workload::Kernel prefill = kernelOf(prefillShape(3000, 100, 256, true));
    const workload::Kernel decode = kernelOf(decodeShape(33, 32, 8, 777));
    const workload::Kernel moe = kernelOf(workload::Moe{100, 4096, 1536, 16, 128, 8, 1.2});
    const workload::Kernel scan = kernelOf(workload::Scan{16, 1, 32, 128, 128});
    const std::size_t before = allocations;
    double sum = 0.0;
    for (int i = 0; i < 100; ++i) {
        sum += predictAttention(kAsynchronous, coefficients, prefill).seconds;
        sum += predictAttention(kAsynchronous, coefficients, decode).seconds;
        sum += predictMoe(kAsynchronous, experts, moe).seconds;
        sum += predictScan(kAsynchronous, scans, scan).seconds;
    }
    QVERIFY(sum > 0.0);
    QCOMPARE(allocations, before);
}

QTEST_APPLESS_MAIN(AttentionTest)
#include "attention_test.moc"
