import { readFileSync, writeFileSync } from 'node:fs';

/** Another address of this machine, which the server treats as another client. */
export const otherAddress = process.platform === 'darwin' ? '127.0.0.1' : '127.0.0.2';

/** Returns the memory of a process in MB, on systems with /proc. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1024);
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Resets the peak memory of a process, on systems with /proc. */
export function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // then it is the most since the start
  }
}
