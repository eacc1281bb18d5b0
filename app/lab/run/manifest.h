// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/fit/without.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/gpu/gpu.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::assess {

/// Rows of a data set that take no part in a fit, told from the data alone.
struct Exclusion {
    std::string flag;   ///< the word that rows carry
    std::string reason; ///< for people
    std::size_t rows = 0;
};

/// Who may be looked at, and when (EVIDENCE: "The manifest of a data set"). Names are those of the library: ids of
/// devices or systems, names of engines or of sources.
struct Split {
    std::string by;                  ///< "device", "system", "engine", "source", "model" or "none"
    std::vector<std::string> fit;    ///< coefficients come from here
    std::vector<std::string> choose; ///< structure and thresholds may be chosen by these
    std::vector<std::string> report; ///< looked at when a release is measured
};

/// What the laboratory knows of one data set that it reads: app/lab/manifests/FOLDER/ID.json.
struct Manifest {
    std::string id, origin, licence;
    std::string layout;   ///< how a stranger obtains it and lays it out
    std::string folder;   ///< of the reference data
    std::size_t rows = 0; ///< that its reader finds: answered, excluded and refused
    Split split;
    std::vector<Exclusion> exclusions;

    /// May coefficients be fitted to rows of this device, engine or source? Of a set that is split by nothing: no.
    bool fits(std::string_view name) const;
    /// "fit", "choose" or "report"; empty: the manifest does not know the name.
    std::string_view roleOf(std::string_view name) const;
    /// Those of these names that no coefficient may be fitted to.
    Without outsideFit(const std::vector<std::string>& names) const;
    Without outsideFit(const std::vector<hardware::Gpu>& devices) const;
};

/// Errors: those of parseJson() and validate(); "bad-value": a name in two parts of the split.
Result<Manifest> readManifest(std::string_view text, std::string_view file);

/// All manifests, in the order of their ids: they are compiled in from app/lab/manifests.
Result<std::vector<Manifest>> manifests();

/// The manifest of that id. Errors: "not-found", those of readManifest().
Result<Manifest> manifestOf(std::string_view id);

/// Texts of app/lab/manifests, with the names of the files.
struct ManifestText {
    std::string_view file, text;
};
std::span<const ManifestText> manifestTexts();

} // namespace strata::assess
