// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/field_titles.h"

#include "core/base/schema.h"
#include "core/catalog/library.h"
#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/registry.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace strata::views {

namespace {

constexpr int kDeepest = 6;

std::string translated(const std::string& title) {
    return QCoreApplication::translate("Field", title.c_str()).toStdString();
}

void addFields(const ObjectSchema& schema, LevelTitles& titles, int depth) {
    if (depth > kDeepest) return;
    for (const Field& field : schema.fields) {
        if (!field.title.empty()) titles.emplace(field.key, translated(field.title));
        if (field.object) addFields(*field.object, titles, depth + 1);
    }
}

void addEntries(const Json& value, const Library& library, LevelTitles& titles, int depth) {
    if (value.is_string()) {
        if (const Entry* entry = library.find(value.get<std::string>())) titles.emplace(entry->id, entry->name);
        return;
    }
    if (!value.is_structured() || depth > kDeepest) return;
    for (const Json& member : value)
        addEntries(member, library, titles, depth + 1);
}

const Field* fieldAtError(const DesignState& design, const Registry& registry, const Library* library) {
    if (!design.error || design.error->pointer.empty() || library == nullptr) return nullptr;
    return fieldOf(*design.design.request, design.error->pointer, *library, registry);
}

} // namespace

LevelTitles fieldTitles(const DesignState& design, const Scene& scene) {
    return fieldTitles(design, *scene.registry, scene.library.get());
}

LevelTitles fieldTitles(const DesignState& design, const Registry& registry, const Library* library) {
    LevelTitles titles = levelTitles(design);
    if (!design.design.request) return titles;
    if (const Field* field = fieldAtError(design, registry, library))
        titles.emplace(field->key, translated(field->title));
    const Json* kind = findPointer(*design.design.request, "/kind");
    const RequestKind* row = kind != nullptr && kind->is_string() ? registry.kind(kind->get<std::string>()) : nullptr;
    if (row != nullptr && row->schema != nullptr) addFields(row->schema(), titles, 0);
    if (library != nullptr) addEntries(*design.design.request, *library, titles, 0);
    return titles;
}

QString designErrorText(const DesignState& design, const Scene& scene, const QLocale& locale) {
    if (!design.error) return {};
    const LevelTitles titles = fieldTitles(design, scene);
    const QString text = told(design.error->text, locale, titles);
    const Field* field = fieldAtError(design, *scene.registry, scene.library.get());
    const QString title = field != nullptr ? QString::fromStdString(translated(field->title)) : QString();
    return title.isEmpty() || text.contains(title, Qt::CaseInsensitive) ? text
                                                                        : QStringLiteral("%1: %2").arg(title, text);
}

} // namespace strata::views
