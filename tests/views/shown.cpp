// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/shown.h"

#include "views/support/theme/theme.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>

namespace strata::fixture {

void settle() {
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
}

void act(views::View& view, const std::function<void()>& action) {
    QSignalSpy told(&view, &views::View::refreshed);
    action();
    QTRY_VERIFY(told.count() > 0);
    settle();
}

void show(views::View& view, std::shared_ptr<const views::Scene> scene, const QSize& size) {
    view.setPalette(views::theme(false).palette());
    view.resize(size);
    view.show();
    settle();
    act(view, [&] { view.setScene(std::move(scene)); });
}

} // namespace strata::fixture
