// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/cli/output/answer_lines.h"
#include "app/cli/program.h"
#include "core/catalog/library.h"
#include "core/evaluate/engine/engine.h"
#include "core/evaluate/registry.h"

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <sstream>
#include <thread>

namespace strata::python {
namespace {

namespace py = pybind11;

using Ran = std::tuple<int, std::string, std::string>;

/// One command of strata-cli: exit status, output and messages.
Ran runCommand(const std::vector<std::string>& words, const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out, err;
    cli::Streams streams{in, out, err};
    const int status = cli::runProgram(words, streams);
    return {status, out.str(), err.str()};
}

/// A library that is loaded once and the threads that answer requests on it, as `strata-cli batch` does.
class Evaluator {
public:
    Evaluator(const std::string& data_root, unsigned jobs) : library_(open(data_root)) {
        engine_ =
            std::make_unique<Engine>(library_, jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency()));
    }

    using Line = std::tuple<std::string, std::optional<int>, std::string, std::string>;

    /// Id, year, vendor and title of the entries of a kind.
    std::vector<Line> entries(const std::string& kind) const {
        std::vector<Line> lines;
        for (const Entry& entry : library_->entries()) {
            if (name(entry.kind) != kind) continue;
            lines.emplace_back(entry.id, entry.year != 0 ? std::optional(entry.year) : std::nullopt, entry.vendor,
                               entry.name);
        }
        return lines;
    }

    /// One line of JSON for each request, in their order.
    std::vector<std::string> answer(const std::vector<std::string>& requests, bool metrics_only) {
        const cli::AnswerForm form{.metrics_only = metrics_only};
        std::vector<std::string> lines(requests.size());
        Countdown open(requests.size());
        for (std::size_t i = 0; i < requests.size(); ++i) {
            auto request = parseJson(requests[i]);
            if (!request) {
                lines[i] = cli::errorLine(request.error());
                open.step();
                continue;
            }
            engine_->submitBatch(std::make_shared<const Json>(*std::move(request)), [&, i](Ticket, Outcome outcome) {
                lines[i] = outcome ? form.line(**outcome) : cli::errorLine(outcome.error());
                open.step();
            });
        }
        open.wait();
        return lines;
    }

private:
    /// Waits until a number of answers is there.
    class Countdown {
    public:
        explicit Countdown(std::size_t count) : left_(count) {}
        void step() {
            const std::lock_guard lock(mutex_);
            if (--left_ == 0) done_.notify_all();
        }
        void wait() {
            std::unique_lock lock(mutex_);
            done_.wait(lock, [this] { return left_ == 0; });
        }

    private:
        std::mutex mutex_;
        std::condition_variable done_;
        std::size_t left_;
    };

    /// With the user's own entries where there is a catalog, as the command line opens it.
    static std::shared_ptr<const Library> open(const std::string& data_root) {
        const std::vector<std::string> words{std::string(cli::kDataRootOption.name), data_root};
        const std::vector<cli::Option> options{cli::kDataRootOption, cli::kCatalogOption};
        const auto arguments = cli::Arguments::parse(words, options);
        if (!arguments) throw py::value_error(describe(arguments.error()));
        std::istringstream in;
        std::ostringstream out, err;
        cli::Streams streams{in, out, err};
        auto library = cli::openLibrary(*arguments, streams);
        if (!library) throw py::value_error(describe(library.error()));
        return *std::move(library);
    }

    std::shared_ptr<const Library> library_;
    std::unique_ptr<Engine> engine_;
};

} // namespace

PYBIND11_MODULE(_strata, module) {
    module.doc() = "The models of Strata; the package `strata` wraps this module.";
    module.def("run", &runCommand, py::arg("words"), py::arg("input") = "", py::call_guard<py::gil_scoped_release>(),
               "Runs one command of strata-cli: (exit status, output, messages).");
    py::class_<Evaluator>(module, "Evaluator")
        .def(py::init<const std::string&, unsigned>(), py::arg("data_root"), py::arg("jobs") = 0)
        .def("entries", &Evaluator::entries, py::arg("kind"), "Id, year, vendor and title of the entries of a kind.")
        .def("answer", &Evaluator::answer, py::arg("requests"), py::arg("metrics_only") = false,
             py::call_guard<py::gil_scoped_release>(), "Answers requests in JSON; one text for each.");
}

} // namespace strata::python
