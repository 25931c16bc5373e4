import KeyboardStore
import Testing
import Translations

@Suite struct PreferredLanguagesTests {
  @Test(
    "Klava reads the user's preferred languages from the variables LANGUAGE, LC_ALL, LC_MESSAGES and LANG",
    arguments: [
      (["LANG": "ru_RU.UTF-8"], ["ru-RU"]), (["LANG": "zh_CN.UTF-8@pinyin"], ["zh-CN"]), (["LANG": "pl"], ["pl"]),
      (["LANG": "C.UTF-8"], []), (["LANG": "POSIX"], []), ([:], []), (["LANG": "../../x"], []),
      (["LANG": "pl_PL", "LC_MESSAGES": "ru_RU"], ["ru-RU"]), (["LANG": "pl_PL", "LC_ALL": "ru_RU"], ["ru-RU"]),
      (["LANG": "pl_PL", "LC_ALL": ""], ["pl-PL"]),
      (["LANG": "pl_PL", "LANGUAGE": "ru:en_GB:pl_PL"], ["ru", "en-GB", "pl-PL"]),
      (["LC_ALL": "C", "LANGUAGE": "ru"], []), (["LANGUAGE": "ru"], []),
    ])
  func environment(_ environment: [String: String], _ languages: [String]) {
    #expect(PreferredLanguages.read(environment) == languages)
  }
}
