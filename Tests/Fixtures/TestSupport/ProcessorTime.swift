internal import Glibc

/// The processor time of this thread, in nanoseconds.
package var processorTime: Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
