/*
 * A keyboard whose library exports only actions. Each action makes a known number of calls, so that benchmarks can
 * measure the time of a call.
 */
#include <klava/keyboard.h>

#include <stddef.h>

static const klv_document *document_of(klv_host *host) { return klv_get_host_interface(host, KLV_DOCUMENT); }

/* v(h): inserts one letter with one call. */
void type_letter(klv_host *host) { document_of(host)->insert_text(host, "a", 1); }

/* v(hi): makes `count` calls. The calls alternately insert a letter and read the text before the insertion point. */
void make_calls(klv_host *host, int32_t count) {
  const klv_document *document = document_of(host);
  for (int32_t call = 0; call < count; call++) {
    klv_text before;
    if (call % 2 == 0) document->insert_text(host, "a", 1);
    else document->context_before(host, &before);
  }
}
