// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/timeloop/timeloop_files.h"
#include "core/exchange/timeloop/yaml.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;
using namespace strata::exchange;

namespace {

const char* kArchitecture = R"(
component_defaults: &defaults
  attributes: {datawidth: 8}
architecture:
  version: 0.4
  nodes:
  - !Container
    name: system
    attributes: {global_cycle_seconds: 5e-9, technology: "45nm"}
  - !Component
    name: DRAM
    class: DRAM
    attributes: {type: "LPDDR4", width: 64, datawidth: 8}
  - !Component
    name: buffer
    class: smartbuffer_SRAM
    attributes: {depth: 1024, width: 64, datawidth: 8, read_bandwidth: 16}
    constraints: {dataspace: {keep: [Inputs, Outputs], bypass: [Weights]}}
  - !Container
    name: PE_column
    spatial: {meshX: 4}
  - !Container
    name: PE
    spatial: {meshY: 2}
  - !Component
    name: inter_PE_network
    class: Wire
  - !Component
    name: spad
    <<: *defaults
    class: smartbuffer_RF
    attributes: {depth: 16, width: 8, datawidth: 8}
  - !Component
    name: mac
    class: intmac
    attributes: {datawidth: 8}
)";

const char* kConstraints = R"(
constraints:
  targets:
  - {target: DRAM, type: temporal, factors: [R=1, C<=4, P=0], permutation: [M, C]}
  - {target: buffer, type: dataspace, keep: [Inputs], bypass: [Weights]}
  - {target: buffer, type: spatial, factors: [C=2, M=2], permutation: [C, M], split: 1}
  - {target: spad, type: utilization, min: 0.5}
  - {target: spad, type: energy, most: 3}
)";

const char* kProblem = R"(
problem:
  version: 0.4
  shape:
    name: CNN
    dimensions: [C, M, R, P]
    coefficients: [{name: Stride, default: 1}]
    data_spaces:
    - {name: Weights, projection: [[[C]], [[M]], [[R]]]}
    - {name: Inputs, projection: [[[C]], [[R], [P, Stride]]]}
    - {name: Outputs, projection: [[[M]], [[P]]], read_write: True}
  instance: {C: 3, M: 8, R: 3, P: 16, Stride: 2}
)";

const char* kMapping = R"(
mapping:
- {target: DRAM, type: temporal, factors: "C=3 M=1 R=1 P=4", permutation: PCMR}
- {target: buffer, type: spatial, factors: [M=4, P=2], permutation: [M, P], split: 1}
- {target: spad, type: temporal, factors: "R3 P2 M2", permutation: RPM}
- {target: spad, type: bypass, keep: [Weights], bypass: [Inputs, Outputs]}
)";

const char* kEnergies = R"(
ERT:
  version: 0.4
  tables:
  - {name: "system.buffer[1..1]", actions: [{name: read, energy: 3.5}, {name: write, energy: 4.5}]}
  - {name: "system.PE[1..8].mac", actions: [{name: compute, energy: 0.2}]}
)";

Result<TimeloopFiles> read(std::initializer_list<const char*> texts) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const char* text : texts)
        files.emplace_back(text, "file" + std::to_string(files.size()) + ".yaml");
    return readTimeloopFiles(files);
}

bool tells(const TimeloopFiles& files, const char* id) {
    for (const Message& note : files.notes) {
        if (note.id == id) return true;
    }
    return false;
}

} // namespace

/// Files of Timeloop 0.4, written for this test.
class TimeloopFilesTest : public QObject {
    Q_OBJECT

private slots:
    /// Factors that are fixed and bounded, innermost loops outermost first, tensors, and space by the split. The rest
    /// of a dimension (0) and what no field says are named.
    void readsConstraints() {
        const std::vector<std::pair<std::string, std::string>> texts{
            {kArchitecture, "arch.yaml"}, {kProblem, "prob.yaml"}, {kConstraints, "constraints.yaml"}};
        const auto files = readTimeloopFiles(texts);
        QVERIFY2(files, files ? "" : describe(files.error()).c_str());
        QVERIFY(files->constraints);
        const Json expected = Json::parse(R"({"levels": [
            {"level": "buffer", "keep": ["inputs", "outputs"], "bypass": ["weights"]},
            {"level": "DRAM", "temporal": ["r=1", "c<=4"], "order": ["c", "m"]},
            {"level": "buffer", "keep": ["inputs"], "bypass": ["weights"]},
            {"level": "PE_column", "spatial_x": ["c=2", "m=1"]},
            {"level": "PE", "spatial_y": ["c=1", "m=2"]}], "least_utilization": 0.5})");
        QCOMPARE(QString::fromStdString(files->constraints->dump()), QString::fromStdString(expected.dump()));
        std::string told;
        for (const Message& note : files->notes)
            told += messageText(note) + "\n";
        QVERIFY2(told.find("P=0, spad/most, energy") != std::string::npos, told.c_str());
        const auto request = files->request();
        QVERIFY(request);
        QCOMPARE((*request)["plan"]["constraints"], expected);
        QCOMPARE((*request)["plan"]["search"]["algorithm"], Json("branch-and-bound"));
        const std::vector<std::pair<std::string, std::string>> wrong{
            {kArchitecture, "arch.yaml"}, {"constraints: [{target: none, type: temporal}]", "bad.yaml"}};
        const auto refused = readTimeloopFiles(wrong);
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/constraints/0/target"));
        QCOMPARE(refused.error().file, std::string("bad.yaml"));
        const std::vector<std::pair<std::string, std::string>> too_much{
            {kArchitecture, "arch.yaml"}, {"constraints: [{target: spad, type: parallelism, min: 1.5}]", "bad.yaml"}};
        const auto no_share = readTimeloopFiles(too_much);
        QVERIFY(!no_share);
        QCOMPARE(no_share.error().pointer, std::string("/constraints/0/min"));
    }

    void wholeDesign() {
        const auto files = read({kArchitecture, kProblem, kMapping, kEnergies});
        QVERIFY2(files, files ? "" : describe(files.error()).c_str());
        const Json& levels = files->hardware->at("levels");
        QCOMPARE(levels.size(), std::size_t(5));
        QVERIFY(levels[1].at("entries") == 1024 && levels[1].at("entry_bits") == 64);
        QVERIFY(levels[1].at("keeps") == Json({"inputs", "outputs"}));
        QVERIFY(levels[1].at("energy_pj").at("write") == 4.5);
        QVERIFY(levels[2].at("fanout_x") == 4 && levels[3].at("fanout_y") == 2);
        QVERIFY(files->hardware->at("clock_hz") == 2e8);
        QVERIFY(files->hardware->at("compute").at("mac_pj") == 0.2);
        QVERIFY(tells(*files, "note.import-energies")); // of DRAM and scratchpad
        QVERIFY(tells(*files, "note.import-components"));
        QVERIFY(tells(*files, "note.import-unread"));
        const Json& nest = files->layer->at("problem");
        QVERIFY(nest.at("dimensions").at("p") == 16);
        QVERIFY(nest.at("tensors")[1].at("axes")[1] == Json::parse(R"(["r", {"p": 2}])"));
        const Json& mapped = files->mapping->at("levels");
        QVERIFY2(mapped == Json::parse(R"([{"level": "DRAM", "temporal": [["c", 3], ["p", 4]]},
            {"level": "PE_column", "spatial_x": [["m", 4]]}, {"level": "PE", "spatial_y": [["p", 2]]},
            {"level": "spad", "temporal": [["m", 2], ["p", 2], ["r", 3]], "keep": ["weights"]}])"),
                 mapped.dump().c_str());
        QVERIFY(files->request());
    }

    /// Sizes as arithmetic with attributes around and variables; constraints that stand in the architecture.
    void architectureOfTheFrontEnd() {
        const auto files = read({R"(
variables: {version: 0.4, global_cycle_seconds: 2e-9, columns: 4}
architecture:
  version: 0.4
  nodes:
  - !Container
    name: system
    attributes: {banks: 16}
  - !Component
    name: DRAM
    class: DRAM
    attributes: {width: 64, datawidth: 8}
  - !Component
    name: buffer
    class: SRAM
    attributes: {depth: "banks * 2**5", width: 8*8, datawidth: 8, read_bandwidth: fast}
    constraints:
      dataspace: {keep: [Inputs, Outputs], bypass: [Weights]}
      temporal: {permutation: [R, M], factors: [R=1, M<=4], no_reuse: [Inputs]}
  - !Component
    name: wires
    class: XY_NoC
    attributes: {datawidth: 16}
  - !Container
    name: PE
    spatial: {meshX: columns}
    constraints: {spatial: {permutation: [C, M], factors: [C=1], split: 2}}
  - !Component
    name: mac
    class: intmac
    attributes: {width: 8}
  - !Component
    name: weight_reg
    class: reg_storage
    attributes: {depth: 1, width: 8, datawidth: 8}
)",
                                 R"(
mapping:
- {target: buffer, type: temporal, factors: "C=3,R=3,P=16", permutation: "CR P"}
- {target: inter_PE_spatial, type: dataspace, bypass: [Weights, Inputs, Outputs]}
- {target: inter_PE_spatial, type: spatial, factors: "M=4", permutation: M}
- {target: weight_reg, type: temporal, factors: M=0 C1}
- {target: weight_reg, type: bypass, bypass: [Inputs, Outputs]}
- {target: inter_none_spatial, type: temporal, factors: M=1}
)",
                                 kProblem});
        QVERIFY2(files, files ? "" : describe(files.error()).c_str());
        const Json& levels = files->hardware->at("levels");
        QVERIFY2(levels.size() == 4, levels.dump().c_str());
        QVERIFY2(levels[1].at("entries") == 512 && levels[1].at("entry_bits") == 64, levels[1].dump().c_str());
        QVERIFY(levels[2].at("name") == "PE" && levels[2].at("fanout_x") == 4);
        QVERIFY(levels[3].at("name") == "weight_reg" && files->hardware->at("compute").at("name") == "mac");
        QVERIFY(files->hardware->at("compute").at("word_bits") == 8);
        QVERIFY(qAbs(files->hardware->at("clock_hz").get<double>() - 5e8) < 1);
        const Json constraints = Json::parse(R"({"levels": [
            {"level": "buffer", "keep": ["inputs", "outputs"], "bypass": ["weights"], "temporal": ["r=1", "m<=4"],
             "order": ["m", "r"]}, {"level": "PE", "spatial_x": ["c=1"]}]})");
        QVERIFY2(*files->constraints == constraints, files->constraints->dump().c_str());
        const Json mapped = Json::parse(R"({"levels": [{"level": "buffer", "temporal": [["p", 16], ["r", 3], ["c", 3]]},
            {"level": "PE", "spatial_x": [["m", 4]]},
            {"level": "weight_reg", "temporal": [["m", 2]], "keep": ["weights"]}]})");
        QVERIFY2(*files->mapping == mapped, files->mapping->dump().c_str());
        std::string told;
        for (const Message& note : files->notes)
            told += messageText(note) + "\n";
        for (const char* name : {"buffer/read_bandwidth (\"fast\")", "buffer/no_reuse", "wires (xy_noc"})
            QVERIFY2(told.find(name) != std::string::npos, told.c_str());
    }

    /// What the tool's front end writes: copies of a container as a memory that holds nothing.
    void dumpOfTheFrontEnd() {
        const auto files = read({R"(
architecture:
  version: '0.4'
  subtree:
  - name: top
    attributes: {global_cycle_seconds: 1e-9}
    local:
    - {name: "DRAM[1..1]", class: DRAM, attributes: {width: 64, datawidth: 8, meshX: 1}}
    - {name: "inter_PE_spatial[1..1]", class: dummy_storage, attributes: {width: 1, depth: 1, datawidth: 1, meshX: 1}}
    - {name: "spad[1..8]", class: regfile, attributes: {depth: 4, width: 8, datawidth: 8, meshX: 8}}
    - {name: "mac[1..8]", class: intmac, attributes: {datawidth: 8, meshX: 8}}
mapping:
- {target: inter_PE_spatial, type: spatial, factors: "M=8,C=1", permutation: MC}
- {target: inter_PE_spatial, type: dataspace, bypass: [Weights, Inputs, Outputs]}
)"});
        QVERIFY2(files, files ? "" : describe(files.error()).c_str());
        const Json& levels = files->hardware->at("levels");
        QVERIFY2(levels.size() == 3 && levels[1].at("name") == "inter_PE_spatial" && levels[1].at("fanout_x") == 8,
                 levels.dump().c_str());
        QCOMPARE(*files->mapping,
                 Json::parse(R"({"levels": [{"level": "inter_PE_spatial", "spatial_x": [["m", 8]]}]})"));
    }

    /// Templates: the text of a file that was given as well is put in its place, other calls are named.
    void templatesOfTheFrontEnd() {
        const char* base = "base: &problem_base\n  shape: {name: L, dimensions: [M, N], data_spaces: [\n"
                           "    {name: O, projection: [[[M]], [[N]]], read_write: True}]}\n  instance: {M: 1, N: 7}\n";
        const char* layer = "{{include_text('../problem_base.yaml')}}\nproblem:\n  <<<: *problem_base\n"
                            "  instance: {M: 6, Padding: 3}\n";
        const char* top = "{{add_to_path('..')}}\narchitecture: {{include('arch.yaml', 'architecture')}}\n";
        const std::vector<std::pair<std::string, std::string>> given{
            {base, "a/problem_base.yaml"}, {layer, "a/b/00.yaml"}, {top, "top.yaml.jinja2"}};
        const auto files = readTimeloopFiles(given);
        QVERIFY2(files, files ? "" : describe(files.error()).c_str());
        QCOMPARE(files->layer->at("problem").at("dimensions"), Json::parse(R"({"m": 6, "n": 7})"));
        std::string told;
        for (const Message& note : files->notes)
            told += messageText(note) + "\n";
        QVERIFY2(told.find("line 2: include") != std::string::npos &&
                     told.find("instance/Padding") != std::string::npos,
                 told.c_str());
        const auto alone = read({layer});
        QVERIFY(!alone);
        QVERIFY2(describe(alone.error()).find("problem_base.yaml") != std::string::npos,
                 describe(alone.error()).c_str());
    }

    /// The layer that the tool has built in; words of letters in an order.
    void builtInLayer() {
        for (const char* text :
             {"problem: {C: 3, K: 64, R: 7, S: 7, P: 112, Q: 112, N: 1, Wstride: 2, Hstride: 2, shape: cnn-layer}",
              "problem: {C: 3, M: 64, R: 7, S: 7, P: 112, Q: 112, N: 1, Wstride: 2, Hstride: 2}"}) {
            const auto files =
                read({kArchitecture, text,
                      "mapspace_constraints: [{target: spad, type: temporal, permutation: NCPQRS K, factors: N=1}]"});
            QVERIFY2(files, files ? "" : describe(files.error()).c_str());
            const Json& dimensions = files->layer->at("problem").at("dimensions");
            QVERIFY2(dimensions.contains("k") ? dimensions.at("k") == 64 : dimensions.at("m") == 64, text);
            QVERIFY2(files->constraints->at("levels").back().at("order") ==
                         Json::parse(R"(["k", "s", "r", "q", "p", "c", "n"])"),
                     files->constraints->dump().c_str());
        }
    }

    void subtreesOfOlderFiles() {
        const auto files = read({R"(
architecture:
  version: 0.3
  subtree:
  - name: system
    local: [{name: DRAM, class: DRAM, attributes: {width: 64, word-bits: 16}}]
    subtree:
    - name: chip
      local: [{name: buffer, class: SRAM, attributes: {depth: 512, width: 64, word-bits: 16}}]
      subtree:
      - name: PE[0..15]
        local:
        - {name: spad, class: regfile, attributes: {depth: 8, width: 16, word-bits: 16, meshX: 4}}
        - {name: mac, class: intmac, attributes: {datawidth: 16, meshX: 4}}
)"});
        QVERIFY2(files, files ? "" : describe(files.error()).c_str());
        const Json& levels = files->hardware->at("levels");
        QCOMPARE(levels.size(), std::size_t(4));
        QVERIFY2(levels[2].at("fanout_x") == 4 && levels[2].at("fanout_y") == 4, levels.dump().c_str());
        QVERIFY(!files->request());
    }

    void placesOfWhatIsWrong() {
        const auto missing = read({"problem: {shape: {dimensions: [C]}}"});
        QVERIFY(!missing);
        QCOMPARE(missing.error().pointer, std::string("/problem/shape"));
        QCOMPARE(missing.error().file, std::string("file0.yaml"));
        QVERIFY(!read({"problem: 5"}));
        QVERIFY(!read({"mapping: {target: x}"}));
        QVERIFY(!read({"nothing: here"}));
        const auto line = read({"architecture: [unclosed"});
        QVERIFY(!line);
        QVERIFY2(messageText(line.error().text).starts_with("line "), messageText(line.error().text).c_str());
        const auto level = read({kArchitecture, "mapping: [{target: nowhere, type: temporal, factors: C=2}]"});
        QVERIFY(!level);
        QCOMPARE(level.error().pointer, std::string("/mapping/0/target"));
    }

    /// Whatever stands where something else should: a reason or a part, never an exception.
    void anyTypeAnywhere() {
        Json whole;
        for (const char* text : {kArchitecture, kProblem, kMapping, kEnergies}) {
            const auto part = parseYaml(text, "x.yaml", YamlAliases::Follow);
            QVERIFY2(part, part ? "" : describe(part.error()).c_str());
            whole.update(*part);
        }
        std::vector<std::string> pointers;
        collect(whole, "", pointers);
        QVERIFY(pointers.size() > 100);
        for (const std::string& pointer : pointers) {
            if (pointer.empty()) continue;
            for (const Json& wrong : {Json(nullptr), Json(-1), Json(5), Json(1e300), Json("x"), Json::array({1}),
                                      Json::array({{1}}), Json::object({{"x", 1}}), Json::array()}) {
                Json changed = whole;
                changed[Json::json_pointer(pointer)] = wrong;
                const std::vector<std::pair<std::string, std::string>> texts{{changed.dump(), "x.yaml"}};
                const auto files = readTimeloopFiles(texts);
                if (!files) QVERIFY2(!messageText(files.error().text).empty(), pointer.c_str());
            }
        }
    }

    void aliasesHaveAnEnd() {
        std::string text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
        for (int i = 1; i < 12; ++i) {
            const std::string last = "*a" + std::to_string(i - 1);
            text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
            for (int k = 0; k < 9; ++k)
                text += ", " + last;
            text += "]\n";
        }
        const auto read = parseYaml(text, "bomb.yaml", YamlAliases::Follow);
        QVERIFY(!read);
        QCOMPARE(read.error().code, std::string("too-large"));
        QVERIFY(!parseYaml("a: *b", "x", YamlAliases::Follow));
    }

private:
    static void collect(const Json& value, const std::string& pointer, std::vector<std::string>& pointers) {
        pointers.push_back(pointer);
        if (!value.is_structured()) return;
        for (const auto& [key, member] : value.items())
            collect(member, pointer + "/" + pointerStep(key), pointers);
    }
};

QTEST_APPLESS_MAIN(TimeloopFilesTest)
#include "timeloop_files_test.moc"
