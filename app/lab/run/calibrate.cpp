// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/calibrate.h"

#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::assess {
namespace {

using hardware::Calibration;

const Calibrator* calibratorNamed(std::string_view id) {
    for (const Calibrator& calibrator : calibrators()) {
        if (calibrator.id == id) return &calibrator;
    }
    return nullptr;
}

/// Is it one of these names, separated by commas?
bool isWanted(const Calibrator& calibrator, std::string_view wanted) {
    while (!wanted.empty()) {
        const std::string_view name = wanted.substr(0, wanted.find(','));
        if (calibrator.id == name || calibrator.suite == name) return true;
        wanted.remove_prefix(std::min(wanted.size(), name.size() + 1));
    }
    return false;
}

/// Appends a calibrator behind those that it needs.
void appendInOrder(const Calibrator& calibrator, std::vector<const Calibrator*>& order) {
    if (std::find(order.begin(), order.end(), &calibrator) != order.end()) return;
    for (const std::string_view before : calibrator.after) {
        const Calibrator* needed = calibratorNamed(before);
        if (needed != nullptr && needed->suite == calibrator.suite) appendInOrder(*needed, order);
    }
    order.push_back(&calibrator);
}

std::string knownNames() {
    std::set<std::string> names;
    for (const Calibrator& calibrator : calibrators()) {
        names.emplace(calibrator.id);
        names.emplace(calibrator.suite);
    }
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// Devices of the answered rows, in the order in which they appear.
std::vector<std::string> devicesOf(const SuiteReport& report) {
    std::vector<std::string> devices;
    for (const SuiteRow& row : report.rows) {
        const std::string_view device = groupValue(row, "device");
        if (!device.empty() && std::find(devices.begin(), devices.end(), device) == devices.end())
            devices.emplace_back(device);
    }
    return devices;
}

/// Members of a device that say what is left out with it.
constexpr std::array kLeavesOut{std::pair{"device", ""}, std::pair{"generation", "architecture"},
                                std::pair{"vendor", "vendor"}};

/// Devices that are left out together: each alone, or all of one generation or vendor.
std::vector<std::vector<std::string>> leftOutTogether(const std::vector<std::string>& devices, std::string_view what,
                                                      const Library& library) {
    std::map<std::string, std::vector<std::string>> groups;
    for (const std::string& device : devices) {
        std::string group = device;
        const Entry* entry = library.find(device);
        for (const auto& [name, member] : kLeavesOut) {
            if (name == what && *member != '\0' && entry != nullptr) group = entry->document->value(member, device);
        }
        groups[group].push_back(device);
    }
    std::vector<std::vector<std::string>> together;
    for (auto& [name, members] : groups)
        together.push_back(std::move(members));
    return together;
}

} // namespace

const Suite* suiteNamed(std::string_view id) {
    const auto all = suites();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Suite& suite) { return suite.id == id; });
    return found == all.end() ? nullptr : &*found;
}

std::string_view groupValue(const SuiteRow& row, std::string_view key) {
    for (const auto& [name, value] : row.group) {
        if (name == key) return value;
    }
    return {};
}

std::shared_ptr<const Library> withCalibrations(const Library& library, std::span<const Calibration> fitted) {
    auto changed = std::make_shared<const Library>(library);
    for (const Calibration& calibration : fitted)
        changed = changed->withCalibration(calibration);
    return changed;
}

Result<std::vector<Calibration>> calibrate(std::string_view wanted, const std::filesystem::path& data,
                                           const Library& library, const Without& without) {
    std::vector<const Calibrator*> order;
    for (const Calibrator& calibrator : calibrators()) {
        if (isWanted(calibrator, wanted)) appendInOrder(calibrator, order);
    }
    if (order.empty()) {
        return Error{
            "not-found", "", {"error.nothing-calibrated-by-name", {{"wanted", wanted}}}, verbatim(knownNames()), {}};
    }
    std::vector<Calibration> fitted;
    std::vector<Calibration> answers;
    std::shared_ptr<const Library> current = withCalibrations(library, {});
    for (const Calibrator* calibrator : order) {
        auto calibration = calibrator->fit(data, *current, without);
        if (!calibration) return calibration.error();
        fitted.push_back(*calibration);
        if (isWanted(*calibrator, wanted)) answers.push_back(*std::move(calibration));
        current = withCalibrations(library, fitted);
    }
    return answers;
}

Result<SuiteReport> runSuite(const Suite& suite, const SuiteOptions& options) {
    if (options.leave_one_out.empty()) return suite.run(options);
    if (std::ranges::count(suite.leaves_out, options.leave_one_out) > 0) return suite.run(options);
    const auto known =
        std::ranges::any_of(kLeavesOut, [&](const auto& one) { return one.first == options.leave_one_out; });
    if (!known) {
        std::string accepted;
        for (const auto& [name, member] : kLeavesOut)
            accepted += (accepted.empty() ? "" : ", ") + std::string(name);
        for (const std::string_view what : suite.leaves_out)
            accepted += ", " + std::string(what);
        return Error{"bad-argument",
                     "",
                     {"error.nothing-left-out-by", {{"leave_one_out", options.leave_one_out}}},
                     accepted,
                     {}};
    }
    SuiteOptions plain = options;
    plain.leave_one_out.clear();
    auto report = suite.run(plain);
    if (!report) return report;
    const auto together = leftOutTogether(devicesOf(*report), options.leave_one_out, options.library);
    report->rows.clear();
    for (const std::vector<std::string>& devices : together) {
        const auto fitted = calibrate(options.refit.empty() ? suite.id : std::string_view(options.refit), options.data,
                                      options.library, Without(devices));
        if (!fitted) return fitted.error();
        const auto library = withCalibrations(options.library, *fitted);
        for (const std::string& device : devices) {
            auto answers = suite.run({.data = options.data,
                                      .library = *library,
                                      .method = options.method,
                                      .leave_one_out = {},
                                      .keep_requests = options.keep_requests,
                                      .only_device = device});
            if (!answers) return answers;
            for (SuiteRow& row : answers->rows) {
                if (groupValue(row, "device") == device) report->rows.push_back(std::move(row));
            }
        }
    }
    report->summary = "each of " + std::to_string(together.size()) + " groups (" + options.leave_one_out +
                      ") predicted from the others: " + report->summary;
    return report;
}

} // namespace strata::assess
