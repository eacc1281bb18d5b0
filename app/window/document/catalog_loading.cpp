// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/catalog_loading.h"

#include "app/window/document/environment.h"
#include "core/catalog/catalog.h"
#include "core/catalog/folders.h"
#include "views/support/text/told.h"

#include <filesystem>
#include <QLocale>

namespace strata::app {

namespace {

std::filesystem::path pathOf(const QString& file) { return file.toStdU16String(); }

Result<CatalogLoad> fromCatalogFile(const Environment& environment) {
    const QString file = environment.state_folder + QStringLiteral("/catalog.sqlite");
    Result<Catalog> catalog = Catalog::open(pathOf(file), pathOf(environment.data_root));
    if (!catalog) return catalog.error();
    Result<RefreshReport> report = catalog->refresh();
    if (!report) return report.error();
    Result<std::shared_ptr<const Library>> library = catalog->library();
    if (!library) return library.error();
    CatalogLoad load{*library, {}};
    if (Result<std::vector<Error>> problems = catalog->problems())
        for (const Error& problem : *problems)
            load.problems << views::errorText(problem, QLocale());
    return load;
}

} // namespace

namespace {

/// With what the user's folders hold. One that is not there, such as a disk that is not mounted, is told.
CatalogLoad withUserFolders(CatalogLoad load, const Environment& environment) {
    std::vector<std::filesystem::path> folders;
    std::error_code no_matter;
    if (const auto own = pathOf(userFolder(environment)); std::filesystem::is_directory(own, no_matter))
        folders.push_back(own);
    for (const QString& folder : environment.catalog_folders)
        folders.push_back(pathOf(folder));
    const Library::Partial partial = withFolders(load.library, folders);
    load.library = partial.library;
    for (const Error& error : partial.errors)
        load.problems << views::errorText(error, QLocale());
    return load;
}

} // namespace

CatalogLoad loadCatalog(const Environment& environment) {
    CatalogLoad load{std::make_shared<const Library>(std::vector<Entry>{}), {}};
    if (const QString missing = missingData(environment); !missing.isEmpty()) {
        load.problems << missing;
        return load;
    }
    Result<CatalogLoad> from_file = fromCatalogFile(environment);
    if (from_file) return withUserFolders(*std::move(from_file), environment);
    load.problems << views::errorText(from_file.error(), QLocale());
    Result<Library::Partial> partial = Library::loadWhatIsSound(pathOf(environment.data_root));
    if (!partial) {
        load.problems << views::errorText(partial.error(), QLocale());
        return load;
    }
    load.library = partial->library;
    for (const Error& error : partial->errors)
        load.problems << views::errorText(error, QLocale());
    return withUserFolders(std::move(load), environment);
}

} // namespace strata::app
