/// What a field's text means: `UITextContentType`, with its raw values.
public struct TextContentType: RawRepresentable, Hashable, Sendable {
  /// The raw value, as UIKit has it.
  public let rawValue: String

  /// Any content type, known here or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The content type with UIKit's member name, such as `oneTimeCode`; nil for a name that UIKit does not have.
  public init?(name: String) {
    guard let found = Self.names.first(where: { $0.name == name }) else { return nil }
    self.init(rawValue: found.rawValue)
  }

  /// UIKit's member name of this type; the raw value where UIKit has no such type.
  public var name: String {
    Self.names.first { $0.rawValue == rawValue }?.name ?? rawValue
  }

  /// Every content type that UIKit has: its member's name and its raw value.
  package static let names: [(name: String, rawValue: String)] = [
    ("name", "name"), ("namePrefix", "name-prefix"), ("givenName", "given-name"), ("middleName", "middle-name"),
    ("familyName", "family-name"), ("nameSuffix", "name-suffix"), ("nickname", "nickname"),
    ("jobTitle", "organization-title"), ("organizationName", "organization"), ("location", "location"),
    ("fullStreetAddress", "street-address"), ("streetAddressLine1", "address-line1"),
    ("streetAddressLine2", "address-line2"), ("addressCity", "address-level2"), ("addressState", "address-level1"),
    ("addressCityAndState", "address-level1+2"), ("sublocality", "address-level3"), ("countryName", "country-name"),
    ("postalCode", "postal-code"), ("telephoneNumber", "tel"), ("emailAddress", "email"), ("URL", "url"),
    ("creditCardNumber", "cc-number"), ("creditCardExpiration", "cc-exp"),
    ("creditCardExpirationMonth", "cc-exp-month"), ("creditCardExpirationYear", "cc-exp-year"),
    ("creditCardSecurityCode", "cc-csc"), ("creditCardName", "cc-name"), ("creditCardGivenName", "cc-given-name"),
    ("creditCardMiddleName", "cc-additional-name"), ("creditCardFamilyName", "cc-family-name"),
    ("creditCardType", "cc-type"), ("username", "username"), ("password", "password"),
    ("newPassword", "new-password"), ("oneTimeCode", "one-time-code"), ("shipmentTrackingNumber", "shipment-tracking"),
    ("flightNumber", "flight-number"), ("dateTime", "date-time"), ("birthdate", "bday"),
    ("birthdateDay", "bday-day"), ("birthdateMonth", "bday-month"), ("birthdateYear", "bday-year"),
    ("cellularEID", "cellular-EID"), ("cellularIMEI", "cellular-IMEI"),
  ]
}

extension TextContentType {
  /// A person's name.
  public static let name = TextContentType(rawValue: "name")
  /// An e-mail address.
  public static let emailAddress = TextContentType(rawValue: "email")
  /// A telephone number.
  public static let telephoneNumber = TextContentType(rawValue: "tel")
  /// A URL.
  public static let URL = TextContentType(rawValue: "url")
  /// The name of an account.
  public static let username = TextContentType(rawValue: "username")
  /// A password.
  public static let password = TextContentType(rawValue: "password")
  /// A password being chosen.
  public static let newPassword = TextContentType(rawValue: "new-password")
  /// A code that is valid once.
  public static let oneTimeCode = TextContentType(rawValue: "one-time-code")
}
