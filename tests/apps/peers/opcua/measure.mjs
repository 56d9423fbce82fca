import { readFileSync, writeFileSync } from 'node:fs';

/** Another address of this machine, which is another client to the server. */
export const otherAddress = process.platform === 'darwin' ? '127.0.0.1' : '127.0.0.2';

/** Of a process, in MB; where /proc is. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1024);
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Lets the most that a process had begin anew; where /proc is. */
export function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // then it is the most since the start
  }
}
