/// The meaning of a field's text. Corresponds to `UITextContentType`, and has the same raw values.
public struct TextContentType: RawRepresentable, Hashable, Sendable {
  /// UIKit's raw value.
  public let rawValue: String

  /// Creates a content type. The content type can be one that UIKit does not have.
  ///
  /// - Parameter rawValue: UIKit's raw value, or any other text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the content type whose member in UIKit has this name, such as `oneTimeCode`; nil if UIKit has no such
  /// member.
  ///
  /// - Parameter name: UIKit's member name.
  public init?(name: String) {
    guard let found = Self.names.first(where: { $0.name == name }) else { return nil }
    self.init(rawValue: found.rawValue)
  }

  /// The name of the member in UIKit, such as `oneTimeCode`; the raw value if UIKit does not have this content type.
  public var name: String {
    Self.names.first { $0.rawValue == rawValue }?.name ?? rawValue
  }

  /// The member name and raw value of every content type of UIKit.
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
  /// UIKit's `name`: a full name.
  public static let name = TextContentType(rawValue: "name")
  /// UIKit's `namePrefix`: a prefix of a name, such as "Dr.".
  public static let namePrefix = TextContentType(rawValue: "name-prefix")
  /// UIKit's `givenName`: given name.
  public static let givenName = TextContentType(rawValue: "given-name")
  /// UIKit's `middleName`: middle name.
  public static let middleName = TextContentType(rawValue: "middle-name")
  /// UIKit's `familyName`: family name.
  public static let familyName = TextContentType(rawValue: "family-name")
  /// UIKit's `nameSuffix`: a suffix of a name, such as "Jr.".
  public static let nameSuffix = TextContentType(rawValue: "name-suffix")
  /// UIKit's `nickname`: nickname.
  public static let nickname = TextContentType(rawValue: "nickname")
  /// UIKit's `jobTitle`: job title.
  public static let jobTitle = TextContentType(rawValue: "organization-title")
  /// UIKit's `organizationName`: organization name.
  public static let organizationName = TextContentType(rawValue: "organization")
  /// UIKit's `location`: a location, such as an address or the name of a place.
  public static let location = TextContentType(rawValue: "location")
  /// UIKit's `fullStreetAddress`: full street address.
  public static let fullStreetAddress = TextContentType(rawValue: "street-address")
  /// UIKit's `streetAddressLine1`: line 1 of a street address.
  public static let streetAddressLine1 = TextContentType(rawValue: "address-line1")
  /// UIKit's `streetAddressLine2`: line 2 of a street address.
  public static let streetAddressLine2 = TextContentType(rawValue: "address-line2")
  /// UIKit's `addressCity`: the city of an address.
  public static let addressCity = TextContentType(rawValue: "address-level2")
  /// UIKit's `addressState`: the state of an address.
  public static let addressState = TextContentType(rawValue: "address-level1")
  /// UIKit's `addressCityAndState`: the city and the state of an address.
  public static let addressCityAndState = TextContentType(rawValue: "address-level1+2")
  /// UIKit's `sublocality`: a part of a city.
  public static let sublocality = TextContentType(rawValue: "address-level3")
  /// UIKit's `countryName`: country name.
  public static let countryName = TextContentType(rawValue: "country-name")
  /// UIKit's `postalCode`: postal code.
  public static let postalCode = TextContentType(rawValue: "postal-code")
  /// UIKit's `telephoneNumber`: telephone number.
  public static let telephoneNumber = TextContentType(rawValue: "tel")
  /// UIKit's `emailAddress`: email address.
  public static let emailAddress = TextContentType(rawValue: "email")
  /// UIKit's `URL`: a URL.
  public static let URL = TextContentType(rawValue: "url")
  /// UIKit's `creditCardNumber`: the number of a credit card.
  public static let creditCardNumber = TextContentType(rawValue: "cc-number")
  /// UIKit's `creditCardExpiration`: the expiration date of a credit card.
  public static let creditCardExpiration = TextContentType(rawValue: "cc-exp")
  /// UIKit's `creditCardExpirationMonth`: the month of the expiration date of a credit card.
  public static let creditCardExpirationMonth = TextContentType(rawValue: "cc-exp-month")
  /// UIKit's `creditCardExpirationYear`: the year of the expiration date of a credit card.
  public static let creditCardExpirationYear = TextContentType(rawValue: "cc-exp-year")
  /// UIKit's `creditCardSecurityCode`: the security code of a credit card.
  public static let creditCardSecurityCode = TextContentType(rawValue: "cc-csc")
  /// UIKit's `creditCardName`: the full name on a credit card.
  public static let creditCardName = TextContentType(rawValue: "cc-name")
  /// UIKit's `creditCardGivenName`: the given name on a credit card.
  public static let creditCardGivenName = TextContentType(rawValue: "cc-given-name")
  /// UIKit's `creditCardMiddleName`: the middle name on a credit card.
  public static let creditCardMiddleName = TextContentType(rawValue: "cc-additional-name")
  /// UIKit's `creditCardFamilyName`: the family name on a credit card.
  public static let creditCardFamilyName = TextContentType(rawValue: "cc-family-name")
  /// UIKit's `creditCardType`: the type of a credit card.
  public static let creditCardType = TextContentType(rawValue: "cc-type")
  /// UIKit's `username`: username.
  public static let username = TextContentType(rawValue: "username")
  /// UIKit's `password`: password.
  public static let password = TextContentType(rawValue: "password")
  /// UIKit's `newPassword`: new password.
  public static let newPassword = TextContentType(rawValue: "new-password")
  /// UIKit's `oneTimeCode`: a code that is valid once.
  public static let oneTimeCode = TextContentType(rawValue: "one-time-code")
  /// UIKit's `shipmentTrackingNumber`: the tracking number of a shipment.
  public static let shipmentTrackingNumber = TextContentType(rawValue: "shipment-tracking")
  /// UIKit's `flightNumber`: flight number.
  public static let flightNumber = TextContentType(rawValue: "flight-number")
  /// UIKit's `dateTime`: a date and time.
  public static let dateTime = TextContentType(rawValue: "date-time")
  /// UIKit's `birthdate`: birthdate.
  public static let birthdate = TextContentType(rawValue: "bday")
  /// UIKit's `birthdateDay`: the day of a birthdate.
  public static let birthdateDay = TextContentType(rawValue: "bday-day")
  /// UIKit's `birthdateMonth`: the month of a birthdate.
  public static let birthdateMonth = TextContentType(rawValue: "bday-month")
  /// UIKit's `birthdateYear`: the year of a birthdate.
  public static let birthdateYear = TextContentType(rawValue: "bday-year")
  /// UIKit's `cellularEID`: the EID number of a cellular device.
  public static let cellularEID = TextContentType(rawValue: "cellular-EID")
  /// UIKit's `cellularIMEI`: the IMEI number of a cellular device.
  public static let cellularIMEI = TextContentType(rawValue: "cellular-IMEI")
}
