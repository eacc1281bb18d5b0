// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/device_memo.h"

namespace strata {

std::shared_ptr<const KnownDevice> DeviceMemo::find(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(key);
    return found == known_.end() ? nullptr : found->second;
}

void DeviceMemo::put(const std::string& key, std::shared_ptr<const KnownDevice> device) {
    const std::lock_guard lock(mutex_);
    if (known_.size() >= kMost) known_.clear();
    known_.insert_or_assign(key, std::move(device));
}

} // namespace strata
