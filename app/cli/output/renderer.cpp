// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/renderer.h"

#include "core/catalog/data_root.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace strata::cli {
namespace {

namespace fs = std::filesystem;

/// strata-figure beside this program; empty where it is not installed.
fs::path rendererProgram() {
    const fs::path here = programFolder();
    for (const fs::path& place : {here / "strata-figure", here / ".." / "libexec" / "strata" / "strata-figure"}) {
        std::error_code ignored;
        if (fs::exists(place, ignored)) return place;
    }
    return {};
}

Error systemError(const Message& what) {
    return {"unwritable-file",
            "",
            {"error.system", {{"what", what}, {"reason", std::generic_category().message(errno)}}},
            {},
            {}};
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

} // namespace

Result<int> runRenderer(const std::vector<std::string>& words, const std::string& input, const fs::path& data_root) {
    const fs::path program = rendererProgram();
    if (program.empty()) {
        return Error{"not-installed", "", {"error.strata-figure-draws-figures-not-beside"}, {}, {}};
    }
    const std::unique_ptr<std::FILE, CloseFile> file(std::tmpfile());
    const bool written = file && std::fwrite(input.data(), 1, input.size(), file.get()) == input.size() &&
                         std::fflush(file.get()) == 0 && ::lseek(::fileno(file.get()), 0, SEEK_SET) == 0;
    if (!written) return systemError({"error.cannot-hand-input-on"});
    // Everything is ready before the fork: the child only replaces itself.
    std::vector<std::string> all{program.string()};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> pointers;
    for (std::string& word : all)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::setenv("STRATA_ROOT", data_root.c_str(), 1);
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const pid_t child = ::fork();
    if (child < 0) return systemError({"error.cannot-start", {{"program", program.string()}}});
    if (child == 0) {
        if (::dup2(::fileno(file.get()), STDIN_FILENO) == STDIN_FILENO) ::execv(program.c_str(), pointers.data());
        ::_exit(127);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return systemError({"error.cannot-wait-for", {{"program", program.string()}}});
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 127) {
        return Error{"unwritable-file", "", {"error.did-not-end-by-itself", {{"program", program.string()}}}, {}, {}};
    }
    return WEXITSTATUS(status);
}

} // namespace strata::cli
