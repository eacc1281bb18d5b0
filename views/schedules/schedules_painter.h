// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/schedules/schedules_layout.h"

namespace strata::views {

void paintSchedules(QPainter& painter, const SchedulesPicture& picture, const SchedulesLayout& layout,
                    const PictureLook& look);

} // namespace strata::views
