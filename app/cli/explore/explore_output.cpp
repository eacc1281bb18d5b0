// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/explore/explore_output.h"

#include <fstream>
#include <ostream>

namespace strata::cli {
namespace {

using namespace explore;
using Clock = std::chrono::steady_clock;

Error unwritable(const std::string& file) { return {"unwritable-file", "", {"error.cannot-write-file"}, {}, file}; }

class TextOutput final : public ExploreOutput {
public:
    TextOutput(const ExploreRequest& request, TableText::Format format, std::string file, std::ostream& out)
        : text_(request, format), file_(std::move(file)), out_(out) {}

    Result<void> open() {
        if (file_ != "-") {
            stream_.open(file_, std::ios::trunc);
            if (!stream_) return unwritable(file_);
        }
        stream() << text_.header();
        return {};
    }

    Result<void> add(const PointBlock& block) override {
        line_.clear();
        text_.add(line_, block);
        stream() << line_;
        const auto now = Clock::now();
        if (std::chrono::duration<double>(now - flushed_).count() < ResultStore::kFlush_s) return {};
        flushed_ = now;
        return finish();
    }

    Result<void> finish() override {
        stream().flush();
        return stream() ? Result<void>() : Result<void>(unwritable(file_));
    }

private:
    std::ostream& stream() { return file_ == "-" ? out_ : stream_; }

    TableText text_;
    std::string file_, line_;
    std::ofstream stream_;
    std::ostream& out_;
    Clock::time_point flushed_ = Clock::now();
};

class StoreOutput final : public ExploreOutput {
public:
    explicit StoreOutput(ResultStore store) : store_(std::move(store)) {}
    Result<void> add(const PointBlock& block) override { return told(store_.append(block)); }
    Result<void> finish() override { return told(store_.flush()); }

private:
    /// A full disk ends the run; what was written before it is kept, and a later run goes on behind it.
    Result<void> told(Result<void> done) {
        if (done || done.error().code != "disk-full") return done;
        const auto kept = store_.table();
        Error error = done.error();
        error.text = {"error.disk-full-points-kept", {{"points", kept ? kept->rows() : 0}}};
        error.expected = {"accepted.free-space-and-resume"};
        return error;
    }

    ResultStore store_;
};

} // namespace

Result<std::unique_ptr<ExploreOutput>> openOutput(const std::string& file, const ExploreRequest& request,
                                                  std::ostream& out) {
    if (file.ends_with(".results")) {
        auto store = ResultStore::create(file, request);
        if (!store) return store.error();
        return continueOutput(*std::move(store));
    }
    const bool lines = file.ends_with(".jsonl");
    if (!lines && file != "-" && !file.ends_with(".csv")) {
        return Error{"bad-argument",
                     "",
                     {"error.field-is-word", {{"field", "--out"}, {"value", file}}},
                     {"accepted.name-ends-in-csv-jsonl-or"},
                     {}};
    }
    auto output =
        std::make_unique<TextOutput>(request, lines ? TableText::Format::JsonLines : TableText::Format::Csv, file, out);
    if (auto opened = output->open(); !opened) return opened.error();
    return std::unique_ptr<ExploreOutput>(std::move(output));
}

std::unique_ptr<ExploreOutput> continueOutput(ResultStore store) {
    return std::make_unique<StoreOutput>(std::move(store));
}

Result<void> writeRows(ExploreOutput& output, const ResultTable& table, const std::vector<std::uint32_t>* rows) {
    const std::size_t count = rows == nullptr ? table.rows() : rows->size();
    PointBlock block;
    block.count = 1;
    block.rows.resize(table.columns.size());
    block.reasons.resize(1);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = rows == nullptr ? i : (*rows)[i];
        block.first = row;
        table.row(row, block.rows);
        block.reasons[0] = table.reasons[table.reason[row]];
        if (auto added = output.add(block); !added) return added;
    }
    return output.finish();
}

} // namespace strata::cli
