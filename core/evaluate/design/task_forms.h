// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/design/catalog_edits.h"
#include "core/evaluate/kinds/other_forms.h"

namespace strata::design {

/// The same model on the same hardware as a request of another kind: types, lengths, ranks and batch carry over where
/// they mean the same. Errors: "not-supported" for requests without a language model on GPUs.
Result<SharedRequest> inOtherForm(const Json& request, const OtherForm& form);

/// A `serving` request whose iterations take what the tables of a file say; an empty path: what is predicted. Errors:
/// "not-supported" for other kinds.
Result<SharedRequest> withOperatorTables(const Json& request, std::string_view path);

} // namespace strata::design
