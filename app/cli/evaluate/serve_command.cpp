// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate/commands.h"
#include "app/cli/evaluate/line_answers.h"
#include "app/cli/input/input.h"

#include <array>
#include <boost/asio.hpp>
#include <csignal>
#include <list>
#include <sys/stat.h>
#include <unistd.h>

namespace strata::cli {
namespace {

using Local = boost::asio::local::stream_protocol;

constexpr std::array kOptions{Option{"--jobs", "N", "Number of threads.", false, "as many as the machine has"},
                              kMetricsOnlyOption, kDataRootOption, kCatalogOption};

constexpr std::size_t kWindow = 64; ///< questions of one connection that are under way

/// One connection: lines of requests, answered in their order until the other side ends or the program stops.
class Conversation {
public:
    Conversation(Local::socket socket, Engine& engine, AnswerForm form)
        : out_(copyOf(socket)), in_(std::move(socket)), thread_([this, &engine, form] { talk(engine, form); }) {}

    bool ended() const { return ended_; }
    /// The other side gets what was answered so far.
    void stop() {
        boost::system::error_code ignored;
        in_.socket().shutdown(Local::socket::shutdown_receive, ignored);
    }

private:
    /// The same connection once more: one thread reads while another one writes, and a stream is for one thread.
    static Local::socket copyOf(Local::socket& socket) {
        return {socket.get_executor(), Local(), ::dup(socket.native_handle())};
    }

    void talk(Engine& engine, AnswerForm form) {
        LineReader lines(in_);
        LineAnswers answers(engine, kWindow, form, out_);
        std::string line;
        for (std::uint64_t number = 1; answers.writes() && lines.next(line); ++number)
            answers.submit(line, "line " + std::to_string(number));
        answers.finish();
        boost::system::error_code ignored;
        out_.socket().shutdown(Local::socket::shutdown_both, ignored); // the other side sees the end
        ended_ = true;
    }

    Local::iostream out_, in_;
    std::atomic<bool> ended_ = false;
    std::jthread thread_;
};

/// Waits for connections until a signal asks to end.
class Server {
public:
    Server(Engine& engine, AnswerForm form, Local::acceptor& acceptor)
        : engine_(engine), form_(form), acceptor_(acceptor) {
        accept();
    }

    void stop() {
        acceptor_.close();
        for (Conversation& conversation : open_)
            conversation.stop();
    }

private:
    void accept() {
        acceptor_.async_accept([this](const boost::system::error_code& failed, Local::socket socket) {
            if (failed) return;
            open_.remove_if([](const Conversation& conversation) { return conversation.ended(); });
            open_.emplace_back(std::move(socket), engine_, form_);
            accept();
        });
    }

    Engine& engine_;
    AnswerForm form_;
    Local::acceptor& acceptor_;
    std::list<Conversation> open_;
};

/// A socket that nobody listens to any more is taken over; one that answers is somebody's.
Result<void> makeRoom(boost::asio::io_context& context, const std::string& path) {
    std::error_code status;
    if (!std::filesystem::exists(path, status)) return {};
    Local::socket probe(context);
    boost::system::error_code refused;
    probe.connect(Local::endpoint(path), refused);
    if (!refused || !std::filesystem::is_socket(path, status))
        return Error{"unwritable-file", "", {"error.file-exists-already"}, {"accepted.new-name-for-socket"}, path};
    std::filesystem::remove(path, status);
    return {};
}

Result<Local::acceptor> listen(boost::asio::io_context& context, const std::string& path) {
    constexpr std::size_t kLongest = sizeof(sockaddr_un::sun_path) - 1;
    if (path.size() > kLongest)
        return badArgument({"error.name-socket-too-long"}, {"accepted.bytes-or-fewer", {{"most", kLongest}}});
    if (auto room = makeRoom(context, path); !room) return room.error();
    Local::acceptor acceptor(context);
    boost::system::error_code failed;
    acceptor.open(Local(), failed);
    const mode_t before = ::umask(0177); // nobody else may connect, not even for a moment
    if (!failed) acceptor.bind(Local::endpoint(path), failed);
    ::umask(before);
    if (!failed) acceptor.listen(boost::asio::socket_base::max_listen_connections, failed);
    if (failed)
        return Error{"unwritable-file",
                     "",
                     {"error.cannot-listen", {{"message", failed.message()}}},
                     {"accepted.another-place"},
                     path};
    return acceptor;
}

int run(const Arguments& arguments, Streams& streams) {
    const auto jobs = arguments.count("--jobs", std::max(1U, std::thread::hardware_concurrency()));
    if (!jobs) return fail(jobs.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const std::string& path = arguments.positional().front();
    boost::asio::io_context context;
    auto acceptor = listen(context, path);
    if (!acceptor) return fail(acceptor.error(), streams);
    {
        Engine engine(*library, *jobs, streams.registry);
        Server server(engine, AnswerForm::of(arguments), *acceptor);
        boost::asio::signal_set signals(context, SIGINT, SIGTERM);
        signals.async_wait([&server](const boost::system::error_code&, int) { server.stop(); });
        streams.out << "listening on " << path << std::endl;
        context.run();
    }
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return kAnswered;
}

} // namespace

Command serveCommand() {
    return {"serve",
            "SOCKET [--jobs N] [--metrics-only]",
            "Answers requests, one on each line, on a local socket that only you can open, until it is interrupted.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
