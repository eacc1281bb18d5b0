// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"

#include <memory>
#include <QString>
#include <QStringList>

namespace strata::app {

struct Environment;

/// The catalog as it could be read, and what could not.
struct CatalogLoad {
    std::shared_ptr<const Library> library; ///< never null, at worst empty
    QStringList problems;                   ///< one sentence each
};

/// Opens and refreshes the catalog file; where it cannot be used, reads hwlib/ and workloads/ themselves. For the
/// worker.
CatalogLoad loadCatalog(const Environment& environment);

} // namespace strata::app
