// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual/html.h"
#include "app/cli/manual/page.h"
#include "app/cli/program.h"
#include "core/base/json.h"
#include "core/catalog/kind.h"
#include "core/evaluate/registry.h"
#include "run.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;
using cli::Page;

namespace {

QString text(const std::string& words) { return QString::fromStdString(words); }

/// A code block of a page: what stands behind its fence, and its lines.
struct Block {
    QString language;
    QStringList lines;
};

QList<Block> blocksOf(const Page& page) {
    QList<Block> blocks;
    bool inside = false;
    for (const QString& line : text(page.text).split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("```"))) {
            inside = !inside;
            if (inside) blocks << Block{line.mid(3), {}};
        } else if (inside) {
            blocks.last().lines << line;
        }
    }
    return blocks;
}

/// What a shell prints for a command, in a folder where resources/samples stands.
struct Printed {
    int status = -1;
    QString out, err;
};

Printed shell(const QString& command, const QString& folder) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command});
    process.waitForFinished(280000);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

/// The manual: complete, true, and without dead links.
class ManualTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        pages_ = cli::manualPages(cli::programCommands());
        root_ = qEnvironmentVariable("STRATA_ROOT");
        QVERIFY(pages_.size() > 60);
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toLocal8Bit());
        const QByteArray programs = QFileInfo(QCoreApplication::applicationFilePath()).path().toLocal8Bit();
        has_figure_ = QFileInfo::exists(QString::fromLocal8Bit(programs) + QStringLiteral("/strata-figure"));
        qputenv("PATH", programs + ":" + qgetenv("PATH"));
    }

    void everyRowOfARegistryHasAPage() {
        for (const Method& method : builtinRegistry().methods) {
            const Page* page = cli::findPage(pages_, "methods/" + std::string(method.id) + ".md");
            QVERIFY2(page, std::string(method.id).c_str());
            QVERIFY(page->text.find(method.limits) != std::string::npos);
        }
        for (const RequestKind& kind : builtinRegistry().kinds) {
            const Page* page = cli::findPage(pages_, "kinds/" + std::string(kind.id) + ".md");
            QVERIFY2(page, std::string(kind.id).c_str());
            QVERIFY(page->text.find("## Fields of the request") != std::string::npos);
        }
        for (const EntryKind kind : entryKinds())
            QVERIFY2(cli::findPage(pages_, "entries/" + std::string(name(kind)) + ".md"),
                     std::string(name(kind)).c_str());
    }

    void fieldsTellTheirDefaults() {
        const Page* page = cli::findPage(pages_, "kinds/serving.md");
        QVERIFY(page);
        const QString table = text(page->text);
        QVERIFY(table.contains(QStringLiteral("| `rank` | a whole number, 1 to 1024 | 16 |")));
        QVERIFY(table.contains(QStringLiteral("| `restart_s` ")) && table.contains(QStringLiteral("| 60 s |")));
        QVERIFY(table.contains(QStringLiteral("| that of the plan |")));
    }

    void everyLinkLeadsToAPage() {
        int links = 0;
        for (const Page& page : pages_)
            for (const std::string& target : cli::linksOf(page)) {
                ++links;
                QVERIFY2(cli::findPage(pages_, target), (page.path + " links to " + target).c_str());
            }
        QVERIFY(links > 150);
        const Page wrong = cli::makePage("views/a.md", "# A\n\n[b](../kinds/b.md) [c](https://example.org)\n");
        QCOMPARE(cli::linksOf(wrong), std::vector<std::string>{"kinds/b.md"});
    }

    void pagesReadAsPages() {
        for (const Page& page : pages_) {
            QVERIFY2(page.text.starts_with("# "), page.path.c_str());
            QVERIFY2(!page.title.empty() && page.title.find('\n') == std::string::npos, page.path.c_str());
        }
    }

    /// The page of expectations names tests that are there: programs by their files, and their functions.
    void everyExpectationHasItsTests() {
        const QDir root(qEnvironmentVariable("STRATA_ROOT"));
        const Page* page = findPage(pages_, "developer/window-expectations.md");
        QVERIFY(page);
        static const QRegularExpression program(QStringLiteral("`([a-z_/.0-9]+)`([^`|]*)"));
        static const QRegularExpression function(QStringLiteral("\\b[a-z]+[A-Z0-9]\\w*\\b"));
        int rows = 0;
        for (const QString& line : text(page->text).split(QLatin1Char('\n'))) {
            if (!line.startsWith(QLatin1String("| ")) || line.startsWith(QLatin1String("| expectation"))) continue;
            ++rows;
            int programs = 0;
            for (auto at = program.globalMatch(line.section(QLatin1Char('|'), 2)); at.hasNext(); ++programs) {
                const QRegularExpressionMatch found = at.next();
                const QString file = testFile(root, found.captured(1));
                QVERIFY2(!file.isEmpty(), qPrintable(found.captured(1)));
                QFile source(file);
                const QString code = source.open(QIODevice::ReadOnly) ? QString::fromUtf8(source.readAll()) : QString();
                for (auto name = function.globalMatch(found.captured(2)); name.hasNext();) {
                    const QString wanted = name.next().captured(0);
                    QVERIFY2(code.contains(QStringLiteral("void %1(").arg(wanted)), qPrintable(file + ": " + wanted));
                }
            }
            QVERIFY2(programs > 0, qPrintable(line));
        }
        QVERIFY2(rows >= 28, "a row of what people expect is gone");
    }

    void everyCommandRuns_data() {
        QTest::addColumn<QString>("path");
        for (const Page& page : pages_)
            if (!cli::commandsOf(page).empty()) QTest::newRow(page.path.c_str()) << text(page.path);
    }

    /// Commands of a page run one after the other in one folder; lines behind one are the beginning of what it prints.
    void everyCommandRuns() {
        QFETCH(QString, path);
        QTemporaryDir folder;
        QVERIFY(QFile::link(root_ + QStringLiteral("/resources"), folder.filePath(QStringLiteral("resources"))));
        for (const Block& block : blocksOf(*cli::findPage(pages_, path.toStdString()))) {
            for (qsizetype i = 0; i < block.lines.size(); ++i) {
                if (!block.lines[i].startsWith(QLatin1String("$ "))) continue;
                if (block.lines[i].startsWith(QLatin1String("$ strata-cli figure")) && !has_figure_) continue;
                const Printed printed = shell(block.lines[i].mid(2), folder.path());
                QVERIFY2(printed.status == 0, qPrintable(block.lines[i] + QLatin1Char('\n') + printed.err));
                const QStringList lines = printed.out.split(QLatin1Char('\n'));
                for (qsizetype at = 0; i + 1 < block.lines.size(); ++at) {
                    const QString& wanted = block.lines[i + 1];
                    if (wanted.startsWith(QLatin1String("$ "))) break;
                    ++i;
                    if (wanted != QLatin1String("...")) QCOMPARE(lines.value(at), wanted);
                }
            }
        }
    }

    void everyRequestIsAnswered_data() {
        QTest::addColumn<QString>("request");
        for (const Page& page : pages_)
            for (const Block& block : blocksOf(page)) {
                const QString request = block.lines.join(QLatin1Char('\n'));
                if (block.language == QLatin1String("json") && request.contains(QLatin1String("\"kind\"")))
                    QTest::addRow("%s", page.path.c_str()) << request;
            }
    }

    void everyRequestIsAnswered() {
        QFETCH(QString, request);
        const bool explores = request.contains(QLatin1String("\"sweep\""));
        const auto answer = test::run({explores ? "sweep" : "evaluate", "-"}, request.toStdString());
        QVERIFY2(answer.status == 0, answer.err.c_str());
        if (!explores) QVERIFY(Json::parse(answer.out)["valid"].get<bool>());
    }

    /// Pages for developers name files; these exist.
    void namedFilesExist() {
        static const QRegularExpression name(
            QStringLiteral("`((?:core|app|views|tests|resources|translations|hwlib)/[^` ]*)`"));
        int named = 0;
        for (const Page& page : pages_) {
            if (!page.path.starts_with("developer/")) continue;
            auto found = name.globalMatch(text(page.text));
            while (found.hasNext()) {
                const QString file = found.next().captured(1);
                ++named;
                QVERIFY2(QFileInfo::exists(root_ + QLatin1Char('/') + file), qPrintable(text(page.path) + ": " + file));
            }
        }
        QVERIFY(named > 50);
    }

    void htmlKeepsTheLinks() {
        QTemporaryDir folder;
        const auto written = test::run({"manual", "--out", folder.path().toStdString()});
        QVERIFY2(written.status == 0, written.err.c_str());
        static const QRegularExpression link(QStringLiteral("href=\"([^\":#]+)\""));
        for (const Page& page : pages_) {
            QFile file(folder.filePath(text(cli::htmlPath(page.path))));
            QVERIFY2(file.open(QIODevice::ReadOnly), page.path.c_str());
            const QString html = QString::fromUtf8(file.readAll());
            QVERIFY(html.contains(QStringLiteral("<h1>")));
            auto links = link.globalMatch(html);
            while (links.hasNext()) {
                const QString target = links.next().captured(1);
                QVERIFY2(QFileInfo::exists(QFileInfo(file).dir().filePath(target)), qPrintable(target));
            }
        }
    }

    void theCommandPrintsPages() {
        const auto listed = test::run({"manual"});
        QCOMPARE(listed.status, 0);
        QVERIFY(listed.out.find("tutorial/serving-capacity.md  A serving capacity") != std::string::npos);
        QVERIFY(test::run({"manual", "reference/glossary"}).out.starts_with("# Glossary"));
        const auto wrong = test::run({"manual", "nothing"});
        QCOMPARE(wrong.status, 2);
        QVERIFY(wrong.err.find("there is no page \"nothing\"") != std::string::npos);
    }

    void theManPageNamesEveryCommandAndOption() {
        const auto page = test::run({"--man"});
        QCOMPARE(page.status, 0);
        QVERIFY(page.out.starts_with(".TH STRATA\\-CLI 1"));
        for (const cli::Command& command : cli::programCommands()) {
            QVERIFY2(page.out.find(".SS " + std::string(command.name)) != std::string::npos,
                     std::string(command.name).c_str());
        }
        QVERIFY(page.out.find("Default: as many as the machine has.") != std::string::npos);
    }

private:
    /// The source of a test program, or the file or folder itself; empty where there is none.
    static QString testFile(const QDir& root, const QString& name) {
        if (name.contains(QLatin1Char('/'))) return root.exists(name) ? root.filePath(name) : QString();
        for (const char* folder : {"views", "session", "unit/evaluate", "unit/session"}) {
            const QString prefix = QString::fromLatin1(folder).section(QLatin1Char('/'), -1) + QLatin1Char('_');
            if (!name.startsWith(prefix)) continue;
            QDirIterator files(root.filePath(QStringLiteral("tests/") + QLatin1String(folder)),
                               {name.mid(prefix.size()) + QStringLiteral(".cpp")}, QDir::Files,
                               QDirIterator::Subdirectories);
            if (files.hasNext()) return files.next();
        }
        return {};
    }

    std::vector<Page> pages_;
    QString root_;
    bool has_figure_ = false; ///< without the window, the program that draws figures is not built
    QTemporaryDir home_;
};

QTEST_GUILESS_MAIN(ManualTest)
#include "manual_test.moc"
