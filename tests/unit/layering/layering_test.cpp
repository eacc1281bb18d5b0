// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/layering/rules.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

namespace fs = std::filesystem;
using namespace strata::layering;

namespace {

std::string readFile(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

fs::path root() { return fs::path(qEnvironmentVariable("STRATA_ROOT").toStdString()); }

Links linksOfTree() {
    Links links;
    for (const auto& entry : fs::directory_iterator(root() / "core")) {
        const std::string folder = entry.path().filename().string();
        if (!entry.is_directory() || !fs::exists(entry.path() / "CMakeLists.txt")) continue;
        links[folder] = linkedFolders(readFile(entry.path() / "CMakeLists.txt"));
    }
    return links;
}

/// Calls `visit(relative path, text)` for every file with one of the endings below the given folders.
int scan(const std::vector<std::string>& folders, const std::set<std::string>& endings,
         const std::function<void(const std::string&, const std::string&)>& visit) {
    int files = 0;
    for (const auto& folder : folders) {
        if (!fs::is_directory(root() / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(root() / folder)) {
            if (!entry.is_regular_file() || !endings.contains(entry.path().extension().string())) continue;
            visit(fs::relative(entry.path(), root()).generic_string(), readFile(entry.path()));
            ++files;
        }
    }
    return files;
}

QByteArray describe(const std::vector<Violation>& violations) {
    QByteArray text;
    for (const auto& found : violations)
        text += QByteArray::fromStdString("\n  " + found.path + ":" + std::to_string(found.line) + ": " + found.text);
    return text;
}

void append(std::vector<Violation>& all, std::vector<Violation> found) {
    all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
}

/// Folders of the mechanism, which knows traits alone: no vendor, generation, engine, release or date.
const std::vector<std::string> kMechanism{"core/gpu",     "core/edge",   "core/compose",
                                          "core/network", "core/system", "core/serving"};

const Links kSmall{
    {"base", {}}, {"hardware", {"base"}}, {"npu", {"hardware"}}, {"gpu", {"hardware"}}, {"evaluate", {"npu", "gpu"}}};

} // namespace

class LayeringTest : public QObject {
    Q_OBJECT

private slots:
    void includesOfTheTreeKeepTheOrder();
    void librariesOfTheTreeKeepTheOrder();
    void filesOfTheTreeAreShortAndPortable();
    void coreLibrariesLinkNoQt();
    void programsOfUsersLinkNoLaboratory();
    void mechanismNamesNoProducts();
    void kindsAndMethodsAreKnownByTheirRows();
    void viewsAreKnownByTheirRows();
    void findsPlantedViews();
    void viewsResolveNothing();
    void findsPlantedResolving();
    void errorsAreMessages();
    void findsPlantedKinds();
    void findsPlantedErrors();
    void findsPlantedNames();
    void findsPlantedIncludes_data();
    void findsPlantedIncludes();
    void findsPlantedLinks();
    void findsLongFilesAndAbsolutePaths();
};

void LayeringTest::includesOfTheTreeKeepTheOrder() {
    const Links links = linksOfTree();
    std::vector<Violation> violations;
    const int files = scan({"core", "views", "app", "tests"}, {".h", ".cpp"}, [&](const auto& path, const auto& text) {
        append(violations, checkIncludes(path, text, links));
    });
    QVERIFY(files > 20);
    QVERIFY2(violations.empty(), describe(violations).constData());
}

void LayeringTest::librariesOfTheTreeKeepTheOrder() {
    const Links links = linksOfTree();
    QVERIFY(links.contains("base") && links.contains("npu") && links.contains("evaluate"));
    const auto violations = checkLinks(links);
    QVERIFY2(violations.empty(), describe(violations).constData());
}

void LayeringTest::filesOfTheTreeAreShortAndPortable() {
    std::vector<Violation> violations;
    const std::set<std::string> endings{".h", ".cpp", ".txt", ".cmake", ".json", ".sh", ".qrc", ".ts"};
    scan({"core", "views", "app", "hwlib", "workloads", "resources", "translations", "tests", "packaging"}, endings,
         [&](const auto& path, const auto& text) {
             // This folder holds the patterns and the planted examples.
             if (!path.starts_with("tests/unit/layering/")) append(violations, checkText(path, text));
         });
    QVERIFY2(violations.empty(), describe(violations).constData());
}

void LayeringTest::coreLibrariesLinkNoQt() {
    // Written by CMake: one line a library of core/, its name and everything that it links, directly or not.
    std::istringstream lines(readFile(qEnvironmentVariable("STRATA_CORE_LINKS").toStdString()));
    int libraries = 0;
    for (std::string line; std::getline(lines, line); ++libraries)
        QVERIFY2(line.find("Qt") == std::string::npos, line.c_str());
    QVERIFY(libraries >= static_cast<int>(linksOfTree().size()));
}

void LayeringTest::programsOfUsersLinkNoLaboratory() {
    // Written by CMake: one line a program or library of app/ but the laboratory's own, with everything that it links.
    std::istringstream lines(readFile(qEnvironmentVariable("STRATA_APP_LINKS").toStdString()));
    int targets = 0;
    for (std::string line; std::getline(lines, line); ++targets)
        QVERIFY2(line.find("strata_lab") == std::string::npos, line.c_str());
    QVERIFY(targets >= 2);
}

void LayeringTest::mechanismNamesNoProducts() {
    std::vector<Violation> violations;
    const int files = scan(kMechanism, {".h", ".cpp"},
                           [&](const auto& path, const auto& text) { append(violations, checkNames(path, text)); });
    QVERIFY(files > 20);
    QVERIFY2(violations.empty(), describe(violations).constData());
}

void LayeringTest::kindsAndMethodsAreKnownByTheirRows() {
    std::vector<Violation> violations;
    const int files = scan({"core", "views", "app"}, {".h", ".cpp"}, [&](const auto& path, const auto& text) {
        // The table itself; the laboratory asks its own questions by name.
        if (path.starts_with("core/evaluate/kinds/") || path.starts_with("app/lab/")) return;
        append(violations, checkKinds(path, text));
    });
    QVERIFY(files > 20);
    QVERIFY2(violations.empty(), describe(violations).constData());
}

void LayeringTest::viewsAreKnownByTheirRows() {
    const std::string registry = readFile(root() / "views/registry.cpp");
    std::vector<Violation> violations;
    const int files = scan({"core", "views", "app"}, {".h", ".cpp"}, [&](const auto& path, const auto& text) {
        append(violations, checkViews(path, text, registry));
    });
    QVERIFY(files > 20);
    QVERIFY2(violations.empty(), describe(violations).constData());
}

void LayeringTest::errorsAreMessages() {
    std::vector<Violation> violations;
    const int files = scan({"core", "views", "app"}, {".h", ".cpp"},
                           [&](const auto& path, const auto& text) { append(violations, checkErrors(path, text)); });
    QVERIFY(files > 20);
    QVERIFY2(violations.empty(), describe(violations).constData());
}

void LayeringTest::findsPlantedErrors() {
    const char* path = "core/a/a.cpp";
    QCOMPARE(checkErrors(path, "int a;\nreturn Error{\"bad-value\", \"/a\", \"a is not good\", {}, {}};").front().line,
             2);
    QCOMPARE(checkErrors(path, "Error{\"bad-value\", at, {\"error.a\"}, \"a number above 0\", {}}").size(), 1u);
    QCOMPARE(checkErrors(path, "fail({\"bad-value\", \"\", \"there is no \" + name, known, {}}, out)").size(), 1u);
    QVERIFY(checkErrors(path, "Error{\"bad-value\", \"/a\", {\"error.a\", {{\"name\", name}}}, {\"accepted.b\"}, {}}")
                .empty());
    QVERIFY(checkErrors(path, "const Row row{\"layers\", \"Layers\", \"\", \"Number of the layers.\"};").empty());
}

void LayeringTest::viewsResolveNothing() {
    std::vector<Violation> violations;
    const int files = scan({"views"}, {".h", ".cpp"}, [&](const auto& path, const auto& text) {
        // It asks which other plans are legal, when a handle is pressed.
        if (path != "views/cluster/degree_handles.cpp") append(violations, checkResolving(path, text));
    });
    QVERIFY(files > 20);
    QVERIFY2(violations.empty(), describe(violations).constData());
}

void LayeringTest::findsPlantedResolving() {
    const char* path = "views/a/a.cpp";
    QCOMPARE(checkResolving(path, "int a;\nauto q = resolveLayer(*request, library);\n").front().line, 2);
    QCOMPARE(checkResolving(path, "auto q = kind->resolve(request, library);").size(), 1u);
    QVERIFY(checkResolving(path, "const ParetoAxes axes = resolve(settings, run); // resolveLayer(x)").empty());
}

void LayeringTest::findsPlantedKinds() {
    const char* path = "views/a/a.cpp";
    QCOMPARE(checkKinds(path, "int a;\nif (estimate.kind == \"layer\") return;\n").front().line, 2);
    QCOMPARE(checkKinds(path, "request.value(\"kind\", Json()) != \"training\"").size(), 1u);
    QCOMPARE(checkKinds(path, "if (method == \"gpu.tile\")").size(), 1u);
    QCOMPARE(checkKinds(path, "case EntryKind::Gpu: return 1;").size(), 1u);
    QCOMPARE(checkKinds(path, "if (kind != \"edge\" && method == \"pim.banks\")").size(), 1u);
    QCOMPARE(checkKinds(path, "if (kind->becomes(kUnderLoad)) return;").size(), 1u);
    QCOMPARE(checkKinds(path, "wish.task = \"train\";").size(), 1u);
    QCOMPARE(checkKinds(path, "if (calibration.id == \"gpu-power\") return;").size(), 1u);
    QVERIFY(checkKinds(path, "if (bar.label == \"model\") // of its kind\n").empty());
    QVERIFY(checkKinds(path, "if (kind->by_layer) return;\n").empty());
}

void LayeringTest::findsPlantedViews() {
    const char* path = "app/a/a.cpp";
    const std::string registry = "ViewInfo{\"tools\", ...},\n    ViewInfo{\n        \"memory\",";
    QCOMPARE(checkViews(path, "int a;\nif (id == \"tools\") return;\n", registry).front().line, 2);
    QCOMPARE(checkViews(path, "if (*view == \"coverage\" || *view != \"memory\")", registry).size(), 1u);
    QCOMPARE(checkViews(path, "if (info->id == \"memory\")", registry).size(), 1u);
    QVERIFY(checkViews(path, "if (part.id == \"memory\")", registry).empty());
    QVERIFY(checkViews(path, "if (id == \"all\")", registry).empty());
}

void LayeringTest::findsPlantedNames() {
    const char* path = "core/gpu/a.cpp";
    QCOMPARE(checkNames(path, "int a;\nif (gpu.architecture == \"Hopper\") return;\n").front().line, 2);
    QCOMPARE(checkNames(path, "gpu.engine.starts_with(\"vllm\")").size(), 1u);
    QCOMPARE(checkNames(path, "#include \"core/serving/scheduling/scheduler_vllm.h\"\n").size(), 1u);
    QCOMPARE(checkNames(path, "policy == \"lightllm\"").size(), 1u);
    QCOMPARE(checkNames(path, "{1.0, \"read on 2025-07\"}").size(), 1u);
    QCOMPARE(checkNames(path, "kernels = \"sm90\"; other = \"sm_120\";").size(), 1u);
    QCOMPARE(checkNames(path, "f(\"a\", \"TensorRT-LLM\")").size(), 1u);
    QVERIFY(checkNames(path, "f(\"sms\"); // \"Nvidia\"\n").empty());
    QVERIFY(checkNames(path, "f(\"a\", volta, \"b\")").empty());
    QVERIFY(checkNames(path, "double clocks; // of \"Volta\"\n").empty());
    QVERIFY(checkNames(path, "find(\"architecture\"); find(\"threshold_share\");\n").empty());
}

void LayeringTest::findsPlantedIncludes_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("down") << "core/npu/a.cpp"
                          << "#include \"core/base/result.h\"" << true;
    QTest::newRow("own") << "core/npu/a.cpp"
                         << "#include \"core/npu/mapping.h\"" << true;
    QTest::newRow("standard") << "core/npu/a.h"
                              << "#include <vector>" << true;
    QTest::newRow("up") << "core/base/a.h"
                        << "#include \"core/npu/mapping.h\"" << false;
    QTest::newRow("spaced") << "core/base/a.h"
                            << "  #  include \"core/npu/mapping.h\"" << false;
    QTest::newRow("sideways") << "core/gpu/a.cpp"
                              << "#include \"core/npu/mapping.h\"" << false;
    QTest::newRow("core to views") << "core/npu/a.cpp"
                                   << "#include \"views/support/base/view.h\"" << false;
    QTest::newRow("not from the root") << "core/npu/a.cpp"
                                       << "#include \"mapping.h\"" << false;
    QTest::newRow("Qt in core") << "core/base/a.cpp"
                                << "#include <QString>" << false;
    QTest::newRow("Qt module in core") << "core/base/a.cpp"
                                       << "#include <QtCore/qglobal.h>" << false;
    QTest::newRow("views to core") << "views/energy/a.cpp"
                                   << "#include \"core/evaluate/estimate.h\"" << true;
    QTest::newRow("views to app") << "views/energy/a.cpp"
                                  << "#include \"app/window/window.h\"" << false;
    QTest::newRow("cli to views") << "app/cli/a.cpp"
                                  << "#include \"views/registry.h\"" << false;
    QTest::newRow("command to what it prints") << "app/cli/explore/a.cpp"
                                               << "#include \"app/cli/output/pretty.h\"" << true;
    QTest::newRow("command to command") << "app/cli/explore/a.cpp"
                                        << "#include \"app/cli/evaluate/line_answers.h\"" << false;
    QTest::newRow("words to input") << "app/cli/line/a.cpp"
                                    << "#include \"app/cli/input/input.h\"" << false;
    QTest::newRow("program to commands") << "app/cli/program.cpp"
                                         << "#include \"app/cli/explore/commands.h\"" << true;
    QTest::newRow("cli to Qt") << "app/cli/a.cpp"
                               << "#include <QFile>" << false;
    QTest::newRow("program to program") << "app/figure/a.cpp"
                                        << "#include \"app/window/window.h\"" << false;
    QTest::newRow("figure to cli") << "app/figure/a.cpp"
                                   << "#include \"app/cli/input/input.h\"" << true;
    QTest::newRow("figure to laboratory") << "app/figure/a.cpp"
                                          << "#include \"app/lab/run/suites.h\"" << false;
    QTest::newRow("cli to laboratory") << "app/cli/a.cpp"
                                       << "#include \"app/lab/run/suites.h\"" << false;
    QTest::newRow("window to laboratory") << "app/window/a.cpp"
                                          << "#include \"app/lab/run/suites.h\"" << false;
    QTest::newRow("views to laboratory") << "views/validation/a.cpp"
                                         << "#include \"app/lab/run/suites.h\"" << false;
    QTest::newRow("core to laboratory") << "core/npu/a.cpp"
                                        << "#include \"app/lab/run/suites.h\"" << false;
    QTest::newRow("laboratory to cli") << "app/lab/a.cpp"
                                       << "#include \"app/cli/input/input.h\"" << true;
    QTest::newRow("laboratory to its folders") << "app/lab/gpu/a.cpp"
                                               << "#include \"app/lab/fit/fit.h\"" << true;
    QTest::newRow("charts in .cpp") << "views/energy/a.cpp"
                                    << "#include <qcustomplot.h>" << true;
    QTest::newRow("charts in .h") << "views/energy/a.h"
                                  << "#include <qcustomplot.h>" << false;
    QTest::newRow("JSON in .h") << "core/base/a.h"
                                << "#include <nlohmann/json.hpp>" << false;
    QTest::newRow("JSON names in .h") << "core/base/a.h"
                                      << "#include <nlohmann/json_fwd.hpp>" << true;
}

void LayeringTest::findsPlantedIncludes() {
    QFETCH(QString, path);
    QFETCH(QString, line);
    QFETCH(bool, allowed);
    const std::string text = "#pragma once\n" + line.toStdString() + "\n";
    const auto violations = checkIncludes(path.toStdString(), text, kSmall);
    QCOMPARE(violations.empty(), allowed);
    if (!allowed) QCOMPARE(violations.front().line, 2);
}

void LayeringTest::findsPlantedLinks() {
    QCOMPARE(linkedFolders("strata_core_library(npu\n SOURCES a.cpp\n DEPENDS strata_base strata_hardware)"),
             (std::set<std::string>{"base", "hardware"}));
    QVERIFY(checkLinks(kSmall).empty());
    QCOMPARE(checkLinks({{"base", {"npu"}}}).size(), 1u);
    QCOMPARE(checkLinks({{"gpu", {"npu"}}}).size(), 1u);
    QCOMPARE(checkLinks({{"base", {"unheard_of"}}}).size(), 1u);
    QCOMPARE(checkLinks({{"unheard_of", {}}}).size(), 1u);
    QCOMPARE(reachable(kSmall, "evaluate"), (std::set<std::string>{"base", "gpu", "hardware", "npu"}));
}

void LayeringTest::findsLongFilesAndAbsolutePaths() {
    QVERIFY(checkText("core/base/a.cpp", std::string(600, '\n')).empty());
    QCOMPARE(checkText("core/base/a.cpp", std::string(601, '\n')).size(), 1u);
    QCOMPARE(checkText("core/base/a.cpp", "open(\"/home/me/file\");\n").size(), 1u);
    QVERIFY(checkText("core/base/a.cpp", "// https://example.org/home/work/ and ../shared\n").empty());
}

QTEST_APPLESS_MAIN(LayeringTest)
#include "layering_test.moc"
