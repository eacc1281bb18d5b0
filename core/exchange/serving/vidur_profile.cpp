// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/vidur_profile.h"

#include "core/exchange/csv.h"
#include "core/serving/tables/engine_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace strata::exchange {
namespace {

constexpr double kSecondsPerMillisecond = 1e-3, kContextStep = 64;
constexpr double kMostTokens = 1 << 17, kMostContext = 1 << 20, kMostBatch = 4096;
constexpr std::size_t kMaximumEntries = std::size_t{1} << 25;

constexpr std::array kOperators{
    "attn_pre_proj", "attn_post_proj",           "attn_rope", "input_layernorm", "mlp_up_proj", "mlp_down_proj",
    "mlp_act",       "post_attention_layernorm", "add"};
constexpr std::array kNeeded{"attn_pre_proj", "mlp_up_proj", "mlp_down_proj"};
constexpr const char* kSave = "attn_kv_cache_save";

/// Columns that tell which model was profiled, and in which blocks its keys and values lie.
constexpr std::array kShapes{"n_head",          "n_q_head",   "n_kv_head",     "n_embd",
                             "n_expanded_embd", "vocab_size", "use_gated_mlp", "block_size"};

using Line = std::map<double, double>; ///< seconds by place

/// Reads one of the two tables; errors name its file.
class Profile {
public:
    Profile(const CsvTable& table, std::string file, int tp) : table_(table), file_(std::move(file)), tp_(tp) {
        ranks_ = table.column("tp") ? "tp" : "num_tensor_parallel_workers";
    }

    Error bad(std::size_t row, const std::string& column, Message expected) const {
        const std::string cell(table_.text(row, column));
        return {"bad-value", "",
                cell.empty() ? Message{"error.line-field-missing", {{"line", row + 2}, {"field", column}}}
                             : Message{"error.line-field-is", {{"line", row + 2}, {"field", column}, {"value", cell}}},
                expected, file_};
    }
    Error absent(const Message& text, const Message& expected) const { return {"missing", "", text, expected, file_}; }
    Message ranksAbsent() const { return {"error.no-row-measured-with-tensor-parallelism", {{"tp", tp_}}}; }
    bool ours(std::size_t row) const { return !table_.column(ranks_) || table_.number(row, ranks_) == tp_; }
    std::string columnOf(const std::string& name) const {
        return table_.column(name + "_ms") ? name + "_ms" : "time_stats." + name + ".median";
    }
    Result<double> number(std::size_t row, const std::string& column, double low, double high, Message expected) const {
        const auto value = table_.number(row, column);
        if (!value || *value < low || *value > high) return bad(row, column, std::move(expected));
        return *value;
    }
    Result<double> seconds(std::size_t row, const std::string& column) const {
        auto ms = number(row, column, 0, 1e6, {"accepted.milliseconds-at-least-0"});
        if (!ms) return ms;
        return *ms * kSecondsPerMillisecond;
    }
    const CsvTable& table() const { return table_; }
    const std::string& file() const { return file_; }

private:
    const CsvTable& table_;
    std::string file_;
    int tp_;
    std::string ranks_;
};

std::optional<bool> truthOf(std::string_view cell) {
    if (cell == "True" || cell == "true") return true;
    if (cell == "False" || cell == "false") return false;
    return std::nullopt;
}

/// Numbers are equal in any form, 32 and 32.0, and so are True and true.
bool sameCell(const CsvTable& table, std::size_t column, std::size_t row, std::size_t other) {
    const std::string_view a = table.cell(row, column), b = table.cell(other, column);
    if (a == b) return true;
    const std::string& name = table.columns()[column];
    const auto number = table.number(row, name), other_number = table.number(other, name);
    if (number && other_number) return *number == *other_number;
    return truthOf(a) && truthOf(a) == truthOf(b);
}

/// A table may hold several models, as VIDUR's first ones did: their times are not those of one model.
class OneModel {
public:
    explicit OneModel(const Profile& profile) : profile_(profile) {
        for (const char* name : kShapes)
            if (const auto column = profile.table().column(name)) columns_.push_back(*column);
    }
    Result<void> admit(std::size_t row) {
        const CsvTable& table = profile_.table();
        if (!first_) first_ = row;
        for (const std::size_t column : columns_) {
            if (sameCell(table, column, row, *first_)) continue;
            return Error{"bad-value",
                         "",
                         {"error.profile-of-two-models",
                          {{"line", row + 2},
                           {"field", table.columns()[column]},
                           {"value", table.cell(row, column)},
                           {"first", *first_ + 2},
                           {"other", table.cell(*first_, column)}}},
                         {"accepted.rows-of-one-model"},
                         profile_.file()};
        }
        return {};
    }
    /// 0 where the table does not tell.
    double value(const char* name) const { return first_ ? profile_.table().numberOr(*first_, name, 0.0) : 0.0; }

private:
    const Profile& profile_;
    std::vector<std::size_t> columns_;
    std::optional<std::size_t> first_;
};

serving::MeasuredLine lineOf(const Line& places) {
    serving::MeasuredLine line;
    for (const auto& [at, seconds] : places) {
        line.at.push_back(at);
        line.seconds.push_back(seconds);
    }
    return line;
}

/// One cell. An empty one and 0, which VIDUR's profiler writes where it did not see the kernel, are no measurement:
/// there, the operator goes on between its other places.
Result<void> readTime(const Profile& profile, std::size_t row, const char* name, Line& line, double tokens,
                      serving::OperatorTables& out) {
    const std::string column = profile.columnOf(name);
    if (!profile.table().column(column)) return {};
    if (!profile.table().text(row, column).empty()) {
        const auto seconds = profile.seconds(row, column);
        if (!seconds) return seconds.error();
        if (*seconds > 0) {
            line[tokens] = *seconds;
            return {};
        }
    }
    ++out.unmeasured;
    return {};
}

Result<void> readLinear(const Profile& profile, serving::OperatorTables& out) {
    const CsvTable& table = profile.table();
    if (const auto ok = table.require({"num_tokens"}, profile.file()); !ok) return ok.error();
    for (const char* name : kNeeded) {
        const std::string column = profile.columnOf(name);
        if (const auto ok = table.require({column}, profile.file()); !ok) return ok.error();
    }
    std::map<std::string, Line> measured; ///< by operator
    OneModel model(profile);
    double most = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (!profile.ours(row)) continue;
        if (auto same = model.admit(row); !same) return same;
        const auto tokens =
            profile.number(row, "num_tokens", 1, kMostTokens, {"accepted.from-1", {{"most", kMostTokens}}});
        if (!tokens) return tokens.error();
        most = std::max(most, *tokens);
        for (const char* name : kOperators)
            if (auto read = readTime(profile, row, name, measured[name], *tokens, out); !read) return read;
        if (auto read = readTime(profile, row, kSave, measured[kSave], *tokens, out); !read) return read;
    }
    if (most == 0) return profile.absent(profile.ranksAbsent(), {"accepted.number-ranks-profile"});
    out.model = {model.value("n_embd"), model.value("n_head"), model.value("n_kv_head"),
                 model.value("n_expanded_embd")};
    for (const char* name : kNeeded)
        if (measured[name].empty())
            return profile.absent({"error.operator-measured-in-no-row", {{"operator", profile.columnOf(name)}}},
                                  {"accepted.milliseconds-at-least-0"});
    std::vector<serving::MeasuredLine> lines;
    for (const char* name : kOperators)
        lines.push_back(lineOf(measured[name]));
    const auto saved = lineOf(measured[kSave]);
    for (double tokens = 1; tokens <= most; ++tokens) {
        double sum = 0;
        for (const serving::MeasuredLine& line : lines)
            sum += std::max(0.0, line.value(tokens));
        out.linear_s.push_back(sum);
        out.kv_save_s.push_back(saved.value(tokens));
    }
    return {};
}

/// Lines over the context by chunk or by batch.
using Lines = std::map<double, serving::MeasuredLine>;

/// Between two lines in proportion, below the first as the first; beyond the last in proportion to the place.
double between(const Lines& lines, double at, double context) {
    const auto above = lines.lower_bound(at);
    const auto value = [context](const serving::MeasuredLine& line) { return std::max(0.0, line.value(context)); };
    if (above == lines.end()) return value(lines.rbegin()->second) * at / lines.rbegin()->first;
    if (above == lines.begin() || above->first == at) return value(above->second);
    const auto below = std::prev(above);
    const double share = (at - below->first) / (above->first - below->first);
    return (1 - share) * value(below->second) + share * value(above->second);
}

Result<void> readAttention(const Profile& profile, serving::OperatorTables& out) {
    const CsvTable& table = profile.table();
    const std::string prefill = profile.columnOf("attn_prefill"), decode = profile.columnOf("attn_decode");
    const auto ok = table.require({"batch_size", "prefill_chunk_size", "kv_cache_size", "is_prefill", prefill, decode},
                                  profile.file());
    if (!ok) return ok.error();
    std::map<double, Line> chunks, batches;
    OneModel model(profile);
    double longest = kContextStep;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (!profile.ours(row)) continue;
        if (auto same = model.admit(row); !same) return same;
        const std::string_view kind = table.text(row, "is_prefill");
        const bool prompt = kind == "True" || kind == "true" || kind == "1";
        if (!prompt && kind != "False" && kind != "false" && kind != "0")
            return profile.bad(row, "is_prefill", {"accepted.true-or-false"});
        const auto context =
            profile.number(row, "kv_cache_size", 0, kMostContext, {"accepted.from-0", {{"most", kMostContext}}});
        const auto at =
            prompt ? profile.number(row, "prefill_chunk_size", 1, kMostTokens,
                                    {"accepted.from-1", {{"most", kMostTokens}}})
                   : profile.number(row, "batch_size", 1, kMostBatch, {"accepted.from-1", {{"most", kMostBatch}}});
        const auto seconds = profile.seconds(row, prompt ? prefill : decode);
        if (!context) return context.error();
        if (!at) return at.error();
        if (!seconds) return seconds.error();
        (prompt ? chunks : batches)[*at][*context] = *seconds;
        longest = std::max(longest, *context);
    }
    for (const auto& [name, lines] :
         {std::pair{"error.no-row-attention-prompt", &chunks}, {"error.no-row-attention-decodes", &batches}}) {
        if (lines->empty()) return profile.absent({name}, {"accepted.rows-both-kinds"});
    }
    for (const auto& [name, linear] : {std::pair{"n_embd", out.model.hidden}, {"n_kv_head", out.model.kv_heads}}) {
        if (const double value = model.value(name); value > 0 && linear > 0 && value != linear)
            return profile.absent(
                {"error.profile-files-of-two-models", {{"field", name}, {"value", value}, {"other", linear}}},
                {"accepted.rows-of-one-model"});
    }
    Lines by_chunk, by_batch;
    for (const auto& [chunk, line] : chunks)
        by_chunk[chunk] = lineOf(line);
    for (const auto& [batch, line] : batches)
        by_batch[batch] = lineOf(line);
    out.contexts = static_cast<std::size_t>(std::ceil(longest / kContextStep)) + 1;
    out.decode_batches = static_cast<std::size_t>(by_batch.rbegin()->first);
    out.prefill_chunks = out.linear_s.size();
    if (out.contexts > kMaximumEntries / std::max(out.decode_batches, out.prefill_chunks))
        return profile.absent({"error.places-span-too-many-combinations"},
                              {"accepted.fewer-contexts-or-shorter-chunks"});
    for (std::size_t batch = 1; batch <= out.decode_batches; ++batch)
        for (std::size_t column = 0; column < out.contexts; ++column)
            out.decode_s.push_back(
                between(by_batch, static_cast<double>(batch), kContextStep * static_cast<double>(column)));
    for (std::size_t column = 0; column < out.contexts; ++column)
        for (std::size_t chunk = 1; chunk <= out.prefill_chunks; ++chunk)
            out.prefill_s.push_back(
                between(by_chunk, static_cast<double>(chunk), kContextStep * static_cast<double>(column)));
    return {};
}

} // namespace

Result<serving::OperatorTables> vidurProfile(const CsvTable& linear, const CsvTable& attention, const std::string& stem,
                                             int tp) {
    serving::OperatorTables out;
    out.provenance = stem;
    if (const auto ok = readLinear(Profile(linear, stem + "_linear", tp), out); !ok) return ok.error();
    if (const auto ok = readAttention(Profile(attention, stem + "_attention", tp), out); !ok) return ok.error();
    return out;
}

} // namespace strata::exchange
