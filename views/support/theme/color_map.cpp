// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/theme/color_map.h"

#include <algorithm>
#include <array>

namespace strata::views {

QColor viridis(double position) {
    // Every ninth of the published table; between them the map is linear to within one level.
    static constexpr std::array<QRgb, 10> kTable{0xff440154, 0xff482878, 0xff3e4989, 0xff31688e, 0xff26828e,
                                                 0xff1f9e89, 0xff35b779, 0xff6ece58, 0xffb5de2b, 0xfffde725};
    const double at = std::clamp(position, 0.0, 1.0) * (kTable.size() - 1);
    const std::size_t low = std::min(static_cast<std::size_t>(at), kTable.size() - 2);
    const double share = at - static_cast<double>(low);
    const auto mix = [share](int a, int b) { return qRound(a + share * (b - a)); };
    const QRgb a = kTable[low];
    const QRgb b = kTable[low + 1];
    return QColor(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b)));
}

} // namespace strata::views
