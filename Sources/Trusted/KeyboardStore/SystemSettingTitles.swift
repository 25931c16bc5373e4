internal import BundleFormat

/// The titles of the system keyboard's settings in one language. The initializer makes each language complete.
struct SystemSettingTitles: Hashable, Sendable {
  let keySounds: String
  let placement: String
  let docked: String
  let floating: String
  let floatingLeft: String
  let floatingRight: String
  let floatingWidth: String
  let size: String
  let appearance: String
  let desktopColors: String
  let light: String
  let dark: String
  let vibration: String
  let hiding: String
  let split: String
  let capitals: String
  let periods: String
  let punctuation: String
  let suggestions: String
  let corrections: String
  let recentEmoji: String

  /// Returns the titles in the best of the user's languages.
  static func best(for languages: [String]) -> SystemSettingTitles {
    LanguageTag.best(of: Array(all.keys), for: languages).flatMap { all[$0] } ?? english
  }

  /// The titles of all languages, by BCP 47 tag.
  static let all: [String: SystemSettingTitles] = [
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

  static let english = SystemSettingTitles(
    keySounds: "Key sounds",
    placement: "Position on the screen",
    docked: "Docked",
    floating: "Floating",
    floatingLeft: "Floating on the left",
    floatingRight: "Floating on the right",
    floatingWidth: "Width when floating, in points",
    size: "Size in percent",
    appearance: "Appearance",
    desktopColors: "As the desktop",
    light: "Light",
    dark: "Dark",
    vibration: "Vibration on key press",
    hiding: "Hide while you type with a hardware keyboard",
    split: "Split in two halves on a wide screen",
    capitals: "Automatic capitals",
    periods: "Period for two spaces",
    punctuation: "Smart dashes and quotes",
    suggestions: "Suggestions",
    corrections: "Automatic corrections",
    recentEmoji: "Remember recent emoji"
  )
  private static let arabic = SystemSettingTitles(
    keySounds: "أصوات المفاتيح",
    placement: "الموضع على الشاشة",
    docked: "مثبتة",
    floating: "عائمة",
    floatingLeft: "عائمة على اليسار",
    floatingRight: "عائمة على اليمين",
    floatingWidth: "العرض عندما تكون عائمة، بالنقاط",
    size: "الحجم بالنسبة المئوية",
    appearance: "المظهر",
    desktopColors: "مثل سطح المكتب",
    light: "فاتح",
    dark: "داكن",
    vibration: "الاهتزاز عند الضغط على مفتاح",
    hiding: "الإخفاء أثناء الكتابة بلوحة مفاتيح خارجية",
    split: "التقسيم إلى نصفين على شاشة عريضة",
    capitals: "أحرف كبيرة تلقائية",
    periods: "نقطة بدل مسافتين",
    punctuation: "شرطات وعلامات اقتباس ذكية",
    suggestions: "الاقتراحات",
    corrections: "التصحيح التلقائي",
    recentEmoji: "تذكر الإيموجي الأخيرة"
  )
  private static let german = SystemSettingTitles(
    keySounds: "Tastentöne",
    placement: "Position auf dem Bildschirm",
    docked: "Angedockt",
    floating: "Schwebend",
    floatingLeft: "Schwebend links",
    floatingRight: "Schwebend rechts",
    floatingWidth: "Breite beim Schweben, in Punkten",
    size: "Größe in Prozent",
    appearance: "Erscheinungsbild",
    desktopColors: "Wie der Desktop",
    light: "Hell",
    dark: "Dunkel",
    vibration: "Vibration bei Tastendruck",
    hiding: "Beim Tippen auf einer Hardwaretastatur ausblenden",
    split: "Auf breiten Bildschirmen in zwei Hälften teilen",
    capitals: "Automatische Großbuchstaben",
    periods: "Punkt bei zwei Leerzeichen",
    punctuation: "Intelligente Striche und Anführungszeichen",
    suggestions: "Vorschläge",
    corrections: "Automatische Korrekturen",
    recentEmoji: "Zuletzt verwendete Emojis merken"
  )
  private static let spanish = SystemSettingTitles(
    keySounds: "Sonidos de teclas",
    placement: "Posición en la pantalla",
    docked: "Acoplado",
    floating: "Flotante",
    floatingLeft: "Flotante a la izquierda",
    floatingRight: "Flotante a la derecha",
    floatingWidth: "Ancho al flotar, en puntos",
    size: "Tamaño en porcentaje",
    appearance: "Apariencia",
    desktopColors: "Como el escritorio",
    light: "Clara",
    dark: "Oscura",
    vibration: "Vibrar al pulsar una tecla",
    hiding: "Ocultar al escribir con un teclado físico",
    split: "Dividir en dos mitades en pantallas anchas",
    capitals: "Mayúsculas automáticas",
    periods: "Punto con dos espacios",
    punctuation: "Guiones y comillas tipográficos",
    suggestions: "Sugerencias",
    corrections: "Correcciones automáticas",
    recentEmoji: "Recordar los emojis recientes"
  )
  private static let french = SystemSettingTitles(
    keySounds: "Sons des touches",
    placement: "Position à l’écran",
    docked: "Ancré",
    floating: "Flottant",
    floatingLeft: "Flottant à gauche",
    floatingRight: "Flottant à droite",
    floatingWidth: "Largeur en mode flottant, en points",
    size: "Taille en pour cent",
    appearance: "Apparence",
    desktopColors: "Comme le bureau",
    light: "Claire",
    dark: "Sombre",
    vibration: "Vibration à chaque touche",
    hiding: "Masquer pendant la saisie sur un clavier physique",
    split: "Diviser en deux moitiés sur un écran large",
    capitals: "Majuscules automatiques",
    periods: "Point pour deux espaces",
    punctuation: "Tirets et guillemets typographiques",
    suggestions: "Suggestions",
    corrections: "Corrections automatiques",
    recentEmoji: "Mémoriser les emoji récents"
  )
  private static let italian = SystemSettingTitles(
    keySounds: "Suoni dei tasti",
    placement: "Posizione sullo schermo",
    docked: "Ancorata",
    floating: "Mobile",
    floatingLeft: "Mobile a sinistra",
    floatingRight: "Mobile a destra",
    floatingWidth: "Larghezza della tastiera mobile, in punti",
    size: "Dimensione in percentuale",
    appearance: "Aspetto",
    desktopColors: "Come il desktop",
    light: "Chiaro",
    dark: "Scuro",
    vibration: "Vibrazione alla pressione dei tasti",
    hiding: "Nascondi mentre scrivi con una tastiera fisica",
    split: "Dividi in due metà su uno schermo largo",
    capitals: "Maiuscole automatiche",
    periods: "Punto con due spazi",
    punctuation: "Trattini e virgolette tipografici",
    suggestions: "Suggerimenti",
    corrections: "Correzioni automatiche",
    recentEmoji: "Ricorda le emoji recenti"
  )
  private static let japanese = SystemSettingTitles(
    keySounds: "キーの音",
    placement: "画面上の位置",
    docked: "下端に固定",
    floating: "フローティング",
    floatingLeft: "左側にフローティング",
    floatingRight: "右側にフローティング",
    floatingWidth: "フローティング時の幅（ポイント）",
    size: "サイズ（パーセント）",
    appearance: "外観",
    desktopColors: "デスクトップに合わせる",
    light: "ライト",
    dark: "ダーク",
    vibration: "キーを押したときに振動",
    hiding: "ハードウェアキーボードでの入力中は隠す",
    split: "広い画面では左右に分割",
    capitals: "自動的に大文字にする",
    periods: "スペース2回でピリオドを入力",
    punctuation: "スマートなダッシュと引用符",
    suggestions: "候補",
    corrections: "自動修正",
    recentEmoji: "最近使った絵文字を記憶する"
  )
  private static let polish = SystemSettingTitles(
    keySounds: "Dźwięki klawiszy",
    placement: "Położenie na ekranie",
    docked: "Zadokowana",
    floating: "Pływająca",
    floatingLeft: "Pływająca po lewej",
    floatingRight: "Pływająca po prawej",
    floatingWidth: "Szerokość pływającej klawiatury w punktach",
    size: "Rozmiar w procentach",
    appearance: "Wygląd",
    desktopColors: "Jak pulpit",
    light: "Jasny",
    dark: "Ciemny",
    vibration: "Wibracja przy naciśnięciu klawisza",
    hiding: "Ukrywaj podczas pisania na klawiaturze sprzętowej",
    split: "Dziel na dwie połowy na szerokim ekranie",
    capitals: "Automatyczne wielkie litery",
    periods: "Kropka po dwóch spacjach",
    punctuation: "Inteligentne myślniki i cudzysłowy",
    suggestions: "Podpowiedzi",
    corrections: "Automatyczne poprawki",
    recentEmoji: "Zapamiętuj ostatnie emoji"
  )
  private static let portuguese = SystemSettingTitles(
    keySounds: "Sons das teclas",
    placement: "Posição na tela",
    docked: "Fixo",
    floating: "Flutuante",
    floatingLeft: "Flutuante à esquerda",
    floatingRight: "Flutuante à direita",
    floatingWidth: "Largura ao flutuar, em pontos",
    size: "Tamanho em porcentagem",
    appearance: "Aparência",
    desktopColors: "Como a área de trabalho",
    light: "Clara",
    dark: "Escura",
    vibration: "Vibrar ao pressionar uma tecla",
    hiding: "Ocultar ao digitar com um teclado físico",
    split: "Dividir em duas metades em telas largas",
    capitals: "Maiúsculas automáticas",
    periods: "Ponto com dois espaços",
    punctuation: "Travessões e aspas inteligentes",
    suggestions: "Sugestões",
    corrections: "Correções automáticas",
    recentEmoji: "Lembrar os emojis recentes"
  )
  private static let russian = SystemSettingTitles(
    keySounds: "Звуки клавиш",
    placement: "Положение на экране",
    docked: "Закреплена",
    floating: "Плавающая",
    floatingLeft: "Плавающая слева",
    floatingRight: "Плавающая справа",
    floatingWidth: "Ширина плавающей клавиатуры в точках",
    size: "Размер в процентах",
    appearance: "Оформление",
    desktopColors: "Как на рабочем столе",
    light: "Светлое",
    dark: "Тёмное",
    vibration: "Вибрация при нажатии клавиш",
    hiding: "Скрывать при наборе на аппаратной клавиатуре",
    split: "Делить на две половины на широком экране",
    capitals: "Автоматические заглавные буквы",
    periods: "Точка вместо двух пробелов",
    punctuation: "Умные тире и кавычки",
    suggestions: "Подсказки",
    corrections: "Автоматические исправления",
    recentEmoji: "Запоминать недавние эмодзи"
  )
  private static let ukrainian = SystemSettingTitles(
    keySounds: "Звуки клавіш",
    placement: "Розташування на екрані",
    docked: "Закріплена",
    floating: "Плаваюча",
    floatingLeft: "Плаваюча ліворуч",
    floatingRight: "Плаваюча праворуч",
    floatingWidth: "Ширина плаваючої клавіатури в точках",
    size: "Розмір у відсотках",
    appearance: "Вигляд",
    desktopColors: "Як на робочому столі",
    light: "Світлий",
    dark: "Темний",
    vibration: "Вібрація при натисканні клавіш",
    hiding: "Ховати під час набору на апаратній клавіатурі",
    split: "Ділити на дві половини на широкому екрані",
    capitals: "Автоматичні великі літери",
    periods: "Крапка замість двох пробілів",
    punctuation: "Розумні тире та лапки",
    suggestions: "Підказки",
    corrections: "Автоматичні виправлення",
    recentEmoji: "Запам’ятовувати нещодавні емодзі"
  )
  private static let simplifiedChinese = SystemSettingTitles(
    keySounds: "按键音",
    placement: "屏幕上的位置",
    docked: "停靠",
    floating: "浮动",
    floatingLeft: "浮动在左侧",
    floatingRight: "浮动在右侧",
    floatingWidth: "浮动时的宽度（点）",
    size: "大小（百分比）",
    appearance: "外观",
    desktopColors: "跟随桌面",
    light: "浅色",
    dark: "深色",
    vibration: "按键时振动",
    hiding: "使用硬件键盘输入时隐藏",
    split: "在宽屏幕上分成左右两半",
    capitals: "自动大写",
    periods: "连按两次空格输入句号",
    punctuation: "智能破折号和引号",
    suggestions: "输入建议",
    corrections: "自动更正",
    recentEmoji: "记住最近使用的表情符号"
  )
  private static let traditionalChinese = SystemSettingTitles(
    keySounds: "按鍵音",
    placement: "螢幕上的位置",
    docked: "停靠",
    floating: "浮動",
    floatingLeft: "浮動於左側",
    floatingRight: "浮動於右側",
    floatingWidth: "浮動時的寬度（點）",
    size: "大小（百分比）",
    appearance: "外觀",
    desktopColors: "跟隨桌面",
    light: "淺色",
    dark: "深色",
    vibration: "按鍵時震動",
    hiding: "使用實體鍵盤輸入時隱藏",
    split: "在寬螢幕上分成左右兩半",
    capitals: "自動大寫",
    periods: "連按兩次空格輸入句號",
    punctuation: "智慧型破折號和引號",
    suggestions: "輸入建議",
    corrections: "自動更正",
    recentEmoji: "記住最近使用的表情符號"
  )
}
