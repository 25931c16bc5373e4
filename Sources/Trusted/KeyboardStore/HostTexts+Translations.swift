// The translations of the host's own texts. U+2066 and U+2069 isolate each command, because users write commands from
// left to right in every language.

extension HostTexts {
  /// The texts of all languages, by BCP 47 tag.
  package static let all: [String: HostTexts] = [
    "en": english,
    "ar": arabic,
    "de": german,
    "es": spanish,
    "fr": french,
    "it": italian,
    "ja": japanese,
    "pl": polish,
    "pt": portuguese,
    "ru": russian,
    "uk": ukrainian,
    "zh-Hans": simplifiedChinese,
    "zh-Hant": traditionalChinese,
  ]

  package static let english = HostTexts(
    settings: .english,
    systemKeyboard: "System",
    hideKeyboard: "Hide keyboard",
    showKeyboard: "Show keyboard",
    moveKeyboard: "Move or hide the keyboard",
    undoClearing: "Cleared. Undo",
    close: "Close",
    continue: "Continue",
    clear: "Clear",
    forgetCopiedTexts: "Forget copied texts",
    remove: "Remove",
    noCopiedTexts: "Texts that you copy appear here.",
    blankText: "(blank text)",
    listSeparator: ", ",
    keyboards: "Your keyboards: %@. The globe key changes to the next one. Hold the globe key for the list.",
    adding: "To add a keyboard, run \u{2066}`klava install FILE.keyboard`\u{2069} and then \u{2066}`klava "
      + "enable NAME`\u{2069}.",
    access: "A keyboard sees the text of the field that you type in. It gets no field that an application "
      + "marks as a password or a telephone number. It cannot open your files. It can use the network "
      + "only if you allow it.")

  private static let arabic = HostTexts(
    settings: .arabic,
    systemKeyboard: "النظام",
    hideKeyboard: "إخفاء لوحة المفاتيح",
    showKeyboard: "إظهار لوحة المفاتيح",
    moveKeyboard: "نقل لوحة المفاتيح أو إخفاؤها",
    undoClearing: "تم المسح. تراجع",
    close: "إغلاق",
    continue: "متابعة",
    clear: "مسح",
    forgetCopiedTexts: "نسيان النصوص المنسوخة",
    remove: "إزالة",
    noCopiedTexts: "تظهر هنا النصوص التي تنسخها.",
    blankText: "(نص فارغ)",
    listSeparator: "، ",
    keyboards: "لوحات مفاتيحك: %@. ينتقل مفتاح الكرة الأرضية إلى اللوحة التالية. اضغط عليه مطولًا لعرض القائمة.",
    adding: "لإضافة لوحة مفاتيح، نفّذ \u{2066}`klava install FILE.keyboard`\u{2069} ثم \u{2066}`klava enable "
      + "NAME`\u{2069}.",
    access: "ترى لوحة المفاتيح نص الحقل الذي تكتب فيه. ولا تحصل على أي حقل يحدده التطبيق على أنه كلمة مرور "
      + "أو رقم هاتف. ولا يمكنها فتح ملفاتك. ولا يمكنها استخدام الشبكة إلا إذا سمحت بذلك.")

  private static let german = HostTexts(
    settings: .german,
    systemKeyboard: "System",
    hideKeyboard: "Tastatur ausblenden",
    showKeyboard: "Tastatur einblenden",
    moveKeyboard: "Tastatur verschieben oder ausblenden",
    undoClearing: "Gelöscht. Rückgängig",
    close: "Schließen",
    continue: "Weiter",
    clear: "Leeren",
    forgetCopiedTexts: "Kopierte Texte vergessen",
    remove: "Entfernen",
    noCopiedTexts: "Texte, die Sie kopieren, erscheinen hier.",
    blankText: "(leerer Text)",
    listSeparator: ", ",
    keyboards: "Ihre Tastaturen: %@. Die Globustaste wechselt zur nächsten. Halten Sie sie für die Liste "
      + "gedrückt.",
    adding: "Um eine Tastatur hinzuzufügen, führen Sie \u{2066}`klava install FILE.keyboard`\u{2069} und "
      + "dann \u{2066}`klava enable NAME`\u{2069} aus.",
    access: "Eine Tastatur sieht den Text des Feldes, in das Sie tippen. Sie bekommt kein Feld, das eine "
      + "Anwendung als Passwort oder Telefonnummer kennzeichnet. Ihre Dateien kann sie nicht "
      + "öffnen. Das Netzwerk kann sie nur mit Ihrer Erlaubnis nutzen.")

  private static let spanish = HostTexts(
    settings: .spanish,
    systemKeyboard: "Sistema",
    hideKeyboard: "Ocultar el teclado",
    showKeyboard: "Mostrar el teclado",
    moveKeyboard: "Mover u ocultar el teclado",
    undoClearing: "Borrado. Deshacer",
    close: "Cerrar",
    continue: "Continuar",
    clear: "Vaciar",
    forgetCopiedTexts: "Olvidar los textos copiados",
    remove: "Quitar",
    noCopiedTexts: "Los textos que copie aparecen aquí.",
    blankText: "(texto en blanco)",
    listSeparator: ", ",
    keyboards: "Sus teclados: %@. La tecla del globo cambia al siguiente. Manténgala pulsada para ver la lista.",
    adding: "Para añadir un teclado, ejecute \u{2066}`klava install FILE.keyboard`\u{2069} y después "
      + "\u{2066}`klava enable NAME`\u{2069}.",
    access: "Un teclado ve el texto del campo en el que escribe. No recibe ningún campo que una aplicación "
      + "marque como contraseña o número de teléfono. No puede abrir sus archivos. Solo puede usar la "
      + "red con su permiso.")

  private static let french = HostTexts(
    settings: .french,
    systemKeyboard: "Système",
    hideKeyboard: "Masquer le clavier",
    showKeyboard: "Afficher le clavier",
    moveKeyboard: "Déplacer ou masquer le clavier",
    undoClearing: "Effacé. Annuler",
    close: "Fermer",
    continue: "Continuer",
    clear: "Vider",
    forgetCopiedTexts: "Oublier les textes copiés",
    remove: "Retirer",
    noCopiedTexts: "Les textes que vous copiez apparaissent ici.",
    blankText: "(texte vide)",
    listSeparator: ", ",
    keyboards: "Vos claviers : %@. La touche globe passe au suivant. Maintenez-la pour afficher la liste.",
    adding: "Pour ajouter un clavier, exécutez \u{2066}`klava install FILE.keyboard`\u{2069} puis "
      + "\u{2066}`klava enable NAME`\u{2069}.",
    access: "Un clavier voit le texte du champ dans lequel vous écrivez. Il ne reçoit aucun champ qu’une "
      + "application désigne comme mot de passe ou numéro de téléphone. Il ne peut pas ouvrir vos "
      + "fichiers. Il ne peut utiliser le réseau qu’avec votre autorisation.")

  private static let italian = HostTexts(
    settings: .italian,
    systemKeyboard: "Sistema",
    hideKeyboard: "Nascondi la tastiera",
    showKeyboard: "Mostra la tastiera",
    moveKeyboard: "Sposta o nascondi la tastiera",
    undoClearing: "Cancellato. Annulla",
    close: "Chiudi",
    continue: "Continua",
    clear: "Svuota",
    forgetCopiedTexts: "Dimentica i testi copiati",
    remove: "Rimuovi",
    noCopiedTexts: "I testi che copi appaiono qui.",
    blankText: "(testo vuoto)",
    listSeparator: ", ",
    keyboards: "Le tue tastiere: %@. Il tasto globo passa alla successiva. Tienilo premuto per l’elenco.",
    adding: "Per aggiungere una tastiera, esegui \u{2066}`klava install FILE.keyboard`\u{2069} e poi "
      + "\u{2066}`klava enable NAME`\u{2069}.",
    access: "Una tastiera vede il testo del campo in cui scrivi. Non riceve i campi che un’applicazione "
      + "indica come password o numero di telefono. Non può aprire i tuoi file. Può usare la rete solo con "
      + "il tuo permesso.")

  private static let japanese = HostTexts(
    settings: .japanese,
    systemKeyboard: "システム",
    hideKeyboard: "キーボードを隠す",
    showKeyboard: "キーボードを表示",
    moveKeyboard: "キーボードを移動または隠す",
    undoClearing: "消去しました。元に戻す",
    close: "閉じる",
    continue: "続ける",
    clear: "全消去",
    forgetCopiedTexts: "コピーしたテキストをすべて消去",
    remove: "削除",
    noCopiedTexts: "コピーしたテキストがここに表示されます。",
    blankText: "（空白のテキスト）",
    listSeparator: "、",
    keyboards: "使えるキーボード: %@。地球儀キーで次のキーボードに切り替わります。長押しすると一覧が開きます。",
    adding: "キーボードを追加するには、\u{2066}`klava install FILE.keyboard`\u{2069} を実行し、次に \u{2066}`klava enable "
      + "NAME`\u{2069} を実行します。",
    access: "キーボードには、入力中のフィールドのテキストが見えます。アプリがパスワードや電話番号と指定したフィールドは渡されません。ファイルを開くことはできません。ネットワークは、許可した場合にのみ使用できます。")

  private static let polish = HostTexts(
    settings: .polish,
    systemKeyboard: "Systemowa",
    hideKeyboard: "Ukryj klawiaturę",
    showKeyboard: "Pokaż klawiaturę",
    moveKeyboard: "Przesuń lub ukryj klawiaturę",
    undoClearing: "Wyczyszczono. Cofnij",
    close: "Zamknij",
    continue: "Dalej",
    clear: "Wyczyść",
    forgetCopiedTexts: "Zapomnij skopiowane teksty",
    remove: "Usuń",
    noCopiedTexts: "Tutaj pojawią się teksty, które skopiujesz.",
    blankText: "(pusty tekst)",
    listSeparator: ", ",
    keyboards: "Twoje klawiatury: %@. Klawisz globusa przełącza na następną. Przytrzymaj go, aby zobaczyć listę.",
    adding: "Aby dodać klawiaturę, uruchom \u{2066}`klava install FILE.keyboard`\u{2069}, a potem "
      + "\u{2066}`klava enable NAME`\u{2069}.",
    access: "Klawiatura widzi tekst pola, w którym piszesz. Nie dostaje pól, które aplikacja oznacza jako "
      + "hasło lub numer telefonu. Nie może otwierać Twoich plików. Z sieci może korzystać "
      + "tylko za Twoją zgodą.")

  private static let portuguese = HostTexts(
    settings: .portuguese,
    systemKeyboard: "Sistema",
    hideKeyboard: "Ocultar o teclado",
    showKeyboard: "Mostrar o teclado",
    moveKeyboard: "Mover ou ocultar o teclado",
    undoClearing: "Apagado. Desfazer",
    close: "Fechar",
    continue: "Continuar",
    clear: "Limpar",
    forgetCopiedTexts: "Esquecer os textos copiados",
    remove: "Remover",
    noCopiedTexts: "Os textos que você copia aparecem aqui.",
    blankText: "(texto em branco)",
    listSeparator: ", ",
    keyboards: "Seus teclados: %@. A tecla do globo muda para o próximo. Mantenha-a pressionada para ver a "
      + "lista.",
    adding: "Para adicionar um teclado, execute \u{2066}`klava install FILE.keyboard`\u{2069} e depois "
      + "\u{2066}`klava enable NAME`\u{2069}.",
    access: "Um teclado vê o texto do campo em que você digita. Ele não recebe campos que um aplicativo "
      + "marca como senha ou número de telefone. Ele não pode abrir os seus arquivos. Só pode usar a "
      + "rede com a sua permissão.")

  private static let russian = HostTexts(
    settings: .russian,
    systemKeyboard: "Системная",
    hideKeyboard: "Скрыть клавиатуру",
    showKeyboard: "Показать клавиатуру",
    moveKeyboard: "Переместить или скрыть клавиатуру",
    undoClearing: "Удалено. Вернуть",
    close: "Закрыть",
    continue: "Продолжить",
    clear: "Очистить",
    forgetCopiedTexts: "Забыть скопированные тексты",
    remove: "Удалить",
    noCopiedTexts: "Здесь появятся тексты, которые вы скопируете.",
    blankText: "(пустой текст)",
    listSeparator: ", ",
    keyboards: "Ваши клавиатуры: %@. Клавиша с глобусом включает следующую. Удерживайте её, чтобы открыть "
      + "список.",
    adding: "Чтобы добавить клавиатуру, выполните \u{2066}`klava install FILE.keyboard`\u{2069}, а затем "
      + "\u{2066}`klava enable NAME`\u{2069}.",
    access: "Клавиатура видит текст поля, в котором вы печатаете. Она не получает поля, которые приложение "
      + "помечает как пароль или номер телефона. Она не может открывать ваши файлы. Сеть она может "
      + "использовать только с вашего разрешения.")

  private static let ukrainian = HostTexts(
    settings: .ukrainian,
    systemKeyboard: "Системна",
    hideKeyboard: "Сховати клавіатуру",
    showKeyboard: "Показати клавіатуру",
    moveKeyboard: "Перемістити або сховати клавіатуру",
    undoClearing: "Видалено. Повернути",
    close: "Закрити",
    continue: "Продовжити",
    clear: "Очистити",
    forgetCopiedTexts: "Забути скопійовані тексти",
    remove: "Видалити",
    noCopiedTexts: "Тут з’являться тексти, які ви скопіюєте.",
    blankText: "(порожній текст)",
    listSeparator: ", ",
    keyboards: "Ваші клавіатури: %@. Клавіша з глобусом вмикає наступну. Утримуйте її, щоб відкрити список.",
    adding: "Щоб додати клавіатуру, виконайте \u{2066}`klava install FILE.keyboard`\u{2069}, а потім "
      + "\u{2066}`klava enable NAME`\u{2069}.",
    access: "Клавіатура бачить текст поля, у якому ви друкуєте. Вона не отримує поля, які застосунок "
      + "позначає як пароль або номер телефону. Вона не може відкривати ваші файли. Мережу вона може "
      + "використовувати лише з вашого дозволу.")

  private static let simplifiedChinese = HostTexts(
    settings: .simplifiedChinese,
    systemKeyboard: "系统",
    hideKeyboard: "隐藏键盘",
    showKeyboard: "显示键盘",
    moveKeyboard: "移动或隐藏键盘",
    undoClearing: "已清除。撤销",
    close: "关闭",
    continue: "继续",
    clear: "清空",
    forgetCopiedTexts: "清除复制的文本",
    remove: "移除",
    noCopiedTexts: "您复制的文本会显示在这里。",
    blankText: "（空白文本）",
    listSeparator: "、",
    keyboards: "您的键盘：%@。地球键切换到下一个键盘。按住它可打开列表。",
    adding: "要添加键盘，请先运行 \u{2066}`klava install FILE.keyboard`\u{2069}，再运行 \u{2066}`klava enable "
      + "NAME`\u{2069}。",
    access: "键盘能看到您正在输入的字段中的文本。应用标记为密码或电话号码的字段不会交给键盘。键盘不能打开您的文件。只有经您允许，键盘才能使用网络。")

  private static let traditionalChinese = HostTexts(
    settings: .traditionalChinese,
    systemKeyboard: "系統",
    hideKeyboard: "隱藏鍵盤",
    showKeyboard: "顯示鍵盤",
    moveKeyboard: "移動或隱藏鍵盤",
    undoClearing: "已清除。還原",
    close: "關閉",
    continue: "繼續",
    clear: "清空",
    forgetCopiedTexts: "清除複製的文字",
    remove: "移除",
    noCopiedTexts: "您複製的文字會顯示在這裡。",
    blankText: "（空白文字）",
    listSeparator: "、",
    keyboards: "您的鍵盤：%@。地球鍵會切換到下一個鍵盤。按住它可開啟列表。",
    adding: "若要加入鍵盤，請先執行 \u{2066}`klava install FILE.keyboard`\u{2069}，再執行 \u{2066}`klava enable "
      + "NAME`\u{2069}。",
    access: "鍵盤能看到您正在輸入的欄位中的文字。應用程式標示為密碼或電話號碼的欄位不會交給鍵盤。鍵盤無法開啟您的檔案。只有經您允許，鍵盤才能使用網路。")
}
