// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/tool_parts.h"

#include <algorithm>
#include <array>

namespace strata {
namespace {

using enum ToolPartKind;

constexpr std::array kParts{ToolPart{"gpu", Platform},
                            ToolPart{"npu", Platform},
                            ToolPart{"edge", Platform},
                            ToolPart{"cpu", Platform},
                            ToolPart{"pim", Platform},
                            ToolPart{"transformer", Workload},
                            ToolPart{"cnn", Workload},
                            ToolPart{"diffusion", Workload},
                            ToolPart{"training", Phase},
                            ToolPart{"inference", Phase},
                            ToolPart{"device", Layer},
                            ToolPart{"network", Layer},
                            ToolPart{"composition", Layer},
                            ToolPart{"system", Layer},
                            ToolPart{"serving", Layer},
                            ToolPart{"time", Quantity},
                            ToolPart{"energy", Quantity},
                            ToolPart{"memory", Quantity},
                            ToolPart{"data-parallel"},
                            ToolPart{"tensor-parallel"},
                            ToolPart{"pipeline-parallel"},
                            ToolPart{"sequence-parallel"},
                            ToolPart{"context-parallel"},
                            ToolPart{"expert-parallel"},
                            ToolPart{"experts"},
                            ToolPart{"schedules"},
                            ToolPart{"sharded-states"},
                            ToolPart{"recomputation"},
                            ToolPart{"adapters"},
                            ToolPart{"reduced-precision"},
                            ToolPart{"rollouts"},
                            ToolPart{"failures"},
                            ToolPart{"scheduling"},
                            ToolPart{"chunked-prompts"},
                            ToolPart{"paged-cache"},
                            ToolPart{"quantized-cache"},
                            ToolPart{"prefix-cache"},
                            ToolPart{"cache-offload"},
                            ToolPart{"speculation"},
                            ToolPart{"separate-pools"},
                            ToolPart{"co-location"},
                            ToolPart{"replicas"},
                            ToolPart{"service-level"},
                            ToolPart{"power-limit"},
                            ToolPart{"fusion"},
                            ToolPart{"mapping-search"}};

} // namespace

std::span<const ToolPart> toolParts() { return kParts; }

} // namespace strata
