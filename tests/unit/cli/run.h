// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/program.h"

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace strata::test {

struct Run {
    int status = -1;
    std::string out;
    std::string err;
};

/// The program with these words and that input.
inline Run run(const std::vector<std::string>& words, const std::string& input = {}) {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    cli::Streams streams{in, out, err};
    const int status = cli::runProgram(words, streams);
    return {status, out.str(), err.str()};
}

inline std::string sampleFile() {
    return std::string(std::getenv("STRATA_ROOT")) + "/resources/samples/resnet50-conv1-eyeriss.json";
}

} // namespace strata::test
