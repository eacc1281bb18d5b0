// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/stored_figure.h"

#include "app/cli/input/input.h"
#include "app/figure/arguments.h"
#include "core/explore/result_store.h"

#include <nlohmann/json.hpp>

namespace strata::figure {
namespace {

constexpr const char* kMark = "strata_figure";

Error wrong(const std::string& pointer, const Message& expected) {
    return {"bad-value", pointer, {"error.figure-s-description-not-as-written"}, expected, {}};
}

/// What stood beside a figure; hashes and versions are for readers and not needed to draw it again.
Result<Order> readStored(const Json& document) {
    Order order;
    const auto version = document.find(kMark);
    if (!version->is_number_integer() || *version != 1)
        return Error{"from-the-future",
                     std::string("/") + kMark,
                     {"error.figure-s-description-has-version", {{"dump", version->dump()}}},
                     verbatim("1"),
                     {}};
    const auto text = [&](const char* pointer, std::string& value) -> Result<void> {
        const Json* found = findPointer(document, pointer);
        if (!found) return {};
        if (!found->is_string()) return wrong(pointer, {"accepted.text"});
        value = found->get<std::string>();
        return {};
    };
    const auto design = [&](const std::string& pointer, std::shared_ptr<const Json>& request, char& letter,
                            std::string& label) -> Result<void> {
        const Json* found = findPointer(document, pointer + "/request");
        if (found) request = std::make_shared<const Json>(*found);
        std::string word;
        if (auto read = text((pointer + "/letter").c_str(), word); !read) return read;
        if (word.size() == 1) letter = word.front();
        return text((pointer + "/label").c_str(), label);
    };
    const auto size = [&](const char* pointer, double& value) -> Result<void> {
        const Json* found = findPointer(document, pointer);
        if (!found || !found->is_number()) return wrong(pointer, {"accepted.number-millimetres"});
        value = found->get<double>();
        return {};
    };
    if (auto read = text("/view", order.view); !read) return read.error();
    if (auto read = text("/metric", order.metric); !read) return read.error();
    if (auto read = text("/note", order.note); !read) return read.error();
    if (auto read = design("/selected", order.request, order.letter, order.label); !read) return read.error();
    if (auto read = design("/baseline", order.baseline, order.baseline_letter, order.baseline_label); !read)
        return read.error();
    if (auto read = size("/width_mm", order.width_mm); !read) return read.error();
    if (auto read = size("/height_mm", order.height_mm); !read) return read.error();
    if (const Json* dark = findPointer(document, "/dark"); dark && dark->is_boolean()) order.dark = dark->get<bool>();
    if (const Json* state = findPointer(document, "/view_state")) order.state = canonicalText(*state);
    if (const Json* run = findPointer(document, "/exploration/request"))
        order.request = std::make_shared<const Json>(*run);
    if (const Json* brush = findPointer(document, "/exploration/brush")) order.brush = canonicalText(*brush);
    if (auto read = text("/tuning/file", order.tuning_file); !read) return read.error();
    if (auto read = text("/tuning/text", order.tuning_text); !read) return read.error();
    if (!order.request && order.tuning_text.empty()) return wrong("/selected/request", {"accepted.request"});
    return order;
}

/// A file of results holds its request.
Result<Order> readResults(const std::string& file) {
    const auto store = explore::ResultStore::open(file, false);
    if (!store) return store.error();
    Order order;
    order.results = file;
    order.request = store->run().document;
    return order;
}

Result<Order> readFirst(const cli::Arguments& arguments, cli::Streams& streams) {
    if (arguments.positional().front().ends_with(".results")) return readResults(arguments.positional().front());
    auto document = cli::readDocument(arguments.positional().front(), streams.in);
    if (!document) return document.error();
    if (document->is_object() && document->contains(kMark)) return readStored(*document);
    Order order;
    order.request = std::make_shared<const Json>(*std::move(document));
    return order;
}

} // namespace

Result<Order> orderFrom(const cli::Arguments& arguments, cli::Streams& streams) {
    if (arguments.positional().size() != 1)
        return Error{"bad-argument",
                     "",
                     {"error.documents-given", {{"positional", arguments.positional().size()}}},
                     {"accepted.one-request-file-results-or-for"},
                     {}};
    auto order = readFirst(arguments, streams);
    if (!order) return order;
    if (const auto file = arguments.value("--baseline")) {
        auto baseline = cli::readDocument(*file, streams.in);
        if (!baseline) return baseline.error();
        order->baseline = std::make_shared<const Json>(*std::move(baseline));
    }
    order->view = arguments.value("--view").value_or(order->view);
    order->metric = arguments.value("--metric").value_or(order->metric);
    order->state = arguments.value("--state").value_or(order->state);
    order->dark = order->dark || arguments.has("--dark");
    const auto width = numberOf(arguments, "--width-mm", order->width_mm);
    if (!width) return width.error();
    const auto height = numberOf(arguments, "--height-mm", arguments.has("--width-mm") ? 0.0 : order->height_mm);
    if (!height) return height.error();
    order->width_mm = *width;
    order->height_mm = *height;
    return order;
}

} // namespace strata::figure
