// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/built_networks.h"

#include "core/hardware/gpu/engine_profile.h"
#include "core/hardware/gpu/gpu.h"

namespace strata::hardware {

bool buildsNetworks(const EngineProfile& runtime) { return runtime.builds_networks; }

bool buildsNetworks(const Gpu& gpu) { return gpu.runtime && buildsNetworks(*gpu.runtime); }

} // namespace strata::hardware
