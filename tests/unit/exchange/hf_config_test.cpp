// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/hf_config.h"

#include <nlohmann/json.hpp>
#include <QDir>
#include <QtTest>

using namespace strata;
using namespace strata::exchange;

namespace {

const std::filesystem::path kConfigs = STRATA_CONFIGS;
const std::filesystem::path kModels = STRATA_MODELS;

/// Facts of an entry that follow from its config; a member that an entry leaves open has its default.
Json factsOf(const Json& entry) {
    Json facts = Json::object();
    for (const char* key : {"architecture", "layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab",
                            "max_seq", "tied_embeddings", "moe", "latent_attention", "sliding_window", "recurrent",
                            "sparse_attention", "feed_forward_layers", "image", "norm_placement", "position"})
        if (entry.contains(key)) facts[key] = entry.at(key);
    for (const char* key : {"gated_mlp", "qk_norm", "qkv_bias", "bias", "attention_gate"})
        if (entry.value(key, false)) facts[key] = true;
    return facts;
}

Json parsed(const char* text) { return *parseJson(text); }

bool tells(const ImportedEntry& entry, const char* id) {
    for (const Message& note : entry.notes) {
        if (note.id == id) return true;
    }
    return false;
}

} // namespace

class HfConfigTest : public QObject {
    Q_OBJECT

private slots:
    void sameFactsAsTheCatalog_data() {
        QTest::addColumn<QString>("name");
        for (const auto& file : std::filesystem::directory_iterator(kConfigs))
            QTest::newRow(file.path().stem().c_str()) << QString::fromStdString(file.path().stem().string());
    }

    /// The catalog's entries were written from papers and model cards by others: an import must say the same.
    void sameFactsAsTheCatalog() {
        QFETCH(QString, name);
        const std::string file = name.toStdString() + ".json";
        const auto config = readJsonFile(kConfigs / file);
        const auto entry = readJsonFile(kModels / file);
        QVERIFY(config && entry);
        const auto imported = readHfConfig(*config, file);
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        Json ours = factsOf(*imported->document), theirs = factsOf(*entry);
        // How a trained router loads experts was measured; no configuration tells it.
        if (theirs.contains("moe")) theirs["moe"].erase("routing_skew");
        // Its norm of queries and keys has no weights; the catalog leaves it out.
        if (name == QLatin1String("llama4-scout")) ours.erase("qk_norm");
        QVERIFY2(ours == theirs, Json::diff(theirs, ours).dump(1).c_str());
        QVERIFY(!tells(*imported, "note.import-family"));
    }

    /// Stacks of two sizes that name their layers by the stack, language parts of models that see, and families that
    /// only their classes tell.
    void furtherFamilies() {
        const auto both = readHfConfig(parsed(R"({"model_type": "bart", "d_model": 64, "encoder_layers": 6,
            "decoder_layers": 4, "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 256,
            "decoder_ffn_dim": 256, "vocab_size": 1000, "max_position_embeddings": 128, "is_encoder_decoder": true})"),
                                       "b.json");
        QVERIFY2(both, both ? "" : describe(both.error()).c_str());
        const Json& stacks = *both->document;
        QVERIFY(stacks.at("architecture") == "encoder_decoder" && stacks.at("layers") == 6 && stacks.at("heads") == 4);
        QVERIFY(stacks.at("ffn") == 256 && tells(*both, "note.import-stacks") && !tells(*both, "note.import-family"));
        QVERIFY(!tells(*both, "note.import-unread"));
        const auto sees = readHfConfig(
            parsed(R"({"model_type": "qwen3_vl", "text_config": {"model_type": "qwen3_vl_text", "hidden_size": 64,
                "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
                "intermediate_size": 128, "vocab_size": 100, "max_position_embeddings": 64, "rms_norm_eps": 1e-6}})"),
            "q.json");
        QVERIFY2(sees, sees ? "" : describe(sees.error()).c_str());
        QVERIFY(sees->document->at("qk_norm") == true && !tells(*sees, "note.import-family"));
        const auto masked = readHfConfig(
            parsed(R"({"model_type": "new_bert", "architectures": ["NewBertForMaskedLM"], "hidden_size": 64,
                "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100,
                "max_position_embeddings": 64})"),
            "m.json");
        QVERIFY2(masked, masked ? "" : describe(masked.error()).c_str());
        QVERIFY(masked->document->at("architecture") == "encoder" && tells(*masked, "note.import-family-other"));
    }

    void unknownFamilyAndMembersAreNamed() {
        const auto imported = readHfConfig(
            parsed(R"({"model_type": "brandnew", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                       "vocab_size": 100, "rms_norm_eps": 1e-5, "flux_capacitor": 3, "intermediate_size": 128})"),
            "folder/config.json");
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        QVERIFY(tells(*imported, "note.import-family"));
        QVERIFY(tells(*imported, "note.import-assumed"));
        QCOMPARE(imported->document->at("id"), "folder");
        for (const Message& note : imported->notes) {
            if (note.id == "note.import-unread")
                QCOMPARE(std::get<std::string>(*note.find("members")), std::string("flux_capacitor"));
        }
        QVERIFY(tells(*imported, "note.import-unread"));
    }

    void wrongTypesAreErrorsWithAPlace() {
        const auto wrong = readHfConfig(parsed(R"({"model_type": "llama", "hidden_size": "wide"})"), "config.json");
        QVERIFY(!wrong);
        const auto text = readHfConfig(
            parsed(
                R"({"model_type": "llama", "hidden_size": "wide", "num_hidden_layers": 1, "num_attention_heads": 1})"),
            "config.json");
        QVERIFY(!text);
        QCOMPARE(text.error().pointer, std::string("/hidden_size"));
        QVERIFY(!text.error().file.empty());
        const auto none = readHfConfig(parsed(R"({"model_type": "mamba", "hidden_size": 8})"), "config.json");
        QVERIFY(!none);
        QCOMPARE(none.error().code, std::string("not-modelled"));
        QVERIFY(!readHfConfig(parsed("[1]"), "config.json"));
    }
};

QTEST_APPLESS_MAIN(HfConfigTest)
#include "hf_config_test.moc"
