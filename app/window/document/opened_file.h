// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::app {

/// What a file holds that somebody opens by the dialog, drops on the window, names on the command line or
/// double-clicks.
struct OpenedFile {
    enum class Holds {
        Session,
        Entry,         ///< of the catalog; the file is read again where it is kept
        Designs,       ///< a request, a figure's description with its designs, or a case of Timeloop
        Exploration,   ///< a sweep or a search, with or without points, alone or in a figure's description
        Rows,          ///< measured values with their requests; the file is read again where they are evaluated
        Measurements,  ///< timings that another tool printed
        Configurations ///< of a tuned kernel, measured or not, in a file that is read again or in a figure's
                       ///< description
    };
    struct Named {
        std::shared_ptr<const Json> request;
        std::string label; ///< empty where the file states none
    };

    Holds holds = Holds::Designs;
    Session session;
    std::optional<Named> selected, baseline;
    std::shared_ptr<const Json> exploration;
    std::filesystem::path results;        ///< the file, where it holds the exploration's points; else empty
    std::string brush;                    ///< of the exploration, as JSON text
    std::string view, view_state, metric; ///< of a figure
    std::string text;                     ///< of measurements, or of a figure's configurations
    std::string text_file;                ///< name of the file that a figure's configurations came from
    std::vector<Message> notes;           ///< what of a file was not understood
};

/// Sessions and results are databases, parts of Timeloop have their names, all others tell by their contents. For a
/// thread that may wait. Errors: those of openSession(), ResultStore::open(), readJsonFile() and openedTimeloop();
/// "from-the-future" for a figure of a later version; "bad-kind" for an answer, which tells nothing that could be asked
/// again; "unknown-format" for a text that is none of these.
Result<OpenedFile> readOpenedFile(const std::filesystem::path& file);

} // namespace strata::app
