// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace strata::hardware {

struct EngineProfile;
struct Gpu;

/// Whether the runtime compiles a whole network for one device beforehand, which its profile states. Such a builder
/// sees all shapes and layouts. It times the kernels of several libraries for each product and keeps the fastest, keeps
/// the channels of a pixel side by side in every tensor, and lets tensors between products be as narrow as their
/// operands (NVIDIA TensorRT Developer Guide: The Build Phase, Data Format Descriptions, Explicit Quantization).
bool buildsNetworks(const EngineProfile& runtime);
bool buildsNetworks(const Gpu& gpu); ///< no where the device has no runtime

} // namespace strata::hardware
