// The functions of libxml2 that Klava calls. The headers of libxml2 include the headers of ICU, and Foundation has its
// own headers of a different version of ICU. A Swift module that sees both versions does not compile, so this file
// declares the functions itself.
#ifndef KLAVA_CLIBXML2_H
#define KLAVA_CLIBXML2_H

typedef struct _xmlTextReader xmlTextReader;

/// XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_NONET and XML_PARSE_NOCDATA of `xmlParserOption`. With these four
/// options and no others, libxml2 loads no DTD, replaces no entities and limits the size of texts and names.
enum klv_xml_option {
  KLV_XML_NO_ERROR = 1 << 5,
  KLV_XML_NO_WARNING = 1 << 6,
  KLV_XML_NO_NETWORK = 1 << 11,
  KLV_XML_NO_CDATA = 1 << 14
};

/// The values of libxml2's `xmlReaderTypes` that Klava uses.
enum klv_xml_node { KLV_XML_ELEMENT = 1, KLV_XML_TEXT = 3, KLV_XML_END_ELEMENT = 15 };

xmlTextReader *xmlReaderForMemory(const char *buffer, int size, const char *url, const char *encoding, int options);
void xmlFreeTextReader(xmlTextReader *reader);
int xmlTextReaderRead(xmlTextReader *reader);
int xmlTextReaderNodeType(xmlTextReader *reader);
int xmlTextReaderIsEmptyElement(xmlTextReader *reader);
int xmlTextReaderGetParserLineNumber(xmlTextReader *reader);
int xmlTextReaderMoveToAttribute(xmlTextReader *reader, const unsigned char *name);
int xmlTextReaderMoveToElement(xmlTextReader *reader);
const unsigned char *xmlTextReaderConstLocalName(xmlTextReader *reader);
const unsigned char *xmlTextReaderConstValue(xmlTextReader *reader);

#endif
