/* Attacks through System V and POSIX objects, which processes share. */
#include "zoo.h"

#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

BEHAVIOR(N20, "attaches to another process's System V memory") {
  void *memory = shmat((int)zoo_number("segment"), NULL, 0);
  if (memory == (void *)-1) return zoo_refused(errno);
  zoo_escaped("read %.10s", (const char *)memory);
  memcpy(memory, "zoo", 3);
  shmdt(memory);
}

BEHAVIOR(N21, "creates System V shared memory, queues and semaphores") {
  int memory = shmget(IPC_PRIVATE, 4096, 0600), queue = msgget(IPC_PRIVATE, 0600), lock = semget(IPC_PRIVATE, 1, 0600);
  zoo_try("shmget", memory);
  if (memory < 0) zoo_refused(errno);
  zoo_try("msgget", queue);
  zoo_try("semget", lock);
  if (memory >= 0) shmctl(memory, IPC_RMID, NULL);
  if (queue >= 0) msgctl(queue, IPC_RMID, NULL);
  if (lock >= 0) semctl(lock, 0, IPC_RMID);
}

BEHAVIOR(N22, "lists and removes System V objects of other programs (IPC_RMID, SHM_INFO)") {
  struct shmid_ds status;
  TRY(shmctl(0, 14 /* SHM_INFO */, &status));
  TRY(msgctl(0, 12 /* MSG_INFO */, (struct msqid_ds *)&status));
  TRY(shmctl((int)zoo_number("segment"), IPC_STAT, &status));
  struct msgbuf {
    long type;
    char text[4];
  } message = {1, "zoo"};
  TRY(msgsnd(0, &message, 4, IPC_NOWAIT));
  TRY(msgrcv(0, &message, 4, 0, IPC_NOWAIT));
  struct sembuf change = {0, 1, IPC_NOWAIT};
  TRY(semop(0, &change, 1));
}

BEHAVIOR(N23, "opens a POSIX message queue") {
  char name[64];
  snprintf(name, sizeof name, "/klava-zoo-%d", getpid());
  mqd_t queue = mq_open(name, O_RDWR | O_CREAT, 0600, NULL);
  zoo_try("mq_open", queue);
  if (queue >= 0) mq_unlink(name);
}
