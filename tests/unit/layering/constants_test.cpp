// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <map>
#include <QTest>
#include <regex>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace {

fs::path root() { return fs::path(qEnvironmentVariable("STRATA_ROOT").toStdString()); }

/// Names of the constants of a source whose value is no whole number: those of a declaration, one behind the other.
std::set<std::string> fractionsOf(const std::string& text) {
    static const std::regex declaration(R"(constexpr\s+(?:double|float)\s+([^;{]*);)");
    static const std::regex one(R"((k\w+)\s*=\s*([^,;]*))");
    static const std::regex number(R"((?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?)");
    std::set<std::string> names;
    std::string code;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        code += line.substr(0, line.find("//")) + '\n';
    for (std::sregex_iterator found(code.begin(), code.end(), declaration), end; found != end; ++found) {
        const std::string all = (*found)[1].str();
        for (std::sregex_iterator each(all.begin(), all.end(), one); each != end; ++each) {
            const std::string value = (*each)[2].str();
            for (std::sregex_iterator digits(value.begin(), value.end(), number); digits != end; ++digits) {
                const double parsed = std::stod(digits->str());
                if (parsed != static_cast<double>(static_cast<long long>(parsed))) names.insert((*each)[1].str());
            }
        }
    }
    return names;
}

struct Listed {
    std::string kind, reason;
};

} // namespace

/// Fitted numbers stand in calibrations, with their origin. A fractional constant of the mechanism is on the list
/// constants.txt, with a class and a reason that a reader can judge, and everything on the list is there.
class ConstantsTest : public QObject {
    Q_OBJECT

private slots:
    void everyFractionIsListed() {
        const std::set<std::string> kinds{"published", "format", "numeric", "fallback", "prior", "assumed", "owed"};
        std::map<std::string, Listed> listed;
        std::ifstream file(root() / "tests/unit/layering/constants.txt");
        QVERIFY(file.good());
        for (std::string line; std::getline(file, line);) {
            if (line.empty() || line.starts_with('#')) continue;
            std::istringstream words(line);
            std::string path, name;
            Listed entry;
            words >> path >> name >> entry.kind;
            std::getline(words >> std::ws, entry.reason);
            QVERIFY2(kinds.contains(entry.kind), line.c_str());
            QVERIFY2(entry.reason.size() > 10, line.c_str());
            QVERIFY2(listed.emplace(path + ' ' + name, entry).second, line.c_str());
        }
        std::set<std::string> found;
        for (const char* folder : {"core/compose", "core/gpu", "core/network", "core/serving", "core/system"}) {
            for (const auto& entry : fs::recursive_directory_iterator(root() / folder)) {
                const std::string ending = entry.path().extension().string();
                if (!entry.is_regular_file() || (ending != ".cpp" && ending != ".h")) continue;
                std::ifstream source(entry.path());
                std::ostringstream text;
                text << source.rdbuf();
                for (const std::string& name : fractionsOf(text.str()))
                    found.insert(fs::relative(entry.path(), root()).generic_string() + ' ' + name);
            }
        }
        QVERIFY(found.size() > 10);
        for (const std::string& name : found)
            QVERIFY2(listed.contains(name),
                     (name + " is on no list: a fitted number belongs into a calibration").c_str());
        for (const auto& [name, entry] : listed)
            QVERIFY2(found.contains(name), (name + " is on the list and nowhere else").c_str());
    }

    void findsPlantedFractions() {
        const std::set<std::string> found =
            fractionsOf("constexpr double kWhole = 4.0, kHalf = 1.0 / 2.5; // kNone = 0.1\n"
                        "inline constexpr double kSmall = 3e-6;\nconstexpr int kCount = 3;\n"
                        "constexpr double\n    kLate = 0.25;\n");
        QCOMPARE(found, (std::set<std::string>{"kHalf", "kSmall", "kLate"}));
    }
};

QTEST_APPLESS_MAIN(ConstantsTest)
#include "constants_test.moc"
