// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/onnx_network.h"
#include "core/exchange/models/onnx_values.h"
#include "core/workload/graph.h"
#include "core/workload/kernel/operators.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;
using namespace strata::exchange;

namespace {

namespace format = strata::onnx;
const std::filesystem::path kPublished = "/usr/share/libonnx-testdata/data/node";

/// Writes models as an exporter does, without the numbers of the weights.
struct Builder {
    format::Model model;
    format::Graph& graph = *model.mutable_graph();

    Builder() {
        model.set_ir_version(8);
        model.add_opset_import()->set_version(17);
    }
    void input(const std::string& name, std::initializer_list<int> sizes) {
        auto& info = *graph.add_input();
        info.set_name(name);
        for (const int size : sizes) {
            auto& dimension = *info.mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim();
            if (size > 0)
                dimension.set_dim_value(size);
            else
                dimension.set_dim_param(size == 0 ? "batch" : "tokens");
        }
    }
    void weight(const std::string& name, std::initializer_list<int> sizes) {
        auto& tensor = *graph.add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(1);
        for (const int size : sizes)
            tensor.add_dims(size);
    }
    void numbers(const std::string& name, std::initializer_list<int> values) {
        auto& tensor = *graph.add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(7);
        tensor.add_dims(static_cast<int>(values.size()));
        for (const int value : values)
            tensor.add_int64_data(value);
    }
    format::Node& node(const std::string& type, std::initializer_list<const char*> inputs, const std::string& output) {
        auto& made = *graph.add_node();
        made.set_op_type(type);
        for (const char* name : inputs)
            made.add_input(name);
        made.add_output(output);
        return made;
    }
    static void set(format::Node& node, const std::string& name, std::initializer_list<int> values) {
        auto& attribute = *node.add_attribute();
        attribute.set_name(name);
        if (values.size() == 1) attribute.set_i(*values.begin());
        for (const int value : values)
            attribute.add_ints(value);
    }
    Result<ImportedEntry> import(const std::map<std::string, double>& sizes = {}) const {
        return parseOnnx(model.SerializeAsString(), "net/model.onnx", sizes);
    }
};

const Json* operatorNamed(const Json& entry, const std::string& name) {
    for (const Json& one : entry.at("operators")) {
        if (one.at("name") == name) return &one;
    }
    return nullptr;
}

std::string noted(const ImportedEntry& entry, const char* id, const char* place) {
    for (const Message& note : entry.notes) {
        if (note.id == id) return std::get<std::string>(*note.find(place));
    }
    return {};
}

template <class Message>
bool read(const std::filesystem::path& path, Message& into) {
    std::ifstream in(path, std::ios::binary);
    return in && into.ParseFromIstream(&in);
}

exchange::onnx::Shape shapeOf(const format::ValueInfo& info) {
    exchange::onnx::Shape shape;
    for (const auto& dimension : info.type().tensor_type().shape().dim())
        shape.push_back(dimension.has_dim_value() ? dimension.dim_value() : -1);
    return shape;
}

} // namespace

class OnnxTest : public QObject {
    Q_OBJECT

private slots:
    void convolutionsKeepTheirSizes() {
        Builder net;
        net.input("x", {1, 3, 224, 224});
        net.weight("w", {64, 3, 7, 7});
        net.weight("b", {64});
        auto& conv = net.node("Conv", {"x", "w", "b"}, "c");
        Builder::set(conv, "strides", {2, 2});
        Builder::set(conv, "pads", {3, 3, 3, 3});
        net.node("Relu", {"c"}, "r");
        net.node("GlobalAveragePool", {"r"}, "p");
        net.node("Flatten", {"p"}, "f");
        net.weight("head", {10, 64});
        Builder::set(net.node("Gemm", {"f", "head"}, "y"), "transB", {1});
        const auto imported = net.import();
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        const Json* one = operatorNamed(*imported->document, "c");
        QVERIFY(one != nullptr);
        QCOMPARE(one->at("out_height"), 112);
        QCOMPARE(one->at("in_channels"), 3);
        QCOMPARE(one->at("stride"), 2);
        QVERIFY(imported->notes.empty());
        const auto graph = workload::buildGraph(*imported->document, {}, {});
        QVERIFY2(graph, graph ? "" : describe(graph.error()).c_str());
        QCOMPARE(graph->parameters, 64.0 * 3 * 49 + 64 + 640);
        workload::GraphOptions many;
        many.batch = 8;
        const auto larger = workload::buildGraph(*imported->document, many, {});
        QVERIFY(larger);
        QCOMPARE(larger->flop(), 8 * graph->flop());
    }

    /// Shape, Gather, Concat, Reshape: exporters compute the shapes of attention in the graph.
    void shapesThatTheGraphComputesAreFollowed() {
        Builder net;
        net.input("ids", {0, -1});
        net.weight("table", {1000, 64});
        net.node("Gather", {"table", "ids"}, "x");
        net.weight("wq", {64, 64});
        net.node("MatMul", {"x", "wq"}, "q");
        net.node("Shape", {"q"}, "s");
        net.numbers("zero", {0});
        net.numbers("one", {1});
        net.node("Gather", {"s", "zero"}, "s0");
        net.node("Gather", {"s", "one"}, "s1");
        net.numbers("heads", {4});
        net.numbers("open", {-1});
        Builder::set(net.node("Concat", {"s0", "s1", "heads", "open"}, "to"), "axis", {0});
        net.node("Reshape", {"q", "to"}, "qh");
        Builder::set(net.node("Transpose", {"qh"}, "qt"), "perm", {0, 2, 1, 3});
        Builder::set(net.node("Transpose", {"qh"}, "kt"), "perm", {0, 2, 3, 1});
        net.node("MatMul", {"qt", "kt"}, "scores");
        net.node("Softmax", {"scores"}, "y");
        const auto imported = net.import({{"tokens", 32}});
        QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
        const Json* scores = operatorNamed(*imported->document, "scores");
        QVERIFY(scores != nullptr);
        QCOMPARE(scores->at("batch"), 4);
        QCOMPARE(scores->at("m"), 32);
        QCOMPARE(scores->at("k"), 16);
        QCOMPARE(operatorNamed(*imported->document, "y")->at("cols"), 32);
        QCOMPARE(operatorNamed(*imported->document, "x")->at("operator"), "embedding");
        QVERIFY(operatorNamed(*imported->document, "to") == nullptr); // of shapes alone: nothing runs
        const auto assumed = net.import();
        QVERIFY(noted(*assumed, "note.import-dimensions", "dimensions").find("tokens = 128") != std::string::npos);
        const auto layers = workload::listLayers(*imported->document, {});
        QVERIFY2(layers, layers ? "" : describe(layers.error()).c_str());
        QCOMPARE(layers->size(), std::size_t(2));
    }

    void unknownOperatorsAreNamed() {
        Builder net;
        net.input("x", {1, 8});
        net.weight("w", {8, 8});
        net.node("MatMul", {"x", "w"}, "a");
        net.node("FluxCapacitor", {"a"}, "b");
        net.node("Relu", {"b"}, "c");
        const auto imported = net.import();
        QVERIFY(imported);
        QCOMPARE(noted(*imported, "note.import-operators", "operators"), std::string("FluxCapacitor"));
        QCOMPARE(noted(*imported, "note.import-shapes", "operators"), std::string("Relu"));
        QCOMPARE(imported->document->at("operators").size(), std::size_t(1));
        const auto nothing = parseOnnx("no network", "a.onnx");
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().code, std::string("malformed-onnx"));
        QVERIFY(!parseOnnx("", "a.onnx"));
    }

    /// An attribute may be any number of 64 bits: a shape that follows from it is the right one or none, never one
    /// that an overflow made.
    void extremeAttributesGiveNoShape() {
        constexpr auto kMost = std::numeric_limits<std::int64_t>::max(),
                       kLeast = std::numeric_limits<std::int64_t>::min();
        using exchange::onnx::Shape, exchange::onnx::Numbers;
        exchange::onnx::Values values;
        values["x"].shape = Shape{1, 3, 8, 8};
        values["w"].shape = Shape{4, 3, 3, 3};
        values["ends"].shape = Shape{4};
        values["none"].shape = Shape{0};
        values["first"] = {Shape{1}, Numbers{0}, false, true, ""};
        values["last"] = {Shape{1}, Numbers{9e18}, false, true, ""};
        values["nan"] = {Shape{1}, Numbers{std::nan("")}, false, true, ""};
        const auto shapesOf = [&](const char* type, std::initializer_list<const char*> inputs, const char* attribute,
                                  std::vector<std::int64_t> numbers) {
            format::Node node;
            node.set_op_type(type);
            for (const char* input : inputs)
                node.add_input(input);
            node.add_output("y");
            auto& stated = *node.add_attribute();
            stated.set_name(attribute);
            if (numbers.size() == 1) stated.set_i(numbers.front());
            for (const std::int64_t number : numbers)
                stated.add_ints(number);
            return exchange::onnx::inferShapes({node, values, 17});
        };
        // Without care, the sum of two pads of 2^63 - 1 is -2, which makes a small picture of them.
        QVERIFY(shapesOf("Conv", {"x", "w"}, "pads", {kMost, kMost, kMost, kMost}).empty());
        QVERIFY(shapesOf("Conv", {"x", "w"}, "dilations", {kLeast, kLeast}).empty());
        QCOMPARE(shapesOf("Conv", {"x", "w"}, "strides", {kMost, kMost}).front(), (Shape{1, 4, 1, 1}));
        QVERIFY(shapesOf("ConvTranspose", {"x", "w"}, "strides", {kMost, kMost}).empty());
        QVERIFY(shapesOf("Pad", {"x"}, "pads", {0, 0, kMost, kMost, 0, 0, kMost, kMost}).empty());
        QVERIFY(shapesOf("TopK", {"x", "nan"}, "axis", {-1}).empty());
        QVERIFY(shapesOf("OneHot", {"x", "nan"}, "axis", {-1}).empty());
        QVERIFY(shapesOf("GatherND", {"x", "w"}, "batch_dims", {kLeast}).empty());
        QCOMPARE(shapesOf("Conv", {"x", "w"}, "pads", {1, 1, 1, 1}).front(), (Shape{1, 4, 8, 8}));
        // "To the end" is written as the largest number.
        QCOMPARE(shapesOf("Slice", {"ends", "first", "last"}, "axis", {0}).front(), Shape{4});
        QCOMPARE(shapesOf("Slice", {"none", "first", "last"}, "axis", {0}).front(), Shape{0});
        format::Tensor negative;
        negative.add_dims(-5);
        QVERIFY(!exchange::onnx::valueOf(negative).shape);
        QCOMPARE(exchange::onnx::sum(kMost, kMost), exchange::onnx::kMostSize);
        QCOMPARE(exchange::onnx::times(kLeast, 3), -exchange::onnx::kMostSize);
        QCOMPARE(exchange::onnx::times(-4, -5), std::int64_t{20});
    }

    /// Test data that the ONNX project publishes: one node a file, with the shapes of its results.
    void publishedShapes() {
        if (!std::filesystem::exists(kPublished)) QSKIP("the package libonnx-testdata is not installed");
        int equal = 0, open = 0;
        for (const auto& folder : std::filesystem::directory_iterator(kPublished)) {
            format::Model model;
            if (!read(folder.path() / "model.onnx", model) || model.graph().node_size() != 1) continue;
            const auto& node = model.graph().node(0);
            if (!exchange::onnx::knowsShapes(node.op_type()) || !node.domain().empty()) continue;
            exchange::onnx::Values values;
            for (int i = 0; i < model.graph().input_size(); ++i) {
                const std::string data = "input_" + std::to_string(i) + ".pb";
                format::Tensor tensor;
                auto& value = values[model.graph().input(i).name()];
                if (read(folder.path() / "test_data_set_0" / data, tensor)) value = exchange::onnx::valueOf(tensor);
                value.shape = shapeOf(model.graph().input(i));
            }
            std::int64_t opset = 17;
            for (const auto& set : model.opset_import())
                opset = set.domain().empty() ? set.version() : opset;
            const auto shapes = exchange::onnx::inferShapes({node, values, opset});
            if (shapes.empty()) {
                ++open;
                continue;
            }
            const auto stated = shapeOf(model.graph().output(0));
            if (std::find(stated.begin(), stated.end(), -1) != stated.end()) continue;
            if (node.output(0).empty() || model.graph().output(0).name() != node.output(0)) continue;
            QVERIFY2(shapes.front() == stated, folder.path().c_str());
            ++equal;
        }
        qInfo("%d shapes as published, %d not derived", equal, open);
        QVERIFY(equal > 600);
        QVERIFY(open < equal / 10);
    }
};

QTEST_APPLESS_MAIN(OnnxTest)
#include "onnx_test.moc"
