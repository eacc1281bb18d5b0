// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/core_literals.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <vector>

namespace strata::fixture {

QSet<QString> literalsOf(const QString& text) {
    // Comments and characters are matched so that a quote inside of them opens no literal.
    static const QRegularExpression token(QStringLiteral(R"re(//[^\n]*|'(?:[^'\\\n]|\\.)+'|"((?:[^"\\]|\\.)*)"|\S)re"));
    QSet<QString> literals;
    QString joined;
    const auto end = [&] {
        if (!joined.isEmpty()) literals.insert(std::exchange(joined, {}));
    };
    for (auto tokens = token.globalMatch(text); tokens.hasNext();) {
        const QRegularExpressionMatch found = tokens.next();
        if (found.capturedView().startsWith(u"//")) continue;
        if (!found.capturedView().startsWith(u'"')) {
            end();
            continue;
        }
        QString literal = found.captured(1);
        joined += literal.replace(QLatin1String("\\\""), QLatin1String("\""));
    }
    end();
    return literals;
}

QSet<QString> coreLiterals() {
    QSet<QString> literals;
    QDirIterator files(qEnvironmentVariable("STRATA_ROOT") + QStringLiteral("/core"),
                       {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) literals.unite(literalsOf(QString::fromUtf8(file.readAll())));
    }
    return literals;
}

bool isMadeOf(const QString& text, const QSet<QString>& literals) {
    std::vector<bool> reached(static_cast<std::size_t>(text.size()) + 1);
    reached[0] = true;
    for (qsizetype begin = 0; begin < text.size(); ++begin) {
        if (!reached[static_cast<std::size_t>(begin)]) continue;
        for (qsizetype end = begin + 1; end <= text.size(); ++end)
            if (literals.contains(text.mid(begin, end - begin))) reached[static_cast<std::size_t>(end)] = true;
    }
    return reached.back();
}

} // namespace strata::fixture
