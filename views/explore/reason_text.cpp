// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "views/explore/explore_text.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <array>
#include <QCoreApplication>
#include <utility>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// Codes of refusals and notes, in words.
constexpr std::array<std::pair<const char*, const char*>, 20> kKinds{{
    {"over-capacity", QT_TRANSLATE_NOOP("strata::views", "buffer too small")},
    {"over-fanout", QT_TRANSLATE_NOOP("strata::views", "array too small")},
    {"over-memory", QT_TRANSLATE_NOOP("strata::views", "memory too small")},
    {"does-not-fit", QT_TRANSLATE_NOOP("strata::views", "no mapping fits")},
    {"constraint", QT_TRANSLATE_NOOP("strata::views", "constraint")},
    {"out-of-range", QT_TRANSLATE_NOOP("strata::views", "out of range")},
    {"bad-value", QT_TRANSLATE_NOOP("strata::views", "value not accepted")},
    {"wrong-type", QT_TRANSLATE_NOOP("strata::views", "value not accepted")},
    {"missing", QT_TRANSLATE_NOOP("strata::views", "value missing")},
    {"not-found", QT_TRANSLATE_NOOP("strata::views", "name not known")},
    {"unknown-level", QT_TRANSLATE_NOOP("strata::views", "name not known")},
    {"unknown-tensor", QT_TRANSLATE_NOOP("strata::views", "name not known")},
    {"unknown-key", QT_TRANSLATE_NOOP("strata::views", "name not known")},
    {"bad-pointer", QT_TRANSLATE_NOOP("strata::views", "parameter cannot be varied")},
    {"wrong-kind", QT_TRANSLATE_NOOP("strata::views", "device of another kind")},
    {"not-modelled", QT_TRANSLATE_NOOP("strata::views", "not modelled")},
    {"not-supported", QT_TRANSLATE_NOOP("strata::views", "not supported")},
    {"too-large", QT_TRANSLATE_NOOP("strata::views", "too large to be counted")},
    {"invalid", QT_TRANSLATE_NOOP("strata::views", "cannot exist")},
    {"other", QT_TRANSLATE_NOOP("strata::views", "other reasons")},
}};

QString kindText(const QString& kind) {
    const auto known =
        std::ranges::find_if(kKinds, [&](const auto& entry) { return kind == QLatin1String(entry.first); });
    if (known != kKinds.end()) return tr(known->second);
    QString words = kind;
    return words.replace(QLatin1Char('-'), QLatin1Char(' '));
}

/// "latency_s above 0.018" with the metric as people call it.
QString boundText(const QString& rest) {
    const QStringList words = rest.split(QLatin1Char(' '));
    if (words.size() != 3 || (words[1] != QLatin1String("above") && words[1] != QLatin1String("below"))) return rest;
    const QString title = quantityTitle(words[0].toStdString());
    return (words[1] == QLatin1String("above") ? tr("%1 above %2") : tr("%1 below %2")).arg(title, words[2]);
}

QString placeText(const QString& rest) {
    for (const QChar axis : {QLatin1Char('X'), QLatin1Char('Y')}) {
        const QString end = QStringLiteral(" along %1").arg(axis);
        if (rest.endsWith(end)) return tr("%1 along %2").arg(rest.chopped(end.size()), axis);
    }
    return boundText(rest);
}

} // namespace

QString reasonText(const QString& reason) {
    const qsizetype colon = reason.indexOf(QLatin1String(": "));
    if (colon < 0) return kindText(reason);
    return kindText(reason.left(colon)) + QStringLiteral(": ") + placeText(reason.mid(colon + 2));
}

} // namespace strata::views
