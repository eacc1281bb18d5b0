// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

namespace strata {
class Library;
struct Entry;
} // namespace strata

namespace strata::design {

/// An `inference` or `serving` request with the fewest ranks whose memory holds model and caches: tensor parallel
/// inside a node in powers of two, then stages over nodes. The last plan that was tried where none fits.
/// @param hardware a GPU or a cluster of the catalog
Json withFittingRanks(Json request, const Entry& hardware, const Library& library);

/// A `training` request with the fewest nodes, and on those the fewest tensor and pipeline ranks, whose memory holds
/// the step; recomputes all activations where it does not fit without. The last plan where none fits.
Json withFittingDegrees(Json request, const Entry& cluster, const Library& library);

} // namespace strata::design
