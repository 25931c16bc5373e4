/*
 * A keyboard of actions alone, each of which does something whose cost is known: what benchmarks press.
 */
#include <klava/keyboard.h>

#include <stddef.h>

static const klv_document *document_of(klv_host *host) { return klv_get_host_interface(host, KLV_DOCUMENT); }

/* v(h): one letter, by one call. */
void type_letter(klv_host *host) { document_of(host)->insert_text(host, "a", 1); }

/* v(hi): so many calls, by turns a letter and a look at what stands before it. */
void make_calls(klv_host *host, int32_t count) {
  const klv_document *document = document_of(host);
  for (int32_t call = 0; call < count; call++) {
    klv_text before;
    if (call % 2 == 0) document->insert_text(host, "a", 1);
    else document->context_before(host, &before);
  }
}
