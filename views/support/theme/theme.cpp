// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/theme/theme.h"

#include "views/support/text/word_table.h"

#include <array>
#include <QFontDatabase>
#include <QFontMetricsF>

namespace strata::views {
namespace {

// Okabe and Ito, "Color Universal Design" (2008): eight colours that stay apart for every kind of colour vision.
constexpr QRgb kBlue = 0xff0072b2;
constexpr QRgb kOrange = 0xffe69f00;
constexpr QRgb kGreen = 0xff009e73;
constexpr QRgb kPurple = 0xffcc79a7;
constexpr QRgb kSky = 0xff56b4e9;
constexpr QRgb kVermilion = 0xffd55e00;
constexpr QRgb kYellow = 0xfff0e442;
constexpr QRgb kGrey = 0xff999999;
constexpr QRgb kMidGrey = 0xff7a828c;

Theme lightTheme() {
    Theme theme;
    theme.window = QColor(0xf4, 0xf5, 0xf7);
    theme.surface = QColor(0xff, 0xff, 0xff);
    theme.text = QColor(0x1c, 0x21, 0x28);
    theme.text_muted = QColor(0x5c, 0x67, 0x73);
    theme.hairline = QColor(0xdd, 0xe1, 0xe6);
    theme.accent = QColor(0x3d, 0x5a, 0xd6);
    theme.warning = QColor(0x9a, 0x5b, 0x00);
    theme.error = QColor(0xc2, 0x29, 0x2e);
    return theme;
}

Theme darkTheme() {
    Theme theme;
    theme.dark = true;
    theme.window = QColor(0x17, 0x1a, 0x1f);
    theme.surface = QColor(0x1f, 0x23, 0x29);
    theme.text = QColor(0xe6, 0xe9, 0xed);
    theme.text_muted = QColor(0x9b, 0xa6, 0xb2);
    theme.hairline = QColor(0x35, 0x3c, 0x45);
    theme.accent = QColor(0x8c, 0x9e, 0xff);
    theme.warning = QColor(0xf0, 0xb4, 0x4c);
    theme.error = QColor(0xff, 0x80, 0x78);
    return theme;
}

bool hasTabularDigits(const QFont& font) {
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(QLatin1Char('0'));
    for (char digit = '1'; digit <= '9'; ++digit)
        if (qAbs(metrics.horizontalAdvance(QLatin1Char(digit)) - width) > 0.01) return false;
    return true;
}

} // namespace

QColor Theme::category(Category category) const {
    switch (category) {
    case Category::Total: return text_muted;
    case Category::Compute: return QColor(kBlue);
    case Category::Memory: return QColor(kOrange);
    case Category::Launch: return QColor(kPurple);
    case Category::Movement: return QColor(kVermilion);
    case Category::Synchronisation: return QColor(kSky);
    case Category::Allocation: return dark ? QColor(0x8a, 0x93, 0x9d) : QColor(0x6e, 0x77, 0x81);
    case Category::Communication: return QColor(kGreen);
    case Category::Bubble: return QColor(kGrey);
    case Category::Queueing: return QColor(kYellow);
    case Category::Other: return dark ? QColor(0x6b, 0x74, 0x7e) : QColor(0xc3, 0xc9, 0xd0);
    }
    return text_muted;
}

QColor Theme::tensor(std::string_view tensor) const {
    static constexpr WordValue<QRgb> kColors[]{{"weights", kBlue}, {"inputs", kGreen}, {"outputs", kVermilion}};
    const QRgb color = valueIn(kColors, tensor, QRgb{0});
    return color == 0 ? category(Category::Other) : QColor(color);
}

QColor Theme::design(char letter) const {
    static constexpr std::array colors{kBlue, kVermilion, kGreen, kPurple, kOrange, kSky, kYellow, kMidGrey};
    const int index = letter >= 'A' && letter <= 'Z' ? letter - 'A' : 7;
    return QColor(colors[static_cast<std::size_t>(index) % colors.size()]);
}

Qt::BrushStyle Theme::hatch(std::string_view tensor) const {
    // Weights and compute share a colour, so their hatching must differ.
    static constexpr WordValue<Qt::BrushStyle> kPatterns[]{
        {"weights", Qt::SolidPattern},
        {"inputs", Qt::BDiagPattern},
        {"memory", Qt::BDiagPattern},
        {"outputs", Qt::FDiagPattern},
        {"movement", Qt::FDiagPattern},
        {"compute", Qt::VerPattern},
        {"queueing", Qt::VerPattern},
        {"communication", Qt::HorPattern},
        {"bubble", Qt::HorPattern},
        {"launch", Qt::CrossPattern},
        {"leakage", Qt::DiagCrossPattern},
        {"allocation", Qt::DiagCrossPattern},
        {"synchronisation", Qt::DiagCrossPattern},
    };
    return valueIn(kPatterns, tensor, Qt::Dense6Pattern);
}

QPalette Theme::palette() const {
    QPalette result;
    const auto set = [&](QPalette::ColorRole role, const QColor& color) { result.setColor(role, color); };
    set(QPalette::Window, window);
    set(QPalette::WindowText, text);
    set(QPalette::Base, surface);
    set(QPalette::AlternateBase, dark ? surface.lighter(108) : QColor(0xf8, 0xf9, 0xfb));
    set(QPalette::Text, text);
    set(QPalette::Button, dark ? QColor(0x2a, 0x30, 0x37) : QColor(0xff, 0xff, 0xff));
    set(QPalette::ButtonText, text);
    set(QPalette::BrightText, error);
    set(QPalette::ToolTipBase, dark ? QColor(0x2a, 0x30, 0x37) : surface);
    set(QPalette::ToolTipText, text);
    set(QPalette::PlaceholderText, text_muted);
    set(QPalette::Highlight, accent);
    set(QPalette::HighlightedText, dark ? QColor(0x14, 0x17, 0x1b) : QColor(0xff, 0xff, 0xff));
    set(QPalette::Link, accent);
    set(QPalette::LinkVisited, accent);
    set(QPalette::Light, dark ? QColor(0x3a, 0x41, 0x4a) : QColor(0xff, 0xff, 0xff));
    set(QPalette::Midlight, hairline);
    set(QPalette::Mid, hairline);
    set(QPalette::Dark, dark ? QColor(0x11, 0x13, 0x17) : QColor(0xb4, 0xbb, 0xc4));
    set(QPalette::Shadow, dark ? QColor(0x0c, 0x0e, 0x11) : QColor(0x8a, 0x93, 0x9d));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        result.setColor(QPalette::Disabled, role, dark ? QColor(0x66, 0x70, 0x7b) : QColor(0xa3, 0xab, 0xb5));
    return result;
}

Theme theme(bool dark) { return dark ? darkTheme() : lightTheme(); }

// Qt has no call for the system's colour scheme before 6.5, so the background tells.
Theme themeFor(const QPalette& palette) { return theme(palette.color(QPalette::Window).lightness() < 128); }

QFont tabularFont(const QFont& base) {
    if (hasTabularDigits(base)) return base;
    for (const char* family : {"DejaVu Sans", "Liberation Sans", "Noto Sans"}) {
        QFont font = base;
        font.setFamily(QString::fromLatin1(family));
        if (QFontDatabase::hasFamily(font.family()) && hasTabularDigits(font)) return font;
    }
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(base.pointSizeF() > 0 ? base.pointSizeF() : 9.0);
    return fixed;
}

} // namespace strata::views
