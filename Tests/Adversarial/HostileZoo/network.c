/* Attacks that communicate with other processes or machines through sockets. */
#include "zoo.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct sockaddr_in loopback(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)zoo_number(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static struct sockaddr_un local(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  return address;
}

static void reach(const char *words, int family, int type, int protocol, const void *address, socklen_t length) {
  int file = socket(family, type, protocol);
  if (file < 0) return zoo_refused(errno);
  if (connect(file, address, length) < 0)
    zoo_refused(errno);
  else
    zoo_try(words, send(file, "zoo", 3, MSG_NOSIGNAL));
  close(file);
}

BEHAVIOR(N01, "connects to a TCP port of this machine") {
  struct sockaddr_in address = loopback("tcp");
  reach("connected", AF_INET, SOCK_STREAM, 0, &address, sizeof address);
}

BEHAVIOR(N02, "sends a UDP datagram") {
  struct sockaddr_in address = loopback("udp");
  int file = socket(AF_INET, SOCK_DGRAM, 0);
  if (file < 0) return zoo_refused(errno);
  TRY(sendto(file, "zoo", 3, 0, (struct sockaddr *)&address, sizeof address));
  close(file);
}

BEHAVIOR(N04, "makes a socket of every family") {
  for (int family = 0; family < 48; family++) {
    for (int type = SOCK_STREAM; type <= SOCK_SEQPACKET; type++) {
      int file = socket(family, type, 0);
      if (file < 0) {
        zoo_refused(errno);
        continue;
      }
      zoo_escaped("family %d", family);
      close(file);
    }
  }
}

BEHAVIOR(N05, "connects to a Unix socket by its path") {
  struct sockaddr_un address = local(zoo_argument("socket"));
  reach("connected", AF_UNIX, SOCK_STREAM, 0, &address, sizeof address);
}

BEHAVIOR(N06, "connects to an abstract Unix socket") {
  const char *name = zoo_argument("abstract");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path + 1, name, strlen(name));
  reach("connected", AF_UNIX, SOCK_STREAM, 0, &address,
        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name)));
}

BEHAVIOR(N07, "listens on a port and on a name") {
  struct sockaddr_in address = {.sin_family = AF_INET};
  int file = socket(AF_INET, SOCK_STREAM, 0);
  if (file < 0) zoo_refused(errno);
  TRY(bind(file, (struct sockaddr *)&address, sizeof address));
  TRY(listen(file, 1));
  int name = socket(AF_UNIX, SOCK_STREAM, 0);
  if (name < 0) zoo_refused(errno);
  struct sockaddr_un path = local(zoo_path("folder", "/planted"));
  TRY(bind(name, (struct sockaddr *)&path, sizeof path));
}

BEHAVIOR(N08, "looks up the address of a host name") {
  struct addrinfo *found = NULL, hints = {.ai_socktype = SOCK_STREAM};
  int result = getaddrinfo("klava.invalid", "80", &hints, &found);
  if (result == 0) return zoo_escaped("getaddrinfo");
  zoo_contained("%s", gai_strerror(result));
}

BEHAVIOR(N40, "connects to a SEQPACKET and a datagram Unix socket") {
  struct sockaddr_un packets = local(zoo_argument("packets")), datagrams = local(zoo_argument("datagrams"));
  reach("packets", AF_UNIX, SOCK_SEQPACKET, 0, &packets, sizeof packets);
  reach("datagrams", AF_UNIX, SOCK_DGRAM, 0, &datagrams, sizeof datagrams);
}

BEHAVIOR(N41, "receives messages of the kernel by netlink") {
  for (int protocol = 0; protocol < 23; protocol++) {
    int file = socket(AF_NETLINK, SOCK_RAW, protocol);
    if (file < 0)
      zoo_refused(errno);
    else
      zoo_escaped("netlink"), close(file);
  }
}

BEHAVIOR(N42, "uses the kernel's cryptography through sockets (AF_ALG)") {
  TRY(socket(38, SOCK_SEQPACKET, 0));
}

BEHAVIOR(N43, "connects to the machine that hosts this virtual machine (AF_VSOCK)") {
  struct {
    uint16_t family, reserved;
    uint32_t port, cid;
    uint8_t zero[4];
  } address = {.family = 40, .port = 1, .cid = 2};
  int file = socket(40, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (file < 0) return zoo_refused(errno);
  zoo_escaped("a socket");
  TRY(connect(file, (struct sockaddr *)&address, sizeof address));
  close(file);
}

BEHAVIOR(N44, "captures packets (AF_XDP, AF_PACKET, raw, ping)") {
  TRY(socket(44, SOCK_RAW, 0));
  TRY(socket(AF_PACKET, SOCK_RAW, htons(3)));
  TRY(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
  TRY(socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP));
  TRY(socket(AF_INET6, SOCK_RAW, IPPROTO_RAW));
}

BEHAVIOR(N45, "uses rare internet protocols") {
  TRY(socket(AF_INET, SOCK_STREAM, 262 /* MPTCP */));
  TRY(socket(AF_INET6, SOCK_STREAM, 0));
  TRY(socket(AF_INET6, SOCK_DGRAM, IPPROTO_UDPLITE));
  TRY(socket(AF_INET, SOCK_SEQPACKET, 132 /* SCTP */));
  TRY(socket(AF_INET, SOCK_DCCP, 33));
}

BEHAVIOR(N46, "makes a socket pair and sends itself a descriptor") {
  int ends[2] = {-1, -1};
  TRY(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  char control[CMSG_SPACE(sizeof(int))] = "";
  struct iovec bytes = {"z", 1};
  struct msghdr message = {
      .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  TRY(sendmsg(ends[0], &message, MSG_NOSIGNAL));
  TRY(recvmsg(ends[1], &message, MSG_DONTWAIT));
}

BEHAVIOR(N47, "uses every descriptor as a socket") {
  struct sockaddr_in address = loopback("udp");
  struct sockaddr_un path = local(zoo_argument("datagrams"));
  struct iovec bytes = {"z", 1};
  struct msghdr message = {.msg_name = &path, .msg_namelen = sizeof path, .msg_iov = &bytes, .msg_iovlen = 1};
  struct mmsghdr messages = {.msg_hdr = message};
  for (int file = 0; file < 64; file++) {
    char name[128];
    socklen_t length = sizeof name;
    int on = 1;
    if (connect(file, (struct sockaddr *)&address, sizeof address) == 0) zoo_escaped("connect %d", file);
    if (sendto(file, "z", 1, MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address) > 0)
      zoo_escaped("sendto %d, a port", file);
    if (sendto(file, "z", 1, MSG_NOSIGNAL, (struct sockaddr *)&path, sizeof path) > 0)
      zoo_escaped("sendto %d, a path", file);
    if (sendto(file, "z", 1, MSG_NOSIGNAL, NULL, 0) > 0) zoo_escaped("send %d", file);
    if (sendmsg(file, &message, MSG_NOSIGNAL) > 0) zoo_escaped("sendmsg %d", file);
    if (sendmmsg(file, &messages, 1, MSG_NOSIGNAL) > 0) zoo_escaped("sendmmsg %d", file);
    if (recvmmsg(file, &messages, 1, MSG_DONTWAIT, NULL) > 0) zoo_escaped("recvmmsg %d", file);
    if (setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0) zoo_escaped("setsockopt %d", file);
    if (getsockname(file, (struct sockaddr *)name, &length) == 0) zoo_escaped("getsockname %d", file);
    if (getpeername(file, (struct sockaddr *)name, &length) == 0) zoo_escaped("getpeername %d", file);
    if (getsockopt(file, SOL_SOCKET, SO_TYPE, name, &length) == 0) zoo_escaped("getsockopt %d", file);
    if (listen(file, 1) == 0) zoo_escaped("listen %d", file);
    if (accept4(file, NULL, NULL, SOCK_NONBLOCK) >= 0) zoo_escaped("accept %d", file);
    if (shutdown(file, SHUT_RDWR) == 0) zoo_escaped("shutdown %d", file);
  }
  TRY(connect(0, (struct sockaddr *)&address, sizeof address));
  TRY(sendmsg(0, &message, MSG_NOSIGNAL));
  TRY(shutdown(0, SHUT_RDWR));
  TRY(sendto(1, "z", 1, 0, (struct sockaddr *)&address, sizeof address));
}

BEHAVIOR(N48, "sends data with the first packet of a connection (TCP Fast Open)") {
  struct sockaddr_in address = loopback("tcp");
  int file = socket(AF_INET, SOCK_STREAM, 0);
  if (file < 0) return zoo_refused(errno);
  TRY(sendto(file, "zoo", 3, MSG_FASTOPEN | MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address));
  close(file);
}

BEHAVIOR(N49, "writes to the session buses") {
  static const char *const paths[] = {"/run/dbus/system_bus_socket", "/tmp/.X11-unix/X0", "/run/systemd/journal/socket",
                                      "/dev/log", "/run/user/1000/bus", "/run/user/1000/wayland-0"};
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    struct sockaddr_un address = local(paths[index]);
    reach(paths[index], AF_UNIX, SOCK_STREAM, 0, &address, sizeof address);
  }
}
