// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request_options.h"

#include <QString>

#include <functional>
#include <vector>

class QMenu;

namespace strata::views {

/// "Plan: Speculative decoding", as people read it.
QString optionTitle(const RequestOption& option);

/// Fills a menu with the parts that can be added to a request, a submenu for each object that they go into.
void fillOptionMenu(QMenu& menu, const std::vector<RequestOption>& options,
                    const std::function<void(const RequestOption&)>& chosen);

} // namespace strata::views
