// SPDX-License-Identifier: GPL-3.0-or-later
// Operator lists against those that S. Lee, A. Phanishayee and D. Mahajan traced (NeuSight, ASPLOS 2025,
// doi:10.1145/3669940.3707265): the work of all matrix products is equal.
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/workload/graph.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::workload;

namespace {

struct Case {
    std::string model, mode, parallel;
    double sequence = 0, batch = 0;
    bool fused = false;
    auto operator<=>(const Case&) const = default;
    std::string text() const {
        return model + " " + mode + " " + std::to_string(static_cast<int>(batch)) + (fused ? " fused " : " ") +
               parallel;
    }
};

/// Work of a list by pass; vector elements are those of the forward pass.
struct Work {
    double forward = 0, backward = 0, elements = 0;
};

/// First node of the one layer that a list holds, first node behind it, and the layers that it stands for.
struct Layer {
    const char* first;
    const char* behind;
    double count;
};

const std::map<std::string, Layer> kLayers{
    {"bert_large", {"bert_encoder_layer_0_attention_self_query", "getitem_10", 24}},
    {"gpt2_large", {"transformer_h_0_ln_1", "transformer_ln_f", 36}},
    {"gpt3_xl", {"transformer_h_0_ln_1", "transformer_ln_f", 24}},
    {"gpt3_27", {"transformer_h_0_ln_1", "transformer_ln_f", 32}},
    {"opt_13", {"model_decoder_layers_0_self_attn_layer_norm", "model_decoder_final_layer_norm", 24}},
};

double productOf(std::string_view args) {
    double product = 1;
    for (const QString& number :
         QString::fromUtf8(args.data(), static_cast<qsizetype>(args.size())).remove('[').remove(']').split(','))
        product *= number.toDouble();
    return product;
}

std::map<Case, Work> listed(const exchange::CsvTable& table) {
    std::map<Case, Work> work;
    std::map<Case, bool> inside;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const Case one{std::string(table.text(i, "model")),    std::string(table.text(i, "mode")),
                       std::string(table.text(i, "parallel")), table.numberOr(i, "seqlen", 0),
                       table.numberOr(i, "batch", 0),          table.text(i, "fused") == "1"};
        if (one.parallel != "none" && one.parallel != "tp4") continue;
        const std::string_view op = table.text(i, "op");
        const bool product = op == "Linear" || op == "BMM";
        double count = 1;
        const auto layer = kLayers.find(one.model);
        if (layer != kLayers.end() && !one.fused) {
            const std::string_view node = table.text(i, "node");
            if (node == layer->second.first) inside[one] = true;
            if (node == layer->second.behind) inside[one] = false;
            count = inside[one] ? layer->second.count : 1;
        }
        const double size = count * (product || op.starts_with("VEC") ? productOf(table.text(i, "args")) : 0);
        Work& sum = work[one];
        if (product) (table.text(i, "phase") == "fw" ? sum.forward : sum.backward) += 2 * size;
        if (op.starts_with("VEC") && table.text(i, "phase") == "fw") sum.elements += size;
    }
    return work;
}

Work counted(const ModelGraph& graph) {
    Work work;
    for (const Operator& op : graph.operators) {
        const KernelClass kind = classOf(op.kernel);
        const double flop = op.count * workOf(op.kernel).flop;
        if (kind == KernelClass::Bmm || kind == KernelClass::Linear) {
            (op.pass == Pass::Forward ? work.forward : work.backward) += flop;
        } else if (op.name.ends_with("scores_clamp")) {
            continue; // OPT compares its scores with the least number there is: traces leave that out
        } else if (op.pass == Pass::Forward && kind != KernelClass::Copy && kind != KernelClass::Embedding) {
            work.elements += flop;
        }
    }
    return work;
}

} // namespace

class ModelGraphsTest : public QObject {
    Q_OBJECT
private slots:
    void matrixProducts();
};

void ModelGraphsTest::matrixProducts() {
    const char* reference = std::getenv("STRATA_REFERENCE");
    const std::filesystem::path file =
        std::filesystem::path(reference == nullptr ? "" : reference) / "gpu" / "model_op_graphs.csv.gz";
    if (!std::filesystem::exists(file)) QSKIP("no reference data");
    const auto table = exchange::CsvTable::read(file);
    QVERIFY2(table, table ? "" : describe(table.error()).c_str());
    const auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    std::size_t compared = 0;
    for (const auto& [one, expected] : listed(*table)) {
        const Entry* entry = (*library)->find(one.model);
        QVERIFY2(entry != nullptr, one.model.c_str());
        GraphOptions options;
        options.phase = one.mode == "train" ? Phase::Training : Phase::Inference;
        options.batch = one.batch;
        options.sequence = one.sequence;
        options.fused = one.fused;
        options.tensor_parallel = one.parallel == "tp4" ? 4 : 1;
        const auto graph = buildGraph(*entry->document, options, "");
        QVERIFY2(graph, graph ? "" : (one.text() + ": " + describe(graph.error())).c_str());
        const Work made = counted(*graph);
        ++compared;
        QVERIFY2(made.forward == expected.forward, one.text().c_str());
        QVERIFY2(made.backward == expected.backward, one.text().c_str());
        // There dropout counts as movement, and so do the mean and the root of T5's norm; a fused list still
        // names its parts.
        if (options.phase == Phase::Training || one.fused) continue;
        const double ratio = made.elements / expected.elements;
        const double above = one.model == "switchxl4" ? 0.04 : 1e-5;
        QVERIFY2(ratio > 1 - 1e-5 && ratio < 1 + above, (one.text() + ": " + std::to_string(ratio)).c_str());
    }
    QVERIFY(compared >= 30);
}

QTEST_APPLESS_MAIN(ModelGraphsTest)
#include "model_graphs_test.moc"
