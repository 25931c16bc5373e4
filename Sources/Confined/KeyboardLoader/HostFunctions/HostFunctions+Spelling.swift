internal import KeyboardABI
internal import KeyboardProtocol
internal import TextModel

// The functions of the spell checker and the supplementary lexicon. The loader passes each call to the host.
extension HostFunctions {
  static var spelling: klv_spelling {
    klv_spelling(
      languages: { host, place in
        call(host, .spellingLanguages) { $0.lend($0.ask(.spelling(.languages)), to: place) }
      },
      misspelled: { host, text, length, language, languageLength, place in
        call(host, .spellingMisspelled) { keyboard in
          keyboard.spell(text, length, SpellingRequest.maximumTextBytes, language, languageLength) { text, language in
            keyboard.lendOffsets(keyboard.ask(.spelling(.misspelled(text, language: language))), to: place)
          }
        }
      },
      guesses: { host, word, length, language, languageLength, place in
        call(host, .spellingGuesses) { keyboard in
          keyboard.spell(word, length, SpellingRequest.maximumWordBytes, language, languageLength) { word, language in
            keyboard.lend(keyboard.ask(.spelling(.guesses(word, language: language))), to: place)
          }
        }
      },
      completions: { host, text, length, language, languageLength, place in
        call(host, .spellingCompletions) { keyboard in
          keyboard.spell(text, length, SpellingRequest.maximumWordBytes, language, languageLength) { text, language in
            keyboard.lend(keyboard.ask(.spelling(.completions(text, language: language))), to: place)
          }
        }
      })
  }

  static var lexicon: klv_lexicon {
    klv_lexicon(entries: { host, place in
      call(host, .lexiconEntries) { $0.lend($0.ask(.lexicon), to: place) }
    })
  }
}

extension LoadedKeyboard {
  /// Checks the arguments of a request to the spell checker, and calls `body` with them.
  fileprivate func spell(
    _ text: UnsafePointer<CChar>?, _ length: UInt64, _ limit: Int, _ language: UnsafePointer<CChar>?,
    _ languageLength: UInt64, _ body: (_ text: String, _ language: String) -> klv_result
  ) -> klv_result {
    read("text", TextArgument(text, length, limit: limit)) { text in
      read("language", TextArgument(language, languageLength)) { language in
        guard !language.isEmpty else { return badArgument("language is empty") }
        return language.isLanguageTag ? body(text, language) : badArgument(language.faultInLanguageTag)
      }
    }
  }
}
