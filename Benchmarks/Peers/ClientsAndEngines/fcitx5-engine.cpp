// An engine for Fcitx5. As all engines of Fcitx5, it runs in the server's process. The engine commits the character of
// each key. With `KLAVA_PEER_CONDUCT=hang` in the environment, the engine never answers.
#include <fcitx/addonfactory.h>
#include <fcitx/addonmanager.h>
#include <fcitx/inputcontext.h>
#include <fcitx/inputmethodengine.h>

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace {

class CharacterEngine final : public fcitx::InputMethodEngine {
public:
  void keyEvent(const fcitx::InputMethodEntry &, fcitx::KeyEvent &event) override {
    while (hangs) pause();
    auto text = fcitx::Key::keySymToUTF8(event.key().sym());
    if (text.empty()) return;
    if (!event.isRelease()) event.inputContext()->commitString(text);
    event.filterAndAccept();
  }

private:
  static bool shouldHang() {
    auto conduct = std::getenv("KLAVA_PEER_CONDUCT");
    return conduct != nullptr && std::string_view(conduct) == "hang";
  }
  const bool hangs = shouldHang();
};

class Factory final : public fcitx::AddonFactory {
  fcitx::AddonInstance *create(fcitx::AddonManager *) override { return new CharacterEngine; }
};

} // namespace

FCITX_ADDON_FACTORY(Factory)
