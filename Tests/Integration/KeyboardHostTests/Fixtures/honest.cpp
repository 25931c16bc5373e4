/* A keyboard in C++ that uses the standard library in ordinary ways. */
#include "honest.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <iomanip>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static void say(char *text, size_t room, const std::string &result) { snprintf(text, room, "%s", result.c_str()); }

static void ok(char *text, size_t room) { say(text, room, "ok"); }

static int descend(int depth) {
  if (depth == 0) throw std::out_of_range("thrown");
  std::string local(static_cast<size_t>(depth), 'x');
  return descend(depth - 1) + static_cast<int>(local.size());
}

static void exceptions(char *text, size_t room) {
  int caught = 0;
  for (int round = 0; round < 100; round++) {
    try {
      descend(20);
    } catch (const std::logic_error &error) {
      caught += std::string(error.what()) == "thrown";
    }
  }
  std::exception_ptr kept;
  std::thread([&] {
    try {
      std::vector<int>().at(1);
    } catch (...) {
      kept = std::current_exception();
    }
  }).join();
  try {
    std::rethrow_exception(kept);
  } catch (const std::exception &) {
    caught += 1;
  }
  say(text, room, std::to_string(caught));
}

static void streams(char *text, size_t room) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream << std::setw(6) << std::setfill('0') << std::hex << 48879 << ' ' << std::fixed << std::setprecision(3) << 2.0 / 3;
  std::cout << "a line" << std::endl;
  std::cerr << "another" << std::endl;
  say(text, room, stream.str());
}

static void threads(char *text, size_t room) {
  std::atomic<int> sum{0};
  std::vector<std::thread> workers;
  for (int index = 0; index < 8; index++)
    workers.emplace_back([&sum, index] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      sum += index;
    });
  for (auto &worker : workers) worker.join();
  auto later = std::async(std::launch::async, [] { return 14; });
  say(text, room, std::to_string(sum + later.get()));
}

static void library(char *text, size_t room) {
  std::map<std::string, std::unique_ptr<int>> map;
  for (int index = 0; index < 1000; index++) map[std::to_string(index)] = std::make_unique<int>(index);
  std::smatch match;
  const std::string subject = "call 555-1234 now";
  std::regex_search(subject, match, std::regex("(\\d{3})-(\\d{4})"));
  say(text, room, std::to_string(*map["999"]) + " " + match[2].str());
}

static void chance(char *text, size_t room) {
  std::random_device device;
  std::mt19937 twister(5489);
  say(text, room, std::string(device() != device() || device() != device() ? "differs " : "equal ") + std::to_string(twister()));
}

static void clocks(char *text, size_t room) {
  auto before = std::chrono::steady_clock::now();
  std::this_thread::yield();
  bool goes = std::chrono::steady_clock::now() >= before;
  say(text, room, std::string(goes ? "goes " : "stands ") + (std::thread::hardware_concurrency() > 0 ? "1" : "0"));
}

extern "C" const struct key honest_keys[] = {
    {"ok", ok},           {"exceptions", exceptions}, {"streams", streams}, {"threads", threads},
    {"library", library}, {"chance", chance},         {"clocks", clocks},   {nullptr, nullptr},
};
