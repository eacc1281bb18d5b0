// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/onnx_network.h"

#include "core/exchange/models/onnx_operators.h"
#include "core/workload/listed/listed_graph.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::exchange {
namespace {

using namespace onnx;

/// Names with how often they occur: "Loop (2), NonZero".
class Tally {
public:
    void add(const std::string& name) { ++times_[name]; }
    bool empty() const { return times_.empty(); }
    double total() const {
        double sum = 0;
        for (const auto& [name, count] : times_)
            sum += count;
        return sum;
    }
    std::string text() const {
        constexpr std::size_t kLongest = 40;
        std::string all;
        for (const auto& [name, count] : times_)
            all += (all.empty() ? "" : ", ") + name.substr(0, kLongest) +
                   (count > 1 ? " (" + std::to_string(count) + ")" : "");
        return all;
    }

private:
    std::map<std::string, int> times_;
};

class Importer {
public:
    Importer(const strata::onnx::Model& model, std::string_view file, const std::map<std::string, double>& dimensions)
        : model_(model), graph_(model.graph()), file_(file), dimensions_(dimensions), writer_(operators_, values_) {
        for (const auto& set : model.opset_import()) {
            if (set.domain().empty() || set.domain() == "ai.onnx") opset_ = set.version();
        }
    }

    Result<ImportedEntry> run() {
        for (const auto& tensor : graph_.initializer())
            values_[tensor.name()] = valueOf(tensor);
        for (const auto& input : graph_.input())
            addInput(input);
        for (const auto& node : graph_.node())
            addNode(node);
        if (operators_.empty())
            return Error{"not-modelled",
                         "",
                         {"error.no-operator-network-could-be-read",
                          {{"operators", unknown_.empty() ? underived_.text() : unknown_.text()}}},
                         {"accepted.operators-whose-shapes-follow-from-inputs"},
                         std::string(file_)};
        return finish();
    }

private:
    /// The size of a dimension that has only a name, or none.
    std::int64_t sizeOf(const strata::onnx::Dimension& dimension, int place) {
        constexpr std::int64_t kOther = 128, kLargest = std::int64_t{1} << 32;
        if (dimension.has_dim_value() && dimension.dim_value() > 0) return std::min(dimension.dim_value(), kLargest);
        const auto stated = dimensions_.find(dimension.dim_param());
        if (stated != dimensions_.end()) return static_cast<std::int64_t>(stated->second);
        const std::int64_t size = place == 0 || dimension.dim_param().find("batch") != std::string::npos ? 1 : kOther;
        const std::string name =
            dimension.dim_param().empty() ? "dimension " + std::to_string(place + 1) : dimension.dim_param();
        assumed_.insert(name.substr(0, 40) + " = " + std::to_string(size));
        return size;
    }

    void addInput(const strata::onnx::ValueInfo& input) {
        if (values_.contains(input.name()) || input.name().empty()) return; // an initializer that old files list twice
        Value value;
        value.varies = true;
        if (input.type().has_tensor_type() && input.type().tensor_type().has_shape()) {
            Shape shape;
            for (int i = 0; i < std::min(16, input.type().tensor_type().shape().dim_size()); ++i)
                shape.push_back(sizeOf(input.type().tensor_type().shape().dim(i), i));
            if (inputs_.empty() && !shape.empty()) batch_ = shape.front();
            const double cols = shape.empty() ? 1 : static_cast<double>(std::max<std::int64_t>(1, shape.back()));
            if (elements(shape) >= 1 && elements(shape) <= 1e12) {
                inputs_.push_back({{"name", input.name()}, {"rows", elements(shape) / cols}, {"cols", cols}});
                value.made_by = input.name();
            }
            value.shape = std::move(shape);
        }
        values_[input.name()] = std::move(value);
    }

    /// Shapes that the file states beside the graph serve where nothing else gives one.
    std::optional<Shape> stated(const std::string& name) {
        if (info_.empty()) {
            for (const auto& info : graph_.value_info())
                info_[info.name()] = &info;
            for (const auto& info : graph_.output())
                info_[info.name()] = &info;
            info_[""] = nullptr;
        }
        const auto found = info_.find(name);
        if (found == info_.end() || found->second == nullptr || !found->second->type().tensor_type().has_shape())
            return {};
        Shape shape;
        for (const auto& dimension : found->second->type().tensor_type().shape().dim()) {
            const auto given = dimensions_.find(dimension.dim_param());
            const bool open = dimension.dim_value() < 1 && given == dimensions_.end();
            if (open || shape.size() >= 16 || dimension.dim_value() > (std::int64_t{1} << 32)) return {};
            shape.push_back(dimension.dim_value() > 0 ? dimension.dim_value()
                                                      : static_cast<std::int64_t>(given->second));
        }
        return shape;
    }

    void addNode(const strata::onnx::Node& node) {
        if (node.output_size() == 0) return;
        const NodeView view(node, values_, opset_);
        const std::string type = node.op_type();
        if (type == "If" || type == "Loop" || type == "Scan") branches_.add(type);
        const auto shapes = inferShapes(view);
        bool varies = false;
        for (int i = 0; i < node.input_size(); ++i) {
            const auto found = values_.find(node.input(i));
            varies |= !node.input(i).empty() && (found == values_.end() || found->second.varies);
        }
        if (type == "Shape" || type == "Size") varies = false;
        std::optional<Numbers> numbers;
        if (!shapes.empty()) numbers = foldNumbers(view, shapes.front());
        std::vector<Value> made(static_cast<std::size_t>(node.output_size()));
        for (std::size_t i = 0; i < made.size(); ++i) {
            made[i].varies = varies;
            made[i].shape = i < shapes.size() ? std::optional(shapes[i]) : stated(node.output(static_cast<int>(i)));
        }
        if (numbers && static_cast<double>(numbers->size()) == elements(shapes.front())) {
            made.front().numbers = std::move(numbers);
            made.front().varies = false;
        }
        const std::string source = view.input(0) != nullptr ? view.input(0)->made_by : std::string();
        for (std::size_t i = 0; i < made.size(); ++i) {
            made[i].made_by = source;
            if (!node.output(static_cast<int>(i)).empty()) values_[node.output(static_cast<int>(i))] = made[i];
        }
        if (made.front().varies) count(node, view);
    }

    bool shapesKnown(const strata::onnx::Node& node) const {
        for (int i = 0; i < node.input_size(); ++i) {
            const auto found = values_.find(node.input(i));
            if (!node.input(i).empty() && (found == values_.end() || !found->second.shape)) return false;
        }
        return values_.find(node.output(0))->second.shape.has_value();
    }

    void count(const strata::onnx::Node& node, const NodeView& view) {
        Value& result = values_[node.output(0)];
        if (node.output(0).empty()) return;
        if (!knowsShapes(view.type())) {
            if (view.type() != "If" && view.type() != "Loop" && view.type() != "Scan") unknown_.add(view.type());
            result.made_by.clear();
            return;
        }
        if (!shapesKnown(node)) {
            underived_.add(view.type());
            result.made_by.clear();
            return;
        }
        const Reading reading = writer_.write(node, view);
        if (reading == Reading::Unknown) {
            unknown_.add(view.type());
            result.made_by.clear();
        }
        if (reading == Reading::Approximated) approximated_.add(view.type());
    }

    Result<ImportedEntry> finish() {
        ImportedEntry imported;
        const std::string name = nameOfFile(file_);
        Json entry{{"id", entryIdOf(name)}, {"kind", "graph"}, {"name", name}, {"operators", std::move(operators_)}};
        entry["source"] = "ONNX network " + std::filesystem::path(file_).filename().string() +
                          (model_.producer_name().empty() ? "" : ", written by " + model_.producer_name());
        if (!inputs_.empty()) entry["inputs"] = std::move(inputs_);
        if (batch_ > 1) entry["batch"] = batch_;
        makeWhole(entry);
        if (auto valid = validate(entry, workload::graphSchema(), {}, file_); !valid) return valid.error();
        if (!unknown_.empty()) imported.notes.push_back({"note.import-operators", {{"operators", unknown_.text()}}});
        if (!underived_.empty())
            imported.notes.push_back(
                {"note.import-shapes", {{"count", underived_.total()}, {"operators", underived_.text()}}});
        if (!branches_.empty()) imported.notes.push_back({"note.import-branches", {{"operators", branches_.text()}}});
        if (!approximated_.empty())
            imported.notes.push_back({"note.import-approximated", {{"operators", approximated_.text()}}});
        std::string sizes;
        for (const std::string& one : assumed_)
            sizes += (sizes.empty() ? "" : ", ") + one;
        if (!sizes.empty()) imported.notes.push_back({"note.import-dimensions", {{"dimensions", sizes}}});
        imported.document = std::make_shared<const Json>(std::move(entry));
        return imported;
    }

    static void makeWhole(Json& value) {
        if (value.is_number_float() && value.get<double>() == std::floor(value.get<double>()) &&
            std::abs(value.get<double>()) < 9e15)
            value = static_cast<std::int64_t>(value.get<double>());
        else if (value.is_structured())
            for (Json& member : value)
                makeWhole(member);
    }

    const strata::onnx::Model& model_;
    const strata::onnx::Graph& graph_;
    std::string_view file_;
    const std::map<std::string, double>& dimensions_;
    std::int64_t opset_ = 13, batch_ = 1;
    Values values_;
    std::map<std::string, const strata::onnx::ValueInfo*> info_;
    Json operators_ = Json::array(), inputs_ = Json::array();
    OperatorWriter writer_;
    std::set<std::string> assumed_;
    Tally unknown_, underived_, branches_, approximated_;
};

Result<ImportedEntry> import(const strata::onnx::Model& model, bool parsed, std::string_view file,
                             const std::map<std::string, double>& dimensions) {
    if (!parsed || (model.ir_version() == 0 && model.graph().node_size() == 0))
        return Error{
            "malformed-onnx", "", {"error.file-no-onnx-network"}, {"accepted.file-onnx-save-wrote"}, std::string(file)};
    if (static_cast<std::size_t>(model.graph().node_size()) > workload::kMostOperators)
        return Error{
            "too-large", "", {"error.network-has-too-many-operators"}, {"accepted.at-most-200-000"}, std::string(file)};
    return Importer(model, file, dimensions).run();
}

} // namespace

Result<ImportedEntry> parseOnnx(std::string_view bytes, std::string_view file,
                                const std::map<std::string, double>& dimensions) {
    strata::onnx::Model model;
    const bool parsed =
        bytes.size() < (std::size_t{1} << 31) && model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
    return import(model, parsed, file, dimensions);
}

Result<ImportedEntry> readOnnxFile(const std::filesystem::path& path, const std::map<std::string, double>& dimensions) {
    std::error_code failed;
    std::ifstream in(path, std::ios::binary);
    if (!std::filesystem::is_regular_file(path, failed) || !in)
        return Error{"unreadable-file", "", {"error.cannot-read-file"}, {"accepted.file"}, path.string()};
    if (std::filesystem::file_size(path, failed) >= (std::uintmax_t{1} << 31))
        return Error{"too-large",
                     "",
                     {"error.file-larger-than-its-format-allows"},
                     {"accepted.less-than-2-gib-keep-weights"},
                     path.string()};
    google::protobuf::io::IstreamInputStream stream(&in);
    strata::onnx::Model model;
    const bool parsed = model.ParseFromZeroCopyStream(&stream);
    return import(model, parsed, path.string(), dimensions);
}

} // namespace strata::exchange
