// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/language_rows.h"

#include "app/lab/run/data_table.h"
#include "core/base/json.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::assess {
namespace {

using exchange::CsvTable;

constexpr double kLongAnswer = 1024;

struct Named {
    std::string_view there, here;
};
/// Models of the same shape count as one: a fine-tuned checkpoint computes what its base does.
constexpr std::array kModels{Named{"DeepSeek R1 14b", "qwen2.5-14b"},
                             Named{"DeepSeek R1 671b", "deepseek-v3"},
                             Named{"gpt-oss 20b", "gpt-oss-20b"},
                             Named{"Llama 3.2:3b", "llama3.2-3b"},
                             Named{"Llama 3.1:70b", "llama3.1-70b"},
                             Named{"Llama 3.1:405b", "llama3.1-405b"},
                             Named{"Qwen2 0.5B", "qwen2.5-0.5b"},
                             Named{"MiniCPM4 0.5B", "minicpm4-0.5b"},
                             Named{"Qwen3 0.6B", "qwen3-0.6b"},
                             Named{"TinyLLAMA 1.1B", "tinyllama-1.1b"},
                             Named{"Qwen2.5 1.5B", "qwen2.5-1.5b"},
                             Named{"InternLM2 1.8B", "internlm2-1.8b"},
                             Named{"Gemma2 2B", "gemma2-2b"},
                             Named{"Phi3 3.8B", "phi-3-mini"},
                             Named{"ChatGLM3 6B", "chatglm3-6b"},
                             Named{"Qwen3-VL 2B", "qwen3-1.7b"},
                             Named{"baichuan2_7b", "baichuan2-7b"},
                             Named{"falcon_v3_7b_instruct", "falcon3-7b"},
                             Named{"ibm_granite_v3_1_8b_instruct", "granite-3.1-8b"},
                             Named{"llama_v2_7b_chat", "llama2-7b"},
                             Named{"llama_v3_1_8b_instruct", "llama3.1-8b"},
                             Named{"llama_v3_1_sea_lion_3_5_8b_r", "llama3.1-8b"},
                             Named{"llama_v3_2_1b_instruct", "llama3.2-1b"},
                             Named{"llama_v3_2_3b_instruct", "llama3.2-3b"},
                             Named{"llama_v3_8b_instruct", "llama3-8b"},
                             Named{"llama_v3_elyza_jp_8b", "llama3-8b"},
                             Named{"llama_v3_taide_8b_chat", "llama3-8b"},
                             Named{"mistral_7b_instruct_v0_3", "mistral-7b"},
                             Named{"phi_3_5_mini_instruct", "phi-3-mini"},
                             Named{"qwen2_5_1_5b_instruct", "qwen2.5-1.5b"},
                             Named{"qwen2_5_7b_instruct", "qwen2.5-7b"},
                             Named{"qwen2_7b_instruct", "qwen2.5-7b"},
                             Named{"llama2-7B", "llama2-7b"},
                             Named{"gpt-oss-20B MoE", "gpt-oss-20b"},
                             Named{"Qwen3-Coder-30B-A3B", "qwen3-30b-a3b"},
                             Named{"Qwen2.5-Coder-7B", "qwen2.5-7b"},
                             Named{"Llama-4-Scout-17B-16E-Instruct-UD-Q4_K_XL", "llama4-scout"},
                             Named{"Mistral-Small-3.1-24B-Instruct-2503-UD-Q4_K_XL", "mistral-small-24b"},
                             Named{"Qwen3-235B-A22B-Instruct-2507-UD-Q3_K_XL", "qwen3-235b-a22b"},
                             Named{"Qwen3-32B-Q8_0", "qwen3-32b"},
                             Named{"gpt-oss-120b-F16", "gpt-oss-120b"},
                             Named{"llama-2-7b.Q4_K_M", "llama2-7b"},
                             Named{"shisa-v2-llama3.3-70b.i1-Q4_K_M", "llama3.1-70b"}};

/// Devices that the library calls otherwise.
constexpr std::array kDevices{Named{"Dell Pro Max with GB10 (Nvidia Spark)", "gb10"},
                              Named{"M1 Max Mac Studio (10 core - 64GB)", "m1-max-gpu"},
                              Named{"M1 Ultra 64c", "m1-ultra-mac-studio"},
                              Named{"M2 Ultra 76c", "m2-ultra-gpu"},
                              Named{"System76 Thelio Astra (Nvidia A4000)", "rtx-a4000"},
                              Named{"Snapdragon X Elite CRD", "snapdragon-x-elite"},
                              Named{"RV1126B", "rv1126b"}};

std::string_view nameOf(std::span<const Named> names, std::string_view there) {
    const auto found = std::ranges::find(names, there, &Named::there);
    return found == names.end() ? std::string_view() : found->here;
}

/// Boards behind one lane of a small computer wait for their host, which no request can say.
bool slowHost(std::string_view device) {
    const bool small = device.starts_with("Pi ") || device.starts_with("Radxa") || device.starts_with("HiFive");
    return small && device.find('(') != std::string_view::npos;
}

/// "Intel 265K Custom PC (Nvidia RTX 4090)" names the board in brackets.
std::string boardOf(std::string_view device) {
    for (const std::string_view vendor : {"(Nvidia ", "(AMD "}) {
        const auto open = device.find(vendor);
        if (open == std::string_view::npos) continue;
        std::string board(device.substr(open + vendor.size(), device.size() - open - vendor.size() - 1));
        if (vendor == "(AMD ") return board.starts_with("Radeon") ? board : "RX " + board;
        return board.starts_with("RTX") ? board : "RTX " + board;
    }
    return std::string(device);
}

const Entry* deviceOf(std::string_view there, const Library& library) {
    const std::string_view known = nameOf(kDevices, there);
    const Entry* entry = library.find(known.empty() ? boardOf(there) : std::string(known));
    return entry != nullptr && (entry->kind == EntryKind::Soc || entry->kind == EntryKind::Gpu) ? entry : nullptr;
}

struct Asked {
    std::string id, device, model, backend{}, part{}, quantization{};
    double weight_bits = 0, cached = 0, prompt = 1, output = 1, batch = 1, chunk = 0, context = 0;
    bool fused = true;
};

class Reader {
public:
    Reader(const Library& library, LanguageRows& out) : library_(library), out_(out) {}

    void refuse(const std::string& id, std::string why) { out_.refused.push_back({id, std::move(why)}); }

    /// One measured time of it, or joules a token; `phase` is "step", "prompt" or "energy".
    void add(const Asked& asked, std::string_view phase, double value) {
        const Entry* device = deviceOf(asked.device, library_);
        const std::string_view model = nameOf(kModels, asked.model);
        if (device == nullptr || slowHost(asked.device))
            return refuse(asked.id, "the library has no such device with such a host");
        if (model.empty()) return refuse(asked.id, "the library has no such model");
        const auto whole = [](double value) { return static_cast<std::int64_t>(value); };
        Json workload{{"model", model},
                      {"batch", whole(asked.batch)},
                      {"prompt_tokens", whole(asked.prompt)},
                      {"output_tokens", whole(asked.output)}};
        if (asked.cached > 0) workload["cached_tokens"] = whole(asked.cached);
        if (asked.weight_bits > 0)
            workload["weight_bits"] = asked.weight_bits;
        else
            workload["quantization"] = asked.quantization;
        Json plan{{"backend", asked.backend}, {"part", asked.part}};
        if (!asked.fused) plan["fused_attention"] = false;
        if (asked.chunk > 0) plan["token_budget"] = whole(asked.chunk);
        if (asked.context > 0) plan["context_tokens"] = whole(asked.context);
        Json hardware = device->id;
        if (asked.device == "M1 Ultra 64c") hardware = {{"base", device->id}, {"set", {{"/units/1/cores", 64}}}};
        // Of a board in a computer, the wall socket tells what the computer takes as well.
        const bool whole_machine =
            device->kind == EntryKind::Soc || device->document->value("market", std::string()) == "integrated";
        if (phase == "energy" && !whole_machine) return;
        MeasuredRow row;
        row.id = asked.id + (phase == "step" ? std::string() : " " + std::string(phase));
        row.request = canonicalText(Json{{"kind", "inference"},
                                         {"method", "edge.language"},
                                         {"hardware", hardware},
                                         {"workload", workload},
                                         {"plan", plan}});
        row.quantity = phase == "prompt" ? "ttft_s" : phase == "energy" ? "energy_per_token_j" : "tpot_s";
        row.unit = phase == "energy" ? "J" : "s";
        row.measured = value;
        const double tokens = phase == "prompt" ? asked.prompt : asked.output;
        row.group = {{"phase", std::string(phase)}, {"part", asked.part},
                     {"backend", asked.backend},    {"device", device->id},
                     {"model", std::string(model)}, {"tokens", std::to_string(static_cast<long>(tokens))}};
        out_.rows.push_back(std::move(row));
    }

private:
    const Library& library_;
    LanguageRows& out_;
};

std::string gpuBackend(std::string_view device, const Library& library) {
    const Entry* entry = deviceOf(device, library);
    const std::string vendor = entry == nullptr ? "" : entry->document->value("vendor", std::string());
    return vendor == "Apple"                      ? "llama-cpp-metal"
           : vendor == "NVIDIA" || vendor.empty() ? "llama-cpp-cuda"
                                                  : "llama-cpp-vulkan";
}

void readTokens(const CsvTable& table, const Library& library, Reader& reader) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string source(table.text(i, "source")), compute(table.text(i, "compute"));
        Asked asked{"llm_tokens.csv:" + std::to_string(i + 2), std::string(table.text(i, "device")),
                    std::string(table.text(i, "model"))};
        const double tokens_per_s = table.numberOr(i, "decode_tps", 0);
        asked.part = compute == "CPU" ? "cpu" : compute == "NPU" ? "npu" : "gpu";
        asked.backend = asked.part == "cpu" ? "llama-cpp-edge" : gpuBackend(asked.device, library);
        if (source == "geerlingguy") {
            // Ollama's tags are Q4_K_M but for gpt-oss, whose experts stay as published; a prompt of a sentence.
            asked.quantization = asked.model == "gpt-oss 20b" ? "mxfp4-f16" : "q4_k_m";
            asked.prompt = 32, asked.output = 256;
            // Ollama drives boards of AMD through ROCm (ollama/ollama docs/gpu.md).
            if (asked.backend == "llama-cpp-vulkan") asked.backend = "llama-cpp-hip";
            if (compute == "GPU/CPU") {
                reader.refuse(asked.id, "layers on two parts");
                continue;
            }
        } else if (source == "rknn-llm") {
            asked.backend = "rkllm";
            asked.quantization = table.text(i, "quant");
            asked.prompt = table.numberOr(i, "prompt", 128), asked.output = table.numberOr(i, "gen", 64);
            reader.add(asked, "prompt", table.numberOr(i, "ttft_ms", 0) / 1e3);
        } else if (source == "aihub-genie") {
            asked.backend = "genie";
            asked.quantization = table.text(i, "quant");
            asked.prompt = 128, asked.output = 128;
            const std::string context(table.text(i, "prompt")), first(table.text(i, "ttft_ms"));
            if (context.starts_with("ctx")) asked.context = std::strtod(context.c_str() + 3, nullptr);
            // The shorter time is that of one pass over a chunk; Llama 2 has a graph for its whole context alone.
            const double chunk_s = std::strtod(first.c_str(), nullptr) / 1e3;
            if (first.ends_with(".." + first.substr(0, first.find(".."))) && asked.context > 0)
                asked.chunk = asked.context;
            // Checkpoints of one shape stand there with one and the same measurement.
            if (!seen.insert(asked.device + asked.quantization + std::string(table.text(i, "decode_tps"))).second) {
                reader.refuse(asked.id, "repeats a measurement of another checkpoint");
                continue;
            }
            if (asked.quantization != "w4") reader.add(asked, "prompt", chunk_s);
        } else {
            asked.quantization = "q4_0";
            asked.prompt = 512, asked.output = 1;
            reader.add(asked, "prompt", 512 / table.numberOr(i, "prefill_tps", 1));
            asked.prompt = 1, asked.output = 128;
        }
        reader.add(asked, "step", 1 / tokens_per_s);
        if (const auto watts = table.number(i, "power_w"); watts && asked.part != "npu")
            reader.add(asked, "energy", *watts / tokens_per_s);
    }
}

void readSpark(const CsvTable& table, Reader& reader) {
    for (std::size_t i = 0; i < table.rows(); ++i) {
        Asked asked{"llm_dgxspark.csv:" + std::to_string(i + 2), "gb10", std::string(table.text(i, "model")),
                    "llama-cpp-cuda", "gpu"};
        asked.quantization = table.text(i, "quant") == "MXFP4" ? "mxfp4" : "q8_0";
        asked.chunk = 2048;
        asked.batch = table.numberOr(i, "batch", 1);
        asked.cached = table.numberOr(i, "context_depth", 0);
        if (const auto prompt = table.number(i, "prefill2048_tps")) {
            asked.prompt = 2048, asked.output = 1;
            reader.add(asked, "prompt", 2048 / *prompt);
        }
        asked.prompt = 1, asked.output = 32;
        reader.add(asked, "step", asked.batch / table.numberOr(i, "decode_tps_total", 1));
    }
}

void readBench(const CsvTable& table, Reader& reader) {
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string model(table.text(i, "model")), build(table.text(i, "build"));
        Asked asked{"strix_halo_llamabench.csv.gz:" + std::to_string(i + 2), "strix-halo", model,
                    build.find("vulkan") != std::string::npos ? "llama-cpp-vulkan" : "llama-cpp-hip", "gpu"};
        const double rate = table.numberOr(i, "tokens_s", 0), tokens = table.numberOr(i, "tokens", 1);
        if (rate <= 0) {
            reader.refuse(asked.id, "the run failed");
            continue;
        }
        asked.fused = !table.text(i, "fa").empty();
        if (table.text(i, "batch") == "-b 256") asked.chunk = 256;
        const bool plain = model.find("UD-") == std::string::npos;
        if (!plain) asked.weight_bits = 8 * table.numberOr(i, "model_bytes", 0) / table.numberOr(i, "params", 1);
        asked.quantization = model.find("Q8_0") != std::string::npos  ? "q8_0"
                             : model.find("F16") != std::string::npos ? "mxfp4-f16"
                                                                      : "q4_k_m";
        const bool prompt = table.text(i, "mode") == "pp";
        // One token of context less keeps the longest runs inside what the model takes.
        (prompt ? asked.prompt : asked.output) = prompt ? tokens : std::max(2.0, tokens - 1);
        reader.add(asked, prompt ? "prompt" : "step", (prompt ? tokens : 1) / rate);
        // The mean power of short runs counts the load of the model; some thousand tokens make that small.
        if (!prompt && tokens >= kLongAnswer) reader.add(asked, "energy", table.numberOr(i, "avg_power_w", 0) / rate);
    }
}

} // namespace

std::string_view groupOf(const MeasuredRow& row, std::string_view key) {
    const auto found = std::ranges::find_if(row.group, [&](const auto& pair) { return pair.first == key; });
    return found == row.group.end() ? std::string_view() : std::string_view(found->second);
}

Result<LanguageRows> readLanguageRows(const std::filesystem::path& folder, const Library& library) {
    LanguageRows out;
    Reader reader(library, out);
    const auto tokens =
        readTable(folder, "llm_tokens.csv", {"source", "device", "compute", "model", "quant", "decode_tps"}, "cpu");
    if (!tokens) return tokens.error();
    readTokens(*tokens, library, reader);
    const auto spark =
        readTable(folder, "llm_dgxspark.csv", {"model", "quant", "context_depth", "batch", "decode_tps_total"}, "cpu");
    if (!spark) return spark.error();
    readSpark(*spark, reader);
    const auto bench = readTable(folder, "strix_halo_llamabench.csv",
                                 {"model", "build", "fa", "mode", "tokens", "tokens_s"}, "field/apu_llamacpp");
    if (!bench) return bench.error();
    readBench(*bench, reader);
    return out;
}

} // namespace strata::assess
