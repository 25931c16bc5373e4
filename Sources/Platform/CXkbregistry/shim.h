#include <xkbcommon/xkbregistry.h>
