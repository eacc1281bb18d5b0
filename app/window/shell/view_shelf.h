// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/dock_layout.h"

#include <functional>
#include <map>
#include <QObject>
#include <string>
#include <utility>
#include <vector>

namespace strata::views {
class View;
}

namespace strata::app {

/// The views of a window. Each is made when its dock is first seen or when somebody asks for it, so that a window
/// starts with the views that its workspace shows.
class ViewShelf : public QObject {
    Q_OBJECT

public:
    /// @param docks one for each row of the table of views; they outlive the shelf
    explicit ViewShelf(const Docks& docks);
    ~ViewShelf() override;

    /// Makes the view where it is not there yet; nullptr where the table has no such row.
    views::View* view(const QString& id);
    const std::map<QString, views::View*>& made() const { return made_; }

    /// Calls `connect` with each view that is made from now on, before it is shown.
    void whenMade(std::function<void(const QString& id, views::View&)> connect);
    /// The same for the one view of a class.
    template <class Concrete>
    void whenMade(std::function<void(Concrete&)> connect) {
        whenMade([connect = std::move(connect)](const QString&, views::View& view) {
            if (auto* concrete = qobject_cast<Concrete*>(&view)) connect(*concrete);
        });
    }

    /// Calls `use` with those of a class that are made.
    template <class Concrete, class Use>
    void each(Use use) const {
        for (const auto& [id, view] : made_)
            if (auto* concrete = qobject_cast<Concrete*>(view)) use(*concrete);
    }

    /// The settings of views by id. A view that is made later takes what was restored before.
    using States = std::map<std::string, std::string>;
    States states() const;
    void restore(const States& states);

private:
    void setShown(const QString& id, bool shown);

    const Docks& docks_;
    std::map<QString, views::View*> made_;
    std::map<QString, bool> shown_;
    std::vector<std::function<void(const QString&, views::View&)>> connections_;
    States restored_; ///< of views that are not there yet
};

} // namespace strata::app
